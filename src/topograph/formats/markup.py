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
    r"<(?:a|article|b|blockquote|br|center|div|em|font|h[1-6]|hr|i|img|li|link|main|meta|ol|p|pre"
    r"|script|section|span|strong|style|table|tbody|td|title|tr|u|ul)\b[^<>]*>",
    re.IGNORECASE,
)
#: Names of the elements of HTML; a file of mostly other names is XML, whatever it opens with.
HTML_NAMES = frozenset(
    "a abbr address article aside audio b blockquote body br button caption center cite code col "
    "colgroup dd del details div dl dt em figcaption figure font footer form h1 h2 h3 h4 h5 h6 "
    "head header hr html i iframe img input ins label li link main mark meta nav ol option p pre "
    "q s script section select small source span strike strong style sub summary sup svg table "
    "tbody td textarea tfoot th thead time title tr tt u ul video".split()
)
_NAME = re.compile(r"<([A-Za-z][\w:.-]*)")
_DECLARATION = re.compile(r"<\?xml\s")
_XML_ENDINGS = frozenset({".atom", ".rdf", ".rss", ".xml"})
_TAG = re.compile(r"</?[A-Za-z_][\w:.-]*(?:\s[^<>]*)?/?>|<\?[^<>]*\?>|<!\[CDATA\[")
#: Share of lines that begin with a tag from which a text is markup.
TAGGED_SHARE = 0.5


def is_html(start: str) -> bool:
    """Whether a text begins as a page of HTML does, or is a piece of one.

    >>> is_html("<!DOCTYPE html><p>A"), is_html("<p>A page."), is_html("<record><p>A</p>")
    (True, True, False)
    >>> is_html("<a><rec><text>A</text></rec></a>")
    False
    """
    if _PAGE.match(start):
        return True
    if not _PIECE.match(start):
        return False
    names = [name.lower() for name in _NAME.findall(start)]
    return 2 * sum(name in HTML_NAMES for name in names) > len(names)


def is_page(start: str, ending: str) -> bool:
    """Whether a text is a page of HTML, or a piece of one, by its beginning or its name."""
    return ending in HTML_ENDINGS or is_html(start)


def is_xml(opening: Opening) -> bool:
    """Whether a file is XML: declared so, or well-formed as far as it was looked at.

    Under an ending of XML, text whose lines mostly begin with a tag is XML, too: the reader says
    where it is damaged.
    """
    start = opening.start
    if not start.startswith("<") or is_html(start):
        return False
    return opening.ending in _XML_ENDINGS or is_tagged(start)


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


def is_tagged(start: str) -> bool:
    """Whether a text is XML or SGML: declared so, well-formed, or mostly lines that open a tag."""
    if not start.startswith("<"):
        return False
    if _DECLARATION.match(start) or _is_well_formed(start):
        return True
    return tagged_share([line for line in start.split("\n") if line.strip()]) >= TAGGED_SHARE


def tagged_share(lines: list[str]) -> float:
    """Share of lines that begin with a tag."""
    return sum(_TAG.match(line.lstrip()) is not None for line in lines) / max(len(lines), 1)
