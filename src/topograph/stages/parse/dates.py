"""Read dates in the forms of exports, with their precision.

A date is kept as it is written: with the time of day where there is one, and without conversion of
time zones, so that a mail of 23:30 in Tokyo stays one of that day. Seconds since 1970 are UTC.
"""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

from topograph.rundir.dateprecision import OF_DAYS, is_finer
from topograph.stages.parse.dateterms import YEARS
from topograph.stages.parse.datetexts import Dated, read_date
from topograph.stages.parse.fields import Roles
from topograph.stages.parse.values import as_text

#: A date in numbers with its year last, which shows whether the day or the month comes first.
_YEAR_LAST = re.compile(
    r"(?<!\d)(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(?:'?\d\d|\d{4})(?=$|[T ,]+\d{1,2}:\d\d)"
)
#: Days since the start of 1900 as spreadsheets count them, of the years 1927 to 2064.
_SERIALS = range(10_000, 60_000)
_SERIAL = re.compile(r"\d{5}(?:\.\d+)?")
_SERIAL_START = datetime.datetime(1899, 12, 30)
#: Fewer numbers prove nothing.
_LEAST_SERIALS = 2
_MIDNIGHT = datetime.time()


def parse_date(value: Any, day_first: bool | None = None) -> Dated | None:
    """Read a date.

    Parameters
    ----------
    value : object
        A text, a number (year, or time since 1970 in seconds, or thousandths, millionths or
        billionths of these), or a date.
    day_first : bool or None
        How 03/04/2024 is meant. If None, only its year is believed.

    Returns
    -------
    Dated or None
        The first moment of what is known, its precision, and whether all was understood. None if it
        is not a date.

    >>> parse_date("2020 Jan-Feb")
    Dated(moment=datetime.datetime(2020, 1, 1, 0, 0), precision='month', complete=True)
    >>> [parse_date(own).precision for own in ("2015-Q1", "1er mars 2020", "13/05/2020 10:30")]
    ['quarter', 'day', 'minute']
    """
    if isinstance(value, datetime.datetime):
        if value != value or value.year not in YEARS:  # pandas' NaT
            return None
        moment = datetime.datetime(*value.timetuple()[:6], value.microsecond // 1000 * 1000)
        return Dated(moment, "second" if moment.time() != _MIDNIGHT else "day")
    if isinstance(value, datetime.date):
        moment = datetime.datetime(value.year, value.month, value.day)
        return Dated(moment, "day") if value.year in YEARS else None
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return read_date(as_text(value).strip(), day_first)


def is_day_first(values: Iterable[Any]) -> bool | None:
    """Whether a column writes 03/04/2024 day first: its unambiguous dates show it."""
    return date_order(values)[0]


def date_order(values: Iterable[Any]) -> tuple[bool | None, str]:
    """Whether the day comes first in 03/04/2024, and a date that shows it.

    None if no date shows it, or dates contradict each other.

    >>> date_order(["03/04/2024", "25/12/2023"]), date_order(["12/25/2023", "1/2/2023"])
    ((True, '25/12/2023'), (False, '12/25/2023'))
    >>> date_order(["03/04/2024"]), date_order(["13/04/2024", "04/13/2024"])
    ((None, ''), (None, ''))
    """
    day = month = ""
    for value in values:
        text = as_text(value).strip()
        if match := _YEAR_LAST.search(text):
            # dots are written where the day comes first
            if int(match[1]) > 12 or match[2] == ".":
                day = day or text
            if int(match[3]) > 12:
                month = month or text
    return (None, "") if bool(day) == bool(month) else (bool(day), day or month)


def are_serials(values: Iterable[Any]) -> bool:
    """Whether all values of a column that is known to hold dates are a spreadsheet's day numbers.

    >>> are_serials([43831, "43832.5", None]), are_serials(["43831", "2020"])
    (True, False)
    """
    filled = [text for text in (as_text(value).strip() for value in values) if text]
    return len(filled) >= _LEAST_SERIALS and all(
        _SERIAL.fullmatch(text) and int(text[:5]) in _SERIALS for text in filled
    )


def from_serial(value: Any) -> Dated | None:
    """The date of a spreadsheet's day number.

    >>> from_serial("43831").moment.date().isoformat()
    '2020-01-01'
    """
    text = as_text(value).strip()
    if not _SERIAL.fullmatch(text):
        return None
    seconds = round(float(text) * 86_400)
    moment = _SERIAL_START + datetime.timedelta(seconds=seconds)
    return Dated(moment, "second" if seconds % 86_400 else "day")


def have_times(values: Iterable[Any]) -> bool:
    """Whether a column has times of day: not all of its dates are at midnight."""
    return any(
        dated is not None and dated.moment.time() != _MIDNIGHT
        for dated in (parse_date(value, day_first=True) for value in values)
    )


def without_midnight(dated: Dated) -> Dated:
    """A date without the time 00:00 that a column without times of day writes to each day."""
    if dated.precision in OF_DAYS and dated.moment.time() == _MIDNIGHT:
        return dated._replace(precision="day")
    return dated


def look_like_dates(values: Iterable[Any]) -> bool:
    """Whether a column holds dates, with at least the month or quarter, whatever its name.

    Numbers are not dates: identifiers and counts look like years and seconds since 1970.

    >>> look_like_dates(["19.01.2023", "", "3/4/2022"]), look_like_dates(["2021", "1700000000"])
    (True, False)
    """
    filled = [value for value in values if as_text(value).strip()]
    return bool(filled) and all(map(looks_like_date, filled))


def looks_like_date(value: Any) -> bool:
    """Whether a value by itself is a date: all of it is understood, and it is no mere number."""
    text = as_text(value).strip()
    number = re.fullmatch(r"-?[\d.]+", text) and "." not in text.strip(".")
    if number and not re.fullmatch(r"(?:19|20)\d{6}", text):
        return False
    dated = parse_date(value, day_first=True)
    return dated is not None and dated.complete and dated.precision != "year"


def record_date(record: Mapping[str, Any], roles: Roles) -> tuple[Dated | None, str]:
    """The date of a record: of the fields that agree on the year, the most precise one.

    Returns
    -------
    dated : Dated or None
    unread : str
        What is written and was not understood, or not wholly; empty if all was.
    """
    best: Dated | None = None
    unread = ""
    for alternatives in (roles.date, roles.other_date):
        for names in alternatives:
            dated, text = _field_date(record, names, roles)
            if dated is None:
                unread = unread or text
            elif best is None or (
                dated.moment.year == best.moment.year and is_finer(dated.precision, best.precision)
            ):
                best = dated
                partly = "" if dated.complete else text
        if best is not None:
            return best, partly
    return None, unread


def _field_date(
    record: Mapping[str, Any], names: tuple[str, ...], roles: Roles
) -> tuple[Dated | None, str]:
    """The date in one field, or in several together, and what is written there."""
    value = _value(record, names)
    if len(names) == 1 and names[0] in roles.serials:
        dated = from_serial(value)
    else:
        dated = parse_date(value, roles.day_first)
    if dated is not None and not roles.timed:
        dated = without_midnight(dated)
    return dated, as_text(value).strip()


def _value(record: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    if len(names) == 1:
        value = record.get(names[0])
        return value[0] if isinstance(value, list) and value else value
    texts = [as_text(record.get(name)).strip() for name in names]
    if not texts[0]:
        return ""
    # the second field may be no part of the date but all of it
    whole = next((text for text in texts[1:] if _names_year(text)), None)
    if whole is not None:
        return whole
    return " ".join(text.replace("~", " ") for text in texts if text)


def _names_year(text: str) -> bool:
    return re.search(r"(?<!\d)[12]\d{3}(?!\d)", text) is not None
