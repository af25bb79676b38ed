"""URLs and e-mail addresses."""

from __future__ import annotations

import re
from collections.abc import Callable

_CJK = "\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
#: Signs of a URL; letters of Chinese and Japanese, which stand beside it without a space, only
#: where a part of the URL begins with them.
_SIGNS = (
    r"(?:[^\s<>\"{}|\\^`“”‘’«»…\u3000-\u303f\uff00-\uffef" + _CJK + "]"
    rf"|(?<=[/=_#?&%({_CJK}-])[{_CJK}])+"
)
_DOMAINS = "com|org|net|edu|gov|mil|int|info|biz|io|ai|dev|app|name|online|cloud|email|museum|local"
URL = re.compile(
    rf"(?<=\[url=)(?:https?://|www\.)[^\s\]]+|(?:https?://|www\.){_SIGNS}"
    rf"|(?<![\w@./-])(?:[a-z0-9][a-z0-9-]*\.)+(?:com|org|io|net|edu|gov|ai)/{_SIGNS}"
    rf"|(?<![\w.+-])[\w.+-]+@(?!\d+\.[a-z]{{2}}(?![a-z]))(?:[\w-]+\.)+(?-i:(?:{_DOMAINS}|{_DOMAINS.upper()})"
    r"|(?<=[\w-]{2}\.)(?:[a-z]{2}|[A-Z]{2}))(?![\w(@-])",
    re.IGNORECASE,
)
#: Every link holds one of these; one set of signs at its beginning makes the search fast.
_SIGN = re.compile(
    r"[:@.w](?:(?<=:)//|(?<=@)|(?<=w)ww\.|(?<=\.)(?:com|org|io|net|edu|gov|ai)/)", re.IGNORECASE
)
_SITES = (".com/", ".org/", ".io/", ".net/", ".edu/", ".gov/", ".ai/")
#: Stands where a link stood; no character of any text.
_MARK = "\ufdd0"
#: What a link leaves behind: brackets around nothing, a space before punctuation.
_HOLLOW = re.compile(
    rf"(?<!\s)\s*(?:\(\s*{_MARK}[\s,;:.{_MARK}]*(?:(?:and|or|&)[\s,;:.{_MARK}]*)?\)|\[\s*{_MARK}\s*\]|<{_MARK}>)"
)
_SPACE = re.compile(rf"(?<!\s)\s+{_MARK}(?=[.,;:!?)。，、；：！？）])")


def may_hold_link(text: str) -> bool:
    """Whether a text holds what every link has; a search for it is cheap."""
    if "@" in text:
        return True
    lower = text.lower()
    if "www." in lower:
        return True
    return "/" in text and ("://" in lower or any(site in lower for site in _SITES))


def _replace_links(text: str, replacement: Callable[[re.Match[str]], str]) -> str:
    """`URL.sub`, looking only between the spaces around the signs of links."""
    pieces: list[str] = []
    end = 0
    for sign in _SIGN.finditer(text):
        if sign.start() < end:
            continue
        start = text.rfind(" ", end, sign.start()) + 1 or end
        stop = text.find(" ", sign.end())
        stop = len(text) if stop < 0 else stop
        pieces += [text[end:start], URL.sub(replacement, text[start:stop])]
        end = stop
    return "".join([*pieces, text[end:]])


def extract_links(text: str) -> tuple[str, list[str]]:
    """Take URLs and e-mail addresses out of a text.

    Returns
    -------
    tuple of str and list of str
        The text without them, and the links in order, each once.

    >>> extract_links("See https://example.org/a_b. More follows.")
    ('See. More follows.', ['https://example.org/a_b'])
    >>> extract_links("mAP@0.5 and pass@1.In all, f( ) stays"), extract_links("请看https://a.org谢谢")
    (('mAP@0.5 and pass@1.In all, f( ) stays', []), ('请看谢谢', ['https://a.org']))
    """
    if not may_hold_link(text):
        return text, []
    links: dict[str, None] = {}

    def take(match: re.Match[str]) -> str:
        link = match[0].rstrip(".,;:!?)]}'\"*_")
        if link.count("(") > link.count(")"):
            link += match[0][len(link) :][: match[0][len(link) :].find(")") + 1]
        links[link] = None
        return _MARK + match[0][len(link) :]

    without = _replace_links(text.replace(_MARK, "") if _MARK in text else text, take)
    if not links:
        return text, []
    without = _SPACE.sub("", _HOLLOW.sub("", without))
    return without.replace(_MARK, ""), list(links)
