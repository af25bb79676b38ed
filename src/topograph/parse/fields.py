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
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from topograph.errors import TopographError
from topograph.formats.base import DOCUMENT_FIELDS, Format
from topograph.formats.names import (
    DATE_NAMES,
    ID_NAMES,
    OTHER_DATE_NAMES,
    TEXT_TIERS,
    TITLE_NAMES,
    plain_name,
    plain_names,
)
from topograph.parse.openfields import OpenField, open_fields

if TYPE_CHECKING:
    from topograph.config import ParseSettings
    from topograph.parse.works import WorkFields

#: A column is taken for the text without a known name if its cells have so many words in the mean,
#: and so many times those of any other column.
PROSE_WORDS = 15
PROSE_LEAD = 3
#: Words in the mean of a field that is the only one with words.
SOLE_WORDS = 8
#: Share of different values from which texts that come again may be meant.
REPEATED_SHARE = 0.05
#: The same for tables without header, where no name says that a column is of titles or authors.
UNNAMED_WORDS = 4
SAMPLE_CHARACTERS = 60
#: Share of records below which a field like `comment` is an aside.
RARE_SHARE = 0.2
#: Fields that a message lists when it cannot choose between them.
SHOWN_RIVALS = 12
#: Names of titles that may tell persons: where they are short, come again, or beside accounts.
_OF_PERSONS = frozenset({"name", "subject"})
_ACCOUNTS = ("screen name", "username", "user name", "user id", "author id", "email", "e mail",
             "email address", "profile name", "handle")  # fmt: skip
#: Names like `response_text`; those of surveys, like `Q7_4_TEXT`, say nothing.
_CALLED_TEXT = re.compile(r"(?:[^\W\d]{3,} )+text|text [^\W\d]{3,}")
#: A field may be named by its beginning, of so many characters at least, where no other begins so.
LEAST_BEGINNING = 8


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
    timed : bool
        Whether the fields of dates tell times of day; else midnight is no time but a day.
    serials : frozenset of str
        Fields of dates that hold a spreadsheet's day numbers.
    metadata : tuple of str or None
        Fields that travel along; None: all that are neither text nor title.
    works : WorkFields or None
        Fields that identify published works; None for files that are not bibliographic.
    placeholders : bool
        Whether words like `[No abstract available]` stand for no text, as they do in exports.
    answers : tuple of str
        Fields of which each is a document of its own, instead of `text`.
    missing : tuple of str
        Those of `parse.fields.answers` that the file does not have.
    """

    text: tuple[tuple[str, ...], ...]
    title: tuple[str, ...]
    date: tuple[tuple[str, ...], ...]
    other_date: tuple[tuple[str, ...], ...]
    id: tuple[str, ...]
    day_first: bool | None = None
    timed: bool = True
    serials: frozenset[str] = frozenset()
    metadata: tuple[str, ...] | None = None
    placeholders: bool = True
    answers: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    works: WorkFields | None = None

    def among(self, sample: Sequence[Mapping[str, Any]]) -> Roles:
        """Those of the fields that some records of a file have."""
        there = {name for record in sample for name in record}

        def flat(names: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(name for name in names if name in there)

        def joined(names: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
            return tuple(own for own in map(flat, names) if own)

        return replace(
            self,
            text=joined(self.text),
            title=flat(self.title),
            date=tuple(dict.fromkeys(joined(self.date))),
            other_date=joined(self.other_date),
            id=flat(self.id),
            answers=flat(self.answers),
        )

    def consumed(self) -> frozenset[str]:
        """Fields that become text or title and do not travel along."""
        texts = {name for part in self.text for name in part}
        return frozenset(texts | set(self.title) | set(self.answers))

    def played(self) -> frozenset[str]:
        """Fields that play any role."""
        dates = {name for part in (*self.date, *self.other_date) for name in part}
        return self.consumed() | dates | set(self.id)


def fixed_roles(form: Format) -> Roles:
    """The roles of a format whose fields are fixed, without the user's settings."""
    fields = form.fields or DOCUMENT_FIELDS
    return Roles(
        text=(fields["text"],),
        title=fields.get("title", ()),
        date=_dates(fields.get("date", ())),
        other_date=_dates(fields.get("other_date", ())),
        id=fields.get("id", ()),
        placeholders=not form.prose,
    )


def _dates(names: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(own.split("+")) for own in names)


def find_roles(
    name: str,
    form: Format,
    sample: Sequence[Mapping[str, Any]],
    settings: ParseSettings,
    labels: Mapping[str, str] = MappingProxyType({}),
) -> Roles:
    """Find the fields of a file.

    Parameters
    ----------
    name : str
        The file, for messages.
    form : Format
    sample : sequence of mapping
        Its first records.
    settings : ParseSettings
        What the user has set goes before.
    labels : mapping
        Names of fields to what the file says they stand for; a field may be named by either.

    Raises
    ------
    TopographError
        If the text's field is unknown or ambiguous, or a field that is set is missing.
    """
    columns = list(dict.fromkeys(key for record in sample for key in record))
    fixed = form.fields
    asked = settings.fields
    finder = _Finder(name, columns, sample, labels)
    answers = finder.named("answers", asked.answers) if asked.answers else ()
    missing = tuple(one for one in asked.answers or () if not finder.find(one))
    find_title = tuple if answers else finder.title
    title = finder.set_or("title", asked.title, lambda: fixed.get("title") or find_title())
    date = (
        tuple((column,) for column in finder.named("date", asked.date))
        if asked.date is not None
        else _dates(fixed["date"])
        if "date" in fixed
        else finder.date()
    )
    found = Roles(
        text=() if answers else tuple(_text_parts(finder, settings, fixed, title)),
        title=title,
        date=date,
        other_date=()
        if asked.date is not None or "date" in fixed
        else finder.known(OTHER_DATE_NAMES),
        id=finder.set_or("id", asked.id, lambda: fixed.get("id") or finder.flat(ID_NAMES)),
        metadata=None if asked.metadata is None else tuple(asked.metadata),
        answers=answers,
        missing=missing,
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


#: Objects that hold a record's fields; `user.description` is no document's.
_WRAPPERS = frozenset("attributes content data document fields item node post properties".split())


def _wrapper(columns: Sequence[str]) -> str:
    """What stands before all names of a record that is wrapped in an object, with its dot.

    >>> _wrapper(["_id", "_source.title", "_source.abstract"]), _wrapper(["text", "user.text"])
    ('_source.', '')
    """
    names = {name for tier in TEXT_TIERS for name in tier}
    if any(names.intersection(plain_names(column)) for column in columns):
        return ""
    for tier in TEXT_TIERS:
        wrapped = [
            column
            for column in columns
            if "." in column
            and set(tier).intersection(plain_names(column.rpartition(".")[2]))
            and (tier is not TEXT_TIERS[-1] or column.split(".")[-2] in _WRAPPERS)
        ]
        if wrapped:
            return min(wrapped, key=lambda column: column.count(".")).rpartition(".")[0] + "."
    return ""


class _Finder:
    def __init__(
        self,
        name: str,
        columns: list[str],
        sample: Sequence[Mapping[str, Any]],
        labels: Mapping[str, str],
    ) -> None:
        self._name = name
        self._columns = columns
        self._sample = sample
        self._labels = labels
        self._plain: dict[str, list[str]] = {}
        wrapper = _wrapper(columns)
        for column in columns:
            for plain in plain_names(column.removeprefix(wrapper)):
                self._plain.setdefault(plain, []).append(column)

    def set_or(
        self, role: str, asked: str | list[str] | None, find: Callable[[], tuple[str, ...]]
    ) -> tuple[str, ...]:
        return self.named(role, asked) if asked is not None else find()

    def named(
        self, role: str, asked: str | Sequence[str], key: str | None = None
    ) -> tuple[str, ...]:
        """The fields that the user has set; at least one must be there."""
        wanted = [asked] if isinstance(asked, str) else list(asked)
        found = [own for one in wanted for own in self.find(one)]
        if not found:
            key = key or f"parse.fields.{role}"
            raise TopographError(
                f"{self._name} has no field {' or '.join(map(repr, wanted))}.",
                f"{key} names it; the file's fields are\n{self._listing()}",
                f"set {key} to one of them.",
            )
        return tuple(dict.fromkeys(found))

    def find(self, asked: str) -> list[str]:
        """The field of a name, if there is one and no other could be meant."""
        if asked in self._columns:
            return [asked]
        found = self._plain.get(plain_name(asked), []) or self._by_label(asked)
        return found if len(found) == 1 else []

    def _by_label(self, asked: str) -> list[str]:
        """Fields whose question it is, or whose name or question begins so."""
        plain = plain_name(asked)
        told = {column: plain_name(self._labels.get(column, "")) for column in self._columns}
        if whole := [column for column, label in told.items() if label == plain]:
            return whole
        if len(plain) < LEAST_BEGINNING:
            return []
        return [
            column
            for column, label in told.items()
            if label.startswith(plain) or plain_name(column).startswith(plain)
        ]

    def flat(self, names: Iterable[str]) -> tuple[str, ...]:
        found = (column for name in names for column in self._plain.get(name, []))
        return tuple(dict.fromkeys(found))

    def known(self, names: Iterable[str]) -> tuple[tuple[str, ...], ...]:
        return tuple((column,) for column in self.flat(names))

    def title(self) -> tuple[str, ...]:
        return tuple(column for column in self.flat(TITLE_NAMES) if self._may_be_title(column))[:1]

    def _may_be_title(self, column: str) -> bool:
        """Whether a field may hold titles: `name` and `subject` are of persons, too."""
        if plain_name(column) not in _OF_PERSONS:
            return True
        if self.flat(_ACCOUNTS):
            return False
        return bool(open_fields([column], self._sample))

    def date(self) -> tuple[tuple[str, ...], ...]:
        found = self.known(DATE_NAMES)
        year, month, day = (self._plain.get(part, [""])[0] for part in ("year", "month", "day"))
        if year and month:
            parts = (year, month, day) if day else (year, month)
            found = (*(own for own in found if own != (year,)), parts)
        # a day and month beside their year, as of Web of Science and EndNote
        for year_name, day_name in (("py", "pd"), ("year", "date"), ("year", "pub date")):
            year, day = (self._plain.get(name, [""])[0] for name in (year_name, day_name))
            if year and day:
                found = (*found, (year, day))
        return found

    def text(self) -> tuple[str, ...]:
        """The column that holds the text: by name, else the only one with prose in it."""
        for tier in TEXT_TIERS:
            there = self._with_words(tier)
            filled = tuple(column for column in there if any(self._values(column)))
            self._refuse_asides(tier, filled)
            if len(filled) > 1 and not self._agree(filled):
                raise self._unclear(filled)
            if there:
                return filled or there[:1]
        unnamed = all(re.fullmatch(r"column_\d+", column) for column in self._columns)
        titles = () if unnamed else self.flat(TITLE_NAMES)
        others = [column for column in self._columns if column not in titles]
        found = open_fields(others, self._sample)
        if found and self._stands_out(found, UNNAMED_WORDS if unnamed else PROSE_WORDS):
            wordy = open_fields(others, self._sample, least=found[0].words, share=REPEATED_SHARE)
            if len(wordy) == 1:
                return (found[0].name,)
            raise self._unclear([own.name for own in wordy], wordy)
        called = [own.name for own in found if _CALLED_TEXT.fullmatch(plain_name(own.name))]
        if len(called) == 1:
            return tuple(called)
        if titles and not any(own.words >= PROSE_WORDS for own in found):
            raise self._only_titles()
        if found:
            raise self._unclear([own.name for own in found[:SHOWN_RIVALS]], found)
        wordy = open_fields(self._columns, self._sample, least=0)
        longest = max(wordy, key=lambda own: own.words, default=None)
        example = longest.name if longest else self._columns[0]
        raise TopographError(
            f"{self._name} has no field of texts that can be recognised.",
            f"none has a usual name (abstract, text, summary, ...) or holds prose; its fields are\n"
            f"{self._listing()}",
            "name the one that holds the text in config/runs/NAME.yaml, for example\n"
            f"         parse: {{fields: {{text: {_quoted(example)}}}}}",
        )

    def _refuse_asides(self, tier: tuple[str, ...], named: tuple[str, ...]) -> None:
        """Stop at a field like `comment` that hardly any record has, beside one with more texts."""
        if tier is not TEXT_TIERS[-1] or len(named) != 1:
            return
        others = [own for own in self._columns if own not in self.flat(TITLE_NAMES)]
        found = open_fields(others, self._sample)
        counts = {own.name: own.values * own.words for own in found}
        filled = sum(map(bool, self._values(named[0])))
        most = max(counts.values(), default=0.0)
        rare = filled < RARE_SHARE * len(self._sample)
        if rare and most > PROSE_LEAD * counts.get(named[0], 0.0):
            raise self._unclear([own.name for own in found], found)

    def _with_words(self, tier: tuple[str, ...]) -> tuple[str, ...]:
        """Fields of some names, those of single letters or numbers left out beside texts.

        `question` and `article` may mean either.
        """
        there = self.flat(tier)
        if tier is TEXT_TIERS[0] or not open_fields(self._columns, self._sample):
            return there
        worded = {own.name for own in open_fields(there, self._sample, least=2, share=0)}
        structured = {
            column
            for column in there
            if any(isinstance(record.get(column), list | dict) for record in self._sample)
        }
        return tuple(column for column in there if column in worded | structured)

    @staticmethod
    def _stands_out(found: Sequence[OpenField], words: float) -> bool:
        """Whether the first open field is the text: long, and much longer than all others."""
        first, *rest = found
        if not rest and first.words >= SOLE_WORDS:
            return True
        return first.words >= words and all(own.words * PROSE_LEAD <= first.words for own in rest)

    def _only_titles(self) -> TopographError:
        return TopographError(
            f"{self._name} has titles and no abstracts or other texts.",
            f"its fields are\n{self._listing()}",
            "export it again with abstracts; or, to work on the titles, set in "
            "config/runs/NAME.yaml\n         parse: {text: title}",
        )

    def _unclear(
        self, candidates: Sequence[str], found: Sequence[OpenField] = ()
    ) -> TopographError:
        names = ", ".join(map(_short_name, candidates))
        choose = (
            "choose in config/runs/NAME.yaml, for example\n"
            f"         parse: {{fields: {{text: {_quoted(candidates[0])}}}}}"
        )
        if not found:
            return TopographError(
                f"{self._name}: several fields may hold the text: {names}.",
                f"they are filled, and differ; the file's fields are\n{self._listing()}",
                choose,
            )
        asked = ", ".join(_quoted(own.name) for own in found[:2])
        what = "several fields hold texts" if len(found) > 1 else "one field may hold the text"
        of = f" of the first {len(self._sample)} records" if len(self._sample) > 1 else ""
        rows = "\n".join(self._described(own) for own in found[:SHOWN_RIVALS])
        more = (
            f"\n         and {len(found) - SHOWN_RIVALS} more" if len(found) > SHOWN_RIVALS else ""
        )
        return TopographError(
            f"{self._name}: {what}, and none has a usual name (abstract, text, comment, ...).",
            f"these are filled in with words{of}:\n{rows}{more}",
            f"{choose}\n       or make each answer a document of its own, with its question beside "
            f"it:\n         parse: {{fields: {{answers: [{asked}]}}}}\n"
            "       (`topograph init` takes --text FIELD and --answers FIELD FIELD ...)",
        )

    def _described(self, own: OpenField) -> str:
        label = self._labels.get(own.name, "")
        about = f" = {_short_name(label)}" if label else ""
        counts = f"{own.values} filled, {own.words:.0f} words in the mean"
        return f"         {own.name}{about} ({counts})"

    def _values(self, column: str) -> list[str]:
        return [as_text(record.get(column)).strip() for record in self._sample]

    def _agree(self, columns: Sequence[str]) -> bool:
        """Whether no record has two different texts in these columns."""
        rows = zip(*(self._values(column) for column in columns), strict=True)
        return all(len({value for value in row if value}) < 2 for row in rows)

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


def _short_name(name: str) -> str:
    return name if len(name) <= SAMPLE_CHARACTERS else f"{name[:SAMPLE_CHARACTERS]}…"


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


def _joined(values: list[Any]) -> str:
    """Several texts as one: on lines of their own, or pieces of one text, as in chats."""
    if any(isinstance(value, dict) and "text" in value for value in values):
        return "".join(
            as_text(value["text"])
            if isinstance(value, dict) and "text" in value
            else as_text(value)
            for value in values
        )
    return "\n".join(map(as_text, values))


def first_text(
    record: Mapping[str, Any],
    names: Iterable[str],
    stands_for_none: Callable[[str], bool] = lambda _: False,
) -> str:
    """The first of the fields that is not empty."""
    for name in names:
        value = record.get(name)
        text = _joined(value) if isinstance(value, list) else as_text(value)
        if text.strip() and not stands_for_none(text):
            return text
    return ""
