"""Removal of control characters, format characters and lone surrogates from texts."""

from __future__ import annotations

import re
import unicodedata

#: Control characters except white space; format characters, including those for bidirectional
#: text; surrogates; noncharacters. Joiners are kept: they carry meaning in Persian, Indic scripts
#: and emoji.
UNWANTED = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u0600-\u0605\u061c\u06dd\u070f\u08e2\u180e"
    "\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0001\U000e0020-\U000e007f\ufdd0-\ufdef"
    + "".join(
        f"{chr(plane | 0xFFFE)}{chr(plane | 0xFFFF)}" for plane in range(0, 0x110000, 0x10000)
    )
    + "]"
)
_SURROGATES = re.compile("[\ud800-\udfff]")


def clean_line(text: str) -> str:
    r"""A text on one line, in NFC, without unwanted characters.

    >>> clean_line(" A\u202e\x00 na\u0308me\n")
    'A näme'
    """
    return " ".join(unicodedata.normalize("NFC", UNWANTED.sub("", text)).split())


def replace_surrogates(text: str) -> str:
    r"""A text that UTF-8 can encode: pairs of surrogates are joined, lone ones replaced.

    JSON may contain a lone surrogate, as `\ud83d`, for example in a truncated string.

    >>> replace_surrogates("a\ud83d\ude00b\ud83d")
    'a😀b�'
    """
    if text.isascii() or not _SURROGATES.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
