"""Read new files into documents with a run's settings, each document independently."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topograph.core.wording import counted
from topograph.errors import TopographError
from topograph.jobs.assign.source import FinishedRun
from topograph.stages.parse.clean.boilerplate import (
    recurring_in,
    remove_sentences,
    sentence_keys,
)
from topograph.stages.parse.documents import Parsed, drops_text, make_documents
from topograph.stages.parse.reading import read_corpus
from topograph.stages.parse.tokens import count_words

if TYPE_CHECKING:
    from topograph.config import ParseSettings

STEP = "boilerplate"
#: More documents than any corpus has: recurring sentences are taken from the run only.
NEVER = 10**12


def read_documents(names: list[str], run: FinishedRun, threads: int) -> Parsed:
    """Read files with a run's settings; documents are in reading order.

    The corpus' language and its recurring sentences are those of the run. Duplicates are kept.

    Parameters
    ----------
    names : list of str
        Paths relative to the current folder.
    run : FinishedRun
    threads : int
        Cores to use; the result does not depend on it.

    Raises
    ------
    TopographError
        If a file cannot be read, or no document remains.
    """
    settings = document_settings(run.parse, run.language)
    parsed = make_documents(read_corpus(names, settings), settings, threads)
    if not len(parsed):
        details = parsed.details(len(parsed.records))[:5]
        raise TopographError(
            f"No document remains of {counted(len(parsed.records), 'record')}.",
            f"dropped: {drops_text(parsed.dropped)}."
            + "".join(f"\n       {detail}" for detail in details),
            "the files are read with the run's settings under `parse`. Check that the files have "
            "the format and fields of the run's corpus, and texts of at least "
            f"{counted(settings.min_words, 'word')} (parse.min_words).",
        )
    if settings.clean.boilerplate:
        recurring = {key for own in run.recurring for key, _ in sentence_keys(own)}
        _remove(parsed, recurring, settings.min_words)
    _in_reading_order(parsed)
    return parsed


def document_settings(settings: ParseSettings, language: str) -> ParseSettings:
    """A run's settings without the steps that compare documents with each other."""
    return settings.model_copy(
        update={
            "merge": "off",
            "duplicates": "keep",
            "boilerplate_documents": NEVER,
            "language": language,
            "fields": settings.fields.model_copy(update={"types": {}}),
        }
    )


def _remove(parsed: Parsed, recurring: set[int], least_words: int) -> None:
    """Remove recurring sentences, except from documents that would become too short."""
    if not recurring:
        return
    documents, audit = parsed.documents, parsed.audit
    texts, words = documents["text"].to_list(), documents["n_words"].to_list()
    changed = set()
    for row, before in enumerate(texts):
        found = {sentence for _, sentence in recurring_in(before, recurring)}
        after = remove_sentences(before, found)
        if after != before and count_words(after) >= least_words:
            texts[row], words[row] = after, count_words(after)
            changed.add(documents["doc_id"].iloc[row])
    documents["text"], documents["n_words"] = texts, words
    audit["steps"] = [
        [*steps, STEP] if own in changed and STEP not in steps else steps
        for own, steps in zip(audit["doc_id"], audit["steps"], strict=True)
    ]


def _in_reading_order(parsed: Parsed) -> None:
    order = {own: row for row, own in enumerate(parsed.audit["doc_id"]) if own}
    parsed.documents = parsed.documents.sort_values(
        "doc_id", key=lambda ids: ids.map(order), kind="stable"
    ).reset_index(drop=True)
