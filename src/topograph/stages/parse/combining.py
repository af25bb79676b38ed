"""Combine several records of one work: the best value of each field."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from topograph.formats.names import names, plain_names
from topograph.rundir.dateprecision import PRECISIONS
from topograph.stages.parse.store import Content
from topograph.stages.parse.values import as_text
from topograph.stages.parse.works import title_keys

#: Names of fields that are united, and of those whose largest number is kept.
KEYWORD_NAMES = frozenset(names("keywords"))
CITATION_NAMES = frozenset(names("citations"))


def combined(contents: Sequence[Content], titled: Sequence[bool]) -> Content:
    """Combine records of one work.

    Parameters
    ----------
    contents : sequence of Content
        The first is the one whose text is kept; earlier ones go before later ones.
    titled : sequence of bool
        Whether each has a title of its own.

    Returns
    -------
    Content
        Text and links of the first; its title, unless another is whole where its own is cut off
        or in capitals; the most precise date; all fields of all records. Of a field that several
        have, keywords are united, of citations the largest number is kept, of others the first.
    """
    first = contents[0]
    dated = _dated(contents)
    return first._replace(
        title=_title([own.title for own, there in zip(contents, titled, strict=True) if there])
        or first.title,
        date=dated.date,
        precision=dated.precision,
        unread_date=dated.unread_date,
        metadata=_fields([own.metadata for own in contents]),
        detail="",
    )


def _title(titles: Sequence[str]) -> str:
    """The first title, or one that says more of it, or that is not in capitals."""
    best = titles[0] if titles else ""
    for other in titles[1:]:
        key, _ = title_keys(best)
        other_key, beginnings = title_keys(other)
        whole = key in beginnings
        spelled = key == other_key and best.isupper() and not other.isupper()
        best = other if whole or spelled else best
    return best


def _dated(contents: Sequence[Content]) -> Content:
    """The record with the most precise date; of equally precise ones the first."""
    return max(contents, key=_exactness)


def _exactness(content: Content) -> float:
    """The first of January stands in some databases for a year of which no more is known."""
    date, precision = content.date, content.precision
    if date is None:
        return -1.0
    vague = precision == "day" and (date.month, date.day) == (1, 1)
    return 0.5 if vague else PRECISIONS.index(precision)


def _fields(records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for fields in records:
        for name, value in fields.items():
            if not as_text(value).strip():
                found.setdefault(name, value)
            elif name not in found or not as_text(found[name]).strip():
                found[name] = value
            elif join := _joining(name):
                found[name] = join(found[name], value)
    return found


@cache
def _joining(name: str) -> Callable[[Any, Any], Any] | None:
    plain = set(plain_names(name))
    if not plain.isdisjoint(KEYWORD_NAMES):
        return _united
    return None if plain.isdisjoint(CITATION_NAMES) else _largest


def _united(one: Any, other: Any) -> Any:
    """Keywords of both, in their order.

    >>> _united("topics; graphs", "Graphs; time"), _united(["a"], ["b", "a"])
    ('topics; graphs; time', ['a', 'b'])
    """
    words: dict[str, str] = {}
    for word in (*_words(one), *_words(other)):
        words.setdefault(word.casefold(), word)
    return list(words.values()) if isinstance(one, list) else "; ".join(words.values())


def _words(value: Any) -> list[str]:
    if isinstance(value, list | tuple):
        return [text for text in map(as_text, value) if text.strip()]
    text = as_text(value)
    sign = ";" if ";" in text else "|" if "|" in text else "\n"
    return [part.strip() for part in text.split(sign) if part.strip()]


def _largest(one: Any, other: Any) -> Any:
    """The larger of two numbers, as it is written; the first where they are none.

    >>> _largest("7", "12"), _largest(3, None), _largest("n/a", "n/a")
    ('12', 3, 'n/a')
    """
    return other if _number(other) > _number(one) else one


def _number(value: Any) -> float:
    try:
        return float(as_text(value).replace(",", ""))
    except ValueError:
        return -1.0
