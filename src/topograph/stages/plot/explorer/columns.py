"""Columns of a table in the explorer's form: compact, and valid JSON."""

from __future__ import annotations

import datetime
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from topograph.rundir.columntypes import ColumnType, precisions, value_texts
from topograph.rundir.dateprecision import OF_DAYS

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Column:
    """A column of the corpus.

    Attributes
    ----------
    name : str
    kind : str
        `number`, `date` (see `date_column`), `category` (places in `labels`), `list` (lists of
        places in `labels`) or `text`.
    values : list
        One entry per document, null if there is none.
    labels : list of str
        The values of a category or list: those with an order in it, then the others, sorted.
    levels : int
        How many of the labels have an order.
    """

    name: str
    kind: str
    values: list[Any]
    labels: list[str] = field(default_factory=list)
    levels: int = 0


def rounded(values: Iterable[Any], digits: int) -> list[float | None]:
    """Numbers for JSON: rounded, null for values that are not finite.

    >>> rounded([0.123456, float("nan"), None, 2], 3)
    [0.123, None, None, 2.0]
    """
    numbers = (None if value is None else float(value) for value in values)
    return [
        round(number, digits) if number is not None and math.isfinite(number) else None
        for number in numbers
    ]


def coded(values: Iterable[str], first: Sequence[str] = ()) -> tuple[list[int], list[str]]:
    """Texts as places in the list of the different ones: those of `first`, then sorted.

    >>> coded(["b", "a", "b"]), coded(["b", "a"], ["b", "c"])
    (([1, 0, 1], ['a', 'b']), ([0, 1], ['b', 'a']))
    """
    own = list(values)
    there = set(own)
    labels = [value for value in first if value in there]
    labels += sorted(there.difference(labels))
    places = {label: place for place, label in enumerate(labels)}
    return [places[value] for value in own], labels


#: Tenths that mark a date which names no day; times of day stay below 0.24.
DATE_MARKS = {"season": 0.7, "quarter": 0.8, "week": 0.9}


def date_column(name: str, dates: pd.Series, precision: Iterable[str]) -> Column:
    """Dates with their precision: yyyymmdd.hhmmss as a number.

    A month or day that is not known is 00. A season, quarter or week is the month or day with which
    it begins and one of `DATE_MARKS`.
    """
    return Column(
        name,
        "date",
        [
            None if date is None else _date_number(date, exact)
            for date, exact in zip(dates.astype(object).where(dates.notna(), None), precision,
                                   strict=True)
        ],
    )  # fmt: skip


def _date_number(date: datetime.datetime, precision: str) -> int | float:
    month = 0 if precision == "year" else date.month
    day = date.day if precision == "week" or precision in OF_DAYS else 0
    number = 10000 * date.year + 100 * month + day
    part = DATE_MARKS.get(precision, 0.0)
    if precision in OF_DAYS:
        part = (10000 * date.hour + 100 * date.minute + date.second) / 1_000_000
    return round(number + part, 6) if part else number


def corpus_column(documents: pd.DataFrame, name: str, kind: ColumnType) -> Column:
    """A column of the corpus, in its type."""
    if kind.kind == "date":
        return date_column(name, documents[name], precisions(documents, name))
    if kind.kind == "number":
        return Column(name, "number", _numbers(documents[name]))
    if kind.kind == "list" and kind.shared:
        return _list_column(name, documents[name])
    texts = value_texts(documents, name)
    if kind.kind in ("text", "list"):
        return Column(name, "text", texts)
    codes, labels = coded((text for text in texts if text is not None), kind.order)
    rest = iter(codes)
    values = [None if text is None else next(rest) for text in texts]
    return Column(name, "category", values, labels, len(set(kind.order) & set(labels)))


def _list_column(name: str, cells: pd.Series) -> Column:
    """Several values per document, each once."""
    own = [None if cell is None else sorted(set(map(str, cell))) for cell in cells]
    codes, labels = coded(value for cell in own for value in cell or ())
    rest = iter(codes)
    values = [None if not cell else [next(rest) for _ in cell] for cell in own]
    return Column(name, "list", values, labels)


def _numbers(values: pd.Series) -> list[int | float | None]:
    found: list[int | float | None] = []
    for value in rounded(values, 9):
        whole = value is not None and value.is_integer() and abs(value) < 2**53
        found.append(int(value) if whole and value is not None else value)
    return found
