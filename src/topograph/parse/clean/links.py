"""URLs and e-mail addresses."""

from __future__ import annotations

import re

URL = re.compile(
    r"(?:https?://|www\.)[^\s<>\"{}|\\^`]+"
    r"|(?<![\w@./-])(?:[a-z0-9][a-z0-9-]*\.)+(?:com|org|io|net|edu|gov|ai)/[^\s<>\"{}|\\^`]+"
    r"|(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+",
    re.IGNORECASE,
)
_DOMAINS = (".com/", ".org/", ".io/", ".net/", ".edu/", ".gov/", ".ai/")


def may_hold_link(text: str) -> bool:
    """Whether a text holds what every link has; a search for it is cheap."""
    lower = text.lower()
    return "://" in lower or "www." in lower or "@" in lower or any(d in lower for d in _DOMAINS)


#: What a link leaves behind: brackets around nothing, a space before punctuation.
_HOLLOW = re.compile(r"(?<!\s)\s*(?:\(\s*[,;:]?\s*\)|\[\s*\])")
_SPACE = re.compile(r"(?<!\s)\s+([.,;:!?)])")


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

    text = URL.sub(take, text)
    if not links:
        return text, []
    text = _HOLLOW.sub("", text.replace("\x00", "")) if "\x00" in text else text
    return _SPACE.sub(r"\1", text), list(links)
