"""Line ends: hard-wrapped lines and words divided by them."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

from topograph.encoders.shipped import shipped_pieces

_DIVIDED = re.compile(
    r"(?<![^\W\d_])([^\W\d_]+(?:[’'][^\W\d_]+)?)[-‐]\n[ \t]*([^\W\d_]+"
    r"|\d)(?![^\W\d_])(?=[\s\d.,;:!?)\]’'\"”»/–—-]|$)"
)
#: Letters before it are Latin.
_LATIN = "\u0250"
_LINE_END = re.compile(r"[-‐]\n[ \t]*[^\W_]")
_WORD = re.compile(r"[^\W\d_]+(?:[’'][^\W\d_]+)?")
_COMPOUND = re.compile(r"\w+(?:[’']\w+)?(?:-\w+(?:[’']\w+)?)+")
#: Before these a hyphen stands for what follows them: `pre- and post-war`.
_SUSPENDED = frozenset("and or to und oder bis sowie et ou".split())
#: `one- or few-step`
_COMPOUND_NEXT = re.compile(r"\s+[^\W_]+-")
_NO_ENDINGS = frozenset({"and", "und", "oder", "sowie", "bis"})
#: A line that was cut for its width is so much of the longest one at least; shorter texts tell
#: no width.
_FULL, _TELLING = 0.6, 30
#: Lines of Chinese and Japanese that were cut for their width have so many characters at least.
_WIDE = 15
_CJK = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
_ENDS_CJK = re.compile(rf"[{_CJK}]$")
_BEGINS_CJK = re.compile(rf"[{_CJK}]")


@cache
def whole_words() -> frozenset[str]:
    """Words that are one piece to the encoder: some 20,000, the commonest of English and names."""
    return frozenset(
        piece
        for piece in shipped_pieces().tokenizer.get_vocab()
        if len(piece) > 1 and piece.isalpha()
    )


def join_hyphens(text: str) -> str:
    r"""Join words that a hyphen at a line end divides.

    The hyphen goes where the whole is a known word or one of its halves is none; it stays in
    compounds of two known words, before capitals and digits, and where the same compound stands
    with a hyphen elsewhere in the text. Known words are the encoder's.

    >>> join_hyphens("inter-\nnational, self-\nsupervised, pre-\nand post-war, COVID-\n19")
    'international, self-supervised, pre- and post-war, COVID-19'
    """
    if "-\n" not in text and "‐\n" not in text:
        return text
    if not (_LINE_END.search(text) and _DIVIDED.search(text)):
        return text
    folded = text.casefold()
    alone = set(_WORD.findall(folded))
    compounds = {pair for run in _COMPOUND.findall(folded) for pair in pairwise(run.split("-"))}
    words = whole_words()
    width = max(map(len, text.split("\n")))
    full = _FULL * width if width > _TELLING else 0

    def join(match: re.Match[str]) -> str:
        left, right = match[1], match[2]
        kept = f"{left}-{right}"
        line = match.start() - text.rfind("\n", 0, match.start()) + len(left)
        before = text[match.start() - 1 : match.start()]
        after = text[match.end() : match.end() + 1]
        low, high = left.casefold(), right.casefold()
        if (low, high) in compounds:
            return kept
        if (
            high in _SUSPENDED
            and after != "-"
            and (len(low) == 1 or left.isupper() or _COMPOUND_NEXT.match(text, match.end()))
        ):
            return f"{left}- {right}"
        if (left > _LATIN) != (right > _LATIN):
            return match[0]
        if before in ("-", "‐") or not right.islower() or left.isupper():
            speaker = right[:1].isupper() and (after == ":" or (not full and left.islower()))
            return match[0] if speaker or line < full else kept
        if f"{low}{high}" in words or f"{low}{high}" in alone:
            return f"{left}{right}"
        if (
            high in _SUSPENDED
            and after != "-"
            and len(low) > 2
            and (low in words or high in _NO_ENDINGS)
        ):
            return f"{left}- {right}"
        symbol = left[0].isupper() and len(left) < 3 and len(high) > 3
        if (low in words and high in words) or after == "-" or symbol:
            return match[0] if line < full or (not full and len(low) < 3) else kept
        if low in words and (line < full or len(right) < 4):
            return match[0]
        return f"{left}{right}"

    return _DIVIDED.sub(join, text)


def join_lines(text: str) -> str:
    r"""Join the lines of a text; between Chinese or Japanese letters of full lines without a space.

    >>> join_lines("one\ntwo\r\n three"), join_lines("苹果\n香蕉")
    ('one two three', '苹果 香蕉')
    >>> join_lines("本文提出一种新的方法来分析大规模的文本\n集合中的主题")
    '本文提出一种新的方法来分析大规模的文本集合中的主题'
    """
    if "\n" not in text:
        return text
    lines = [line for line in map(str.strip, text.split("\n")) if line]
    if text.isascii() or not _BEGINS_CJK.search(text):
        return " ".join(lines)
    full = max(_WIDE, 0.8 * max(map(len, lines)))
    pieces: list[str] = []
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        whole = len(line) >= full and _ENDS_CJK.search(line) and _BEGINS_CJK.match(following)
        pieces += (line, "" if whole or not following else " ")
    return "".join(pieces)
