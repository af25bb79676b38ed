"""The terms of a date in words: its year, month, day, quarter, week, season."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from topograph.stages.parse.datewords import (
    MONTH_OF_NUMBER,
    MONTHS,
    ORDINALS,
    QUARTER_LETTERS,
    QUARTERS,
    ROMAN,
    SEASONS,
    SILENT,
    SUFFIXES,
    TWO_WORDS,
    WEEK_LETTERS,
    WEEKDAYS,
    WEEKS,
)

#: Years that are believed.
YEARS = range(1000, 2101)
#: Thai years count from the Buddha's death.
_BUDDHIST = range(2400, 2644)
_BUDDHIST_OFFSET = 543
_UNSPACED = re.compile(r"[\u3040-\u9fff\uac00-\ud7af]")
#: Words of scripts that set no spaces, the longest first: a token may be one of them.
_UNSPACED_WORDS = sorted(
    (
        word
        for words in (SEASONS, QUARTERS, WEEKS, ORDINALS, SILENT)
        for word in words
        if _UNSPACED.match(word)
    ),
    key=lambda word: (-len(word), word),
)
_MARKS = "\u0591-\u05c7\u064b-\u065f\u0900-\u0963\u0970-\u09e5\u0e31\u0e34-\u0e4e"
_TOKEN = re.compile(
    rf"\d+|[ก-ฮ]ี?\.[ก-ฮ]|{'|'.join(_UNSPACED_WORDS)}|[\u3040-\u9fff\uac00-\ud7af]"
    rf"|(?:[^\W\d_\u3040-\u9fff\uac00-\ud7af]|[{_MARKS}])+"
)
#: What stands between the ends of a range.
_JOIN = re.compile(
    r"[.\s]*(?:[-–—/&+,~]|(?<!\w)(?:to|and|und|et|bis|au|al|a|y|e|en|и|do|till|until)(?!\w))\s*"
)
#: A year of two digits: `15 Mar 99`, `15-Mar-23`, `Mar-23`, `Mar '23`, `'23`.
_SHORT_YEAR = re.compile(
    r"(?:\d{1,2}[- .]{1,2}[^\W\d_]{3,10}\.?[- ]'?|^[^\W\d_]{3,4}\.?(?:-| ?')|')(\d\d)$"
)


@dataclass
class Terms:
    """The terms of a date; 0 for missing ones."""

    year: int = 0
    month: int = 0
    day: int = 0
    quarter: int = 0
    week: int = 0
    season: int = 0
    complete: bool = True


@dataclass(frozen=True)
class _Token:
    text: str
    start: int
    end: int

    @property
    def number(self) -> int:
        return int(self.text) if self.text.isdecimal() else -1


Tokens = Sequence[_Token]


def read_terms(text: str) -> Terms | None:
    """Read the terms of a date, folded by `datewords.fold`.

    Where a word is not known, only the year is believed.

    Returns
    -------
    Terms or None
        None if no year is named.

    >>> read_terms("3rd of may 2021")
    Terms(year=2021, month=5, day=3, quarter=0, week=0, season=0, complete=True)
    >>> read_terms("vol 3 2021").complete
    False
    """
    tokens = [_Token(match[0], match.start(), match.end()) for match in _TOKEN.finditer(text)]
    found = Terms()
    rest = _take_year(text, tokens, found)
    if rest is None:
        return None
    takers: tuple[Callable[[str, Tokens, Terms], Tokens | None], ...] = (
        _take_week, _take_quarter, _take_season, _take_month,
    )  # fmt: skip
    for take in takers:
        left = take(text, rest, found)
        if left is not None:
            rest = left
            break
    if all(_is_silent(token, tokens) for token in rest):
        return found
    return Terms(year=found.year, complete=False)


def _year_of(token: _Token, text: str) -> int:
    if len(token.text) != 4:
        return 0
    if token.number in _BUDDHIST and re.search("[ก-ฮ]", text):
        return token.number - _BUDDHIST_OFFSET
    return token.number if token.number in YEARS else 0


def _take_year(text: str, tokens: Tokens, found: Terms) -> Tokens | None:
    """Find the year; of two dates in a text, tokens of the first are left."""
    places = [place for place, token in enumerate(tokens) if _year_of(token, text)]
    if not places:
        short = _SHORT_YEAR.search(text)
        if short is None or not tokens or tokens[-1].end != short.end(1):
            return None
        found.year = int(short[1]) + (1900 if int(short[1]) > 68 else 2000)
        return tokens[:-1]
    first = places[0]
    found.year = _year_of(tokens[first], text)
    before, after = list(tokens[:first]), list(tokens[first + 1 :])
    if after and _ends_range(text, tokens[first], after[0], found.year):
        return [*before, *after[1:]]
    if len(places) == 1:
        return [*before, *after]
    # of two dates, each with its year, the first: `Dec 2019-Jan 2020`, `2020 Dec 28-2021 Jan 3`
    own, cut = (before, first) if any(map(_is_dated, before)) else (
        [*before, *tokens[first + 1 : places[1]]], places[1],
    )  # fmt: skip
    others = [token for token in tokens[cut + 1 :] if not _is_dated(token)]
    return [*own, *(token for token in others if not _is_silent(token, tokens))]


def _ends_range(text: str, year: _Token, following: _Token, value: int) -> bool:
    """Whether a number behind a year is the end of a range of years: `1998/99`, `2019-2020`."""
    between = text[year.end : following.start].strip()
    last = following.number
    return between in ("-", "/", "–", "—", "to", "bis") and (
        (len(following.text) == 4 and last in YEARS and last >= value)
        or (len(following.text) == 2 and last == (value + 1) % 100)
    )


def _is_dated(token: _Token) -> bool:
    """Whether a token may be a term of a date."""
    words = (MONTHS, SEASONS, QUARTERS, WEEKS, ORDINALS, WEEKDAYS, SUFFIXES)
    return token.number >= 0 or any(token.text in own for own in words)


def _is_silent(token: _Token, tokens: Tokens) -> bool:
    if token.text in SILENT or token.text in WEEKDAYS:
        return True
    before = next((own for own in tokens if 0 <= token.start - own.end <= 1), None)
    return token.text in SUFFIXES and before is not None and 0 <= before.number < 100


def _numbered(
    tokens: Tokens, words: frozenset[str], letters: frozenset[str], most: int
) -> tuple[int, Tokens] | None:
    """The number beside one of some words, and the tokens without both: `week 5`, `3. Quartal`."""
    for place, token in enumerate(tokens):
        if token.text not in words:
            continue
        before, after = tokens[:place], tokens[place + 1 :]
        touches = token.text not in letters or (after and after[0].start == token.end)
        if after and touches and 1 <= after[0].number <= most and len(after[0].text) < 3:
            return after[0].number, [*before, *after[1:]]
        while before and before[-1].text in SUFFIXES:
            before = before[:-1]
        if before and token.text in letters and before[-1].end != token.start:
            continue
        if before and len(before[-1].text) < 3 and 1 <= before[-1].number <= most:
            return before[-1].number, [*before[:-1], *after]
        if number := _worded(before[-1:], most):
            return number, [*before[:-1], *after]
        if (number := _worded(after[:1], most)) and token.text not in letters:
            return number, [*before, *after[1:]]
    return None


def _worded(tokens: Tokens, most: int) -> int:
    """The number that a token is as an ordinal or in Roman signs, up to a certain one; else 0."""
    number = next((ORDINALS.get(own.text) or ROMAN.get(own.text) or 0 for own in tokens), 0)
    return number if number <= most else 0


def _take_week(_: str, tokens: Tokens, found: Terms) -> Tokens | None:
    numbered = _numbered(tokens, WEEKS, WEEK_LETTERS, 53)
    if numbered is None:
        return None
    found.week, rest = numbered
    return rest


def _take_quarter(_: str, tokens: Tokens, found: Terms) -> Tokens | None:
    numbered = _numbered(tokens, QUARTERS, QUARTER_LETTERS, 4)
    if numbered is None:
        return None
    found.quarter, rest = numbered
    return rest


def _take_season(text: str, tokens: Tokens, found: Terms) -> Tokens | None:
    seasons = [token for token in tokens if token.text in SEASONS]
    if not seasons or (len(seasons) > 1 and not _joined(text, seasons)):
        return None
    found.season = SEASONS[seasons[0].text]
    return [token for token in tokens if token.text not in SEASONS]


def _take_month(text: str, tokens: Tokens, found: Terms) -> Tokens | None:
    months, rest = _months_in(tokens)
    if not months:
        return None
    found.month = months[0][1]
    days = [token for token in rest if 1 <= token.number <= 31 and len(token.text) < 3]
    if len(months) > 1:
        if not _joined(text, [months[0][0], months[1][0]], days):
            found.complete = False
        before = [own for own in days if own.end <= months[0][0].start]
        after = [own for own in days if months[0][0].end <= own.start < months[1][0].start]
        chosen = before or after
    else:
        chosen = days
        if len(days) > 1 and not _joined(text, days):
            chosen, found.complete = [], False  # which of them is the day?
    found.day = chosen[0].number if chosen else 0
    return [token for token in rest if token not in days]


def _months_in(tokens: Tokens) -> tuple[list[tuple[_Token, int]], list[_Token]]:
    """The months that are named, and the tokens that do not name one."""
    found: list[tuple[_Token, int]] = []
    rest: list[_Token] = []
    place = 0
    while place < len(tokens):
        token = tokens[place]
        following = tokens[place + 1] if place + 1 < len(tokens) else None
        number, width = _month_at(token, following)
        if number:
            found.append((token, number))
        else:
            rest.append(token)
        place += width
    if len(found) > 1 and found[0][0] is tokens[0] and found[0][0].text in WEEKDAYS:
        found = found[1:]  # mardi 3 mars
    if not found and len(tokens) == 2 and tokens[0].number > 0 and tokens[1].text in ROMAN:
        return [(tokens[1], ROMAN[tokens[1].text])], [tokens[0]]
    return found, rest


def _month_at(token: _Token, following: _Token | None) -> tuple[int, int]:
    """The number of the month that a token names, or 0; and how many tokens that takes."""
    if following is not None:
        if number := TWO_WORDS.get((token.text, following.text)):
            return number, 2
        if token.text in MONTH_OF_NUMBER and 1 <= following.number <= 12:
            return following.number, 2
    plain = token.text.removeprefix("ב")  # Hebrew: in
    return MONTHS.get(token.text) or MONTHS.get(plain, 0), 1


def _joined(text: str, ends: Tokens, between: Tokens = ()) -> bool:
    """Whether tokens are joined as the ends of a range are, whatever days stand between."""
    inside = {id(token) for token in between}
    for one, other in pairwise(ends):
        gap = text[one.end : other.start]
        for token in sorted(between, key=lambda own: -own.start):
            if id(token) in inside and one.end <= token.start < other.start:
                gap = gap[: token.start - one.end] + gap[token.end - one.end :]
        if not _JOIN.fullmatch(gap.strip()) and not _JOIN.fullmatch(gap):
            return False
    return True
