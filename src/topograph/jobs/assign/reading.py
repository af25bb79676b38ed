"""New files into documents, as the run's own were, each on its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topograph.core.wording import counted
from topograph.errors import TopographError
from topograph.jobs.assign.source import FinishedRun
from topograph.stages.parse.clean.boilerplate import remove_recurring, sentence_keys
from topograph.stages.parse.documents import Parsed, drops_text, make_documents
from topograph.stages.parse.reading import read_corpus
from topograph.stages.parse.tokens import count_words

if TYPE_CHECKING:
    from topograph.config import ParseSettings

STEP = "boilerplate"
#: No sentence stands in so many documents: what recurs is known from the run alone.
NEVER = 10**12


def read_documents(names: list[str], run: FinishedRun, threads: int) -> Parsed:
    """Read files with a run's settings; documents come in reading order.

    What a run's stage `parse` finds by looking at all documents together is taken from the run:
    its language, and the sentences that recur in it. Equal texts are all kept.

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
        If a file cannot be read, or no document is left.
    """
    settings = alone(run.parse, run.language)
    parsed = make_documents(read_corpus(names, settings), settings, threads)
    if not len(parsed):
        details = parsed.details(len(parsed.records))[:5]
        raise TopographError(
            f"No document is left of {counted(len(parsed.records), 'record')}.",
            f"dropped: {drops_text(parsed.dropped)}."
            + "".join(f"\n       {detail}" for detail in details),
            "the files are read with the run's settings under parse; look at format, fields and "
            "min_words.",
        )
    if settings.clean.boilerplate:
        recurring = {key for own in run.recurring for key, _ in sentence_keys(own)}
        _remove(parsed, recurring, settings.min_words)
    _in_reading_order(parsed)
    return parsed


def alone(settings: ParseSettings, language: str) -> ParseSettings:
    """A run's settings without what would look at the new documents together."""
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
    """Remove sentences; a document that would be too short without them keeps them."""
    if not recurring:
        return
    documents, audit = parsed.documents, parsed.audit
    texts, words = documents["text"].to_list(), documents["n_words"].to_list()
    changed = set()
    for row, before in enumerate(texts):
        after = remove_recurring(before, recurring)
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
