"""The order of a column's values: scales of questionnaires, groups of numbers, grades, stages."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise

from topograph.stages.parse.datewords import MONTHS, WEEKDAYS, fold
from topograph.stages.parse.ranges import NumberRange, range_of
from topograph.stages.parse.scalewords import NO_ANSWERS, SCALES

#: A column of more different values is not a scale.
MOST_LEVELS = 60
#: Share of values that may stand beside the scale, besides answers that are none.
MOST_BESIDE = 0.02
_NUMBERED = re.compile(
    r"[(\[]?(?P<number>-?(?:10|\d))[)\]]?\s*(?:[-–—=:.)]\s*|\s+)(?P<label>[^\W\d_].*)", re.DOTALL
)
_BARE_NUMBER = re.compile(r"-?(?:10|\d)")
_GRADE = re.compile(r"([a-f])([+-]?)")
_STAGE = re.compile(
    r"(?P<word>q|level|grade|stage|phase|tier|year|class|week|month|wave|round|step|semester|quarter|"
    r"term|form|stufe|klasse|jahr|welle|phase|runde|niveau|nivel|etape|etapa|grado|ano|annee|vague|"
    r"ola|livello|fase|klas|groep)\s?(?P<number>\d{1,2}|[ivx]{1,4})(?P<rest>\D*)"
)
_ROMAN = {
    "i": 1,
    "ii": 2,
    "iii": 3,
    "iv": 4,
    "v": 5,
    "vi": 6,
    "vii": 7,
    "viii": 8,
    "ix": 9,
    "x": 10,
}
#: How strongly a word is meant; without any of these, as by the empty one.
_INTENSITIES = {
    word: place
    for place, words in enumerate(
        (
            "not at all|not in the least",
            "not|not very|not so|not particularly|not too|hardly|barely",
            "slightly|a little|a little bit|a bit|minimally|marginally",
            "somewhat|moderately|partly|partially",
            "fairly|quite|rather|mostly|generally|reasonably",
            "",
            "very|highly|strongly|really|particularly",
            "extremely|completely|totally|absolutely|entirely|fully|exceptionally",
        )
    )
    for word in words.split("|")
}


@cache
def folded(text: str) -> str:
    """A text in the form for looking up scales: lowercase, without accents, signs as spaces.

    >>> folded("Tout à fait d’accord"), folded("Teils / teils")
    ('tout a fait d accord', 'teils teils')
    """
    return " ".join(re.sub(r"[^\w]+", " ", fold(text)).split())


@cache
def _scales() -> list[dict[str, int]]:
    """The level of each name, by scale."""
    return [
        {
            folded(name): level
            for level, names in enumerate(line.split(" < "))
            for name in names.split("|")
        }
        for line in SCALES.strip().splitlines()
    ]


@cache
def _no_answers() -> frozenset[str]:
    return frozenset(folded(name) for name in re.split(r"[|\n]", NO_ANSWERS) if name)


def is_no_answer(text: str) -> bool:
    """Whether an answer is outside the scale: `Don't know`, `keine Angabe`."""
    return folded(text) in _no_answers()


def find_order(counts: Mapping[str, int]) -> tuple[str, ...]:
    """The values of a scale from low to high.

    Parameters
    ----------
    counts : mapping of str to int
        How often each value occurs.

    Returns
    -------
    tuple of str
        Without answers that stand beside the scale; empty if there is no order.

    >>> find_order({"agree": 3, "strongly disagree": 1, "neutral": 2, "Don't know": 1})
    ('strongly disagree', 'neutral', 'agree')
    >>> find_order({"65+": 1, "18-24": 1, "25-34": 1})
    ('18-24', '25-34', '65+')
    >>> find_order({"red": 3, "green": 1})
    ()
    """
    if not 2 <= len(counts) <= MOST_LEVELS:
        return ()
    answers = {text: count for text, count in counts.items() if not is_no_answer(text)}
    for values in (counts, answers):
        if len(values) < 2:
            continue
        for find in _FINDERS:
            if order := find(values):
                return order
    return ()


def _sorted(ranks: Mapping[str, object]) -> tuple[str, ...]:
    return tuple(sorted(ranks, key=lambda text: (ranks[text], text)))


def _one_value_a_level(ranks: Mapping[str, object]) -> bool:
    """Whether no level has two names, apart from capitals and signs."""
    names: dict[object, str] = {}
    return all(names.setdefault(rank, folded(text)) == folded(text) for text, rank in ranks.items())


def _numbered(values: Mapping[str, int]) -> tuple[str, ...]:
    """`1 - very bad`, `2`, `3`, `5 - very good`."""
    ranks: dict[str, object] = {}
    labelled: dict[int, str] = {}
    for text in values:
        match = _NUMBERED.fullmatch(text.strip())
        if match:
            number = int(match["number"])
            if labelled.setdefault(number, folded(match["label"])) != folded(match["label"]):
                return ()
        elif _BARE_NUMBER.fullmatch(text.strip()):
            number = int(text)
        else:
            return ()
        ranks[text] = number
    return _sorted(ranks) if len(labelled) > 1 else ()


def _by_ranges(values: Mapping[str, int]) -> tuple[str, ...]:
    """Groups of numbers that do not overlap: `under 18`, `18-24`, `65+`."""
    found = {text: range_of(text) for text in values}
    ranges = {text: own for text, own in found.items() if own is not None}
    beside = sum(count for text, count in values.items() if text not in ranges)
    if beside > MOST_BESIDE * sum(values.values()) or len({own[:2] for own in ranges.values()}) < 2:
        return ()
    if len({word for own in ranges.values() for word in own.words}) > 4:
        return ()
    if not _are_groups(sorted(ranges.values())):
        return ()
    return _sorted({text: own[:2] for text, own in ranges.items()})


def _are_groups(ordered: Sequence[NumberRange]) -> bool:
    """Whether ranges, in their order, divide numbers into groups."""
    wide = [own for own in ordered if own.low < own.high]
    closed = any(not math.isinf(own.high - own.low) for own in wide)
    if closed and len({own.low for own in ordered if own.low == own.high}) > 1:
        return False  # numbers, some of them double, as of issues: `3`, `3-4`, `5`
    apart = all(one[:2] == other[:2] or one.high <= other.low for one, other in pairwise(ordered))
    return apart and bool(wide) and (len(wide) > 1 or len(ordered) > 2)


def _by_words(values: Mapping[str, int]) -> tuple[str, ...]:
    """Names of levels, all of one scale; scales that know all of them must agree."""
    orders = set()
    least = MOST_BESIDE * sum(values.values())
    for scale in _scales():
        ranks: dict[str, object] = {
            text: scale[folded(text)] for text in values if folded(text) in scale
        }
        beside = sum(count for text, count in values.items() if text not in ranks)
        if beside > least or not _one_value_a_level(ranks):
            continue
        levels = len(set(ranks.values()))
        short = any(len(folded(text)) < 3 for text in ranks)
        if levels >= (3 if short and folded(next(iter(ranks))).isascii() else 2):
            orders.add(_sorted(ranks))
    return orders.pop() if len(orders) == 1 else ()


def _beside_a_word(values: Mapping[str, int]) -> tuple[str, ...]:
    """Names of levels before or behind one word: `low risk`, `high risk`."""
    for place in (0, -1):
        words = {text: folded(text).split() for text in values}
        if len({tuple(own[place : place + 1 or None]) for own in words.values()}) != 1:
            continue
        bare = {text: " ".join(own[1:] if place == 0 else own[:-1]) for text, own in words.items()}
        if len(set(bare.values())) == len(bare):
            back = {short: text for text, short in bare.items()}
            order = _by_words({short: values[text] for short, text in back.items()})
            if order:
                return tuple(back[short] for short in order)
    return ()


def _by_intensity(values: Mapping[str, int]) -> tuple[str, ...]:
    """One word, meant more or less: `not at all useful`, `useful`, `very useful`."""
    best: tuple[str, ...] = ()
    lasts = {folded(text).rpartition(" ")[2] for text in values}
    if len(lasts) == 1 and len(values) > 2:
        ranks: dict[str, object] = {}
        for text in values:
            rank = _INTENSITIES.get(folded(text).rpartition(" ")[0])
            if rank is None:
                return ()
            ranks[text] = rank
        if _one_value_a_level(ranks):
            best = _sorted(ranks)
    return best


def _by_grade(values: Mapping[str, int]) -> tuple[str, ...]:
    """`A+` to `F`, if some have a sign; the best comes last."""
    matches = {text: _GRADE.fullmatch(text.strip().lower()) for text in values}
    if not any(match and match[2] for match in matches.values()):
        return ()
    ranks: dict[str, object] = {}
    for text, match in matches.items():
        if match is None:
            return ()
        ranks[text] = (-ord(match[1]), "-+".find(match[2] or " ") if match[2] != "-" else -2)
    return _sorted(ranks)


def _by_stage(values: Mapping[str, int]) -> tuple[str, ...]:
    """`Wave 1`, `Wave 2`; `Stage IV`."""
    matches = [(text, _STAGE.fullmatch(fold(text.strip()))) for text in values]
    ranks: dict[str, object] = {}
    words = set()
    for text, match in matches:
        if match is None:
            return ()
        number = match["number"]
        ranks[text] = int(number) if number.isdecimal() else _ROMAN.get(number, 0)
        words.add((match["word"], match["rest"].strip()))
    return _sorted(ranks) if len(words) == 1 and _one_value_a_level(ranks) else ()


def _by_calendar(values: Mapping[str, int]) -> tuple[str, ...]:
    """Names of months, or of weekdays from Monday on."""
    for names in (MONTHS, WEEKDAYS):
        ranks: dict[str, object] = {
            text: names[folded(text)] for text in values if folded(text) in names
        }
        if len(ranks) == len(values) and len(set(ranks.values())) > 2:
            return _sorted(ranks)
    return ()


_FINDERS: Sequence[Callable[[Mapping[str, int]], tuple[str, ...]]] = (
    _numbered, _by_ranges, _by_words, _by_intensity, _beside_a_word, _by_grade, _by_stage,
    _by_calendar,
)  # fmt: skip


def in_given_order(values: Iterable[str], order: Sequence[str]) -> dict[str, str]:
    """The level of a given order that each value names, whatever its capitals and signs."""
    exact = {text.strip(): text for text in order}
    known = {folded(text) or text.strip(): text for text in order}
    found = {}
    for text in values:
        level = exact.get(text.strip()) or known.get(folded(text) or text.strip())
        if level is not None:
            found[text] = level
    return found
