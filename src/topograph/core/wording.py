"""Counts as text for people."""

from __future__ import annotations

from collections.abc import Callable, Mapping

#: Renders a citation in a sentence, `Fred and Jain 2005`, from keys of publications.
Cite = Callable[..., str]
#: Kinds that are listed; the others are added up.
SHOWN = 5


def counted(number: int, noun: str) -> str:
    """A number and its noun.

    >>> counted(1, "file"), counted(2, "topic"), counted(0, "query")
    ('1 file', '2 topics', '0 queries')
    >>> counted(1200, "record")
    '1,200 records'
    """
    if number == 1:
        return f"1 {noun}"
    return f"{number:,} {noun[:-1]}ies" if noun.endswith("y") else f"{number:,} {noun}s"


def with_shares(counts: Mapping[str, int]) -> str:
    """Counts by kind, the largest first; with shares if there are several kinds.

    >>> with_shares({"de": 300}), with_shares({"en": 1, "de": 300})
    ('300 de', '300 de (99.7 %), 1 en (0.3 %)')
    """
    total = sum(counts.values())
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    if len(ordered) < 2:
        return ", ".join(f"{count:,} {kind}" for kind, count in ordered)
    listed = [f"{count:,} {kind} ({100 * count / total:.1f} %)" for kind, count in ordered[:SHOWN]]
    rest = sum(count for _, count in ordered[SHOWN:])
    return ", ".join(listed + ([f"{rest:,} others"] if rest else []))
