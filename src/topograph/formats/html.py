"""What a page of HTML says, and its text line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

#: Elements whose text is no text of a page.
LEFT_OUT = frozenset(
    "script style nav header footer aside form noscript template svg head title button select "
    "iframe object".split()
)
#: Elements that begin and end a line.
_BLOCKS = frozenset(
    "address article blockquote body br caption center dd details div dl dt figcaption figure "
    "footer h1 h2 h3 h4 h5 h6 header hr li main ol p pre section summary table tbody td tfoot th "
    "thead tr ul".split()
)
#: A sign that no text holds, for the end of a line.
_END = "\x1e"
#: What HTML says about a page: scholarly and Dublin Core names.
_META = {
    "citation_title": "title",
    "dc.title": "title",
    "citation_publication_date": "date",
    "citation_date": "date",
    "dc.date": "date",
    "article:published_time": "date",
    "date": "date",
    "author": "author",
    "citation_author": "author",
    "keywords": "keywords",
}


def parse_html(text: str) -> BeautifulSoup:
    """The elements of a page."""
    from bs4 import BeautifulSoup

    return BeautifulSoup(text, "html.parser")


def page_fields(text: str) -> dict[str, str]:
    """The fields of a page that is one document: text, title, and what it says about itself."""
    page = parse_html(text)
    fields: dict[str, str] = {}
    if page.title and page.title.get_text(strip=True):
        fields["title"] = page.title.get_text(" ", strip=True)
    for meta in page.find_all("meta"):
        key, value = meta.get("name") or meta.get("property"), meta.get("content")
        if key and value and str(key).lower() in _META:
            fields.setdefault(_META[str(key).lower()], str(value))
    body = page.find("main") or page.find("article") or page.body or page
    heading = next((own for own in body.find_all("h1") if not _is_left_out(own, body)), None)
    if heading and (title := " ".join(lines_of(heading))):
        fields["title"] = title
        heading.extract()
    fields["text"] = "\n".join(lines_of(body, LEFT_OUT))
    return fields


def html_text(markup: str) -> str:
    """The text of a piece of HTML; its blocks are lines."""
    return "\n".join(lines_of(parse_html(markup), frozenset({"script", "style", "head", "title"})))


def _is_left_out(element: Tag, top: Tag) -> bool:
    """Whether an element stands in one, below another, whose text is left out."""
    while element is not top and element.parent is not None:
        element = element.parent
        if element is not top and element.name in LEFT_OUT:
            return True
    return False


def lines_of(element: Tag, left_out: frozenset[str] = frozenset({"script", "style"})) -> list[str]:
    """The text of an element, line by line; white space within a line is one space.

    Parameters
    ----------
    element : Tag
    left_out : frozenset of str
        Names of elements in it whose text is left out.
    """
    from bs4.element import CData, NavigableString, Tag

    parts: list[str] = []
    open_ = [(element, iter(element.contents))]
    verbatim = 0
    while open_:
        tag, rest = open_[-1]
        node = next(rest, None)
        if node is None:
            open_.pop()
            verbatim -= tag.name == "pre"
            parts.append(_END if tag.name in _BLOCKS else "")
        elif isinstance(node, Tag):
            if node.name not in left_out:
                parts.append(_END if node.name in _BLOCKS else "")
                verbatim += node.name == "pre"
                open_.append((node, iter(node.contents)))
        elif type(node) in (NavigableString, CData):  # no comments, which are strings, too
            text = str(node)
            parts.append(text.replace("\n", _END) if verbatim else text)
    return [line for part in "".join(parts).split(_END) if (line := " ".join(part.split()))]
