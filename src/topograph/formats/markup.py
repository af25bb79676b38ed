"""Whether a text is XML or HTML, judged by its structure."""

from __future__ import annotations

import re
from xml.parsers import expat

from topograph.formats.base import Opening

HTML_ENDINGS = frozenset({".html", ".htm", ".xhtml"})
#: Elements that open an HTML page, or a piece of one.
_PAGE = re.compile(
    r"(?:<\?xml[^>]*>\s*)?(?>(?:<!--.*?-->\s*)*)<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_PIECE = re.compile(
    r"<(?:a|article|b|blockquote|br|center|div|em|font|h[1-6]|hr|i|img|li|main|ol|p|pre|section"
    r"|span|strong|table|tbody|td|tr|u|ul)\b[^<>]*>",
    re.IGNORECASE,
)
_DECLARATION = re.compile(r"<\?xml\s")
_XML_ENDINGS = frozenset({".atom", ".rdf", ".rss", ".xml"})
_TAG = re.compile(r"</?[A-Za-z_][\w:.-]*(?:\s[^<>]*)?/?>|<\?[^<>]*\?>|<!\[CDATA\[")
#: Share of lines that begin with a tag from which a text is markup.
TAGGED_SHARE = 0.5


def is_html(start: str) -> bool:
    """Whether a text begins as a page of HTML does, or as a piece of one.

    >>> is_html("<!DOCTYPE html><p>A"), is_html("<p>A page."), is_html("<record><p>A</p>")
    (True, True, False)
    """
    return bool(_PAGE.match(start) or _PIECE.match(start))


def is_xml(opening: Opening) -> bool:
    """Whether a file is XML: declared so, or well-formed as far as it was looked at.

    Under an ending of XML, text whose lines mostly begin with a tag is XML, too: the reader says
    where it is damaged.
    """
    start = opening.start
    if not start.startswith("<") or is_html(start):
        return False
    if _DECLARATION.match(start) or _is_well_formed(start):
        return True
    return opening.ending in _XML_ENDINGS or tagged_share(opening.lines) >= TAGGED_SHARE


def _is_well_formed(start: str) -> bool:
    """Whether a text is the beginning of well-formed XML with at least one closed element."""
    parser = expat.ParserCreate()
    closed: list[str] = []
    parser.EndElementHandler = closed.append
    try:
        parser.Parse(start, False)
    except (expat.ExpatError, ValueError):
        return False
    return bool(closed)


def tagged_share(lines: list[str]) -> float:
    """Share of lines that begin with a tag."""
    return sum(_TAG.match(line.lstrip()) is not None for line in lines) / max(len(lines), 1)
