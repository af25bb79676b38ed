"""Lowercase that keeps the number of characters."""

from __future__ import annotations

#: Languages with a dotted and a dotless i.
DOTLESS = frozenset({"az", "tr"})


def lowercase(text: str, language: str = "") -> str:
    """A text in lowercase with the same number of characters.

    `str.lower` turns the Turkish `İ` into two characters, an i and a combining dot. This would
    shift positions in the text and make equal words differ.

    Parameters
    ----------
    text : str
    language : str, optional
        Two-letter code; in Turkish and Azerbaijani, the lowercase of `I` has no dot.

    >>> lowercase("İZMİR"), lowercase("ISPARTA", "tr"), lowercase("Istanbul")
    ('izmir', 'ısparta', 'istanbul')
    """
    if language in DOTLESS:
        text = text.replace("I", "ı")
    return text.replace("İ", "i").lower()
