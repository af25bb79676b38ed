"""Read the text of one date: a moment and its precision."""

from __future__ import annotations

import datetime
import re
from functools import lru_cache
from typing import NamedTuple

from topograph.stages.parse.dateterms import YEARS, read_terms
from topograph.stages.parse.datewords import fold

#: Characters of a date. Longer texts are none, whatever year they name.
LONGEST_DATE = 100


class Dated(NamedTuple):
    """A date that was read.

    Attributes
    ----------
    moment : datetime
        The first moment of what is meant, to the millisecond, without a time zone: the time as it
        is written.
    precision : str
        One of `topograph.rundir.dateprecision.PRECISIONS`.
    complete : bool
        Whether all that was written was understood; else the date is known less exactly than its
        text says.
    """

    moment: datetime.datetime
    precision: str
    complete: bool = True


_ZONE = (
    r"(?:\s?(?:z|utc?|gmt|[ecmp][sd]t|ce?st|cet|eest|eet|west|wet|bst|ist|msk|jst|kst|sgt|hkt|"
    r"ae[sd]t|nz[sd]t|brt|sast)(?![^\W\d_]))?(?:\s?[+-]\d{2}(?::?\d{2})?(?!\d))?(?:\s?\([^()]*\))?"
)
_CLOCK = re.compile(
    r"(?:(?<=\d)t|(?<![\d:.,]))(\d{1,2})"
    r"(?:(?::|h(?=\d\d))(\d{2})(?:[:m](\d{2})(?:[.,:](\d{1,9}))?)?s?(?![\d:])"
    rf"\s?(?:([ap])\.?\s?m\.?(?![^\W\d_]))?|\s?([ap])\.?\s?m\.?(?![^\W\d_])|\s?h(?!\w)|(?=z(?!\w))){_ZONE}"
)
#: Signs of a time of day, cheap to look for.
_MAYBE_TIME = re.compile(r"\d(?:[:h时時点點시z]|\s?[ap]\.?\s?m)")
_ISO = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?"
    r"(?:[Zz]|[+-]\d\d(?::?\d\d)?)?)?"
)
_CJK_TIME = re.compile("[时時点點시午오]")
_CJK_CLOCK = re.compile(
    r"(上午|下午|午前|午後|오전|오후)?\s?(?<!\d)(\d{1,2})\s?[时時点點시:](?!\d{3})\s?(?:(\d{1,2})\s?[分분:]?)?"
    r"\s?(?:(\d{1,2})\s?[秒초]?)?"
)
_BEFORE_CHRIST = re.compile(
    r"(?<!\w)(?:b\.?\s?c\.?(?:\s?e\.?)?|v\.?\s?chr\.?|av\.?\s?j\.?-?c\.?|a\.\s?c\.|a\.\s?e\.\s?c\.|"
    r"до н)(?!\w)|公元前|紀元前|기원전|^[-−–]\s?\d{3,4}(?!\d)"
)
_NUMBER = re.compile(r"-?(\d{4}(?=$|\.0+$)|\d{6,19})(?:\.(\d+))?")
_YEAR_FIRST = re.compile(r"(\d{4})([-/. _])\s?(\d{1,2})(?:\2\s?(\d{1,2}))?")
_YEAR_LAST = re.compile(r"(\d{1,2})([-/. ])\s?(\d{1,2})\2\s?(\d{4})")
#: Two digits of a year, as spreadsheets write it: 3/15/23.
_SHORT_YEAR = re.compile(r"(\d{1,2})([/.])\s?(\d{1,2})\2\s?'?(\d{2})")
_MONTH_YEAR = re.compile(r"(\d{1,2})[-/. ](\d{4})")
_DAY_OF_YEAR = re.compile(r"(\d{4})-(\d{3})")
_ISO_WEEK = re.compile(r"(\d{4})-?w(\d{1,2})(?:-?([1-7]))?")
_CJK = re.compile(
    r"(\d{4})\s?[年년](?:\s?(?:(\d{1,2})\s?[月월](?:\s?(\d{1,2})\s?[日일号號]?)?)?)\s?"
    r"(?:\(?(?:[月火水木金土日]曜?日?|[월화수목금토일]요일|(?:星期|周|週|礼拜)[一二三四五六日天])\)?)?"
)
#: As RIS writes it: year, month, day, and something of one's own.
_RIS = re.compile(r"(\d{4})/(\d{0,2})/(\d{0,2})/?(.*)")
_EXIF = re.compile(r"^(\d{4}):(\d\d):(\d\d)(?=\s|$)")
_COMPACT = re.compile(r"^(\d{8})t(\d\d)(\d\d)(\d\d)?(?!\d)")
_RANGE = re.compile(r"\s?(?:–|—|--|/|\bto\b|\bbis\b|\buntil\b|\bau\b|\bal\b|~|(?<=\s)-(?=\s))\s?")
_DASHES = str.maketrans(dict.fromkeys("‐‑‒−", "-"))


@lru_cache(maxsize=65536)
def read_date(text: str, day_first: bool | None = None) -> Dated | None:
    """Read the text of a date.

    Parameters
    ----------
    text : str
    day_first : bool or None
        How 03/04/2024 is meant. If None, only its year is believed.

    Returns
    -------
    Dated or None
        None if it is not a date, or one that does not exist.
    """
    if match := _ISO.fullmatch(text):
        return _iso(match)
    if len(text) > LONGEST_DATE or not any(letter.isdigit() for letter in text):
        return None
    plain = " ".join(fold(text.strip()).translate(_DASHES).strip("\"' ").split())
    while plain and plain[0] + plain[-1] in ("[]", "()", "{}"):
        plain = plain[1:-1].strip()
    plain = _COMPACT.sub(_spaced, _EXIF.sub(r"\1-\2-\3", plain)).rstrip(".,;: ")
    if _BEFORE_CHRIST.search(plain):
        return None
    if number := _NUMBER.fullmatch(plain):
        return _from_number(number[1], number[2] or "", negative=plain.startswith("-"))
    timed = _from_moment(plain, day_first) if _MAYBE_TIME.search(plain) else None
    if timed is not None and timed.complete:
        return timed
    found = _from_day(plain, day_first)
    if found is not None and found.complete:
        return found
    return _from_range(plain, day_first) or timed or found


def _iso(match: re.Match[str]) -> Dated | None:
    """The form of ISO 8601 that programs write, read without the rest of the grammar."""
    day = made(int(match[1]), int(match[2]) or None, int(match[3]) or None)
    if day is None or match[4] is None:
        return day
    second = None if match[6] is None else int(match[6])
    milli = int(f"{match[7]:0<3}"[:3]) if match[7] else 0
    return _joined(day, (int(match[4]), int(match[5]), second, milli))


def _spaced(match: re.Match[str]) -> str:
    """`20200513T103000` with signs between its parts, which the rest of the grammar reads."""
    return f"{match[1]} {':'.join(own for own in match.groups()[1:] if own)}"


def _from_moment(text: str, day_first: bool | None) -> Dated | None:
    """A date with a time of day."""
    clocks = ((_CJK_CLOCK, _cjk_clock), (_CLOCK, _clock))
    for pattern, read in clocks[not _CJK_TIME.search(text) :]:
        if match := pattern.search(text):
            before, after = text[: match.start()].rstrip(" ,@-"), text[match.end() :].lstrip(" ,")
            found = _from_day(f"{before} {after}".strip(), day_first)
            if found is not None:
                return _joined(found, read(match))
    return None


def _from_number(digits: str, fraction: str, *, negative: bool) -> Dated | None:
    """A year, a date without separators, or time since 1970 by its number of digits."""
    count = len(digits)
    if not negative and not fraction.strip("0"):
        if count == 4:
            return made(int(digits))
        if count == 6:
            return made(int(digits[:4]), int(digits[4:]) or -1)
        if count in (8, 10, 12, 14):
            found = made(int(digits[:4]), int(digits[4:6]) or -1, int(digits[6:8]) or -1)
            if found and count > 8:
                times = [int(digits[place : place + 2]) for place in range(8, count, 2)]
                found = _with_time(found, *times) if count > 10 else None
            if found:
                return found
    for most, scale in ((10, 1), (13, 10**3), (16, 10**6), (19, 10**9)):
        if most - 1 <= count <= most:
            seconds, rest = divmod(int(digits), scale)
            milli = rest * 1000 // scale if scale > 1 else int(f"{fraction:0<3}"[:3])
            sign = -1 if negative else 1
            passed = datetime.timedelta(seconds=sign * seconds, milliseconds=sign * milli)
            try:
                return Dated(datetime.datetime(1970, 1, 1) + passed, "second")
            except OverflowError:
                return None
    return None


def _from_day(text: str, day_first: bool | None) -> Dated | None:
    """A date without a time of day."""
    text = text.rstrip(".,;/- ").strip()
    if len(text) == 8 and text.isdecimal():
        return _from_number(text, "", negative=False)
    if match := _YEAR_FIRST.fullmatch(text):
        year, month = int(match[1]), int(match[3])
        if match[4] is None and month > 12 and match[2] in "-/" and month > year % 100:
            return made(year)  # 1998/99
        return made(year, month, None if match[4] is None else int(match[4]))
    if match := _YEAR_LAST.fullmatch(text):
        return _year_last(int(match[1]), int(match[3]), int(match[4]), day_first)
    if match := _SHORT_YEAR.fullmatch(text):
        return _year_last(int(match[1]), int(match[3]), full_year(int(match[4])), day_first)
    if match := _MONTH_YEAR.fullmatch(text):
        return made(int(match[2]), int(match[1]) or -1)
    return _from_rare_form(text)


def _from_rare_form(text: str) -> Dated | None:
    """A week, a day of a year, a date in Chinese or Japanese or of RIS; else one in words."""
    if match := _ISO_WEEK.fullmatch(text):
        return _week(int(match[1]), int(match[2]), int(match[3] or 0))
    if match := _DAY_OF_YEAR.fullmatch(text):
        first = made(int(match[1]), 1, int(match[2]) and 1)
        moment = first.moment + datetime.timedelta(int(match[2]) - 1) if first else None
        return Dated(moment, "day") if moment and moment.year == int(match[1]) else None
    if match := _CJK.fullmatch(text):
        return made(int(match[1]), *(int(own) if own else None for own in match.groups()[1:3]))
    if match := _RIS.fullmatch(text):
        numbers = [int(own) if own else None for own in match.groups()[1:3]]
        if numbers[0] is None and match[4].strip(" /"):
            return _from_words(f"{match[4]} {match[1]}")
        return made(int(match[1]), *numbers)
    return _from_words(text)


def _from_words(text: str) -> Dated | None:
    terms = read_terms(text)
    if terms is None:
        return None
    if terms.week:
        found = _week(terms.year, terms.week, 0)
    elif terms.quarter:
        found = made(terms.year, 3 * terms.quarter - 2, precision="quarter")
    elif terms.season:
        found = made(terms.year, terms.season, precision="season")
    else:
        found = made(terms.year, terms.month or None, terms.day or None)
    return found if found is None or terms.complete else found._replace(complete=False)


def _from_range(text: str, day_first: bool | None) -> Dated | None:
    """The first of two dates, `2020-01-01/2020-03-31`; each must be one by itself."""
    for match in _RANGE.finditer(text):
        first = _any(text[: match.start()], day_first)
        last = _any(text[match.end() :], day_first)
        if first and last and first.moment <= last.moment:
            return first._replace(complete=first.complete and last.complete)
    return None


def _any(text: str, day_first: bool | None) -> Dated | None:
    return None if _RANGE.search(text) else read_date(text, day_first)


def _year_last(first: int, second: int, year: int, day_first: bool | None) -> Dated | None:
    if first > 12 or second > 12:
        return made(year, second, first) if first > 12 else made(year, first, second)
    if first == second or day_first is not None:
        return made(year, second, first) if day_first else made(year, first, second)
    found = made(year)
    return found and found._replace(complete=False)


def full_year(short: int) -> int:
    """The year of two digits by the rule of POSIX: 69 to 99 are of the last century.

    >>> full_year(68), full_year(69)
    (2068, 1969)
    """
    return short + (1900 if short > 68 else 2000)


def made(
    year: int, month: int | None = None, day: int | None = None, *, precision: str | None = None
) -> Dated | None:
    """A date of its parts; None if there is none. A month or day of 0 stands for an unknown one."""
    if year not in YEARS or (day and not month):
        return None
    known = precision or ("day" if month and day else "month" if month else "year")
    try:
        return Dated(datetime.datetime(year, month or 1, day or 1), known)
    except ValueError:
        return None


def _week(year: int, week: int, day: int) -> Dated | None:
    if year not in YEARS:
        return None
    try:
        first = datetime.datetime.fromisocalendar(year, week, day or 1)
    except ValueError:
        return None
    return Dated(first, "day" if day else "week")


Clock = tuple[int, int | None, int | None, int]


def _joined(found: Dated, clock: Clock | None) -> Dated:
    """A day with its time; a time beside less than a day is not understood."""
    timed = _with_time(found, *clock) if clock and found.precision == "day" else None
    return timed or found._replace(complete=False)


def _with_time(
    day: Dated, hour: int, minute: int | None = None, second: int | None = None, milli: int = 0
) -> Dated | None:
    precision = "hour" if minute is None else "minute" if second is None else "second"
    try:
        moment = day.moment.replace(
            hour=hour, minute=minute or 0, second=min(second or 0, 59), microsecond=1000 * milli
        )
    except ValueError:
        return None
    return day._replace(moment=moment, precision=precision)


def _clock(match: re.Match[str]) -> Clock | None:
    hour, half = int(match[1]), match[5] or match[6]
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "p" else 0)
    minute, second = (int(own) if own else None for own in match.groups()[1:3])
    return hour, minute, second, int(f"{match[4]:0<3}"[:3]) if match[4] else 0


def _cjk_clock(match: re.Match[str]) -> Clock | None:
    hour = int(match[2])
    if match[1] and hour <= 12:
        hour = hour % 12 + (12 if match[1] in ("下午", "午後", "오후") else 0)
    minute, second = (int(own) if own else None for own in match.groups()[2:4])
    return hour, minute, second, 0
