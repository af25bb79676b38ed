"""Columns of a table as the explorer's page holds them: compact, and valid JSON."""

from __future__ import annotations

import datetime
import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from topograph.dateprecision import OF_DAYS

if TYPE_CHECKING:
    import pandas as pd

#: A column of texts is one of categories if it has at most so many values, or at most this share
#: of the documents; else its values are kept beside the documents' texts.
FEW_VALUES = 30
SHARED_VALUES = 0.2


@dataclass(frozen=True)
class Column:
    """A column of the corpus.

    Attributes
    ----------
    name : str
    kind : str
        `number`, `date` (whole numbers yyyymmdd, 00 for an unknown month or day), `category`
        (places in `labels`) or `text`.
    values : list
        One entry a document, null where there is none.
    labels : list of str
        The values of a category, sorted.
    """

    name: str
    kind: str
    values: list[Any]
    labels: list[str]


def rounded(values: Iterable[Any], digits: int) -> list[float | None]:
    """Numbers for JSON: rounded, null for what is no finite number.

    >>> rounded([0.123456, float("nan"), None, 2], 3)
    [0.123, None, None, 2.0]
    """
    numbers = (None if value is None else float(value) for value in values)
    return [
        round(number, digits) if number is not None and math.isfinite(number) else None
        for number in numbers
    ]


def coded(values: Iterable[str]) -> tuple[list[int], list[str]]:
    """Texts as places in the sorted list of the different ones.

    >>> coded(["b", "a", "b"])
    ([1, 0, 1], ['a', 'b'])
    """
    own = list(values)
    labels = sorted(set(own))
    places = {label: place for place, label in enumerate(labels)}
    return [places[value] for value in own], labels


#: Tenths that mark a date which names no day; times of day stay below 0.24.
DATE_MARKS = {"season": 0.7, "quarter": 0.8, "week": 0.9}


def date_column(name: str, dates: pd.Series, precision: Iterable[str]) -> Column:
    """Dates, as exact as they are known: yyyymmdd.hhmmss as a number.

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
        [],
    )  # fmt: skip


def _date_number(date: datetime.datetime, precision: str) -> int | float:
    month = 0 if precision == "year" else date.month
    day = date.day if precision == "week" or precision in OF_DAYS else 0
    number = 10000 * date.year + 100 * month + day
    part = DATE_MARKS.get(precision, 0.0)
    if precision in OF_DAYS:
        part = (10000 * date.hour + 100 * date.minute + date.second) / 1_000_000
    return round(number + part, 6) if part else number


def corpus_column(values: pd.Series) -> Column:
    """A column of the corpus, by what it holds."""
    import pandas as pd

    name = str(values.name)
    if pd.api.types.is_datetime64_any_dtype(values):
        return date_column(name, values, ["day"] * len(values))
    if pd.api.types.is_numeric_dtype(values) and not pd.api.types.is_bool_dtype(values):
        return Column(name, "number", _numbers(values), [])
    texts = [None if _missing(value) else str(value) for value in values]
    there = [text for text in texts if text is not None]
    distinct = len(set(there))
    if distinct > max(FEW_VALUES, SHARED_VALUES * len(there)):
        return Column(name, "text", texts, [])
    codes, labels = coded(there)
    rest = iter(codes)
    return Column(name, "category", [None if t is None else next(rest) for t in texts], labels)


def _missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))


def _numbers(values: pd.Series) -> list[int | float | None]:
    found: list[int | float | None] = []
    for value in rounded(values, 9):
        whole = value is not None and value.is_integer() and abs(value) < 2**53
        found.append(int(value) if whole and value is not None else value)
    return found
