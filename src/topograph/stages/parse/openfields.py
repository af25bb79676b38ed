"""Fields in which people write in their own words, recognised by their values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from topograph.formats.header import CATEGORY_SHARE, CATEGORY_VALUES, is_number
from topograph.formats.names import is_placeholder, plain_names

#: Mean number of words, and share of values that are different, from which a field is open.
OPEN_WORDS = 3
OPEN_SHARE = 0.5
#: Categories have fewer words on average.
CATEGORY_WORDS = 4
#: A list has so many parts, and so many words in each part at most, by what stands between them.
_LISTS = ((re.compile(r"[;|]|\s/\s"), 3, 5.0), (re.compile(","), 4, 2.5))
#: Fields that hold words but no text, by the names that exports use.
_NO_TEXTS = frozenset(
    """authors|author|author s|author full names|author names|authors with affiliations|affiliations
    |affiliation|addresses|address|correspondence address|correspondence|source title|source
    |journal|publisher|references|cited references|cited reference|keywords|author keywords
    |index keywords|mesh terms|funding|funding details|funding text|funding texts|funding orgs
    |editors|link|url|doi|citation|user agent|useragent|ip address|email|conference title
    |conference name|conference location|institutions|research areas|wos categories""".replace(
        "\n    ", ""
    ).split("|")
)
#: Statements that were ticked: at least so many, and so large a share of different ones at most.
TICKED_PARTS = 12
TICKED_SHARE = 0.3
#: What programs write: addresses, browsers, structures.
_MACHINE = re.compile(r"(?:https?://|Mozilla/|[\[{]\s*[\[{'\"\]}])\S*|[\w.+-]+@[\w.-]+$")
#: Share of digits among the signs of a value from which it is a date or a code.
DIGIT_SHARE = 0.25


@dataclass(frozen=True)
class OpenField:
    """A field in which people write in their own words.

    Attributes
    ----------
    name : str
    values : int
        Records that have something there.
    words : float
        Mean number of words of these.
    """

    name: str
    values: int
    words: float


def open_fields(
    columns: Iterable[str],
    sample: Sequence[Mapping[str, Any]],
    *,
    least: float = OPEN_WORDS,
    share: float = OPEN_SHARE,
) -> list[OpenField]:
    """The fields with texts, by total number of words, the largest first.

    Parameters
    ----------
    columns : iterable of str
        The fields to look at.
    sample : sequence of mapping
        Records.
    least, share : float
        Mean number of words, and share of values that are different, from which a field counts.
    """
    found = []
    for column in columns:
        if _NO_TEXTS.intersection(name.rstrip(" 0123456789") for name in plain_names(column)):
            continue
        values = [
            value.strip()
            for record in sample
            if isinstance(value := record.get(column), str) and value.strip()
        ]
        numbers = sum(isinstance(record.get(column), int | float) for record in sample)
        if numbers > len(values):
            continue  # with a remark among them
        values = [value for value in values if not is_placeholder(value)]
        words = _mean_words(values)
        if words >= least and len(set(values)) >= share * len(values):
            found.append(OpenField(column, len(values), words))
    return sorted(found, key=lambda own: (-own.words * own.values, own.name))


def is_list(value: str) -> bool:
    """Whether a value lists names or keywords.

    >>> is_list("Trees; Urban climate; Heat island"), is_list("I like it; he does not, I fear.")
    (True, False)
    """
    if value.rstrip().endswith((".", "!", "?", "。")):
        return False
    for between, least, most in _LISTS:
        parts = [part for part in between.split(value) if part.strip()]
        if len(parts) >= least and len(value.split()) <= most * len(parts):
            return True
    return False


def are_choices(values: Sequence[str]) -> bool:
    """Whether values are put together from a few statements, as where several can be ticked.

    >>> are_choices([f"I walk a lot, I ride {n % 2} days, I drive to work" for n in range(9)])
    True
    """
    parts = [part.strip() for value in values for part in re.split(r"[,;|]", value) if part.strip()]
    several = len(parts) >= max(TICKED_PARTS, 1.5 * len(values))
    return several and len(set(parts)) <= TICKED_SHARE * len(parts)


def _mean_words(values: Sequence[str]) -> float:
    """Mean number of words of texts; 0 where most values are none, or all were ticked."""
    if not values:
        return 0.0
    if 2 * sum(map(_is_no_text, values)) > len(values) or are_choices(values):
        return 0.0
    return sum(len(value.split()) for value in values) / len(values)


def _is_no_text(value: str) -> bool:
    digits = sum(map(str.isdigit, value))
    return (
        digits > DIGIT_SHARE * len(value)
        or is_list(value)
        or is_number(value)
        or _MACHINE.match(value) is not None
    )


def is_category(values: Sequence[str]) -> bool:
    """Whether a few short values recur, like `agree` and `strongly agree`."""
    filled = [value for value in values if value]
    words = sum(len(value.split()) for value in filled)
    return (
        len(filled) >= CATEGORY_VALUES
        and len(set(filled)) <= CATEGORY_SHARE * len(filled)
        and words < CATEGORY_WORDS * len(filled)
    )
