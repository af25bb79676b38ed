"""Numbers as tables write them: one notation per column, detected from all its values.

`1,234` is twelve hundred in one column and one and a quarter in another. A notation counts only if
the column proves it; what stays open is no number.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

#: Share of values that may fail to be numbers in a column of numbers.
MOST_UNFIT = 0.02
#: One value may fail where there are at least so many.
ONE_UNFIT = 20
#: Longer whole numbers name something; they would lose digits as floats, too.
LONGEST_NUMBER = 15
#: Whole numbers of one length from this on are phone numbers and the like, not counts.
LONG_NUMBER = 10
LONG_SPACED = 9
#: So many values with one sign and three digits behind it prove that the sign groups thousands.
PROOF = 3
_UNITS = "%‰€$£¥₹₽₺₩₪฿₴₦₫"
_CODES = (
    "usd|eur|gbp|chf|jpy|cny|inr|rub|brl|cad|aud|sek|nok|dkk|pln|czk|huf|krw|mxn|zar|try|us\\$|r\\$"
)
_NUMBER = re.compile(
    rf"(?P<before>[{_UNITS}]|(?:{_CODES})(?![a-z]))?\s?(?P<sign>[-+−])?\s?"
    rf"(?P<inner>[{_UNITS}])?(?P<body>\d(?:[\d.,'’\s]*\d)?|[.,]\d+)(?P<power>e[-+]?\d+)?"
    rf"\s?(?P<after>[{_UNITS}]|(?:{_CODES}))?",
    re.IGNORECASE,
)
_PLAIN = re.compile(r"-?\d+(?:\.\d+)?", re.ASCII)
#: Thousands in threes; in India, pairs stand before the last three digits.
_GROUPED = re.compile(r"\d{1,3}(?:(?P<sign>[.,'’\s])\d{3})(?:(?P=sign)\d{3})*")
_INDIAN = re.compile(r"\d{1,2}(?:,\d{2})+,\d{3}")


@dataclass(frozen=True)
class Notation:
    """How a column writes numbers.

    Attributes
    ----------
    decimal : str
        `.` or `,`.
    unit : str
        What stands beside every number: a percent sign, a currency; or nothing.
    whole : bool
        Whether all numbers are whole.
    """

    decimal: str = "."
    unit: str = ""
    whole: bool = False

    def read(self, text: str) -> float | int | None:
        """The number of a text; None if it is not one in this notation.

        >>> Notation(",").read("1.234,5"), Notation(".").read("1.234,5")
        (1234.5, None)
        """
        if self.decimal == "." and not self.unit and _PLAIN.fullmatch(text):
            return float(text) if not self.whole else self._whole(text)
        found = _parts(text)
        if found is None or found.unit != self.unit:
            return None
        digits = found.digits(self.decimal)
        if digits is None:
            return None
        if self.whole:
            return self._whole(f"{found.sign}{digits}{found.power}")
        value = float(f"{found.sign}{digits}{found.power}")
        return value if math.isfinite(value) else None

    @staticmethod
    def _whole(number: str) -> int | None:
        whole, _, fraction = number.partition(".")
        return None if "e" in number.lower() or fraction.strip("0") else int(whole)


@dataclass(frozen=True)
class _Parts:
    sign: str
    body: str
    power: str
    unit: str

    def digits(self, decimal: str) -> str | None:
        """The digits with a decimal point, if the body is a number with this decimal sign."""
        whole, sign, fraction = self.body.rpartition(decimal)
        if not sign:
            whole, fraction = self.body, ""
        elif not fraction.isdecimal():
            return None  # several of them: they group
        group = _GROUPED.fullmatch(whole)
        if not (whole == "" or whole.isdecimal()):
            if decimal == "." and _INDIAN.fullmatch(whole):
                pass
            elif group is None or group["sign"] == decimal or whole[0] == "0":
                return None
        plain = re.sub(r"\D", "", whole)
        return f"{plain or '0'}.{fraction}" if sign else plain

    @property
    def undecided(self) -> str:
        """A single sign with three digits behind it, which may group or divide; else nothing."""
        match = _GROUPED.fullmatch(self.body)
        if match and self.body[0] != "0" and match["sign"] in ".," and len(self.body) <= 7:
            return match["sign"] if self.body.count(match["sign"]) == 1 else ""
        return ""


def _parts(text: str) -> _Parts | None:
    match = _NUMBER.fullmatch(text.strip())
    if match is None:
        return None
    units = [own for own in (match["before"], match["inner"], match["after"]) if own]
    if len(units) > 1:
        return None
    sign = "-" if match["sign"] in ("-", "−") else ""
    return _Parts(sign, match["body"], match["power"] or "", units[0].upper() if units else "")


def allowed_unfit(filled: int) -> float:
    """The number of values that may not fit a column's type."""
    return max(MOST_UNFIT * filled, 1.0 if filled >= ONE_UNFIT else 0.0)


def names_something(text: str) -> bool:
    """Whether digits are a name and not a quantity: `007`, `+49 30 123456`, a tweet's number.

    >>> [names_something(own) for own in ("007", "0", "0.5", "+4930123456", "1534875979123456")]
    [True, False, False, True, True]
    """
    plain = re.sub(r"[\s()/-]", "", text)
    if plain.startswith("+"):
        return plain[1:].isdecimal() and len(plain) > 7
    plain = plain.removeprefix("-")
    if not plain.isdecimal():
        return False
    return len(plain) > LONGEST_NUMBER or (plain[0] == "0" and len(plain) > 1)


def all_names(counts: Mapping[str, int]) -> bool:
    """Whether the numbers of a column are names: they are too long, or all of one great length."""
    return any(map(names_something, counts)) or _have_one_length(counts)


def likely_notation(counts: Mapping[str, int]) -> Notation:
    """The notation in which most values are numbers, for a column configured as numbers."""
    parsed = [found for text in counts if (found := _parts(text)) is not None]
    units = Counter(own.unit for own in parsed)
    unit = min(units, key=lambda own: (-units[own], own), default="")
    both = [Notation(decimal, unit) for decimal in ".,"]
    fits = [sum(n for text, n in counts.items() if own.read(text) is not None) for own in both]
    decimal = (_decide(parsed) or ".") if fits[0] == fits[1] else both[fits[1] > fits[0]].decimal
    return Notation(decimal, unit)


def find_notation(counts: Mapping[str, int]) -> Notation | None:
    """The notation in which nearly all of a column's values are numbers.

    Parameters
    ----------
    counts : mapping of str to int
        How often each text occurs; without what stands for a missing value.

    Returns
    -------
    Notation or None
        None if too many values are not numbers, they name something, or nothing shows whether a
        sign groups thousands.

    >>> find_notation({"12,5": 3, "1.200": 1})
    Notation(decimal=',', unit='', whole=False)
    >>> find_notation({"01067": 3, "80331": 1}) is None
    True
    """
    filled = sum(counts.values())
    parsed = {text: found for text in counts if (found := _parts(text)) is not None}
    unfit = filled - sum(counts[text] for text in parsed)
    units = {own.unit for own in parsed.values()}
    if len(units) != 1 or unfit > allowed_unfit(filled):
        return None
    if all_names({text: counts[text] for text in parsed}):
        return None
    unit = units.pop()
    best: list[tuple[int, Notation]] = []
    for decimal in ".,":
        notation = Notation(decimal, unit)
        fits = sum(counts[text] for text in parsed if notation.read(text) is not None)
        if filled - fits <= allowed_unfit(filled):
            best.append((fits, notation))
    if not best:
        return None
    best.sort(key=lambda pair: -pair[0])
    chosen = best[0][1]
    if len(best) == 2 and best[0][0] == best[1][0]:
        decided = _decide(parsed.values())
        if decided is None:
            return None
        chosen = Notation(decided, unit)
    whole = all(
        not own.power
        and (
            (digits := own.digits(chosen.decimal)) is None
            or not digits.partition(".")[2].strip("0")
        )
        for own in parsed.values()
    )
    return Notation(chosen.decimal, unit, whole)


def _decide(parsed: Iterable[_Parts]) -> str | None:
    """The decimal sign if every value can be read in both ways; None if nothing shows it."""
    own = list(parsed)
    signs = {part.undecided for part in own} - {""}
    if len(signs) != 1:
        return "." if not signs else None  # whole numbers; or both signs, each of them undecided
    sign = signs.pop()
    other = "," if sign == "." else "."
    marked = sum(part.undecided == sign for part in own)
    plain = [part.body for part in own if part.body.isdecimal()]
    if any(len(body) > 3 for body in plain):
        return sign if sign == "." else None  # thousands are not grouped, so it is no group
    if not plain:
        return "."  # a column of `0.375` has others than these; one of `1,234` alone groups
    return other if marked >= PROOF else None


def _have_one_length(counts: Mapping[str, int]) -> bool:
    """Whether values are long whole numbers of one length, each once: they name something."""
    plain = [re.sub(r"\s", "", text) for text in counts]
    spaced = all(re.search(r"\d\s\d", text) for text in counts)
    return (
        len(plain) > 1
        and len(set(map(len, plain))) == 1
        and len(plain[0]) >= (LONG_SPACED if spaced else LONG_NUMBER)
        and all(map(str.isdecimal, plain))
        and sum(counts.values()) < 2 * len(counts)
    )
