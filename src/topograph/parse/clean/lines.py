"""Line ends: hard-wrapped lines and words divided by them."""

from __future__ import annotations

import re

from topograph.parse.wordpieces import whole_words

_DIVIDED = re.compile(r"([^\W\d_]+(?:[’'][^\W\d_]+)?)[-‐]\n[ \t]*([^\W\d_]+|\d)")
_CJK = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
_CJK_WRAP = re.compile(rf"(?<=[{_CJK}])[ \t]*\n[ \t]*(?=[{_CJK}])")


def join_hyphens(text: str) -> str:
    r"""Put words together that a hyphen at a line end divides.

    The hyphen goes where the whole is a known word or one of its halves is none; it stays in
    compounds of two known words, before capitals and digits, and where the same compound stands
    with a hyphen elsewhere in the text. Known words are the encoder's.

    >>> join_hyphens("inter-\nnational, self-\nsupervised, state-of-\nthe-art, COVID-\n19")
    'international, self-supervised, state-of-the-art, COVID-19'
    """
    if ("-\n" not in text and "‐\n" not in text) or not _DIVIDED.search(text):
        return text
    folded = text.casefold()

    def join(match: re.Match[str]) -> str:
        left, right = match[1], match[2]
        kept = f"{left}-{right}"
        before = text[match.start() - 1 : match.start()]
        after = text[match.end() : match.end() + 1]
        if before in ("-", "‐") or not right.islower() or left.isupper():
            return kept
        if kept.casefold() in folded:
            return kept
        whole = f"{left}{right}".casefold()
        words = whole_words()
        if whole in words or re.search(rf"\b{re.escape(whole)}\b", folded):
            return f"{left}{right}"
        compound = left.casefold() in words and right.casefold() in words
        return kept if compound or after == "-" else f"{left}{right}"

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
