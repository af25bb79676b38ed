"""Which script a text is written in, and which languages are written in that script."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from functools import lru_cache

#: Blocks of Unicode by the script that they hold, but for the Latin one.
_BLOCKS = (
    (0x0370, 0x03FF, "Grek"), (0x0400, 0x052F, "Cyrl"), (0x0531, 0x058F, "Armn"),
    (0x0591, 0x05FF, "Hebr"), (0x0600, 0x06FF, "Arab"), (0x0700, 0x074F, "Syrc"),
    (0x0750, 0x077F, "Arab"), (0x0780, 0x07BF, "Thaa"), (0x0870, 0x08FF, "Arab"),
    (0x0900, 0x097F, "Deva"), (0x0980, 0x09FF, "Beng"), (0x0A00, 0x0A7F, "Guru"),
    (0x0A80, 0x0AFF, "Gujr"), (0x0B00, 0x0B7F, "Orya"), (0x0B80, 0x0BFF, "Taml"),
    (0x0C00, 0x0C7F, "Telu"), (0x0C80, 0x0CFF, "Knda"), (0x0D00, 0x0D7F, "Mlym"),
    (0x0D80, 0x0DFF, "Sinh"), (0x0E00, 0x0E7F, "Thai"), (0x0E80, 0x0EFF, "Laoo"),
    (0x0F00, 0x0FFF, "Tibt"), (0x1000, 0x109F, "Mymr"), (0x10A0, 0x10FF, "Geor"),
    (0x1100, 0x11FF, "Hang"), (0x1200, 0x139F, "Ethi"), (0x13A0, 0x13FF, "Cher"),
    (0x1400, 0x167F, "Cans"), (0x1780, 0x17FF, "Khmr"), (0x1800, 0x18AF, "Mong"),
    (0x1C80, 0x1C8F, "Cyrl"), (0x1C90, 0x1CBF, "Geor"), (0x1F00, 0x1FFF, "Grek"),
    (0x2D00, 0x2D2F, "Geor"), (0x2D80, 0x2DDF, "Ethi"), (0x2DE0, 0x2DFF, "Cyrl"),
    (0x2E80, 0x2FDF, "Hani"), (0x3005, 0x3007, "Hani"), (0x3041, 0x30FA, "Kana"),
    (0x30FC, 0x30FF, "Kana"), (0x3105, 0x312F, "Hani"), (0x3131, 0x318E, "Hang"),
    (0x31F0, 0x31FF, "Kana"), (0x3400, 0x4DBF, "Hani"), (0x4E00, 0x9FFF, "Hani"),
    (0xA000, 0xA4CF, "Yiii"), (0xA640, 0xA69F, "Cyrl"), (0xA8E0, 0xA8FF, "Deva"),
    (0xA960, 0xA97F, "Hang"), (0xAA60, 0xAA7F, "Mymr"), (0xAB70, 0xABBF, "Cher"),
    (0xAC00, 0xD7FF, "Hang"), (0xF900, 0xFAFF, "Hani"), (0xFB13, 0xFB17, "Armn"),
    (0xFB1D, 0xFB4F, "Hebr"), (0xFB50, 0xFDFF, "Arab"), (0xFE70, 0xFEFC, "Arab"),
    (0xFF66, 0xFF9F, "Kana"), (0xFFA0, 0xFFDC, "Hang"), (0x1E900, 0x1E95F, "Adlm"),
    (0x20000, 0x3FFFF, "Hani"),
)  # fmt: skip
_STARTS = [start for start, _, _ in _BLOCKS]
#: Letters of an alphabet that one character of these scripts says as much as.
_DENSE = {"Hani": 3.0, "Kana": 2.0, "Hang": 2.0, "Yiii": 2.0, "Ethi": 2.0}
#: A script of a smaller share of a text is that of single words in it, or of formulas.
LEAST_SHARE = 0.05
#: The only written language of a script, or by far the most common one.
ONE_LANGUAGE = {
    "Grek": "el", "Armn": "hy", "Hebr": "he", "Syrc": "syr", "Thaa": "dv", "Guru": "pa",
    "Gujr": "gu", "Orya": "or", "Taml": "ta", "Telu": "te", "Knda": "kn", "Mlym": "ml",
    "Sinh": "si", "Thai": "th", "Laoo": "lo", "Tibt": "bo", "Mymr": "my", "Geor": "ka",
    "Hang": "ko", "Ethi": "am", "Cher": "chr", "Cans": "iu", "Khmr": "km", "Mong": "mn",
    "Kana": "ja", "Yiii": "ii", "Adlm": "ff",
}  # fmt: skip
#: Languages of scripts that several share.
LANGUAGES = {
    "Arab": frozenset("ar fa ur ps ug ku sd".split()),
    "Beng": frozenset("bn as".split()),
    "Cyrl": frozenset("ba be bg kk ky mk mn ru sr tg tt uk uz".split()),
    "Deva": frozenset("hi mr ne sa gom".split()),
}


def _of(ranges: str, last: int = 0x10FFFF) -> str:
    return "".join(
        f"{chr(start)}-{chr(end)}"
        for start, end, script in _BLOCKS
        if script in ranges.split() and end <= last
    )


_ANY = re.compile(f"[{_of(' '.join({script for _, _, script in _BLOCKS}))}]")
_LATIN = re.compile(r"[A-Za-zª-ɏḀ-ỿ]")
#: Characters of scripts that set no spaces between words, by the length of their words.
SHORT_WORDS = _of("Hani Kana")
SHORT_WORDS_BMP = _of("Hani Kana", 0xFFFF)
LONG_WORDS = _of("Thai Laoo Khmr Mymr Tibt")


@lru_cache(maxsize=20_000)
def _script(character: str) -> str:
    return _BLOCKS[bisect_right(_STARTS, ord(character)) - 1][2]


def scripts(text: str) -> dict[str, float]:
    """The scripts of a text with their shares, by ISO 15924; empty for a text without letters.

    >>> scripts("Ελλάδα"), scripts("a < b"), scripts("使用GPT"), scripts("42")
    ({'Grek': 1.0}, {'Latn': 1.0}, {'Hani': 0.666..., 'Latn': 0.333...}, {})
    """
    if text.isascii() or not _ANY.search(text):
        return {"Latn": 1.0} if _LATIN.search(text) else {}
    others = _ANY.findall(text)
    latin = len(_LATIN.findall(text))
    counts: dict[str, float] = dict(Counter(map(_script, others)))
    found = {own: count * _DENSE.get(own, 1.0) for own, count in counts.items()}
    if latin:
        found["Latn"] = float(latin)
    total = sum(found.values())
    return {own: weight / total for own, weight in found.items() if weight >= LEAST_SHARE * total}
