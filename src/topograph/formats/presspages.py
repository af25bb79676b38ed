"""Pages of articles from the newspaper databases Kikuzo, Yomidasu and Integrum."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from topograph.errors import TopographError
from topograph.formats.base import Content, Format, Opening
from topograph.formats.html import lines_of, parse_html
from topograph.formats.records import RawRecord, filled, numbered

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

_ROLES = {"text": ("text",), "title": ("title",), "date": ("date",)}
#: The marks of a page of each service.
_KIKUZO = re.compile(r"class=\"topic-detail\"")
_YOMIDASU = re.compile(r"id=\"heiseiDetailArea\"")
_INTEGRUM = re.compile(r"<td[^>]*>\s*\^\w\w:")
#: The codes of Integrum's fields, in Cyrillic letters.
_INTEGRUM_FIELDS = {
    "ИС": "source",
    "РБ": "section",
    "НР": "page",
    "ДТ": "date",
    "АВ": "author",
    "ЗГ": "title",
}


def _words(element: Tag | None) -> str:
    return " ".join(lines_of(element)) if element is not None else ""


def _kikuzo(page: BeautifulSoup) -> Iterator[dict[str, str]]:
    for table in page.find_all("table", class_="topic-detail"):
        body = table.find(class_="detail001")
        if body is None:
            continue
        head = table.find_previous("table", class_="topic-list")
        cells = [_words(own) for own in head.find_all("td")] if head is not None else []
        names = ("number", "date", "edition", "section", "page", "length")
        fields = dict(zip(names, cells, strict=False))
        fields["date"] = re.sub(r"\s", "", fields.get("date", ""))
        title = _words(table.find("span", class_="font002"))
        yield fields | {"title": title, "text": "\n".join(lines_of(body))}


def _yomidasu(page: BeautifulSoup) -> Iterator[dict[str, str]]:
    for table in page.select("#heiseiDetailArea > table.contentsTable"):
        cells = [_words(own) for own in table.find_all("th")]
        names = ("number", "date", "title", "edition", "section", "page", "length")
        area = table.parent
        body = area.find_next_sibling("div") if area is not None else None
        parts = body.find_all("p", class_="mb10") if body is not None else []
        lines = [line for part in parts for line in lines_of(part)]
        yield dict(zip(names, cells, strict=False)) | {"text": "\n".join(lines)}


def _integrum(page: BeautifulSoup) -> Iterator[dict[str, str]]:
    for body in page.find_all("pre"):
        table = body.find_previous("table")
        fields: dict[str, str] = {}
        name = ""
        for line in lines_of(table) if table is not None else []:
            code = re.match(r"\^(\w\w):\s*", line)
            name = _INTEGRUM_FIELDS.get(code[1], "") if code else name
            value = line[code.end() :] if code else line
            if name and value:
                fields[name] = f"{fields[name]} {value}" if name in fields else value
        yield fields | {"text": _unwrapped(body.get_text())}


def _unwrapped(text: str) -> str:
    """Paragraphs, one a line; each begins with an indented line."""
    parts = re.split(r"\n(?=[^\S\n]+\S)|\n\s*\n", text)
    return "\n".join(own for part in parts if (own := " ".join(part.split())))


def _reader(
    service: str, articles: Callable[[BeautifulSoup], Iterator[dict[str, str]]]
) -> Callable[[Content], Iterator[RawRecord]]:
    def read(content: Content) -> Iterator[RawRecord]:
        none = TopographError(
            f"{content.name} holds no articles of {service}.",
            "none of its parts has the form in which the service shows an article.",
            "save the page that shows full articles, or set parse.format to what the file is.",
        )
        yield from numbered(map(filled, articles(parse_html(content.text()))), none)

    return read


def _has(mark: re.Pattern[str]) -> Callable[[Opening], bool]:
    return lambda opening: opening.start.startswith("<") and bool(mark.search(opening.text))


KIKUZO = Format(
    "kikuzo",
    "articles of Asahi Shimbun's Kikuzo (HTML)",
    _has(_KIKUZO),
    _reader("Kikuzo", _kikuzo),
    fields=_ROLES,
)
YOMIDASU = Format(
    "yomidasu",
    "articles of Yomiuri Shimbun's Yomidasu (HTML)",
    _has(_YOMIDASU),
    _reader("Yomidasu", _yomidasu),
    fields=_ROLES,
)
INTEGRUM = Format(
    "integrum",
    "articles of Integrum (HTML)",
    _has(_INTEGRUM),
    _reader("Integrum", _integrum),
    fields=_ROLES,
)
