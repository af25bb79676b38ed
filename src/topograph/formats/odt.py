"""OpenDocument texts (.odt, .fodt), one document each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO
from xml.etree import ElementTree as ET

from topograph.errors import TopographError
from topograph.formats.base import DOCUMENT_FIELDS, Content, Format, Opening
from topograph.formats.records import RawRecord
from topograph.formats.textdocument import Handler, Package, Rows, Values, Written, walk

_ABOUT = {
    "title": "title",
    "initial-creator": "author",
    "creator": "author",
    "keyword": "keywords",
    "subject": "subject",
    "creation-date": "created",
}
#: Elements whose text is not text of the document: what was deleted, comments, contents, readings.
_LEFT_OUT = frozenset(
    "tracked-changes annotation table-of-content alphabetical-index illustration-index table-index "
    "user-index note-citation ruby-text title desc forms script styles automatic-styles "
    "master-styles meta settings font-face-decls".split()
)
#: A sign that no text holds, for the line breaks of a document.
_BREAK = "\x1e"
_SIGNS = {"tab": " ", "s": " ", "line-break": _BREAK}
_TEXT = b"application/vnd.oasis.opendocument.text"


def read_odt(stream: IO[bytes], name: str) -> Written:
    """The paragraphs of an OpenDocument text, with tables, lists, text boxes and notes.

    Comments, page headers, tables of contents and deleted text are left out.

    Raises
    ------
    TopographError
        If the file is damaged, or encrypted.
    """
    package = Package(stream, name)
    if b"encryption-data" in package.read("META-INF/manifest.xml"):
        raise package.damaged("its content is encrypted")
    written = Written(about=package.values("meta.xml", _ABOUT))
    gather = _Walk(written)
    package.walk("content.xml", gather)
    written.paragraphs += gather.notes
    return written


def read_flat(content: Content) -> Written:
    """The same of a document that is one XML file (.fodt).

    Raises
    ------
    TopographError
        If it is not XML.
    """
    about = Values(_ABOUT)
    written = Written()
    gather = _Walk(written)
    try:
        for handler in (about, gather):
            with content.open() as stream:
                walk(stream, handler)
    except (ET.ParseError, LookupError, ValueError) as error:
        raise TopographError(
            f"{content.name} cannot be read.",
            f"its XML is damaged or incomplete ({error}).",
            "open it and save it again, or set `parse: {on_error: skip}` to skip it.",
        ) from error
    written.about = about.found
    written.paragraphs += gather.notes
    return written


@dataclass
class _Paragraph:
    style: str
    parts: list[str] = field(default_factory=list)


class _Walk(Handler):
    """Gathers paragraphs; those of notes are kept apart."""

    def __init__(self, written: Written) -> None:
        self._rows = Rows(written.take)
        self._open: list[_Paragraph] = []  # several: notes and text boxes stand within paragraphs
        self._hidden: list[str] = []  # elements left out that are open
        self._notes = 0
        self.notes: list[str] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name in _LEFT_OUT:
            self._hidden.append(name)
        elif name == "note":
            self._notes += 1
        elif name in ("p", "h"):
            first = name == "h" and attributes.get("outline-level", "1") == "1"
            style = attributes.get("style-name", "").lower()
            self._open.append(_Paragraph("heading 1" if first and style != "title" else style))
        elif name in ("table-row", "table-cell"):
            self._rows.start("row" if name == "table-row" else "cell")
        elif name in _SIGNS:
            self.data(_SIGNS[name])

    def data(self, text: str) -> None:
        if self._open and not self._hidden:
            self._open[-1].parts.append(text)

    def end(self, name: str) -> None:
        if self._hidden and self._hidden[-1] == name:
            self._hidden.pop()
        elif name == "note":
            self._notes -= 1
        elif name in ("p", "h"):
            paragraph = self._open.pop()
            # line breaks of the file are not text: those of the document are elements
            text = _BREAK.join(
                " ".join(line.split()) for line in "".join(paragraph.parts).split(_BREAK)
            )
            self._take(paragraph.style, text.replace(_BREAK, "\n").strip())
        elif name == "table-row":
            self._rows.end_row()

    def _take(self, style: str, text: str) -> None:
        if self._notes:
            self.notes += [text] if text else []
            return
        self._rows.paragraph(text, style)


def _read(content: Content) -> Iterator[RawRecord]:
    with content.open() as stream:
        package = stream.read(2) == b"PK"
        stream.seek(0)
        written = read_odt(stream, content.name) if package else read_flat(content)
    yield written.record(content.name)


def _is_odt(opening: Opening) -> bool:
    flat = b"<office:document " in opening.head and _TEXT in opening.head
    return flat or (
        "META-INF/manifest.xml" in opening.members
        and "content.xml" in opening.members
        and _TEXT in opening.member("mimetype")
    )


FORMAT = Format(
    "odt",
    "OpenDocument texts (.odt, .fodt), one document per file",
    _is_odt,
    _read,
    binary=True,
    fields=DOCUMENT_FIELDS,
    prose=True,
)
