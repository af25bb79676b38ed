"""The single-byte encoding of a text in Latin letters, by the words that its bytes make.

The encodings of Windows, DOS and the Mac give the same byte different letters. A wrong one makes
signs and capitals inside words (`Stra§e`, `FŠhre`), or letters that the language of the text has
not (`idõben`).
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

#: Letters beyond ASCII of languages whose encodings are not those of the West.
_ALPHABETS = {
    "bs": "čćđšž", "cs": "áčďéěíňóřšťúůýž", "hr": "čćđšž", "hu": "áéíóöőúüű", "lt": "ąčęėįšųūž",
    "lv": "āčēģīķļņšūž", "pl": "ąćęłńóśźż", "ro": "ăâîşţșț", "sk": "áäčďéíĺľňóôŕšťúýž",
    "sl": "čšž", "tr": "âçğıîöşûüi\u0307",
}  # fmt: skip
_CENTRAL = frozenset("bs cs hr hu pl ro sk sl".split())
_TURKISH = frozenset({"tr"})
#: Encodings of Latin letters to the languages that they are made for, empty for those of the West;
#: of equally good ones the first is taken.
LATIN_ENCODINGS: dict[str, frozenset[str]] = {
    "cp1252": frozenset(),
    "iso8859_15": frozenset(),
    "cp1250": _CENTRAL,
    "iso8859_2": _CENTRAL,
    "cp1254": _TURKISH,
    "cp1257": frozenset({"lt", "lv"}),
    "mac_roman": frozenset(),
    "cp850": frozenset(),
    "cp857": _TURKISH,
    "cp852": _CENTRAL,
}
DEFAULT = "cp1252"
#: So many words with a byte beyond ASCII, and bytes of the text, are looked at.
MOST_WORDS = 5000
MOST_BYTES = 20_000
#: Wrong characters, and their share of those beyond ASCII, from which an encoding is doubtful.
LEAST_WRONG = 2
WRONG_SHARE = 0.1
#: Share from which it is wrong.
BROKEN_SHARE = 0.4
LEAST_BROKEN = 10
#: An encoding replaces a doubtful one if it leaves at most this share of its wrong characters.
REMAINING_SHARE = 0.2
#: Letters of other languages, as in names, among those beyond ASCII.
FOREIGN_SHARE = 0.1
#: Probability from which a language is known.
SURE = 0.95

_WORD = re.compile(rb"[^\s,;\"]*[\x80-\xff][^\s,;\"]*")
#: What stands between letters in any language.
_BETWEEN = frozenset("’‘“”–—…·•\u00ad\u2039\u203a«»")
#: Letters by Unicode that stand behind numbers.
_ORDINALS = frozenset("ªº")


@dataclass(frozen=True)
class _Reading:
    """A text as an encoding reads it.

    Attributes
    ----------
    encoding : str
    beyond, wrong : int
        Characters beyond ASCII in its words, and those that cannot stand where they do.
    foreign : int
        Letters that the language of the text has not.
    suits : bool or None
        Whether it is made for this language; None if it is made for those of the West.
    """

    encoding: str
    beyond: int
    wrong: int
    foreign: int
    suits: bool | None

    @property
    def rank(self) -> int:
        """0 if it suits the language, 2 if it does not."""
        return 1 if self.suits is None else 2 * (not self.suits)


def latin_encoding(content: bytes) -> str:
    """The encoding of a text in Latin letters.

    Parameters
    ----------
    content : bytes
        A text, or parts of it, with bytes beyond ASCII.

    Returns
    -------
    str
        One of `LATIN_ENCODINGS`; `cp1252` without evidence against it. "" if no encoding makes
        words of the bytes.
    """
    words = [
        own.group() for own, _ in zip(_WORD.finditer(content), range(MOST_WORDS), strict=False)
    ]
    usual, *others = (_read(content, words, encoding) for encoding in LATIN_ENCODINGS)
    doubtful = usual.wrong >= max(LEAST_WRONG, WRONG_SHARE * usual.beyond)
    better = [
        own
        for own in others
        if (doubtful and own.wrong <= REMAINING_SHARE * usual.wrong)
        or (own.suits and own.wrong <= usual.wrong)
    ]
    if better:
        key = attrgetter("wrong", "rank", "foreign")
        return min(better, key=key).encoding
    broken = usual.wrong >= LEAST_BROKEN and usual.wrong > BROKEN_SHARE * usual.beyond
    return "" if broken else DEFAULT


def _read(content: bytes, words: list[bytes], encoding: str) -> _Reading:
    beyond = wrong = 0
    for word in words:
        text = word.decode(encoding, "replace")
        for place, sign in enumerate(text):
            if sign > "\x7f":
                beyond += 1
                before, behind = text[max(place - 1, 0) : place], text[place + 1 : place + 2]
                wrong += _is_wrong(before, sign, behind)
    languages = LATIN_ENCODINGS[encoding]
    if not languages:
        return _Reading(encoding, beyond, wrong, 0, suits=None)
    language = _language(content, encoding)
    letters = b" ".join(words).decode(encoding, "replace").casefold()
    own = _ALPHABETS.get(language, "")
    foreign = sum(sign > "\x7f" and sign.isalpha() and sign not in own for sign in letters)
    suits = language in languages and foreign <= FOREIGN_SHARE * beyond
    return _Reading(encoding, beyond, wrong, foreign, suits)


def _language(content: bytes, encoding: str) -> str:
    """The language of a text as an encoding reads it; "" if it is not sure."""
    text = content[:MOST_BYTES].decode(encoding, "replace")
    label, chance = _identifier().classify(text)
    return str(label) if chance > SURE else ""


@cache
def _identifier() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


def _is_wrong(before: str, sign: str, behind: str) -> bool:
    """Whether a character cannot stand between its neighbours in a word."""
    if unicodedata.category(sign) in ("Cc", "Cn", "Co") or sign == "\ufffd":
        return True
    if sign.isalpha() and sign not in _ORDINALS:
        return sign.isupper() and before.isalpha() and (before.islower() or behind.islower())
    inside = before.isalpha() and behind.isalpha()
    return inside and sign not in _BETWEEN and not sign.isspace()
