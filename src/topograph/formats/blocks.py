"""The paragraphs of a delivery of articles, be it Word, Rich Text, HTML or text."""

from __future__ import annotations

import html
import re
from functools import lru_cache

from topograph.formats.base import Content, Opening
from topograph.formats.docx import read_docx
from topograph.formats.html import lines_of, parse_html
from topograph.formats.markup import is_html
from topograph.formats.rtf import read_rtf

_RICH = b"{\\rtf"
_WORD = "word/document.xml"
_TAGS = re.compile(rb"<[^<>]*>")
_HTML_TAGS = re.compile(r"<style.*?</style>|<script.*?</script>|<[^<>]*>", re.I | re.S)
#: Lines that begin so are centred on a page.
_CENTRED = " " * 5
#: White space at the end of lines that a text was broken into.
_WRAP = re.compile(r"[^\S\n]*\n[^\S\n]*")


def blocks(content: Content) -> list[str]:
    """The paragraphs of a file; those of a text stand between blank lines and may be wrapped."""
    if not content.encoding:
        with content.open() as stream:
            data = stream.read(8)
            stream.seek(0)
            if data.startswith(b"PK"):
                return read_docx(stream, content.name).paragraphs
            return read_rtf(stream.read(), content.name).paragraphs
    text = content.text().lstrip("\ufeff")
    if is_html(text.lstrip()):
        return lines_of(parse_html(text))
    return [line for part in re.split(r"\n[^\S\n]*\n", text) for line in _unwrapped(part)]


def _unwrapped(block: str) -> list[str]:
    """The lines of a block: one that was broken into several, or several that are centred."""
    lines = [line for line in block.split("\n") if line.strip()]
    if lines and all(line.startswith(_CENTRED) for line in lines):
        return [line.strip() for line in lines]
    return [_WRAP.sub(" ", block.strip())] if lines else []


@lru_cache(maxsize=1)  # asked by one format after the other
def plain_opening(opening: Opening) -> str:
    """The words of a file's beginning, or of all of a document: tags are line breaks."""
    if opening.text:
        if not opening.start.startswith("<"):
            return opening.text
        return html.unescape(_HTML_TAGS.sub("\n", opening.text))
    if opening.head.startswith(b"PK"):
        xml = opening.member(_WORD)
        return _TAGS.sub(b"\n", xml).decode("utf-8", "replace")
    if opening.head.lstrip().startswith(_RICH):
        return "\n".join(read_rtf(opening.source.read(), opening.source.name).paragraphs)
    return ""


_NUMBER = r"(?:[12]?\d|3[01])"
_YEAR = r"(?:1[789]|20)\d\d"
_DATE = re.compile(
    rf"(?:{_NUMBER}(?:\.|st|nd|rd|th|er|º)?[\s,]+(?:de )?[^\W\d]{{3,}}\.?,? (?:de )?{_YEAR}"
    rf"|[^\W\d]{{3,}}\.? {_NUMBER}(?:st|nd|rd|th)?,? {_YEAR}"
    rf"|{_YEAR} ?年 ?\d+ ?月 ?\d+ ?日|{_YEAR}[-./]\d\d?[-./]\d\d?|\d\d?[./]\d\d?[./]{_YEAR}"
    rf"|[^\W\d]{{3,}},? {_YEAR})"
)
#: Characters that may stand before a date, as a weekday does, and behind it.
_BEFORE, _BEHIND = 20, 60


def date_in(block: str) -> str:
    """The date that a line gives, or "" if it is not a line of a date.

    >>> date_in("Tuesday, May 5, 2001 Final Edition"), date_in("Copyright 2001 The Post")
    ('May 5, 2001', '')
    """
    if re.match(r"copyright|©|\(c\)", block, re.IGNORECASE):
        return ""
    found = _DATE.search(block)
    if not found or found.start() > _BEFORE or len(block) - found.end() > _BEHIND:
        return ""
    return found[0]
