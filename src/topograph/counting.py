"""Numbers of things, in words for people."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """A number and its noun.

    >>> counted(1, "file"), counted(1200, "topic"), counted(0, "query")
    ('1 file', '1,200 topics', '0 queries')
    """
    if number == 1:
        return f"1 {noun}"
    return f"{number:,} {noun[:-1]}ies" if noun.endswith("y") else f"{number:,} {noun}s"
