"""Precision of dates, and dates as text."""

from __future__ import annotations

import datetime

#: From coarse to fine. A date with a precision is stored as the first moment of its period.
PRECISIONS = ("year", "season", "quarter", "month", "week", "day", "hour", "minute", "second")
#: Precisions of a day or finer.
OF_DAYS = frozenset(PRECISIONS[PRECISIONS.index("day") :])
#: Precisions of a month or finer.
OF_MONTHS = frozenset(PRECISIONS[PRECISIONS.index("month") :])
_SEASONS = {3: "spring", 6: "summer", 9: "autumn", 12: "winter"}
_TIMES = {"hour": "%Hh", "minute": "%H:%M", "second": "%H:%M:%S"}


def is_finer(one: str, other: str) -> bool:
    """Whether precision `one` is finer than `other`.

    >>> is_finer("week", "month"), is_finer("year", "quarter")
    (True, False)
    """
    return PRECISIONS.index(one) > PRECISIONS.index(other)


def date_text(moment: datetime.datetime, precision: str) -> str:
    """A date as text, as exact as its precision.

    >>> first = datetime.datetime(2020, 3, 2, 9, 30)
    >>> [date_text(first, own) for own in ("year", "season", "quarter", "month", "week")]
    ['2020', '2020 spring', '2020-Q1', '2020-03', '2020-W10']
    >>> date_text(first, "day"), date_text(first, "minute")
    ('2020-03-02', '2020-03-02 09:30')
    """
    year = f"{moment.year:04d}"
    if precision == "year":
        return year
    if precision == "season":
        return f"{year} {_SEASONS.get(moment.month, f'{moment.month:02d}')}"
    if precision == "quarter":
        return f"{year}-Q{(moment.month + 2) // 3}"
    if precision == "month":
        return f"{year}-{moment.month:02d}"
    if precision == "week":
        iso = moment.isocalendar()
        return f"{iso.year:04d}-W{iso.week:02d}"
    day = f"{year}-{moment.month:02d}-{moment.day:02d}"
    return f"{day} {moment.strftime(_TIMES[precision])}" if precision in _TIMES else day
