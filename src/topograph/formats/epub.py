"""E-books (.epub), one document each."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import IO
from urllib.parse import unquote

from topograph.formats.base import DOCUMENT_FIELDS, Content, Format
from topograph.formats.html import lines_of, parse_html
from topograph.formats.records import RawRecord
from topograph.formats.textdocument import Handler, Package, Written

_CONTAINER = "META-INF/container.xml"
_ABOUT = {
    "title": "title",
    "creator": "author",
    "date": "date",
    "subject": "subject",
    "language": "language",
    "publisher": "publisher",
}
_LEFT_OUT = frozenset("script style head title nav svg rt rp".split())


def read_epub(stream: IO[bytes], name: str) -> Written:
    """The text of a book, chapter after chapter, without its table of contents.

    Raises
    ------
    TopographError
        If the file is damaged, or its text is encrypted.
    """
    package = Package(stream, name)
    container, book = _Container(), _Book()
    package.walk(_CONTAINER, container)
    package.walk(container.book, book)
    written = Written(about=package.values(container.book, _ABOUT))
    folder = posixpath.dirname(container.book)
    chapters = [posixpath.normpath(posixpath.join(folder, own)) for own in book.chapters()]
    encrypted = unquote(package.read("META-INF/encryption.xml").decode("utf-8", "replace"))
    for chapter in chapters:
        if chapter in encrypted:
            raise package.damaged("its text is encrypted")
        page = parse_html(package.read(chapter).decode("utf-8", "replace"))
        written.paragraphs += lines_of(page, _LEFT_OUT)
    return written


class _Container(Handler):
    """Finds the member that describes the book."""

    book = ""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "rootfile" and not self.book:
            self.book = unquote(attributes.get("full-path", ""))


class _Book(Handler):
    """The members of a book, and the order in which they are read."""

    def __init__(self) -> None:
        self._members: dict[str, str] = {}
        self._order: list[str] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "item" and "nav" not in attributes.get("properties", "").split():
            self._members[attributes.get("id", "")] = unquote(attributes.get("href", ""))
        elif name == "itemref":
            self._order.append(attributes.get("idref", ""))

    def chapters(self) -> list[str]:
        """Paths of the pages, relative to the description, in the order in which they are read."""
        return [self._members[own] for own in self._order if own in self._members]


def _read(content: Content) -> Iterator[RawRecord]:
    with content.open() as stream:
        yield read_epub(stream, content.name).record(content.name)


FORMAT = Format(
    "epub",
    "e-books (.epub), one document per file",
    lambda opening: _CONTAINER in opening.members,
    _read,
    binary=True,
    fields=DOCUMENT_FIELDS,
    prose=True,
)
