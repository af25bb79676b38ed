r"""Accents of LaTeX on their letters: `\'e`, `{\"o}`, `\v{s}`, and letters with names: `{\ss}`."""

from __future__ import annotations

import re
import unicodedata

from topograph.stages.parse.clean.latexnames import GREEK, LETTERS, alternatives

_SIGNS = {
    "'": "\u0301", "`": "\u0300", '"': "\u0308", "^": "\u0302", "~": "\u0303", "=": "\u0304",
    ".": "\u0307", "c": "\u0327", "v": "\u030c", "H": "\u030b", "u": "\u0306", "k": "\u0328",
    "r": "\u030a", "b": "\u0331", "d": "\u0323",
}  # fmt: skip
_BASE = r"(?:[A-Za-z]|\\[ij](?![A-Za-z]))"
#: An accent with braces around it, around its letter, or around both.
_BRACED = re.compile(
    rf"(?P<group>\{{)?\\(?P<sign>[cvHukrbd\"'`^~=.])(?:\s?\{{(?P<inner>{_BASE})\}}"
    rf"|(?(group)(?:(?<=[\"'`^~=.])| )|(?!))(?P<bare>{_BASE}))(?(group)\}})"
)
_ANY = re.compile(r"\\(?:[\"'`^~=.]|[a-zA-Z]{1,2}(?![a-zA-Z]))")
_APART = re.compile(r"\{\\([\"'`^~])\}([A-Za-z])")
#: An accent and its letter without braces.
_PLAIN = re.compile(
    rf"\\(?:(?P<sign>[\"'`^~=.])(?P<base>{_BASE})(?:(?<=\\[ij]) )?"
    rf"|(?P<name>[cvHk]) (?P<letter>[A-Za-z]))"
)
#: Accents by name that a program or a regular expression may mean: the letter must exist.
_DOUBTFUL = frozenset("ubd")
#: What English cuts off behind an apostrophe.
_CONTRACTION = re.compile(r"[^\W\d_]\\'(?:s|t|re|ve|ll|d|m)(?![^\W\d_])", re.IGNORECASE)
_CLOSING = {
    '"': re.compile(r"[\w.,!?]\\\"(?:[\s.,;:!?)]|$)"), "`": re.compile(r"[\w.,!?)]\\`(?:\W|$)")
}  # fmt: skip
#: Which letters carry a sign that a regular expression or a path may hold, too.
_CARRIERS = {
    "`": "aeiouAEIOU\\", "^": "aeiouAEIOUwyWY\\", "~": "naoiuNAO\\", ".": "zZcCgGeEI",
    "=": "aeiouAEIOU\\", "c": "cstCST", "v": "cszrendtCSZREND", "H": "ouOU", "k": "aeAE",
}  # fmt: skip
#: Letters with a name, in braces, before empty ones, or between letters.
_LETTER = alternatives(LETTERS)
_NAMED = re.compile(
    rf"\{{\\(?P<group>{_LETTER})\s?\}}|\\(?:(?P<empty>{_LETTER})\{{\}}"
    r"|(?P<double>ss|ae|AE|oe|OE|aa)(?![A-Za-z{]) ?(?=(?P<next>[a-z])?)"
    r"|(?P<single>[olLO]) (?=[a-z]))"
)
#: Greek letters whose first letters arXiv has taken for an accent or a letter: `\b{eta}`.
_BROKEN_NAMES = {
    **{rf"\{name[0]}{{{name[1:]}}}": name for name in GREEK if name[0] in "bcdkrtuHvnx"},
    **{rf"{{\{name[0]}}}{name[1:]}": name for name in ("omega", "Omega", "lambda", "Lambda")},
}
_BROKEN = re.compile("|".join(re.escape(own) for own in sorted(_BROKEN_NAMES)))


def read_accents(text: str, *, proven: bool) -> str:
    r"""Put accents on their letters if only LaTeX explains the backslash.

    Parameters
    ----------
    text : str
        Prose, without mathematics.
    proven : bool
        Whether the text holds other LaTeX; signs that programs use, too, are then read.

    >>> print(read_accents(r"P\'olya and na{\"\i}ve \v{C}ech and a\.b", proven=False))
    Pólya and naïve Čech and a\.b
    """
    if "{" in text:
        text = _BROKEN.sub(lambda match: f"\\{_BROKEN_NAMES[match[0]]}{{}}", text)
        text = _APART.sub(r"{\\\1\2}", text)
        text = _BRACED.sub(lambda match: _braced(match, proven=proven), text)
    if not _ANY.search(text):
        return text
    stray = re.search(r'(?<!\\)"', text) is not None
    quoting = {sign for sign, closing in _CLOSING.items() if closing.search(text)}
    if stray and not proven:
        quoting.add('start "')
    if not proven and _CONTRACTION.search(text):
        quoting.add("'")
    text = _PLAIN.sub(lambda match: _plain(match, quoting=quoting, proven=proven), text)
    return _NAMED.sub(lambda match: _named(match, proven=proven), text)


def _braced(match: re.Match[str], *, proven: bool) -> str:
    sign = match["sign"]
    letter = _composed(match["inner"] or match["bare"], sign)
    if sign in _DOUBTFUL and not proven:
        near = (
            match.string[match.start() - 1 : match.start()]
            + match.string[match.end() : match.end() + 1]
        )
        if len(letter) > 1 or not (match["group"] or any(c.isalpha() for c in near)):
            return match[0]
    return letter


def _plain(match: re.Match[str], *, quoting: set[str], proven: bool) -> str:
    sign, base = match["sign"] or match["name"], match["base"] or match["letter"]
    letter = _composed(base, sign)
    before = match.string[max(0, match.start() - 1) : match.start()]
    behind = match.string[match.end() : match.end() + 1]
    near = before.isalpha() or behind.isalpha() or (sign == '"' and behind == "-")
    if len(letter) > 1 or not (near or sign == "`" or proven):
        return match[0]
    if _is_quote(match, sign, before, quoting):
        return match[0]
    if sign == "~" and not before.isalpha() and (before.isdigit() or not base[0].isupper()):
        return match[0]  # a space
    if sign in _CARRIERS and base[0] not in _CARRIERS[sign]:
        return match[0]
    if sign in ".=" and not proven:
        return match[0]
    return letter if sign in "'\"`" or before.isalpha() or proven else match[0]


def _is_quote(match: re.Match[str], sign: str, before: str, quoting: set[str]) -> bool:
    """Whether a sign is a quotation mark or an apostrophe behind a backslash."""
    if sign == '"' and 'start "' in quoting and not before.isalpha():
        return True
    contracted = sign == "'" and _CONTRACTION.match(match.string, match.start() - 1)
    return sign in quoting or bool(contracted)


def _named(match: re.Match[str], *, proven: bool) -> str:
    name = match["group"] or match["empty"]
    if name:
        return LETTERS[name]
    if match["double"]:
        before = match.string[max(0, match.start() - 1) : match.start()]
        if not (before.isalpha() or match["next"] or proven):
            return match[0]
        gap = "" if match["next"] or not match[0].endswith(" ") else " "
        return LETTERS[match["double"]] + gap
    # `S\o rensen` and `\L ukasz`
    small = match["single"].islower()
    before = match.string[max(0, match.start() - 2) : match.start()]
    stands = before[-1:].isalpha() == small
    return LETTERS[match["single"]] if stands and before[-1:] != "\\" else match[0]


def _composed(base: str, sign: str) -> str:
    return unicodedata.normalize("NFC", base[-1] + _SIGNS[sign])
