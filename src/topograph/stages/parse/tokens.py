"""Words and signs of a text, to compare texts and to count words."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from topograph.stages.parse.scripts import LONG_WORDS, SHORT_WORDS, SHORT_WORDS_BMP

#: Characters of a word in scripts that set no spaces, on average.
SHORT_WORD = 2
LONG_WORD = 4
#: A longer text has so many words that pieces without any letter do not matter.
FEW_WORDS = 30

# Each pattern begins with the character that it is about, so that `re` passes over all others.
#: `:)` and its like, which is otherwise punctuation.
_EMOTICON = r"[:;=](?<!\S[:;=])[-'^]?[()\[\]/\\|*dpo]+(?!\w)"
#: A minus stands before a number, or behind a single letter or digit as in grades.
_MINUS = r"-(?:(?<![\w)\]]-)(?=\.?\d)|(?<=\b\w-)(?![\w-]))"
_TIMES = r"\*(?:(?<=\d\*)|(?<=\w\*)\**(?=\w))"
_BEYOND = re.compile("[\U00010000-\U0010ffff]")
_ASCII_SIGNS = "#%&@<>=+$^~"
_PLAIN = re.compile(rf"\w+|{_EMOTICON}|[{_ASCII_SIGNS}]|{_MINUS}|{_TIMES}")
#: Signs by what stands around them, and characters that are not part of a token.
_IN_CONTEXT = re.compile(
    r"[:;=*-](?:(?<=[:;=])(?<!\S[:;=])[-'^]?[()\[\]/\\|*dpo]|(?<=\w\*)|(?<=-)(?:"
    r"(?<![\w)\]]-)(?=\.?\d)|(?<=\b\w-)(?![\w-])))"
)
_NO_TOKENS = {
    number: " "
    for number in range(0x80)
    if not (chr(number).isalnum() or chr(number) in _ASCII_SIGNS + "_")
}
#: Dashes that stand for a minus; signs of trade, which some write and some do not.
_SAME = str.maketrans({"−": "-", "–": "-", "©": None, "®": None, "™": None, "℠": None})


def tokens_of(text: str) -> list[str]:
    """Words and signs of a text, without case, punctuation, spaces and compatibility forms.

    Signs are symbols (mathematics, currencies, emoji), `# % & @`, the minus of a number, and
    emoticons. In scripts that set no spaces each character is a token.

    >>> tokens_of("So GREAT!"), tokens_of("So great :("), tokens_of("C++"), tokens_of("-5 – or +5")
    (['so', 'great'], ['so', 'great', ':('], ['c', '+', '+'], ['-', '5', 'or', '+', '5'])
    """
    folded = text.casefold()
    if folded.isascii():
        return _ascii_tokens(folded)
    plain = unicodedata.normalize("NFKC", folded.translate(_SAME))
    # a class that reaches beyond U+FFFF is searched range by range, which is slow
    special, anything = _patterns(0x20000 if _BEYOND.search(plain) else 0x10000)
    found: list[str] = (anything if special.search(plain) else _PLAIN).findall(plain)
    return found


def _ascii_tokens(text: str) -> list[str]:
    """What `_PLAIN` finds; by splitting, which is faster, where each sign speaks for itself."""
    if _IN_CONTEXT.search(text):
        return _PLAIN.findall(text)
    for sign in _ASCII_SIGNS:
        if sign in text:
            text = text.replace(sign, f" {sign} ")
    return text.translate(_NO_TOKENS).split()


def is_sign(token: str) -> bool:
    """Whether a token is a sign and not a word."""
    return not (token[0].isalnum() or token[0] == "_")


def count_words(text: str) -> int:
    """The number of words of a text: parts between spaces with a letter, a digit or a sign.

    Scripts without spaces count by their length: two characters a word in Chinese and Japanese,
    four in Thai, Lao, Khmer, Burmese and Tibetan.

    >>> count_words("We study graphs."), count_words("深度学习模型"), count_words("- - ?")
    (3, 3, 0)
    """
    words = 0
    if not text.isascii():
        for pattern, length in _unspaced(_BEYOND.search(text) is not None):
            runs = pattern.findall(text)
            if runs:
                words += sum(-(-len(run) // length) for run in runs)
                text = pattern.sub(" ", text)
    spaced = text.split()
    if len(spaced) > FEW_WORDS:
        return words + len(spaced)
    return words + sum(1 for piece in spaced if tokens_of(piece))


@cache
def _unspaced(beyond: bool) -> tuple[tuple[re.Pattern[str], int], ...]:
    return (
        (re.compile(f"[{SHORT_WORDS if beyond else SHORT_WORDS_BMP}]+"), SHORT_WORD),
        (re.compile(f"[{LONG_WORDS}]+"), LONG_WORD),
    )


@cache
def _patterns(end: int) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What `_PLAIN` does not know, and tokens in any script, of characters below `end`.

    `re` has no classes of marks and symbols; a vowel of Devanagari or Thai is a mark.
    """
    marks, signs = [], []
    for number in range(0x80, end):
        kind = unicodedata.category(chr(number))
        if kind in ("Mn", "Mc", "Me") and not 0xFE00 <= number <= 0xFE0F:
            marks.append(number)
        elif kind in ("Sm", "Sc", "So") or 0x1F3FB <= number <= 0x1F3FF or number == ord("‰"):
            signs.append(number)
    mark = _ranges(marks)
    unspaced = SHORT_WORDS + LONG_WORDS if end > 0x10000 else SHORT_WORDS_BMP + LONG_WORDS
    sign = _ranges(signs)
    letters = rf"[^\W{unspaced}]"
    return re.compile(f"[{mark}{unspaced}{sign}]"), re.compile(
        rf"{letters}+(?:[{mark}]+{letters}*)*|[{unspaced}]|{_EMOTICON}"
        rf"|[{_ASCII_SIGNS}{sign}]|{_MINUS}|{_TIMES}"
    )


def _ranges(numbers: list[int]) -> str:
    """Characters as the inside of a class of `re`."""
    spans: list[list[int]] = []
    for number in sorted(numbers):
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return "".join(f"\\U{start:08x}-\\U{end:08x}" for start, end in spans)
