"""Long texts in chunks that an encoder reads whole, cut at sentence ends where there are any."""

from __future__ import annotations

import re
from collections.abc import Sequence

#: Ends of sentences: after the mark, and closing quotes or brackets behind it.
SENTENCE_END = re.compile(r"[.!?…][\"'”’»)\]]*\s+|[。！？؟।]|\n+")


def split(text: str, offsets: Sequence[tuple[int, int]], budget: int) -> list[tuple[str, int]]:
    r"""Cut a text into chunks of at most `budget` tokens.

    A chunk ends at the last end of a sentence in the second half of what fits, else at the last
    white space there, else where no token more fits. No character is cut: one of more tokens than
    the budget is a chunk of its own. Chunks without a letter or mark are left out.

    Parameters
    ----------
    text : str
    offsets : sequence of (int, int)
        Start and end of each token in the text, ascending.
    budget : int
        At least 1.

    Returns
    -------
    list of (str, int)
        Chunks, in order, and their numbers of tokens; the text itself if there are none.

    >>> words = "One two. Three four five six"
    >>> split(words, [m.span() for m in re.finditer(r"\w+|\.", words)], 4)
    [('One two.', 3), ('Three four five six', 4)]
    """
    ends = {match.end() for match in SENTENCE_END.finditer(text)}
    chunks = []
    first = 0
    while first < len(offsets):
        last = min(first + budget, len(offsets))
        if last < len(offsets):
            last = _between_characters(offsets, first, _best_cut(text, offsets, first, last, ends))
        start = offsets[first][0]
        end = offsets[last][0] if last < len(offsets) else len(text)
        chunk = text[start:end].strip()
        if chunk:
            chunks.append((chunk, last - first))
        first = last
    return chunks or [(text, max(len(offsets), 1))]


def _between_characters(offsets: Sequence[tuple[int, int]], first: int, last: int) -> int:
    """The nearest cut that divides no character: several tokens may stand for one."""

    def divides(i: int) -> bool:
        return i < len(offsets) and offsets[i][0] < offsets[i - 1][1]

    back = last
    while back > first and divides(back):
        back -= 1
    if back > first:
        return back
    while divides(last):
        last += 1
    return last


def _best_cut(
    text: str, offsets: Sequence[tuple[int, int]], first: int, last: int, ends: set[int]
) -> int:
    """The token that begins the next chunk."""
    candidates = range(last, first + (last - first) // 2, -1)
    for i in candidates:
        if any(place in ends for place in range(offsets[i - 1][1], offsets[i][0] + 1)):
            return i
    for i in candidates:
        if any(character.isspace() for character in text[offsets[i - 1][1] : offsets[i][0]]):
            return i
    return last
