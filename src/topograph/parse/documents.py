"""From candidates to documents: identify, drop what cannot be placed, and account for all of it."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from topograph.artifacts import TABLES, TAKEN_PREFIX
from topograph.counting import counted
from topograph.parse.batches import BatchResult, count_words, work_all
from topograph.parse.clean.boilerplate import auto_boilerplate_documents, remove_recurring
from topograph.parse.clean.characters import normalise
from topograph.parse.clean.steps import first_change
from topograph.parse.duplicates import near_duplicates, runs, words_of
from topograph.parse.fields import as_text
from topograph.parse.languages import corpus_language, settle
from topograph.parse.reading import Candidate

if TYPE_CHECKING:
    import pandas as pd

    from topograph.config import ParseSettings

OPENING_CHARACTERS = 80
EXAMPLES = 3
#: Names that a corpus' own column may not bear: ours, and those joined to them later.
TAKEN_NAMES = frozenset(
    {
        *TABLES["parse/documents.parquet"],
        *TABLES["label/assignments.parquet"],
        *("label", "topic_key"),
    }
)


@dataclass
class Parsed:
    """What parsing gives.

    Attributes
    ----------
    documents, audit : DataFrame
        Tables of `topograph.artifacts.TABLES`. Each record is one row of the audit, kept or not.
    language : str
        The corpus' language.
    cleaning : dict
        By cleaning step: in how many records it changed something, and examples.
    notes : list of str
        What was done otherwise than a user may expect.
    """

    documents: pd.DataFrame
    audit: pd.DataFrame
    language: str
    cleaning: dict[str, dict[str, Any]]
    notes: list[str]


@dataclass
class _Records:
    """All records and what was worked out for each, column by column."""

    candidates: list[Candidate] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)
    links: list[list[str]] = field(default_factory=list)
    steps: list[tuple[str, ...]] = field(default_factory=list)
    n_words: list[int] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    keys: list[bytes] = field(default_factory=list)
    guesses: list[tuple[str, bool]] = field(default_factory=list)
    signatures: list[Any] = field(default_factory=list)
    sentences: list[tuple[int, ...]] = field(default_factory=list)
    examples: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    reasons: list[str] = field(default_factory=list)
    duplicate_of: dict[int, int] = field(default_factory=dict)

    def add(self, batch: list[Candidate], result: BatchResult) -> None:
        self.candidates += batch
        self.texts += result.texts
        self.titles += result.titles
        self.links += result.links
        self.steps += result.steps
        self.n_words += result.n_words
        self.ids += result.ids
        self.keys += result.keys
        self.guesses += result.languages
        self.signatures.append(result.signatures)
        self.sentences += result.sentences
        self.reasons += [candidate.reason for candidate in batch]
        for name, own in result.examples.items():
            kept = self.examples.setdefault(name, [])
            kept += own[: EXAMPLES - len(kept)]

    def kept(self) -> list[int]:
        return [row for row, reason in enumerate(self.reasons) if not reason]


def make_documents(
    batches: Iterable[list[Candidate]],
    settings: ParseSettings,
    threads: int = 1,
    progress: Callable[[int], None] = lambda _: None,
) -> Parsed:
    """Clean candidates and decide which are documents.

    The documents come in the canonical order, by ascending `doc_id`, so that neither the order
    of the files nor that of the documents in them reaches a later stage: UMAP and HDBSCAN
    depend on the order of rows.

    Parameters
    ----------
    batches : iterable of list of Candidate
        In reading order.
    settings : ParseSettings
        The section `parse`.
    threads : int
        Cores to use; the result does not depend on it.
    progress : callable
        Told the number of records done, after each batch.
    """
    records = _Records()
    for batch, result in work_all(batches, settings.clean, threads):
        records.add(batch, result)
        progress(len(records.candidates))
    notes: list[str] = []
    _drop_short(records, settings.min_words)
    corpus, languages = _find_languages(records, settings)
    _identify(records, notes)
    if settings.duplicates == "drop":
        _drop_duplicates(records, settings.near_duplicate_similarity)
    else:
        _tell_copies_apart(records)
    if settings.clean.boilerplate:
        _remove_recurring(records, settings)
    counted = Counter(step for row in records.steps for step in row)
    cleaning = {
        name: {"documents": counted[name], "examples": records.examples.get(name, [])}
        for name in type(settings.clean).model_fields
        if counted[name]
    }
    return Parsed(
        _document_table(records, languages, notes),
        _audit_table(records, languages),
        corpus,
        cleaning,
        notes,
    )


def _drop_short(records: _Records, least: int) -> None:
    for row in records.kept():
        if not records.texts[row]:
            records.reasons[row] = "empty"
        elif records.n_words[row] < least:
            records.reasons[row] = "too short"


def _find_languages(records: _Records, settings: ParseSettings) -> tuple[str, list[str]]:
    kept = records.kept()
    corpus = settings.language
    if corpus == "auto":
        corpus = corpus_language(records.guesses[row] for row in kept)
    languages = settle(records.guesses, corpus)
    if settings.other_languages == "drop":
        for row in kept:
            if languages[row] != corpus:
                records.reasons[row] = "other language"
    return corpus, languages


def _identify(records: _Records, notes: list[str]) -> None:
    """The corpus' own identifier where it names one text only, else one derived from the text."""
    owners: dict[str, set[bytes]] = {}
    kept = records.kept()
    for row in kept:
        own = records.candidates[row].own_id
        if own:
            owners.setdefault(own, set()).add(records.keys[row])
    ambiguous = 0
    for row in kept:
        own = records.candidates[row].own_id
        if own and len(owners[own]) == 1:
            records.ids[row] = own
        elif own:
            ambiguous += 1
    if ambiguous:
        notes.append(
            f"doc_id is derived from the text for {counted(ambiguous, 'record')} whose identifier "
            "another text has, too."
        )


def _drop_duplicates(records: _Records, threshold: float) -> None:
    """Of equal or nearly equal texts the longest is kept, whatever the order of records."""
    import numpy as np

    def rank(row: int) -> tuple[Any, ...]:
        candidate = records.candidates[row]
        return (
            -records.n_words[row],
            -len(records.texts[row]),
            not candidate.title,
            not candidate.own_id,
            records.ids[row],
            row,
        )

    order = sorted(records.kept(), key=rank)
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
            np.concatenate(records.signatures),
            distinct,
            lambda row: runs(words_of(records.texts[row])),
            threshold,
        )
        for row, kept in found.items():
            records.reasons[row] = "near-duplicate"
            records.duplicate_of[row] = kept
        for row, kept in list(records.duplicate_of.items()):
            records.duplicate_of[row] = found.get(kept, kept)


def _tell_copies_apart(records: _Records) -> None:
    copies: Counter[str] = Counter()
    for row in records.kept():
        own = records.ids[row]
        copies[own] += 1
        if copies[own] > 1:
            records.ids[row] = f"{own}-{copies[own]}"


def _remove_recurring(records: _Records, settings: ParseSettings) -> None:
    """Remove sentences that stand word for word in many documents."""
    kept = records.kept()
    asked = settings.boilerplate_documents
    least = auto_boilerplate_documents(len(kept)) if asked == "auto" else int(asked)
    # equal texts, if kept, count once: a sentence does not become boilerplate by being copied
    representatives = {records.keys[row]: row for row in kept}.values()
    counts = Counter(key for row in representatives for key in set(records.sentences[row]))
    recurring = {key for key, count in counts.items() if count >= least}
    if not recurring:
        return
    for row in kept:
        if recurring.isdisjoint(records.sentences[row]):
            continue
        before = records.texts[row]
        after = remove_recurring(before, recurring)
        words = count_words(after)
        if after == before or words < settings.min_words:
            continue
        records.texts[row], records.n_words[row] = after, words
        if "boilerplate" not in records.steps[row]:
            records.steps[row] = (*records.steps[row], "boilerplate")
        examples = records.examples.setdefault("boilerplate", [])
        if len(examples) < EXAMPLES:
            examples.append(first_change(before, after))


def _document_table(records: _Records, languages: list[str], notes: list[str]) -> pd.DataFrame:
    import pandas as pd

    rows = sorted(records.kept(), key=lambda row: records.ids[row])
    chosen = [records.candidates[row] for row in rows]
    columns: dict[str, Any] = {
        "doc_id": [records.ids[row] for row in rows],
        "text": [records.texts[row] for row in rows],
        "title": [records.titles[row] for row in rows],
        "source": [own.source for own in chosen],
        "position": [own.position for own in chosen],
        "raw": [own.text.encode("utf-8", "replace").decode() for own in chosen],
        "links": [records.links[row] for row in rows],
        "language": [languages[row] for row in rows],
        "n_words": [records.n_words[row] for row in rows],
        "date": pd.Series(
            [None if own.date is None else _moment(own.date) for own in chosen],
            dtype="datetime64[ms]",
        ),
        "date_precision": [own.precision for own in chosen],
    }
    if not rows:
        return pd.DataFrame(columns)
    return pd.DataFrame(columns | _metadata(chosen, columns, notes))


def _moment(date: datetime.date) -> datetime.datetime:
    return datetime.datetime(date.year, date.month, date.day)


def _is_the_date(values: list[Any], chosen: list[Candidate]) -> bool:
    """Whether a column says, day by day, what stands in the column `date` anyway."""
    dates = ["" if own.date is None else own.date.isoformat() for own in chosen]
    return any(dates) and [as_text(value).strip()[:10] for value in values] == dates


def _metadata(
    chosen: list[Candidate], ours: dict[str, Any], notes: list[str]
) -> dict[str, list[Any]]:
    """The corpus' other columns, in the order in which files name them."""
    names = dict.fromkeys(name for own in sorted(chosen, key=lambda c: (c.source, c.position))
                          for name in own.metadata)  # fmt: skip
    found: dict[str, list[Any]] = {}
    for name in names:
        values = one_type([own.metadata.get(name) for own in chosen])
        if values == ours.get("doc_id") or all(value is None for value in values):
            continue  # it is the identifier, or nothing
        free = name
        while free in TAKEN_NAMES or free in found or (free != name and free in names):
            free = f"{TAKEN_PREFIX}{free}"
        if free != name and not _is_the_date(values, chosen):
            notes.append(f"the corpus' column {name!r} is kept as {free!r}; its name is taken.")
        found[free] = values
    return found


def one_type(values: list[Any]) -> list[Any]:
    """A column's values in one type: truth values, whole numbers, numbers, else text.

    >>> one_type([1, None, 2.5]), one_type([["A", "B"], ""]), one_type([1, "x"])
    ([1.0, None, 2.5], ['A; B', None], ['1', 'x'])
    """
    there = [None if value is None or value != value or value == "" else value for value in values]
    kinds = {type(value) for value in there if value is not None}
    if kinds <= {bool} or (kinds <= {int} and all(abs(v) < 2**63 for v in there if v is not None)):
        return there
    if kinds <= {int, float}:
        return [None if value is None else float(value) for value in there]
    if kinds <= {str}:
        return there
    return [None if value is None else as_text(value) or None for value in there]


def _audit_table(records: _Records, languages: list[str]) -> pd.DataFrame:
    import pandas as pd

    rows = range(len(records.candidates))
    reasons = records.reasons
    return pd.DataFrame(
        {
            "source": [own.source for own in records.candidates],
            "position": [own.position for own in records.candidates],
            "kept": [not reason for reason in reasons],
            "reason": reasons,
            "detail": [own.detail for own in records.candidates],
            "doc_id": ["" if reasons[row] else records.ids[row] for row in rows],
            "duplicate_of": [
                records.ids[records.duplicate_of[row]] if row in records.duplicate_of else ""
                for row in rows
            ],
            "language": [languages[row] if records.texts[row] else "" for row in rows],
            "steps": [list(steps) for steps in records.steps],
            "opening": [
                normalise(own.text[: 8 * OPENING_CHARACTERS])[:OPENING_CHARACTERS]
                for own in records.candidates
            ],
        }
    )


def dropped(audit: pd.DataFrame) -> dict[str, int]:
    """How many records were dropped, by reason."""
    if audit.empty:
        return {}
    counts = Counter(audit.loc[~audit["kept"], "reason"])
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def drops_text(drops: Mapping[str, int]) -> str:
    """Counts of dropped records for people.

    >>> drops_text({"too short": 3, "empty": 1}), drops_text({})
    ('3 too short, 1 empty', 'none')
    """
    return ", ".join(f"{count:,} {reason}" for reason, count in drops.items()) or "none"
