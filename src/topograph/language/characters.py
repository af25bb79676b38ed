"""Characters that no text for people holds, and texts without them."""

from __future__ import annotations

import re
import unicodedata

#: Control characters but for white space; format characters, those that turn the direction of a
#: line among them; halves of characters; code points that are none. Joiners stay: they carry
#: meaning in Persian, Indic scripts and emoji.
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
_HALVES = re.compile("[\ud800-\udfff]")


def tidy(text: str) -> str:
    r"""A text in one line, composed (NFC), without characters that are not for people.

    >>> tidy(" A\u202e\x00 na\u0308me\n")
    'A näme'
    """
    return " ".join(unicodedata.normalize("NFC", UNWANTED.sub("", text)).split())


def whole(text: str) -> str:
    r"""A text that can be written as UTF-8: two halves of a character are joined, others replaced.

    JSON may hold a half, as `\ud83d`; a file cut between two halves leaves one behind.

    >>> whole("a\ud83d\ude00b\ud83d")
    'a😀b�'
    """
    if text.isascii() or not _HALVES.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
