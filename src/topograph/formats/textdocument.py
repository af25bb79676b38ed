"""A written document, whatever program wrote it: its paragraphs and what it says about itself."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO
from xml.etree import ElementTree as ET

from topograph.errors import TopographError
from topograph.formats.records import RawRecord
from topograph.formats.sources import CHUNK_BYTES, DAMAGE

#: What programs write into the title of a document that nobody gave one.
_NO_TITLE = re.compile(
    r"(?:\W*|microsoft word\b.*|word document|untitled\W*\d*|unbenannt\W*\d*"
    r"|sans (?:nom|titre)\W*\d*|(?:document|dokument|documento)\W*\d*|powerpoint presentation|title"
    r"|.*\.(?:docx?|rtf|odt))",
    re.IGNORECASE,
)


class Handler:
    """Takes the elements of an XML file, under their names without namespace."""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        return

    def data(self, text: str) -> None:
        """A piece of text."""
        return

    def end(self, name: str) -> None:
        """An element ends."""
        return


@dataclass
class Written:
    """A document that was written with a word processor, or as a book.

    Attributes
    ----------
    paragraphs : list of str
        Its text in order; rows of a table have their cells between tabs. Footnotes come last.
    about : dict
        What the file says of itself: `title`, `author`, `keywords`, `subject`, `created`, `date`.
    heading : str
        The paragraph with the style of a title, or the heading that comes first, or "".
    """

    paragraphs: list[str] = field(default_factory=list)
    about: dict[str, str] = field(default_factory=dict)
    heading: str = ""

    def take(self, text: str, style: str = "") -> None:
        """Add a paragraph with a style, by its English name in lower case."""
        titles = style == "title" or (style == "heading 1" and not self.paragraphs)
        if titles and text and not self.heading:
            self.heading = text
        self.paragraphs.append(text)

    def record(self, name: str) -> RawRecord:
        """The one record of its file.

        Raises
        ------
        TopographError
            If the document holds no text.
        """
        fields = {"id": Path(name.removesuffix(".gz")).stem}
        fields |= {
            key: own for key, value in self.about.items() if (own := " ".join(value.split()))
        }
        if _NO_TITLE.fullmatch(fields.get("title", "-")):
            fields.pop("title", None)
        paragraphs = list(self.paragraphs)
        title = fields.get("title") or self.heading
        if title and paragraphs and paragraphs[0] == title:
            del paragraphs[0]
        text = "\n".join(paragraphs)
        if not re.search(r"\w", text):
            raise TopographError(
                f"{name} holds no text.",
                "its pages are empty or are images.",
                "recognise the text of images first (OCR), or remove the file from parse.files.",
            )
        return RawRecord(0, fields | ({"title": title} if title else {}) | {"text": text})


class Package:
    """A zip file of XML that is one document: of Word, LibreOffice, or an e-book."""

    def __init__(self, stream: IO[bytes], name: str) -> None:
        self._name = name
        try:
            self._archive = zipfile.ZipFile(stream)
        except DAMAGE as error:
            raise self.damaged(error) from error
        self.members = frozenset(self._archive.namelist())

    def read(self, member: str) -> bytes:
        """The bytes of a member; none where it is missing.

        Raises
        ------
        TopographError
            If it is damaged or has a password.
        """
        if member not in self.members:
            return b""
        try:
            return self._archive.read(member)
        except (RuntimeError, *DAMAGE) as error:
            raise self.damaged(error) from error

    def walk(self, member: str, handler: Handler) -> None:
        """Hand a member's elements to a handler, one after the other; none where it is missing.

        Raises
        ------
        TopographError
            If it is damaged or no XML.
        """
        if member not in self.members:
            return
        try:
            with self._archive.open(member) as stream:
                walk(stream, handler)
        except (ET.ParseError, LookupError, RuntimeError, *DAMAGE) as error:
            raise self.damaged(error) from error

    def values(self, member: str, names: dict[str, str]) -> dict[str, str]:
        """The texts of some elements, by local name, under other names; the first of each."""
        handler = Values(names)
        self.walk(member, handler)
        return {key: value.strip() for key, value in handler.found.items()}

    def damaged(self, why: object) -> TopographError:
        """What is said of a document that cannot be read."""
        return TopographError(
            f"{self._name} cannot be read.",
            f"the document is damaged or has a password ({why}).",
            "open it and save it again without a password, or set `parse: {on_error: skip}` to "
            "skip it.",
        )


def walk(stream: IO[bytes], handler: Handler) -> None:
    """Hand the elements of an XML file to a handler, without holding them.

    Raises
    ------
    xml.etree.ElementTree.ParseError, LookupError, ValueError
        If it is not XML, or in an unknown encoding.
    """
    parser = ET.XMLParser(target=_Target(handler))
    while chunk := stream.read(CHUNK_BYTES):
        parser.feed(chunk)
    parser.close()


class _Target:
    """Passes elements on under their names without namespace."""

    def __init__(self, handler: Handler) -> None:
        self._handler = handler
        self.data = handler.data

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        own = {key.rpartition("}")[2]: value for key, value in attributes.items()}
        self._handler.start(tag.rpartition("}")[2], own)

    def end(self, tag: str) -> None:
        self._handler.end(tag.rpartition("}")[2])

    def close(self) -> None:
        pass


class Values(Handler):
    """Takes the texts of some elements, under other names; the first that is filled of each."""

    def __init__(self, names: dict[str, str]) -> None:
        self._names = names
        self._open = ""
        self.found: dict[str, str] = {}

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Look whether the element is one of those."""
        own = self._names.get(name, "")
        self._open = own if own and not self.found.get(own, "").strip() else ""

    def data(self, text: str) -> None:
        """Add to the text of the element that is open."""
        if self._open:
            self.found[self._open] = self.found.get(self._open, "") + text

    def end(self, name: str) -> None:
        """Close it."""
        self._open = ""


@dataclass
class Rows:
    """Gathers paragraphs; those in the cells of a table row become one line, cells between tabs."""

    take: Callable[[str, str], None]
    open: list[list[list[str]]] = field(default_factory=list)

    def paragraph(self, text: str, style: str = "") -> None:
        """Add a paragraph, to the innermost open cell if there is one."""
        if not text.strip():
            return
        if self.open and self.open[-1]:
            self.open[-1][-1].append(text.strip())
        else:
            self.take(text.strip(), style)

    def start(self, part: str) -> None:
        """Open a `row`, or a `cell` in it."""
        if part == "row":
            self.open.append([])
        elif self.open:
            self.open[-1].append([])

    def end_row(self) -> None:
        """Close a row: one line where each cell is one paragraph, else each paragraph is one."""
        if not self.open:
            return
        cells = [cell for cell in self.open.pop() if cell]
        if all(len(cell) == 1 for cell in cells):
            self.paragraph("\t".join(cell[0] for cell in cells))
        else:
            for cell in cells:
                for text in cell:
                    self.paragraph(text)
