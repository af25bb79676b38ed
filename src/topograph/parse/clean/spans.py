"""What stands between two marks, found in one pass.

A regular expression with `.*?` looks through the rest of the text for each opening mark that is never
closed, which on hostile text takes the square of its length.
"""

from __future__ import annotations

import re
from collections.abc import Callable


def replace_spans(
    text: str, opening: re.Pattern[str], closing: re.Pattern[str], replacement: Callable[[str], str]
) -> str:
    """Replace each span from an opening to the next closing mark; unclosed ones stay.

    Parameters
    ----------
    text : str
    opening, closing : pattern
    replacement : callable
        Given what stands between the marks.

    >>> replace_spans("a <b> <c", re.compile("<"), re.compile(">"), str.upper)
    'a B <c'
    """
    pieces: list[str] = []
    end = 0
    while (start := opening.search(text, end)) and (stop := closing.search(text, start.end())):
        pieces += [text[end : start.start()], replacement(text[start.end() : stop.start()])]
        end = stop.end()
    return "".join([*pieces, text[end:]])
