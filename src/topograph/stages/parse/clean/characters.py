"""Characters: mojibake, control and zero-width characters, composition, white space."""

from __future__ import annotations

import re
import unicodedata

from topograph.language.characters import UNWANTED

# what ftfy looks for are characters beyond ASCII side by side, or one of a few
_MOJIBAKE = re.compile("[^\x00-\x7f](?:(?<=[\x80-\x9fÂÃŒœ])|[^\x00-\x7f])")
#: Format characters that are seen: in flags of regions (England), before numbers and at the ends of
#: verses in Arabic, Syriac and Kaithi.
_SEEN = (
    "\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f"
    "|[\u0600-\u0605\u06dd\u070f\u08e2\U000110bd\U000110cd]"
)
_UNSEEN = re.compile(f"({_SEEN})|{UNWANTED.pattern}")
_SOFT_HYPHEN_END = re.compile("\u00ad[ \t]*\n[ \t]*")


def repair_mojibake(text: str) -> str:
    """Repair text that was decoded with the wrong encoding (ftfy).

    Speer 2019, "ftfy", https://doi.org/10.5281/zenodo.2591652.

    >>> repair_mojibake("SchrÃ¶dingerâ€™s na\u00efve cat")
    'Schrödinger’s naïve cat'
    """
    if text.isascii() or not _MOJIBAKE.search(text):
        return text
    import ftfy

    repaired: str = ftfy.fix_encoding(text)
    if repaired != text and "Ã " in text:
        # alone it is a letter before a space: `IRMÃ`, `Ã = A + E`
        others = text.replace("Ã ", "A ")
        return text if ftfy.fix_encoding(others) == others else repaired
    return repaired


def clean_characters(text: str) -> str:
    r"""Compose letters and accents (NFC); remove control, format and surrogate characters.

    Line ends stay; a soft hyphen at a line end goes with it.

    >>> clean_characters("zero\u200bwidth exam\u00ad\nple e\u0301")
    'zerowidth example é'
    """
    if text.isascii() and text.replace("\n", "").replace("\t", "").isprintable():
        return text
    text = _SOFT_HYPHEN_END.sub("", text)
    return unicodedata.normalize("NFC", _UNSEEN.sub(r"\1", text))


def squeeze(text: str, *, keep_lines: bool = False) -> str:
    r"""Replace runs of white space by one space, and strip the ends; lines may be kept.

    >>> squeeze(" a \n\n b\u00a0 c "), squeeze(" a  b \n c", keep_lines=True)
    ('a b c', 'a b\nc')
    """
    if keep_lines:
        lines = (" ".join(line.split()) for line in text.split("\n"))
        return "\n".join(line for line in lines if line)
    if text.isascii() and _is_squeezed(text):
        return text
    return " ".join(text.split())


def _is_squeezed(text: str) -> bool:
    """Whether ASCII text has single spaces and no other white space, none at its ends."""
    if "  " in text or text[:1] == " " or text[-1:] == " ":
        return False
    return not any(space in text for space in "\n\t\r\v\f\x1c\x1d\x1e\x1f")


def normalise(text: str) -> str:
    """One tidy line: `clean_characters` and `squeeze`."""
    return squeeze(clean_characters(text))
