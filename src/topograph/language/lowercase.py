"""Small letters, each for one capital."""

from __future__ import annotations

#: Languages with two letters i, one with a dot and one without, small and capital.
DOTLESS = frozenset({"az", "tr"})


def small(text: str, language: str = "") -> str:
    """A text in small letters, as many characters as before.

    `str.lower` turns the Turkish capital I with a dot into two characters, an i and a dot, so that
    places in the text move and words that are the same differ.

    Parameters
    ----------
    text : str
    language : str, optional
        Two-letter code; in Turkish and Azerbaijani the small letter of `I` has no dot.

    >>> small("İZMİR"), small("ISPARTA", "tr"), small("Istanbul")
    ('izmir', 'ısparta', 'istanbul')
    """
    if language in DOTLESS:
        text = text.replace("I", "ı")
    return text.replace("İ", "i").lower()
