"""The type of a column of the corpus, inferred from all its values."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from topograph.formats.names import DATE_NAMES, OTHER_DATE_NAMES, plain_names
from topograph.rundir.columntypes import KINDS, ColumnType
from topograph.stages.parse import conversion
from topograph.stages.parse.conversion import TypedColumn, is_missing
from topograph.stages.parse.dates import (
    are_serials,
    have_times,
    is_day_first,
    looks_like_date,
    parse_date,
)
from topograph.stages.parse.datewords import fold
from topograph.stages.parse.numbers import (
    Notation,
    all_names,
    allowed_unfit,
    find_notation,
    likely_notation,
)
from topograph.stages.parse.sampling import Sample
from topograph.stages.parse.scales import find_order, in_given_order
from topograph.stages.parse.severalvalues import AGAIN, come_again, find_sign
from topograph.stages.parse.values import as_text

#: A column is one of categories if it has at most so many values, each twice on average ...
FEW_VALUES = 30
#: ... or at most this share of the documents.
SHARED_VALUES = 0.2
#: Values that are longer on average are texts, unless they are few.
LONG_VALUE = 100
FEW_LONG_VALUES = 12
#: What stands in a cell for no value.
MISSING = frozenset(
    "n/a|na|#n/a|n.a.|n.a|n. a.|nan|null|(null)|<na>|nat|none|nil|-|--|---|—|–|.|..|...|?|\\n|"
    "not available|not reported|missing|unknown|k.a.|k. a.|keine angabe|s/d|n/d|n.d.|nd|"
    "#value!|#div/0!|#ref!|#num!|#name?".split("|")
)
_LONGEST_MISSING = max(map(len, MISSING))
#: Words in the names of columns of identifiers and codes: their digits are not quantities.
NAMING = frozenset(
    "id ids identifier pmid pmcid doi isbn issn eissn uid uuid guid phone telephone tel telefon "
    "mobile fax zip zipcode postcode postal plz cep ssn ean upc sku orcid eid oclc lccn accession "
    "code codes fips naics key url link pm".split()
)
#: Words for true and false that belong together.
_TRUTHS = [
    (true, false)
    for true, false in (
        pair.split("/")
        for pair in (
            "true/false yes/no y/n t/f ja/nein j/n oui/non o/n si/no s/n sim/nao ja/nee ja/nej "
            "tak/nie да/нет evet/hayir ano/ne kylla/ei igen/nem da/nu vrai/faux wahr/falsch "
            "vero/falso verdadero/falso verdadeiro/falso 是/否 はい/いいえ 예/아니오 네/아니요 "
            "نعم/لا כן/לא ναι/οχι"
        ).split()
    )
]
#: Two words in several spellings: Yes, yes, YES, No, ...
_MOST_TRUTHS = 8
#: Values shown of a column that cannot be read as it should be, and letters of each.
SHOWN_VALUES = 3
SHOWN_VALUE = 40
#: Characters that numbers begin with.
_NUMERIC = frozenset("0123456789+-.,−$€£¥₹(")
_EPOCH = re.compile(r"(?:\d{9,10}|\d{13})(?:\.\d+)?")
_DATED = frozenset("date datetime timestamp utc ts epoch datum fecha".split())
#: A column of which no value among the first so many looks like a date is not looked at further.
_FIRST_DATES = 20


#: What messages call the values of a type.
_KIND_NAMES = {
    "number": "a number",
    "date": "a date",
    "list": "a list",
    "boolean": "true or false",
    "ordered": "on a scale that is known",
}


class UnlikeType(Exception):
    """A column cannot be read as the configured type."""

    def __init__(self, asked: str | Sequence[str], values: Iterable[str], fix: str) -> None:
        shown = ", ".join(repr(text[:SHOWN_VALUE]) for text in sorted(values)[:SHOWN_VALUES])
        named = _KIND_NAMES.get(asked, asked) if isinstance(asked, str) else ""
        kind = named or "one of " + ", ".join(map(repr, asked))
        self.problem = f"none of its values is {kind}; they are {shown or 'all empty'}"
        self.fix = fix
        super().__init__(self.problem)


class ColumnProfile:
    """Statistics of a column's values, which are added in any order, in bounded memory."""

    def __init__(self) -> None:
        self.filled = 0
        self._kinds: set[type] = set()
        self._sample = Sample()
        self._worded = 0  # values that begin like no number, and do not stand for a missing one
        self._fractions = False
        self._day_first: bool | None = None

    def add(self, value: Any) -> None:
        """Add a value."""
        if isinstance(value, str):
            text = value.strip()
            if not text:
                return
        elif is_missing(value):
            return
        else:
            text = as_text(value).strip()
            if not text:
                return
            if isinstance(value, float) and not value.is_integer():
                self._fractions = True
            if isinstance(value, list | tuple) and any(isinstance(own, dict) for own in value):
                self._kinds.add(dict)  # objects are read and not compared
        self._kinds.add(type(value))
        self.filled += 1
        if text[0] not in _NUMERIC and not _stands_for_none(text):
            self._worded += 1
        self._sample.add(text)

    def decide(
        self,
        name: str,
        asked: str | Sequence[str] | None = None,
        day_first: bool | None = None,
    ) -> TypedColumn:
        """The type of the column.

        Parameters
        ----------
        name : str
            The column's; words in it tell identifiers, dates and lists.
        asked : str or sequence of str, optional
            A key of `topograph.rundir.columntypes.KINDS`, or an order of values from low to high.
        day_first : bool, optional
            Whether the day comes first in 03/04/2021; by default, the dates decide.

        Raises
        ------
        UnlikeType
            If no value is of the type that is asked for.
        """
        self._day_first = day_first
        if asked is not None:
            return self._as_asked(asked)
        answers = self._answers()
        tries = (self._truths, self._dates, self._numbers, self._ordered, self._lists)
        for attempt in tries:
            if found := attempt(name, answers):
                return found
        return self._texts()

    def _answers(self) -> dict[str, int]:
        """The values that do not stand for a missing one, and how often each occurs."""
        counts = self._sample.counts
        return {text: count for text, count in counts.items() if not _stands_for_none(text)}

    def _only(self, *kinds: type) -> bool:
        return self._kinds <= set(kinds)

    def _truths(self, _: str, answers: Mapping[str, int]) -> TypedColumn | None:
        if self._only(bool) and self._kinds:
            return _truth_column({})
        if not answers or len(answers) > _MOST_TRUTHS or not self._sample.exact:
            return None
        words = {fold(text) for text in answers}
        for true, false in _TRUTHS:
            if words == {true, false} or (true == "true" and words < {true, false}):
                return _truth_column({true: True, false: False})
        return None

    def _dates(self, name: str, answers: Mapping[str, int]) -> TypedColumn | None:
        if self._kinds and self._only(datetime.datetime, datetime.date):
            return self._date_column(answers, asked=True)
        if list in self._kinds or dict in self._kinds or not answers:
            return None
        if _may_be_dated(name):
            filled = list(answers)
            if all(map(_EPOCH.fullmatch, filled)) and all(map(parse_date, filled)):
                return self._date_column(answers, asked=True)
            if are_serials(filled):
                return self._date_column(answers, asked=True)
        first = sorted(answers)[:: max(len(answers) // _FIRST_DATES, 1)]
        if not any(map(looks_like_date, first)):
            return None
        total = sum(answers.values())
        like = sum(count for text, count in answers.items() if looks_like_date(text))
        coarse = sum(count for text, count in answers.items() if re.fullmatch(r"\d{4}", text))
        if total - like - coarse > allowed_unfit(total) or coarse > total / 2:
            return None
        return self._date_column(answers)

    def _date_column(
        self, answers: Mapping[str, int], *, asked: bool = False
    ) -> TypedColumn | None:
        day_first, timed = self._day_first, have_times(answers)
        if day_first is None:
            day_first = is_day_first(answers)
        read = conversion.dates(day_first=day_first, timed=timed, serials=are_serials(answers))
        cells = [(*read(text), count) for text, count in answers.items()]
        unfit = sum(count for _, fits, count in cells if not fits)
        if unfit > allowed_unfit(sum(answers.values())) and not asked:
            return None  # which is the month, 03/04 does not tell
        exact = {dated.precision for dated, _, _ in cells if dated is not None}
        uniform = exact.pop() if len(exact) == 1 and self._sample.exact else ""
        return TypedColumn(ColumnType("date", precision=uniform), read)

    def _numbers(self, name: str, answers: Mapping[str, int]) -> TypedColumn | None:
        if not answers or self._worded > allowed_unfit(self.filled) or _names(name):
            return None
        if self._only(int, float):
            if all_names(answers):
                return None
            return _number_column(Notation(whole=not self._fractions))
        if not self._only(str, int, float):
            return None
        notation = find_notation(answers)
        return None if notation is None else _number_column(notation)

    def _ordered(self, _: str, answers: Mapping[str, int]) -> TypedColumn | None:
        if not self._sample.exact or not self._only(str, int, float):
            return None
        order = find_order(answers)
        return _ordered_column(order) if order else None

    def _lists(self, name: str, answers: Mapping[str, int]) -> TypedColumn | None:
        if dict in self._kinds:
            return None
        if self._kinds & {list, tuple}:
            return _list_column("", answers)
        sign = find_sign(name, answers) if self._only(str) else ""
        return _list_column(sign, answers) if sign else None

    def _texts(self) -> TypedColumn:
        counts, distinct = self._sample.counts, self._sample.distinct
        letters = sum(len(text) * count for text, count in counts.items())
        long = letters > LONG_VALUE * sum(counts.values()) and distinct > FEW_LONG_VALUES
        compared = are_shared(distinct, self.filled) and not long and dict not in self._kinds
        return TypedColumn(ColumnType("category" if compared else "text"), conversion.texts())

    def _as_asked(self, asked: str | Sequence[str]) -> TypedColumn:
        """The column in the type that the user has set."""
        answers = self._answers()
        found: TypedColumn | None = None
        if not isinstance(asked, str):
            found = _ordered_column(asked)
            if not in_given_order(answers, asked):
                raise UnlikeType(asked, answers, "correct the list")
            return found
        if asked in ("category", "text"):
            return TypedColumn(ColumnType(asked), conversion.texts())
        if asked == "list":
            found = _list_column(_any_sign(answers), answers)
        elif asked == "ordered":
            order = find_order(answers) or _by_number(answers)
            if not order:
                raise UnlikeType(asked, answers, "list its values from low to high")
            found = _ordered_column(order)
        elif asked == "boolean":
            words = {true: True for true, _ in _TRUTHS} | {false: False for _, false in _TRUTHS}
            found = _truth_column(words | {"1": True, "0": False})
        elif asked == "date":
            found = self._date_column(answers, asked=True)
        elif asked == "number":
            found = _number_column(find_notation(answers) or likely_notation(answers))
        if found is None or not any(value is not None for value in found.convert(answers)):
            raise UnlikeType(asked, answers, f"set one of {', '.join(KINDS)}, or leave it out")
        found.restart()
        return found


def are_shared(distinct: int, filled: int) -> bool:
    """Whether so many different values of so many are groups, and not one a document.

    >>> are_shared(12, 1000), are_shared(30, 30), are_shared(2, 3)
    (True, False, True)
    """
    return distinct <= SHARED_VALUES * filled or (
        distinct <= FEW_VALUES and 2 * distinct <= filled + 1
    )


def _stands_for_none(text: str) -> bool:
    return len(text) <= _LONGEST_MISSING and text.lower() in MISSING


def _words_in(name: str) -> set[str]:
    return {word for plain in plain_names(name) for word in plain.split()}


def _names(name: str) -> bool:
    """Whether a column's digits are names, by its own name."""
    return bool(_words_in(name) & NAMING)


def _may_be_dated(name: str) -> bool:
    known = {*DATE_NAMES, *OTHER_DATE_NAMES}
    return bool(known.intersection(plain_names(name)) or _words_in(name) & _DATED)


def _number_column(notation: Notation) -> TypedColumn:
    kind = ColumnType("number", unit=notation.unit)
    return TypedColumn(kind, conversion.numbers(notation), whole=notation.whole)


def _truth_column(words: Mapping[str, bool]) -> TypedColumn:
    return TypedColumn(ColumnType("boolean"), conversion.truths(words))


def _ordered_column(order: Sequence[str]) -> TypedColumn:
    return TypedColumn(ColumnType("ordered", order=tuple(order)), conversion.levels(tuple(order)))


def _list_column(sign: str, answers: Mapping[str, int]) -> TypedColumn:
    again = come_again(sign or ";", answers) if answers else 0.0
    return TypedColumn(ColumnType("list", shared=again >= AGAIN), conversion.lists(sign))


def _any_sign(answers: Mapping[str, int]) -> str:
    """The sign between values where the user says that there are several."""
    return next((sign for sign in ";|," if any(sign in text for text in answers)), ";")


def _by_number(answers: Iterable[str]) -> tuple[str, ...]:
    """Values that are numbers, from the smallest to the largest."""
    plain = Notation()
    numbers = {text: plain.read(text) for text in answers}
    if None in numbers.values():
        return ()
    return tuple(sorted(numbers, key=lambda text: (numbers[text], text)))
