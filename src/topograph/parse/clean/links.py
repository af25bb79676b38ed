"""URLs and e-mail addresses."""

from __future__ import annotations

import re
from collections.abc import Callable

URL = re.compile(
    r"(?:https?://|www\.)[^\s<>\"{}|\\^`]+"
    r"|(?<![\w@./-])(?:[a-z0-9][a-z0-9-]*\.)+(?:com|org|io|net|edu|gov|ai)/[^\s<>\"{}|\\^`]+"
    r"|(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+",
    re.IGNORECASE,
)
#: Every link holds one of these; one set of signs at its beginning makes the search fast.
_MARK = re.compile(
    r"[:@.w](?:(?<=:)//|(?<=@)|(?<=w)ww\.|(?<=\.)(?:com|org|io|net|edu|gov|ai)/)", re.IGNORECASE
)
_DOMAINS = (".com/", ".org/", ".io/", ".net/", ".edu/", ".gov/", ".ai/")


def may_hold_link(text: str) -> bool:
    """Whether a text holds what every link has; a search for it is cheap."""
    if "@" in text:
        return True
    lower = text.lower()
    if "www." in lower:
        return True
    return "/" in text and ("://" in lower or any(domain in lower for domain in _DOMAINS))


def _replace_links(text: str, replacement: Callable[[re.Match[str]], str]) -> str:
    """`URL.sub`, looking only between the spaces around the marks of links."""
    pieces: list[str] = []
    end = 0
    for mark in _MARK.finditer(text):
        if mark.start() < end:
            continue
        start = text.rfind(" ", end, mark.start()) + 1 or end
        stop = text.find(" ", mark.end())
        stop = len(text) if stop < 0 else stop
        pieces += [text[end:start], URL.sub(replacement, text[start:stop])]
        end = stop
    return "".join([*pieces, text[end:]])


#: What a link leaves behind: brackets around nothing, a space before punctuation.
_HOLLOW = re.compile(r"(?<!\s)\s*(?:\(\s*[,;:]?\s*\)|\[\s*\])")
_EMPTY = re.compile(r"[(\[](?:(?<=\()\s*[,;:]?\s*\)|(?<=\[)\s*\])")
_SPACE = re.compile(r"\s(?<!\s\s)\s*([.,;:!?)])")


def extract_links(text: str) -> tuple[str, list[str]]:
    """Take URLs and e-mail addresses out of a text.

    Returns
    -------
    tuple of str and list of str
        The text without them, and the links in order, each once.

    >>> extract_links("See https://example.org/a_b. More follows.")
    ('See. More follows.', ['https://example.org/a_b'])
    """
    if not may_hold_link(text):
        return text, []
    links: dict[str, None] = {}

    def take(match: re.Match[str]) -> str:
        link = match[0].rstrip(".,;:!?)]}'\"*_")
        if link.count("(") > link.count(")"):
            link += match[0][len(link) :][: match[0][len(link) :].find(")") + 1]
        links[link] = None
        return "\x00" + match[0][len(link) :]

    text = _replace_links(text, take)
    if not links:
        return text, []
    text = text.replace("\x00", "")
    if _EMPTY.search(text):
        text = _HOLLOW.sub("", text)
    return _SPACE.sub(r"\1", text), list(links)
