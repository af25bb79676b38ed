"""Which field of a record is its text, title, date and identifier.

Found by the names that exports use, in any case and with any punctuation (`Abstract Note`,
`abstract_note`), or as `parse.fields` says.
"""

from __future__ import annotations

import datetime
import json
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from topograph.errors import TopographError

if TYPE_CHECKING:
    from topograph.config import ParseSettings

#: Names of the text; two filled columns of one tier are an ambiguity, an earlier tier wins.
TEXT_TIERS = (
    ("abstract", "ab", "text", "summary", "abstract note", "abstract text", "abstracttext", "n2",
     "abstracts", "paper abstract", "abstract en", "zusammenfassung", "resumen", "resumo"),
    ("document", "content", "body", "full text", "fulltext", "doc", "article"),
    ("review", "review text", "comment", "comments", "answer", "response", "message", "tweet",
     "post", "transcript", "statement", "description", "question", "query", "sentence",
     "paragraph", "selftext"),
)  # fmt: skip
TITLE_NAMES = (
    "title", "article title", "document title", "paper title", "ti", "t1", "display name",
    "title en", "titel", "titulo", "headline", "heading", "name", "subject",
)  # fmt: skip
DATE_NAMES = (
    "date", "publication date", "publicationdate", "date published", "published",
    "published date", "pubdate", "pub date", "cover date", "coverdate", "issued", "issue date",
    "published at", "published on", "first published", "py", "publication year", "year",
    "pubyear", "pub year", "published year", "year published", "jahr",
)  # fmt: skip
#: Looked at where none of the names above gives a date.
OTHER_DATE_NAMES = (
    "created", "created at", "creation date", "created utc", "update date", "updated",
    "updated at", "submitted", "submission date", "timestamp", "datetime", "time", "pdate",
    "odate", "cdate", "tcdate",
)  # fmt: skip
ID_NAMES = (
    "doc id", "id", "document id", "paper id", "paperid", "record id", "uid", "uuid", "key",
    "citation key", "ut", "ut unique wos id", "unique wos id", "pmid", "pubmed id", "lens id",
    "openalex id", "eid", "accession number", "arxiv id", "corpusid", "forum", "doi",
    "publication id",
)  # fmt: skip
_KNOWN = frozenset(
    (
        *(name for tier in TEXT_TIERS for name in tier),
        *TITLE_NAMES,
        *DATE_NAMES,
        *ID_NAMES,
        "authors",
        "author",
        "author s",
        "journal",
        "keywords",
        "label",
        "category",
        "source title",
        "language",
    )
)
#: The fields of formats whose tags are fixed; alternatives in order of preference.
FIXED: dict[str, dict[str, tuple[str, ...]]] = {
    "ris": {
        "text": ("AB", "N2"),
        "title": ("TI", "T1", "CT", "BT", "ST"),
        "date": ("PY", "Y1", "DA", "PD"),
        "id": ("ID", "AN", "DO", "LB"),
    },
    "medline": {
        "text": ("AB", "OAB"),
        "title": ("TI", "BTI", "TT"),
        "date": ("DP", "DEP"),
        "id": ("PMID",),
    },
    "wos": {"text": ("AB",), "title": ("TI",), "date": ("PY PD", "EA"), "id": ("UT", "DI")},
    "pubmed": {"text": ("Abstract",), "title": ("Title",), "date": ("Date",), "id": ("PMID",)},
    "bibtex": {
        "text": ("abstract", "summary"),
        "title": ("title", "booktitle"),
        "date": ("date", "year month day"),
        "id": ("key",),
    },
}
#: What exports write where a record has no text.
PLACEHOLDERS = frozenset(
    """[no abstract available]|no abstract available|no abstract available.|[no abstract]|
    no abstract|no abstract.|abstract not available|abstract not available.|
    not available|n/a|nan|none|null|-""".replace("\n", "")
    .replace("    ", "")
    .split("|")
)
#: A column is taken for the text without a known name if its cells have so many words in the mean,
#: and so many times those of any other column.
PROSE_WORDS = 15
PROSE_LEAD = 3
SAMPLE_CHARACTERS = 60


def plain_name(name: str) -> str:
    """A field's name in lower case, words apart, without the wrapping of OpenReview.

    >>> plain_name("Abstract_Note"), plain_name("content.abstract"), plain_name("UT (Unique ID)")
    ('abstract note', 'abstract', 'ut unique id')
    """
    short = re.sub(r"^(?:content|note|fields|_source|attributes|metadata|node)\.", "", name)
    return re.sub(r"[^0-9a-z]+", " ", short.lower()).strip()


def is_known_name(name: str) -> bool:
    """Whether a header's cell is one of the names that exports use."""
    return plain_name(name) in _KNOWN


@dataclass(frozen=True)
class Roles:
    """Which fields play which role.

    Attributes
    ----------
    text : tuple of tuple of str
        The parts of a document's text, each with its alternatives in order of preference.
    title, id : tuple of str
        Alternatives in order of preference.
    date : tuple of tuple of str
        Alternatives; the values of one are joined (year, month, day).
    other_date : tuple of tuple of str
        Alternatives where `date` gives nothing.
    day_first : bool or None
        How dates like 03/04/2024 are meant; None where the file does not tell.
    metadata : tuple of str or None
        Fields that travel along; None: all that are neither text nor title.
    """

    text: tuple[tuple[str, ...], ...]
    title: tuple[str, ...]
    date: tuple[tuple[str, ...], ...]
    other_date: tuple[tuple[str, ...], ...]
    id: tuple[str, ...]
    day_first: bool | None = None
    metadata: tuple[str, ...] | None = None

    def consumed(self) -> frozenset[str]:
        """Fields that become text or title and do not travel along."""
        return frozenset({name for part in self.text for name in part} | set(self.title))


def find_roles(
    name: str, form: str, sample: Sequence[Mapping[str, Any]], settings: ParseSettings
) -> Roles:
    """Find the fields of a file.

    Parameters
    ----------
    name : str
        The file, for messages.
    form : str
        Its format.
    sample : sequence of mapping
        Its first records.
    settings : ParseSettings
        What the user has set goes before.

    Raises
    ------
    TopographError
        If the text's field is unknown or ambiguous, or a field that is set is missing.
    """
    columns = list(dict.fromkeys(key for record in sample for key in record))
    fixed = FIXED.get(form, {})
    asked = settings.fields
    finder = _Finder(name, columns, sample)
    title = finder.set_or("title", asked.title, lambda: fixed.get("title") or finder.title())
    date = (
        tuple((column,) for column in finder.named("date", asked.date))
        if asked.date is not None
        else tuple(tuple(own.split(" ")) for own in fixed["date"])
        if "date" in fixed
        else finder.date()
    )
    found = Roles(
        text=tuple(_text_parts(finder, settings, fixed, title)),
        title=title,
        date=date,
        other_date=() if asked.date is not None or fixed else finder.known(OTHER_DATE_NAMES),
        id=finder.set_or("id", asked.id, lambda: fixed.get("id") or finder.flat(ID_NAMES)),
        metadata=None if asked.metadata is None else tuple(asked.metadata),
    )
    if asked.metadata:
        finder.named("metadata", asked.metadata)
    return found


def _text_parts(
    finder: _Finder,
    settings: ParseSettings,
    fixed: Mapping[str, tuple[str, ...]],
    title: tuple[str, ...],
) -> Iterable[tuple[str, ...]]:
    asked = settings.text or "text"
    for part in [asked] if isinstance(asked, str) else asked:
        if part == "title" and title:
            yield title
        elif part == "text":
            yield finder.set_or(
                "text", settings.fields.text, lambda: fixed.get("text") or finder.text()
            )
        else:
            yield finder.named("text", part, key="parse.text")


class _Finder:
    def __init__(self, name: str, columns: list[str], sample: Sequence[Mapping[str, Any]]) -> None:
        self._name = name
        self._columns = columns
        self._sample = sample
        self._plain: dict[str, list[str]] = {}
        for column in columns:
            self._plain.setdefault(plain_name(column), []).append(column)

    def set_or(
        self, role: str, asked: str | list[str] | None, find: Callable[[], tuple[str, ...]]
    ) -> tuple[str, ...]:
        return self.named(role, asked) if asked is not None else find()

    def named(
        self, role: str, asked: str | Sequence[str], key: str | None = None
    ) -> tuple[str, ...]:
        """The fields that the user has set; at least one must be there."""
        wanted = [asked] if isinstance(asked, str) else list(asked)
        found = []
        for one in wanted:
            if one in self._columns:
                found.append(one)
            elif len(own := self._plain.get(plain_name(one), [])) == 1:
                found += own
        if not found:
            key = key or f"parse.fields.{role}"
            raise TopographError(
                f"{self._name} has no field {' or '.join(map(repr, wanted))}.",
                f"{key} names it; the file's fields are\n{self._listing()}",
                f"set {key} to one of them.",
            )
        return tuple(found)

    def flat(self, names: Iterable[str]) -> tuple[str, ...]:
        return tuple(column for name in names for column in self._plain.get(name, []))

    def known(self, names: Iterable[str]) -> tuple[tuple[str, ...], ...]:
        return tuple((column,) for column in self.flat(names))

    def title(self) -> tuple[str, ...]:
        return self.flat(TITLE_NAMES)[:1]

    def date(self) -> tuple[tuple[str, ...], ...]:
        found = self.known(DATE_NAMES)
        year, month, day = (self._plain.get(part, [""])[0] for part in ("year", "month", "day"))
        if year and month:
            parts = (year, month, day) if day else (year, month)
            found = (*(own for own in found if own != (year,)), parts)
        return found

    def text(self) -> tuple[str, ...]:
        """The column that holds the text: by name, else the only one with prose in it."""
        for tier in TEXT_TIERS:
            there = self.flat(tier)
            filled = tuple(column for column in there if any(self._values(column)))
            if len(filled) > 1 and not self._alike(filled):
                raise self._unclear(filled)
            if there:
                return (filled or there)[:1]
        lengths = sorted(
            ((self._mean_words(column), column) for column in self._columns), reverse=True
        )
        if lengths and lengths[0][0] >= PROSE_WORDS:
            rivals = [column for words, column in lengths if words * PROSE_LEAD > lengths[0][0]]
            if len(rivals) == 1:
                return (rivals[0],)
            raise self._unclear(rivals)
        raise TopographError(
            f"{self._name} has no field of texts that can be recognised.",
            f"none has a usual name (abstract, text, summary, ...) or holds prose; its fields are\n"
            f"{self._listing()}",
            "name the one that holds the text in config/runs/NAME.yaml, for example\n"
            f"         parse: {{fields: {{text: {_quoted(self._longest(lengths))}}}}}",
        )

    def _unclear(self, candidates: Sequence[str]) -> TopographError:
        return TopographError(
            f"{self._name}: several fields may hold the text: {', '.join(candidates)}.",
            f"they are filled, and differ; the file's fields are\n{self._listing()}",
            "choose in config/runs/NAME.yaml, for example\n"
            f"         parse: {{fields: {{text: {_quoted(candidates[0])}}}}}",
        )

    def _values(self, column: str) -> list[str]:
        return [as_text(record.get(column)).strip() for record in self._sample]

    def _alike(self, columns: Sequence[str]) -> bool:
        first, *others = (self._values(column) for column in columns)
        return all(a == b or not b for own in others for a, b in zip(first, own, strict=True))

    def _mean_words(self, column: str) -> float:
        counts = [len(value.split()) for value in self._values(column) if value]
        return sum(counts) / len(counts) if counts else 0.0

    @staticmethod
    def _longest(lengths: list[tuple[float, str]]) -> str:
        return lengths[0][1] if lengths else "NAME_OF_FIELD"

    def _listing(self) -> str:
        """The fields' names, then each with a sample."""
        rows = [f"         {', '.join(self._columns)}"]
        for column in self._columns[:40]:
            value = next((own for own in self._values(column) if own), "")
            value = " ".join(value.split())
            short = value[:SAMPLE_CHARACTERS] + ("…" if len(value) > SAMPLE_CHARACTERS else "")
            rows.append(f"         {column}: {short}")
        if len(self._columns) > 40:
            rows.append(f"         and {len(self._columns) - 40} more")
        return "\n".join(rows)


def _quoted(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_][\w .]*", name) else json.dumps(name, ensure_ascii=False)


def as_text(value: Any) -> str:
    """A field's value as text: missing ones are empty, lists are joined by `; `.

    >>> as_text(None), as_text(["A", "B"]), as_text(2024.0), as_text(True)
    ('', 'A; B', '2024', 'true')
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        if math.isnan(value):
            return ""
        return str(int(value)) if value.is_integer() else str(value)
    if isinstance(value, datetime.datetime):
        whole = value.time() == datetime.time()
        return value.date().isoformat() if whole else value.isoformat(sep=" ")
    if isinstance(value, list | tuple):
        return "; ".join(text for text in map(as_text, value) if text)
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False, default=str)
    if value != value:  # pandas' NaT
        return ""
    return str(value)


def first_text(
    record: Mapping[str, Any], names: Iterable[str], empty: frozenset[str] = frozenset()
) -> str:
    """The first of the fields that is not empty; `empty` are words that stand for nothing."""
    for name in names:
        value = record.get(name)
        text = "\n".join(map(as_text, value)) if isinstance(value, list) else as_text(value)
        if text.strip() and text.strip().lower() not in empty:
            return text
    return ""
