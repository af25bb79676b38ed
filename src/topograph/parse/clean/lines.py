"""Line ends: hard-wrapped lines and words divided by them."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

from topograph.encoders.shipped import shipped_pieces

_DIVIDED = re.compile(r"([^\W\d_]+(?:[’'][^\W\d_]+)?)[-‐]\n[ \t]*([^\W\d_]+|\d)")
_LINE_END = re.compile(r"[-‐]\n[ \t]*[^\W_]")
_WORD = re.compile(r"[^\W\d_]+(?:[’'][^\W\d_]+)?")
_COMPOUND = re.compile(r"\w+(?:[’']\w+)?(?:-\w+(?:[’']\w+)?)+")
_CJK = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
_CJK_WRAP = re.compile(rf"(?<=[{_CJK}])[ \t]*\n[ \t]*(?=[{_CJK}])")


@cache
def whole_words() -> frozenset[str]:
    """Words that are one piece to the encoder: some 20,000, the commonest of English and names."""
    return frozenset(
        piece
        for piece in shipped_pieces().tokenizer.get_vocab()
        if len(piece) > 1 and piece.isalpha()
    )


def join_hyphens(text: str) -> str:
    r"""Put words together that a hyphen at a line end divides.

    The hyphen goes where the whole is a known word or one of its halves is none; it stays in
    compounds of two known words, before capitals and digits, and where the same compound stands
    with a hyphen elsewhere in the text. Known words are the encoder's.

    >>> join_hyphens("inter-\nnational, self-\nsupervised, state-of-\nthe-art, COVID-\n19")
    'international, self-supervised, state-of-the-art, COVID-19'
    """
    if "-\n" not in text and "‐\n" not in text:
        return text
    if not (_LINE_END.search(text) and _DIVIDED.search(text)):
        return text
    folded = text.casefold()
    alone = set(_WORD.findall(folded))
    compounds = {pair for run in _COMPOUND.findall(folded) for pair in pairwise(run.split("-"))}
    words = whole_words()

    def join(match: re.Match[str]) -> str:
        left, right = match[1], match[2]
        kept = f"{left}-{right}"
        before = text[match.start() - 1 : match.start()]
        after = text[match.end() : match.end() + 1]
        if before in ("-", "‐") or not right.islower() or left.isupper():
            return kept
        low, high = left.casefold(), right.casefold()
        if (low, high) in compounds:
            return kept
        if f"{low}{high}" in words or f"{low}{high}" in alone:
            return f"{left}{right}"
        return kept if (low in words and high in words) or after == "-" else f"{left}{right}"

    return _DIVIDED.sub(join, text)


def join_lines(text: str) -> str:
    r"""Join the lines of hard-wrapped text; between Chinese or Japanese letters without a space.

    >>> join_lines("one\ntwo\r\n three"), join_lines("主题\n模型")
    ('one two three', '主题模型')
    """
    if "\n" not in text:
        return text
    if not text.isascii():
        text = _CJK_WRAP.sub("", text)
    return " ".join(filter(None, (line.strip() for line in text.split("\n"))))
