"""Text between two marks, found in one pass.

A regular expression with `.*?` looks through the rest of the text for each opening mark that is
never closed, which on hostile text takes the square of its length.
"""

from __future__ import annotations

import re
from collections.abc import Callable


def replace_spans(
    text: str,
    opening: re.Pattern[str],
    closing: re.Pattern[str],
    replacement: str | Callable[[str], str],
) -> str:
    """Replace each span from an opening to the next closing mark; unclosed ones stay.

    Parameters
    ----------
    text : str
    opening, closing : pattern
    replacement : str or callable
        A callable is given what stands between the marks.

    >>> replace_spans("a <b> <c", re.compile("<"), re.compile(">"), str.upper)
    'a B <c'
    """
    pieces: list[str] = []
    end = 0
    while (start := opening.search(text, end)) and (stop := closing.search(text, start.end())):
        pieces.append(text[end : start.start()])
        inner = text[start.end() : stop.start()]
        pieces.append(replacement if isinstance(replacement, str) else replacement(inner))
        end = stop.end()
    return "".join([*pieces, text[end:]])
