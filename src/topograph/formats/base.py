"""What an input format is: how it is recognised, how it is read, what its fields are called."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import IO

from topograph.formats.records import RawRecord
from topograph.formats.sources import DAMAGE, Source, open_text, read_text

#: Lines that may stand above the first record of a file.
PREAMBLE_LINES = 20


@dataclass(frozen=True)
class Opening:
    """The beginning of a file, by which its format is recognised.

    Attributes
    ----------
    source : Source
    head : bytes
        The first bytes.
    text : str
        The first characters of a text file, line ends normalised; they may be cut off anywhere. ""
        as long as only bytes are looked at.
    """

    source: Source
    head: bytes = b""
    text: str = ""

    @property
    def ending(self) -> str:
        """The ending of the file's name in lower case, like `.csv`."""
        return self.source.ending

    @cached_property
    def start(self) -> str:
        """The text without a byte order mark and white space in front."""
        return self.text.lstrip("\ufeff \t\n")

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the text that are not empty; the last one may be cut off."""
        return [line for line in self.text.lstrip("\ufeff").split("\n") if line.strip()]

    @cached_property
    def members(self) -> frozenset[str]:
        """Names of the members of a zip file; none where it is not a zip file, or a damaged one."""
        if not self.head.startswith(b"PK\x03\x04"):
            return frozenset()
        try:
            with zipfile.ZipFile(io.BytesIO(self.source.read())) as archive:
                return frozenset(archive.namelist())
        except DAMAGE:
            return frozenset()

    def member(self, name: str) -> bytes:
        """The content of a member of a zip file, or nothing where there is none that is whole."""
        if name not in self.members:
            return b""
        try:
            with zipfile.ZipFile(io.BytesIO(self.source.read())) as archive:
                return archive.read(name)
        except (RuntimeError, *DAMAGE):
            return b""

    def opens_with(self, pattern: re.Pattern[str]) -> bool:
        """Whether a pattern stands at the beginning, or soon after some lines of preamble."""
        match = pattern.search(self.start)
        return match is not None and self.start.count("\n", 0, match.start()) <= PREAMBLE_LINES


@dataclass(frozen=True)
class Content:
    """The whole content of a file, opened as its reader needs it.

    Attributes
    ----------
    source : Source
    encoding : str
        That of a text file; "" for a binary one.
    asked : frozenset of str
        Names of fields that the user wants as text.
    labels : dict
        Filled by the reader of a table, before the first record comes: names of fields to what
        the file says they stand for, such as the questions of a survey.
    found : dict
        Filled by a reader, before its first record: roles (`text`, `title`) to names of fields,
        if the structure of the file determines them.
    """

    source: Source
    encoding: str = ""
    asked: frozenset[str] = frozenset()
    labels: dict[str, str] = field(default_factory=dict)
    found: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The file's name, for messages."""
        return self.source.name

    @property
    def ending(self) -> str:
        """The ending of the file's name in lower case, like `.csv`."""
        return self.source.ending

    def open(self) -> IO[bytes]:
        """Open its bytes."""
        return self.source.open()

    def lines(self) -> io.TextIOWrapper:
        """Open it as text, to be read line by line."""
        return open_text(self.source, self.encoding)

    def text(self) -> str:
        """Its whole text."""
        return read_text(self.source, self.encoding)


@dataclass(frozen=True)
class Format:
    """An input format. Each module of `topograph.formats` that reads files defines its own.

    Attributes
    ----------
    name : str
        The value of `parse.format`.
    description : str
        What it is, for the table in `config/README.md`; a short phrase.
    recognise : callable
        Whether the beginning of a file proves that it is in this format. Formats are asked in
        the order of `topograph.formats.registry.FORMATS`.
    read : callable
        Yields the records of a file. It raises `TopographError` at a file that cannot be read.
    binary : bool
        Whether it is recognised by bytes, before any decoding.
    mixed : bool
        Whether files in it come as text and as documents of Word or Rich Text: it is asked both
        by bytes and by text.
    fields : mapping
        Roles (`text`, `title`, `date`, `other_date`, `id`) to names of fields, in order of
        preference, where the format fixes them; `A+B` joins two fields into one date. Empty:
        fields are found by their names (`topograph.stages.parse.fields`).
    bibliographic : bool
        Whether it is one of databases of literature, so that its records are published works.
    prose : bool
        Whether a record is a text with few known fields: `parse.fields` does not apply to it, and
        no word stands for a missing text.
    """

    name: str
    description: str
    recognise: Callable[[Opening], bool]
    read: Callable[[Content], Iterator[RawRecord]]
    binary: bool = False
    mixed: bool = False
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    prose: bool = False
    bibliographic: bool = False


#: The fields of a file that is one document.
DOCUMENT_FIELDS: Mapping[str, tuple[str, ...]] = {
    "text": ("text",),
    "title": ("title",),
    "date": ("date",),
    "other_date": ("created",),
    "id": ("id",),
}
