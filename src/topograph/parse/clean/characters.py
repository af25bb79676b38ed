"""Characters: mojibake, control and zero-width characters, composition, white space."""

from __future__ import annotations

import re
import unicodedata

# joiners carry meaning in Persian and Indic scripts
_UNWANTED = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u0600-\u0605\u061c\u06dd\u070f\u08e2\u180e"
    "\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0001\U000e0020-\U000e007f]"
)
_SOFT_HYPHEN_END = re.compile("\u00ad[ \t]*\n[ \t]*")


def mend_mojibake(text: str) -> str:
    """Mend text that was decoded with the wrong encoding (ftfy).

    Speer 2019, "ftfy", https://doi.org/10.5281/zenodo.2591652.

    >>> mend_mojibake("SchrÃ¶dingerâ€™s na\u00efve cat")
    'Schrödinger’s naïve cat'
    """
    if text.isascii():
        return text
    import ftfy

    return ftfy.fix_encoding(text)


def clean_characters(text: str) -> str:
    r"""Compose letters and accents (NFC); remove control, format and surrogate characters.

    Line ends stay; a soft hyphen at a line end goes with it.

    >>> clean_characters("zero\u200bwidth exam\u00ad\nple e\u0301")
    'zerowidth example é'
    """
    if text.isascii() and text.replace("\n", "").replace("\t", "").isprintable():
        return text
    text = _SOFT_HYPHEN_END.sub("", text)
    return unicodedata.normalize("NFC", _UNWANTED.sub("", text))


def squeeze(text: str, *, keep_lines: bool = False) -> str:
    r"""Runs of white space become one space, at the ends none; lines may be kept.

    >>> squeeze(" a \n\n b\u00a0 c "), squeeze(" a  b \n c", keep_lines=True)
    ('a b c', 'a b\nc')
    """
    if keep_lines:
        lines = (" ".join(line.split()) for line in text.split("\n"))
        return "\n".join(line for line in lines if line)
    return " ".join(text.split())


def normalise(text: str) -> str:
    """One tidy line: `clean_characters` and `squeeze`."""
    return squeeze(clean_characters(text))
