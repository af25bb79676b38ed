"""Numbers of things, in words for people."""

from __future__ import annotations


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
