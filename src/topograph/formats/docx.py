"""Word documents (.docx), one document each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO

from topograph.formats.base import DOCUMENT_FIELDS, Content, Format
from topograph.formats.records import RawRecord
from topograph.formats.textdocument import Handler, Package, Rows, Written

_ABOUT = {
    "title": "title",
    "creator": "author",
    "keywords": "keywords",
    "subject": "subject",
    "created": "created",
}
#: Elements that are not text of the document: what was deleted or moved away, the older form of a
#: text box that is there twice, the reading of a Japanese word, tab stops.
_LEFT_OUT = frozenset({"del", "moveFrom", "Fallback", "rt", "tabs", "sectPr"})
_SIGNS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011"}


def read_docx(stream: IO[bytes], name: str) -> Written:
    """The paragraphs of a Word document, with tables, lists, text boxes and notes.

    Page headers, comments, hidden text, tables of contents and deleted text are left out.

    Raises
    ------
    TopographError
        If the file is damaged.
    """
    package = Package(stream, name)
    written = Written(about=package.values("docProps/core.xml", _ABOUT))
    relations = _Relations()
    package.walk("_rels/.rels", relations)
    folder = relations.main.rpartition("/")[0]
    styles = _Styles()
    package.walk(f"{folder}/styles.xml", styles)
    if relations.main not in package.members:
        raise package.damaged(f"{relations.main} is missing")
    for member in (relations.main, f"{folder}/footnotes.xml", f"{folder}/endnotes.xml"):
        package.walk(member, _Walk(written, styles.names))
    return written


class _Relations(Handler):
    """Finds the member that holds the text: `word/document.xml`, or `word/document2.xml`."""

    main = "word/document.xml"

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if attributes.get("Type", "").endswith("/officeDocument"):
            self.main = attributes.get("Target", self.main).lstrip("/")


class _Styles(Handler):
    """Names of styles by their identifiers, which differ by language."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self._style = ""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "style":
            self._style = attributes.get("styleId", "")
        elif name == "name" and self._style:
            self.names.setdefault(self._style, attributes.get("val", "").lower())


@dataclass
class _Paragraph:
    style: str = ""
    parts: list[str] = field(default_factory=list)


class _Walk(Handler):
    """Gathers the paragraphs of one part of a document."""

    def __init__(self, written: Written, styles: dict[str, str]) -> None:
        self._styles = styles
        self._rows = Rows(written.take)
        self._open: list[_Paragraph] = []  # several: text boxes stand within paragraphs
        self._hidden: list[str] = []  # elements left out that are open
        self._blocks: list[bool] = []  # of each open block, whether it is a table of contents
        self._invisible = self._in_text = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        value = attributes.get("val", "")
        if name in _LEFT_OUT or "eparator" in attributes.get("type", ""):
            self._hidden.append(name)
        elif name == "sdt":
            self._blocks.append(False)
        elif name == "docPartGallery" and self._blocks:
            self._blocks[-1] = value == "Table of Contents"
        elif name == "p":
            self._open.append(_Paragraph())
        elif name == "pStyle" and self._open:
            self._open[-1].style = self._styles.get(value, "")
        elif name == "r":
            self._invisible = False
        elif name in ("vanish", "webHidden"):
            self._invisible = value not in ("0", "false")
        elif name in ("tr", "tc"):
            self._rows.start("row" if name == "tr" else "cell")
        elif name == "t":
            self._in_text = True
        elif name in _SIGNS:
            self._add(_SIGNS[name])

    def data(self, text: str) -> None:
        if self._in_text:
            self._add(text)

    def _add(self, text: str) -> None:
        if self._open and not (self._hidden or self._invisible or any(self._blocks)):
            self._open[-1].parts.append(text)

    def end(self, name: str) -> None:
        self._in_text = False
        if self._hidden and self._hidden[-1] == name:
            self._hidden.pop()
        elif name == "sdt":
            self._blocks.pop()
        elif name == "p":
            self._end_paragraph(self._open.pop())
        elif name == "tr":
            self._rows.end_row()

    def _end_paragraph(self, paragraph: _Paragraph) -> None:
        if not paragraph.style.startswith("toc "):
            self._rows.paragraph("".join(paragraph.parts), paragraph.style)


def _read(content: Content) -> Iterator[RawRecord]:
    with content.open() as stream:
        yield read_docx(stream, content.name).record(content.name)


FORMAT = Format(
    "docx",
    "Word documents (.docx), one document per file",
    lambda opening: any(re.fullmatch(r"word/document\d*\.xml", own) for own in opening.members),
    _read,
    binary=True,
    fields=DOCUMENT_FIELDS,
    prose=True,
)
