"""Sentence segmentation in any script."""

from __future__ import annotations

import re

# begins with a character class, so that the search can skip to the next sign
_SENTENCE_END = re.compile(
    r"[.!?\u3002\uff01\uff1f\u1362\u0964]"
    r"(?:(?<=[.!?])[”\"’)\]]*\s+|(?<=[\u3002\uff01\uff1f\u1362\u0964])\s*)(?=\S)"
)
_ABBREVIATION = re.compile(
    r"(?:\b[A-Z]|\be\.g|\bi\.e|\bet al|\bvs|\bcf|\bLtd|\bInc|\bCo|\bDr|\bFig|\bEq|\bno)$"
)


def sentences(text: str) -> list[str]:
    """Split a text into sentences; joined together, they give the text.

    >>> sentences("One, e.g. this. Two? Three.")
    ['One, e.g. this. ', 'Two? ', 'Three.']
    """
    found = []
    start = 0
    for match in _SENTENCE_END.finditer(text):
        abbreviated = text[match.start()] == "." and _ABBREVIATION.search(
            text, max(0, match.start() - 6), match.start()
        )
        if not abbreviated:
            found.append(text[start : match.end()])
            start = match.end()
    if start < len(text):
        found.append(text[start:])
    return found
