"""Long texts in pieces that an encoder reads whole, cut at sentence ends where there are any."""

from __future__ import annotations

import re
from collections.abc import Sequence

#: Ends of sentences: after the mark, and closing quotes or brackets behind it.
SENTENCE_END = re.compile(r"[.!?…][\"'”’»)\]]*\s+|[。！？؟।]|\n+")


def split(text: str, spans: Sequence[tuple[int, int]], budget: int) -> list[tuple[str, int]]:
    r"""Cut a text into pieces of at most `budget` tokens.

    A piece ends at the last end of a sentence in the second half of what fits, else at the last
    white space there, else where no token more fits. No character is cut: one of more tokens than
    the budget is a piece of its own. Pieces without a letter or mark are left out.

    Parameters
    ----------
    text : str
    spans : sequence of (int, int)
        Where each token stands in the text: start and end, ascending.
    budget : int
        At least 1.

    Returns
    -------
    list of (str, int)
        Pieces, in order, and their numbers of tokens; the text itself if there are none.

    >>> words = "One two. Three four five six"
    >>> split(words, [m.span() for m in re.finditer(r"\w+|\.", words)], 4)
    [('One two.', 3), ('Three four five six', 4)]
    """
    ends = {match.end() for match in SENTENCE_END.finditer(text)}
    pieces = []
    first = 0
    while first < len(spans):
        last = min(first + budget, len(spans))
        if last < len(spans):
            last = _between_characters(spans, first, _best_cut(text, spans, first, last, ends))
        start = spans[first][0]
        end = spans[last][0] if last < len(spans) else len(text)
        piece = text[start:end].strip()
        if piece:
            pieces.append((piece, last - first))
        first = last
    return pieces or [(text, max(len(spans), 1))]


def _between_characters(spans: Sequence[tuple[int, int]], first: int, last: int) -> int:
    """The nearest cut that divides no character: several tokens may stand for one."""

    def divides(i: int) -> bool:
        return i < len(spans) and spans[i][0] < spans[i - 1][1]

    back = last
    while back > first and divides(back):
        back -= 1
    if back > first:
        return back
    while divides(last):
        last += 1
    return last


def _best_cut(
    text: str, spans: Sequence[tuple[int, int]], first: int, last: int, ends: set[int]
) -> int:
    """The token that begins the next piece."""
    candidates = range(last, first + (last - first) // 2, -1)
    for i in candidates:
        if any(place in ends for place in range(spans[i - 1][1], spans[i][0] + 1)):
            return i
    for i in candidates:
        if any(character.isspace() for character in text[spans[i - 1][1] : spans[i][0]]):
            return i
    return last
