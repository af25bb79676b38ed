"""Dates as exports write them, to real dates with their precision."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping
from typing import Any

from topograph.parse.fields import Roles, as_text

#: Years that are believed.
YEARS = range(1000, 2101)
#: Characters of a date; a year in a longer text makes it no date.
LONGEST_DATE = 30
_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan january januar janvier enero",
            "feb february februar février febrero",
            "mar march märz mars marzo",
            "apr april avril abril",
            "may mai mayo",
            "jun june juni juin junio",
            "jul july juli juillet julio",
            "aug august août agosto",
            "sep sept september septembre septiembre",
            "oct october oktober octobre octubre okt",
            "nov november novembre noviembre",
            "dec december dezember décembre diciembre dez",
        ),
        1,
    )
    for name in names.split()
}
_WORD_MONTH = re.compile(r"(?<![^\W\d_])([^\W\d_]{3,10})\.?(?![^\W\d_])")
_YEAR_FIRST = re.compile(
    r"(?<!\d)(\d{4})(?:(?:[-/. ]|\. )(\d{1,2})(?!\d)(?:(?:[-/. ]|\. )(\d{1,2})(?!\d))?)?"
    r"(?:[T\s/].*|Z|[+-].*|$)"
)
_COMPACT = re.compile(r"([12]\d{3})(0[1-9]|1[0-2])([0-3]\d)?(?:T?\d{4,6}Z?)?$")
_YEAR_LAST = re.compile(r"(?<!\d)(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)")
#: Two digits of a year, as spreadsheets write it: `3/15/23`, `15-Mar-23`.
_SHORT_YEAR = re.compile(
    r"(?<!\d)(\d{1,2}([/.])\d{1,2}\2|\d{1,2}[- ][^\W\d_]{3,10}\.?[- ]'?|^[^\W\d_]{3}(?:-| '))"
    r"(\d\d)(?= \d{1,2}:\d\d|$)"
)
_CJK = re.compile(r"(\d{4})\s*[年년](?:\s*(\d{1,2})\s*[月월](?:\s*(\d{1,2})\s*[日일号])?)?")
_MONTH_YEAR = re.compile(r"(\d{1,2})[-/.](\d{4})$")
_YEAR = re.compile(r"(?<!\d)([12]\d{3})(?!\d)")

Dated = tuple[datetime.date, str]
PRECISIONS = ("year", "month", "day")


def parse_date(value: Any, day_first: bool | None = None) -> Dated | None:
    """Read a date.

    Parameters
    ----------
    value : object
        A text, a number (year, or seconds or milliseconds since 1970), or a date.
    day_first : bool or None
        How 03/04/2024 is meant. If None, only its year is believed.

    Returns
    -------
    tuple of date and str, or None
        The first day of what is known, and `year`, `month` or `day`. None if it is no date.

    >>> parse_date("2020 Jan-Feb")
    (datetime.date(2020, 1, 1), 'month')
    >>> parse_date("13/05/2020"), parse_date("03/05/2020")[1]
    ((datetime.date(2020, 5, 13), 'day'), 'year')
    """
    if isinstance(value, datetime.datetime):
        return value.date(), "day"
    if isinstance(value, datetime.date):
        return value, "day"
    text = as_text(value).strip().strip("[]()").rstrip(".")
    if not text:
        return None
    if re.fullmatch(r"-?\d{9,13}", text):
        return _since_1970(int(text))
    if (match := _COMPACT.match(text)) and (dated := _date(*match.groups())):
        return dated
    if match := _YEAR_FIRST.match(text):
        year, month, day = match.groups()
        if _month_in(text) is None and (dated := _date(year, month, day)):
            return dated
    if match := _CJK.search(text):
        return _date(*match.groups())
    text = _SHORT_YEAR.sub(_full_year, text, count=1)
    if match := _YEAR_LAST.search(text):
        return _year_last(match, day_first)
    if match := _MONTH_YEAR.match(text):
        return _date(match[2], match[1])
    return _with_words(text)


def _since_1970(number: int) -> Dated | None:
    seconds = number / 1000 if abs(number) > 10**11 else number
    try:
        moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=seconds)
    except OverflowError:
        return None
    return moment.date(), "day"


def _full_year(match: re.Match[str]) -> str:
    """The rule of POSIX: 69 to 99 are of the last century."""
    return f"{match[1]}{19 if int(match[3]) > 68 else 20}{match[3]}"


def _year_last(match: re.Match[str], day_first: bool | None) -> Dated | None:
    first, second, year = match.groups()
    if int(first) > 12:
        return _date(year, second, first)
    if int(second) > 12:
        return _date(year, first, second)
    if first == second or day_first is not None:
        return _date(year, second, first) if day_first else _date(year, first, second)
    return _date(year)


def _month_in(text: str) -> int | None:
    return next(
        (_MONTHS[word.lower()] for word in _WORD_MONTH.findall(text) if word.lower() in _MONTHS),
        None,
    )


def _with_words(text: str) -> Dated | None:
    year = _YEAR.search(text)
    if year is None:
        return None
    month = _month_in(text)
    if month is None:
        return _date(year[1])
    rest = f"{text[: year.start()]} {text[year.end() :]}"
    rest = re.sub(r"\d{1,2}:\d\d.*", "", rest)  # a time of day
    days = re.findall(r"(?<!\d)(\d{1,2})(?:st|nd|rd|th)?(?![\d\w])", rest)
    single = len(days) == 1 or (len(days) > 1 and "-" in rest)
    return _date(year[1], str(month), days[0] if single else None)


def _date(year: str, month: str | None = None, day: str | None = None) -> Dated | None:
    if int(year) not in YEARS:
        return None
    try:
        if month and int(month) and day and int(day):
            return datetime.date(int(year), int(month), int(day)), "day"
        if month and int(month):
            return datetime.date(int(year), int(month), 1), "month"
    except ValueError:
        pass  # no such month or day: the year is all that can be believed
    return datetime.date(int(year), 1, 1), "year"


def is_day_first(values: Iterable[Any]) -> bool | None:
    """How a column writes 03/04/2024: told by its dates that can be read in one way only."""
    day = month = False
    for value in values:
        match = _YEAR_LAST.search(_SHORT_YEAR.sub(_full_year, as_text(value).strip(), count=1))
        if match:
            day |= int(match[1]) > 12
            month |= int(match[2]) > 12
            if "." in match[0]:
                day = True  # dots are written where the day comes first
    return day if day != month else None


def look_like_dates(values: Iterable[Any]) -> bool:
    """Whether a column holds dates, to the month at least, whatever its name is.

    Numbers are none: identifiers and counts cannot be told from years and seconds since 1970.

    >>> look_like_dates(["19.01.2023", "", "3/4/2022"]), look_like_dates(["2021", "1700000000"])
    (True, False)
    """
    filled = [value for value in values if as_text(value).strip()]
    return bool(filled) and all(map(_looks_like_date, filled))


def _looks_like_date(value: Any) -> bool:
    text = as_text(value).strip()
    if len(text) > LONGEST_DATE or (re.fullmatch(r"-?\d+", text) and not _COMPACT.match(text)):
        return False
    dated = parse_date(value, day_first=True)
    return dated is not None and dated[1] != "year"


def record_date(record: Mapping[str, Any], roles: Roles) -> Dated | None:
    """The date of a record: of the fields that agree on the year, the most precise one."""
    best: Dated | None = None
    for alternatives in (roles.date, roles.other_date):
        for names in alternatives:
            dated = _joined_date(record, names, roles.day_first)
            finer = (
                dated is not None
                and best is not None
                and dated[0].year == best[0].year
                and PRECISIONS.index(dated[1]) > PRECISIONS.index(best[1])
            )
            if dated is not None and (best is None or finer):
                best = dated
        if best is not None:
            break
    return best


def _joined_date(
    record: Mapping[str, Any], names: tuple[str, ...], day_first: bool | None
) -> Dated | None:
    if len(names) == 1:
        value = record.get(names[0])
        return parse_date(value[0] if isinstance(value, list) and value else value, day_first)
    texts = [as_text(record.get(name)).strip() for name in names]
    if not texts[0]:
        return None
    whole = next((text for text in texts[1:] if _YEAR.search(text)), None)
    if whole is not None:  # the second field is no part of the date but all of it
        return parse_date(whole, day_first)
    return parse_date(" ".join(text.replace("~", " ") for text in texts if text), day_first)
