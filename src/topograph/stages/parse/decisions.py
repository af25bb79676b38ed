"""Decisions that depend on the whole corpus: which records become documents."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from topograph.core.wording import counted, with_shares
from topograph.stages.parse.clean.boilerplate import (
    SHARE_OF_SHORT,
    SHORT,
    auto_boilerplate_documents,
    recurring_in,
    remove_sentences,
)
from topograph.stages.parse.clean.steps import first_change
from topograph.stages.parse.combining import combined
from topograph.stages.parse.duplicates import near_duplicates
from topograph.stages.parse.facts import common_names
from topograph.stages.parse.languages import corpus_shares, set_shares, settle
from topograph.stages.parse.merging import same_works, shared_evidence
from topograph.stages.parse.store import Records
from topograph.stages.parse.tokens import count_words, tokens_of
from topograph.stages.parse.works import are_apart

if TYPE_CHECKING:
    import numpy as np

    from topograph.config import ParseSettings

#: Equal texts of so few words may be answers of different people; so many of them, and so large a
#: share of all records, are worth a note.
ANSWER_WORDS, LEAST_ANSWERS, ANSWER_SHARE = 30, 5, 0.02
#: Share of the documents from which a language beside the corpus' is worth a note.
SECOND = 0.1


@dataclass(frozen=True)
class Decisions:
    """Results of the decisions over all records.

    Attributes
    ----------
    language : str
        The corpus' language.
    recurring : dict of str to int
        Sentences that recur word for word, and the number of records they were removed from.
    notes : list of str
        What was done otherwise than a user may expect.
    """

    language: str
    recurring: dict[str, int]
    notes: list[str]


def decide(records: Records, settings: ParseSettings) -> Decisions:
    """Decide on all records; the decisions are stored in their columns."""
    notes: list[str] = []
    if settings.merge == "auto":
        records.new_names = common_names(records.layouts)
        note_new_names(records, notes)
        merge_works(records, settings.min_words)
    drop_short(records, settings.min_words)
    language = find_languages(records, settings)
    identify(records, notes)
    if settings.duplicates == "drop":
        drop_duplicates(records, settings.near_duplicate_similarity)
        note_equal_answers(records, notes)
    else:
        number_copies(records)
    follow(records)
    recurring = remove_recurring_sentences(records, settings) if settings.clean.boilerplate else {}
    note_languages(records, language, notes)
    return Decisions(language, recurring, notes)


def note_new_names(records: Records, notes: list[str]) -> None:
    """Add a note on columns that are stored under another name."""
    by_fact: dict[str, list[str]] = {}
    for name, fact in records.new_names.items():
        by_fact.setdefault(fact, []).append(name)
    if by_fact:
        texts = [f"{', '.join(names)} as {fact}" for fact, names in by_fact.items()]
        notes.append(
            f"Columns of several databases that state the same fact are one column: "
            f'{"; ".join(texts)}. `parse: {{merge: "off"}}` keeps the names of the files.'
        )


def merge_works(records: Records, least: int) -> None:
    """Merge records of one published work into that with the longest text.

    A group of which no record has a text of `least` words is left as it is.
    """
    signed = records.signatures()

    def alike(first: int, second: int) -> float:
        return float((signed[first] == signed[second]).mean())

    for rows in same_works(records.works, records.sources, records.n_words, alike):
        ordered = sorted(rows, key=lambda row: _rank(records, row))
        kept = ordered[0]
        if records.n_words[kept] < max(least, 1):
            continue
        contents = [records.content(row) for row in ordered]
        records.change(kept, combined(contents, [bool(records.titled[row]) for row in ordered]))
        for row in ordered[1:]:
            records.reasons[row] = "merged"
            records.duplicate_of[row] = kept
            records.details[row] = shared_evidence(records.works[kept], records.works[row])


def follow(records: Records) -> None:
    """Point dropped records to documents, if the record they point to was dropped, too.

    What was merged into a record that is not a document has the reason of that one.
    """
    for row in list(records.duplicate_of):
        first = kept = records.duplicate_of[row]
        while kept in records.duplicate_of:
            kept = records.duplicate_of[kept]
        if kept != first and records.reasons[row] == "merged" and not records.reasons[kept]:
            about = records.details.get(row, "")
            records.details[row] = f"{about}; that record is a {records.reasons[first]} of this one"
        if records.reasons[kept]:
            records.reasons[row] = records.reasons[kept]
            records.details.pop(row, None)
            del records.duplicate_of[row]
        else:
            records.duplicate_of[row] = kept


def _rank(records: Records, row: int) -> tuple[Any, ...]:
    """What decides which of several records is kept: the longest text first."""
    return (
        -records.n_words[row],
        -records.n_characters[row],
        not records.titled[row],
        not records.own_ids[row],
        records.ids[row],
        records.sources[row],
        records.positions[row],
    )


def drop_short(records: Records, least: int) -> None:
    """Drop records without text, and with fewer words than `least`."""
    for row in records.kept():
        if not records.n_characters[row]:
            records.reasons[row] = "empty"
        elif records.n_words[row] < least:
            records.reasons[row] = "too short"


def find_languages(records: Records, settings: ParseSettings) -> str:
    """Determine each record's language; drop other languages than the corpus', if configured."""
    kept = records.kept()
    found = records.evidence()
    asked = settings.language
    shares = corpus_shares(found[kept]) if asked == "auto" else set_shares(asked)
    corpus = next(iter(shares), "en")
    records.languages = settle(found, shares)
    if settings.other_languages == "drop":
        for row in kept:
            if records.languages[row] != corpus:
                records.reasons[row] = "other language"
    return corpus


def note_languages(records: Records, corpus: str, notes: list[str]) -> None:
    """Add a note if another language has a considerable share of the documents."""
    kept = records.kept()
    counts = Counter(records.languages[row] for row in kept)
    if any(count >= SECOND * len(kept) for code, count in counts.items() if code != corpus):
        notes.append(
            f"The documents are in several languages: {with_shares(counts)}. Stop words and "
            f"names follow {corpus} (parse.language), and the encoder has to read all of them; "
            "`parse: {other_languages: drop}` keeps one language."
        )


def identify(records: Records, notes: list[str]) -> None:
    """Use the corpus' own identifier if it is unique, or else one derived from the text."""
    owners: dict[str, bytes | None] = {}  # the text named, None for several
    kept = records.kept()
    for row in kept:
        own = records.own_ids[row]
        if own and owners.setdefault(own, records.keys[row]) != records.keys[row]:
            owners[own] = None
    ambiguous = 0
    for row in kept:
        own = records.own_ids[row]
        if own and owners[own] is not None:
            records.ids[row] = own
        elif own:
            ambiguous += 1
    if ambiguous:
        notes.append(
            f"doc_id is derived from the text for {counted(ambiguous, 'record')} whose identifier "
            "another text has, too."
        )


def drop_duplicates(records: Records, threshold: float) -> None:
    """Keep the longest of equal or nearly equal texts, in any order of records."""
    order = sorted(records.kept(), key=lambda row: _rank(records, row))
    first: dict[bytes, int] = {}
    distinct = []
    for row in order:
        kept = first.setdefault(records.keys[row], row)
        if kept == row:
            distinct.append(row)
        else:
            records.reasons[row] = "duplicate"
            records.duplicate_of[row] = kept
    if threshold < 1 and distinct:
        found = near_duplicates(
            records.signatures(),
            distinct,
            lambda row: tokens_of(records.content(row).text),
            threshold,
            lambda row, other: are_apart(records.works[row], records.works[other]),
        )
        for row, kept in found.items():
            records.reasons[row] = "near-duplicate"
            records.duplicate_of[row] = kept


def note_equal_answers(records: Records, notes: list[str]) -> None:
    """Add a note on dropped equal short texts: they may be answers of different people."""
    equal = [row for row, reason in enumerate(records.reasons) if reason == "duplicate"]
    short = [row for row in equal if records.n_words[row] <= ANSWER_WORDS]
    if len(short) >= max(LEAST_ANSWERS, ANSWER_SHARE * len(records)):
        notes.append(
            f"{counted(len(short), 'short text')} equal to another one count as duplicates. If "
            "each is the answer of another person, set `parse: {duplicates: keep}`."
        )


def number_copies(records: Records) -> None:
    """Number the identifiers of equal texts that are all kept."""
    copies: Counter[str] = Counter()
    for row in records.kept():
        own = records.ids[row]
        copies[own] += 1
        if copies[own] > 1:
            records.ids[row] = f"{own}-{copies[own]}"


def remove_recurring_sentences(records: Records, settings: ParseSettings) -> dict[str, int]:
    """Remove sentences that occur word for word in many documents.

    Returns
    -------
    dict of str to int
        The sentences, and in how many records each stood.
    """
    import numpy as np

    kept = records.kept()
    asked = settings.boilerplate_documents
    least = auto_boilerplate_documents(len(kept)) if asked == "auto" else int(asked)
    least_short = max(least, int(SHARE_OF_SHORT * len(kept))) if asked == "auto" else least
    sentences, rows = records.sentences()
    # equal texts, if kept, count once: a sentence does not become boilerplate by being copied
    counting = np.zeros(len(records), dtype=bool)
    counting[list({records.keys[row]: row for row in kept}.values())] = True
    recurring = _recurring(sentences[counting[rows]], rows[counting[rows]], least, least_short)
    wanted = set(recurring.tolist())
    spellings: dict[int, str] = {}
    counts: Counter[int] = Counter()
    for row in np.unique(rows[np.isin(sentences, recurring)]).tolist():
        if records.reasons[row]:
            continue
        before = records.content(row).text
        found = recurring_in(before, wanted)
        there = dict(found)
        counts.update(there.keys())
        for key, spelling in there.items():
            # the same in whatever order the records were read
            spellings[key] = min(spellings.get(key, spelling), spelling)
        after = remove_sentences(before, {sentence for _, sentence in found})
        words = count_words(after)
        if after == before or words < settings.min_words:
            continue
        records.change_text(row, after, words, "boilerplate")
        records.add_example("boilerplate", first_change(before, after))
    return {spellings[key]: counts[key] for key in sorted(counts, key=lambda key: spellings[key])}


def _recurring(sentences: np.ndarray, rows: np.ndarray, least: int, least_short: int) -> np.ndarray:
    """The sentences that occur in at least this number of rows, however often in each."""
    import numpy as np

    order = np.lexsort((rows, sentences))
    sentences, rows = sentences[order], rows[order]
    again = (sentences[1:] == sentences[:-1]) & (rows[1:] == rows[:-1])
    once = np.concatenate([sentences[:1], sentences[1:][~again]])
    found, counts = np.unique(once, return_counts=True)
    short = found >> np.uint64(32) < SHORT
    return found[counts >= np.where(short, least_short, least)]
