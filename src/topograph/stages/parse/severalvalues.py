"""Several values in one cell: the sign between them, if the column proves it.

A semicolon or bar does so where cells hold short parts; a comma only where the parts recur in
other company and at other places: `Doe, J.` and `Austin, TX` are one value.
"""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from topograph.formats.names import names, plain_names

#: Words in the names of columns whose cells hold several values.
NAMED = frozenset(
    "authors author keywords keyword tags tag genres genre hashtags mentions descriptors mesh "
    "subjects editors creators inventors contributors affiliations actors cast skills autoren "
    "auteurs autores autori schlagworter schlagworte stichworter palabras palavras mots".split()
)
#: Those whose parts are names of persons, which have commas of their own.
PERSONS = frozenset(
    "authors author editors creators inventors contributors actors cast autoren auteurs autores "
    "autori".split()
)
#: Names of columns that hold lists of persons, also where each record has one person.
LISTS_OF_PERSONS = frozenset(names("persons"))
#: Names of columns with signs that separate nothing.
ONE_VALUE = frozenset(names("one_value"))
#: What parts names in BibTeX.
AND = " and "
#: Characters and words of a part that is not a sentence.
PART_CHARACTERS = 80
PART_WORDS = 10
MEAN_WORDS = 5
#: Share of parts that must be so short.
MOST = 0.95
#: Share of cells with the sign that proves it without a name that says so.
OFTEN = 0.2
#: Share of the parts of such cells that must recur in other cells.
AGAIN = 0.5
#: The same for commas; and the share of parts behind a comma that stand before one elsewhere.
COMMA_AGAIN = 0.8
COMMA_FIRST = 0.6
_ENTITY_END = re.compile(r"&#?\w{1,8}$")
_SENTENCE_END = re.compile(r"[^\W\d_A-ZÀ-Þ]{3}[.!?]$")
_INITIALS = re.compile(r"(?:[A-ZÀ-Þ]\.?[-\s]?){1,4}|[JS]r\.?|I{2,3}|Ph\.?D\.?", re.UNICODE)


def split(text: str, sign: str) -> list[str]:
    """The values of a cell.

    Parameters
    ----------
    text : str
    sign : str
        `;`, `|`, `,` or `AND`; `[` for a list as Python or JSON write it.

    >>> split("Doe, J.; R&amp;D; ", ";"), split("['a', 'b']", "[")
    (['Doe, J.', 'R&amp;D'], ['a', 'b'])
    """
    if sign == "[":
        values = literal(text)
        parts = [text] if values is None else [str(value) for value in values]
    else:
        parts = text.split(sign)
        if sign == ";" and "&" in text:
            parts = _joined_entities(parts)
    return [own for part in parts if (own := part.strip())]


def _joined_entities(parts: Iterable[str]) -> list[str]:
    """Parts, with those joined again that an HTML entity's semicolon parted."""
    joined: list[str] = []
    for part in parts:
        if joined and _ENTITY_END.search(joined[-1]):
            joined[-1] += f";{part}"
        else:
            joined.append(part)
    return joined


def literal(text: str) -> list[Any] | None:
    """The plain values of a list as Python or JSON write it; None if the text is none."""
    plain = text.strip()
    if not (plain.startswith("[") and plain.endswith("]")) or len(plain) > 100_000:
        return None
    for read in (json.loads, ast.literal_eval):
        try:
            values = read(plain)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
        if isinstance(values, list) and all(isinstance(own, str | int | float) for own in values):
            return values
    return None


def find_sign(name: str, counts: Mapping[str, int]) -> str:
    """The sign between the values of a column's cells.

    Parameters
    ----------
    name : str
        The column's.
    counts : mapping of str to int
        How often each text occurs.

    Returns
    -------
    str
        `;`, `|`, `,`, `AND`, or `[` for lists as Python or JSON write them; empty if no sign is
        proven.

    >>> find_sign("authors", {"Doe, J.; Roe, R.": 1, "Doe, J.": 1})
    ';'
    >>> find_sign("author", {"Doe, Jane": 2, "Roe, Richard": 1})
    ''
    """
    if counts and all(text.lstrip().startswith("[") for text in counts):
        return "[" if all(literal(text) is not None for text in counts) else ""
    plains = set(plain_names(name))
    if plains & ONE_VALUE:
        return ""
    words = {word for plain in plains for word in plain.split()}
    found = [
        (sum(counts[text] for text in counts if sign in text), sign)
        for sign in ";|"
        if _is_proven(sign, counts, named=bool(words & NAMED))
    ]
    if found:
        return max(found)[1]
    if words & PERSONS and _lists_by_and(counts):
        return AND
    if (words & PERSONS and _lists_persons(counts)) or _lists_by_comma(
        counts, named=bool(words & NAMED - PERSONS)
    ):
        return ","
    return ";" if plains & LISTS_OF_PERSONS and counts else ""


def _several(sign: str, counts: Mapping[str, int]) -> dict[str, list[str]]:
    """The parts of those texts that have several."""
    parted = ((text, split(text, sign)) for text in counts if sign in text)
    return {text: parts for text, parts in parted if len(parts) > 1}


def _is_proven(sign: str, counts: Mapping[str, int], *, named: bool) -> bool:
    several = _several(sign, counts)
    if not several:
        return False
    parts = [part for own in several.values() for part in own]
    if named:
        return True
    if not _are_short(parts):
        return False
    sentences = sum(_SENTENCE_END.search(text) is not None for text in several)
    if sentences > OFTEN * len(several):
        return False
    often = sum(counts[text] for text in several) >= OFTEN * sum(counts.values())
    return often or come_again(sign, counts) >= AGAIN


def _are_short(parts: list[str]) -> bool:
    words = [len(part.split()) for part in parts]
    short = sum(
        len(part) <= PART_CHARACTERS and n <= PART_WORDS
        for part, n in zip(parts, words, strict=True)
    )
    return short >= MOST * len(parts) and sum(words) <= MEAN_WORDS * len(parts)


def come_again(sign: str, counts: Mapping[str, int]) -> float:
    """The share of the parts of cells with several values that other cells have, too."""
    cells: Counter[str] = Counter()
    several: list[tuple[list[str], int]] = []
    for text, count in counts.items():
        parts = split(text, sign)
        cells.update(dict.fromkeys(parts, count))
        if len(parts) > 1:
            several.append((parts, count))
    total = sum(len(parts) * count for parts, count in several)
    again = sum(sum(cells[part] > 1 for part in parts) * count for parts, count in several)
    return again / total if total else 0.0


def _lists_by_comma(counts: Mapping[str, int], *, named: bool) -> bool:
    several = _several(",", counts)
    parts = [part for own in several.values() for part in own]
    if not parts or not _are_short(parts) or any(map(_INITIALS.fullmatch, parts)):
        return False
    if named:
        return True
    if come_again(",", counts) < COMMA_AGAIN:
        return False
    first = {own[0] for own in several.values()}
    behind = [part for own in several.values() for part in own[1:]]
    return sum(part in first for part in behind) >= COMMA_FIRST * len(behind)


def _lists_by_and(counts: Mapping[str, int]) -> bool:
    """Whether `and` parts whole names of persons, as in BibTeX."""
    parts = [part for own in _several(AND, counts).values() for part in own]
    return bool(parts) and sum(map(_is_person, parts)) >= MOST * len(parts)


def _is_person(part: str) -> bool:
    words = part.replace(",", " ").split()
    return part.count(",") == 1 or (
        1 < len(words) < 5 and all(word[0].isupper() for word in (words[0], words[-1]))
    )


def _lists_persons(counts: Mapping[str, int]) -> bool:
    """Whether commas part whole names, `Jane Doe, Max Roe, ...`, and not the parts of one."""
    several = _several(",", counts)
    parts = [part for own in several.values() for part in own]
    whole = sum(len(part.split()) > 1 for part in parts)
    return any(len(own) > 2 for own in several.values()) and whole >= MOST * len(parts)
