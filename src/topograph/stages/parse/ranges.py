"""Groups of numbers as tables write them: `18-24`, `65+`, `under 18`, `$10k-$20k`, `3 or more`."""

from __future__ import annotations

import math
import re
from functools import cache
from typing import NamedTuple

from topograph.stages.parse.datewords import fold

_NUMBER = (
    r"(\d{1,3}(?:[,.’' ]\d{3})+(?!\d)|\d+(?:[.,]\d+)?)"
    r"\s?(k|m|mio|mn|million|millions|tsd|thousand)?(?![^\W\d_])"
)
_SCALE = {"k": 1e3, "tsd": 1e3, "thousand": 1e3, "m": 1e6, "mio": 1e6, "mn": 1e6}
_BETWEEN = re.compile(
    rf"^\s*{_NUMBER}\s?(?:-|–|—|~|to|bis|a|au|al|ate|hasta|and|und|y|e|et|до|tot|till)\s?{_NUMBER}\s*$"
)
_DECADE = re.compile(r"(\d+0)\s?['’]?s")
_NOTHING = re.compile(
    r"(?:none|no|zero|nothing|keine?r?|aucune?|ningun[oa]?|nenhum[a]?|nessun[oa]?|geen|inga?|zadn\w+|"
    r"нет|hic|yok)(?![^\W\d_])(?!.*\d)"
)
_SIGNS = (
    (re.compile(rf"^(?:<=?|≤|＜)\s?{_NUMBER}$|^{_NUMBER}\s?-$"), "below"),
    (re.compile(rf"^(?:>=?|≥|＞)\s?{_NUMBER}$|^{_NUMBER}\s?(?:\+|plus)$|^{_NUMBER}\s?-$"), "above"),
)
#: Words before or behind a number that open a group to below or above, in several languages.
_BELOW = (
    "less than|fewer than|under|below|up to|at most|younger than|no more than|max|maximum|unter|"
    "bis|bis zu|weniger als|junger als|hochstens|moins de|jusqu a|menos de|hasta|ate|meno di|"
    "fino a|sotto|minder dan|onder|tot|jonger dan|mindre an|ponizej|do|mniej niz|до|менее|"
    "меньше|моложе|alti|altinda|以下|未満|未满|이하|미만|or less|or fewer|or under|or younger|"
    "or below|and under|and below|and younger|and less|oder weniger|oder junger|und junger|"
    "und weniger|ou moins|et moins|o menos|ou menos|o meno|of minder|of jonger|eller mindre|"
    "lub mniej|и менее|и моложе|"
    "ve alti"
)
_ABOVE = (
    "more than|over|above|at least|older than|from|min|minimum|greater than|uber|ab|mehr als|alter "
    "als|mindestens|plus de|a partir de|mas de|mais de|acima de|piu di|oltre|meer dan|boven|vanaf|"
    "ouder dan|mer an|over|powyzej|od|wiecej niz|свыше|более|больше|старше|от|ustu|uzeri|以上|超過|"
    "超过|이상|초과|or more|or over|or older|or above|and over|and above|and older|and more|and up|"
    "or greater|oder mehr|oder alter|und alter|und mehr|und daruber|et plus|ou plus|y mas|o mas|"
    "ou mais|e mais|e piu|o piu|of meer|en ouder|of ouder|en meer|och aldre|eller mer|i wiecej|"
    "lub wiecej|i starsi|и более|и старше|ve uzeri|ve ustu"
)


class NumberRange(NamedTuple):
    """A group of numbers.

    Attributes
    ----------
    low, high : float
        Equal for a single number; infinite where the group is open.
    words : tuple of str
        What stands beside, like `years`.
    """

    low: float
    high: float
    words: tuple[str, ...]


@cache
def _phrases() -> re.Pattern[str]:
    below = "|".join(sorted(_BELOW.split("|"), key=lambda own: (-len(own), own)))
    above = "|".join(sorted(_ABOVE.split("|"), key=lambda own: (-len(own), own)))
    return re.compile(rf"(?<![^\W\d_])(?:(?P<below>{below})|(?P<above>{above}))(?![^\W\d_])")


def range_of(text: str) -> NumberRange | None:
    """The group of numbers that a text names; None if it names none.

    >>> range_of("18-24 years"), range_of("65+")
    (NumberRange(low=18.0, high=24.0, words=('years',)), NumberRange(low=65.0, high=inf, words=()))
    >>> range_of("less than $10,000").high, range_of("Berlin 1990")
    (10000.0, NumberRange(low=1990.0, high=1990.0, words=('berlin',)))
    """
    plain = " ".join(re.sub(r"[$€£¥₹%]|(?<=\d)\s?(?:usd|eur)\b", " ", fold(text.strip())).split())
    plain = re.sub(r"(?<=\d) (?=[+-])|(?<=[-–<>]) (?=\d)", "", plain)
    if match := _DECADE.fullmatch(plain):
        return NumberRange(float(match[1]), float(match[1]) + 9, ())
    if match := _NOTHING.match(plain):
        return NumberRange(0.0, 0.0, tuple(plain[match.end() :].split()))
    phrase = None if _BETWEEN.match(_core(plain)[0]) else _phrases().search(plain)
    side = "" if phrase is None else "below" if phrase["below"] else "above"
    rest = plain if phrase is None else f"{plain[: phrase.start()]} {plain[phrase.end() :]}"
    core, words = _core(rest)
    if match := _BETWEEN.match(core):
        if side:
            return None
        return _ends(_value(match[1], match[2] or match[4]), _value(match[3], match[4]), words)
    for pattern, kind in _SIGNS:
        if match := pattern.match(core):
            side, core = side or kind, "".join(own or "" for own in match.groups())
            break
    match = re.fullmatch(_NUMBER, core.strip())
    if match is None:
        return None
    number = _value(match[1], match[2])
    if side == "below":
        return NumberRange(-math.inf, number, words)
    return NumberRange(number, math.inf if side else number, words)


def _ends(low: float, high: float, words: tuple[str, ...]) -> NumberRange | None:
    return NumberRange(low, high, words) if low <= high else None


def _core(text: str) -> tuple[str, tuple[str, ...]]:
    """The numbers with the signs around them, and the words beside them."""
    match = re.search(r"[<>≤≥＜＞]?=?\s?\d", text)
    if match is None:
        return text, ()
    last = max(place for place, letter in enumerate(text) if letter.isdecimal() or letter == "+")
    tail = re.match(
        r"\s?(?:k|m|mio|mn|tsd|thousand|millions?|plus)(?![^\W\d_])|-$", text[last + 1 :]
    )
    end = last + 1 + (tail.end() if tail else 0)
    around = f"{text[: match.start()]} {text[end:]}"
    inner = text[match.start() : end]
    inner = re.sub(r"(?<=[\d\skm])(?:years?|yrs?|jahre?|ans|anos|year old)(?=\s?[-–t])", "", inner)
    words = tuple(re.findall(r"[^\W\d_]+", around))
    return " ".join(inner.split()), words


def _value(digits: str, scale: str | None) -> float:
    grouped = re.fullmatch(r"\d{1,3}(?:[,.’' ]\d{3})+", digits)
    plain = re.sub(r"\D", "", digits) if grouped else digits.replace(",", ".")
    return float(plain) * _SCALE.get(scale or "", 1e6 if scale in ("million", "millions") else 1.0)
