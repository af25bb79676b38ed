"""From paths to streams: archives opened, encodings recognised, binary files refused."""

from __future__ import annotations

import codecs
import gzip
import io
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import IO, cast

from topograph.errors import TopographError
from topograph.formats.limits import Room
from topograph.system.filenames import display_name, is_system_file

#: Bytes looked at to recognise a format, and read at a time to check an encoding.
HEAD_BYTES = 1 << 16
CHUNK_BYTES = 1 << 20
#: Archives in archives.
MOST_NESTED = 3


def _western_byte(error: UnicodeError) -> tuple[str, int]:
    """Read bytes that are not UTF-8 as cp1252, and those unknown there as latin-1."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    piece = error.object[error.start : error.end]
    text = "".join(
        bytes([byte]).decode("latin-1" if byte in b"\x81\x8d\x8f\x90\x9d" else "cp1252")
        for byte in piece
    )
    return text, error.end


codecs.register_error("topograph_western", _western_byte)


@dataclass(frozen=True)
class Source:
    """A file of the corpus, or a member of an archive.

    Attributes
    ----------
    name : str
        As the configuration names it, in characters that can be printed; a member of a zip as
        `archive.zip/member`.
    open : callable
        Opens its uncompressed bytes again.
    packed : int
        Bytes that it is packed in, where it is; then it may turn out damaged half-way, see `check`.
    """

    name: str
    open: Callable[[], IO[bytes]]
    packed: int = 0

    @property
    def ending(self) -> str:
        """The ending of its name in lower case, without that of a compression."""
        path = Path(self.name)
        return (path.with_suffix("") if path.suffix.lower() == ".gz" else path).suffix.lower()

    def head(self) -> bytes:
        """Its first bytes."""
        return self.read(HEAD_BYTES)

    def read(self, most: int = -1) -> bytes:
        """Its bytes, so many at most."""
        with self.open() as stream:
            return stream.read(most)


def sources(name: str, root: Path) -> Iterator[Source]:
    """A file as one source, a zip archive as one for each of its members.

    Raises
    ------
    TopographError
        If the file is missing, empty, may not be read, or is an archive that cannot be opened.
    """
    path = root / name
    name = display_name(name)
    start = _start(path, name)
    if not start:
        raise _empty(name)
    if start[:2] == b"\x1f\x8b":
        size = path.stat().st_size
        yield Source(name, lambda: cast("IO[bytes]", gzip.GzipFile(path)), packed=size)
    elif start[:4] == b"PK\x03\x04" and is_archive(path):
        archive = _Archive(path, path.stat().st_mtime_ns)
        yield from _members(name, archive, Room(name, path.stat().st_size))
    elif start[:4] == b"PK\x05\x06":
        raise _empty(name, "the archive has no members.")
    elif len(start) <= HEAD_BYTES:
        yield Source(name, lambda: io.BytesIO(start))  # small: it is opened only once
    else:
        yield Source(name, lambda: path.open("rb"))


def _start(path: Path, name: str) -> bytes:
    """The first bytes of a file; all of a small one."""
    try:
        with path.open("rb") as handle:
            return handle.read(HEAD_BYTES + 1)
    except OSError as error:
        what, why = f"{name} cannot be read.", f"the system reports: {error.strerror}."
        if path.is_symlink() and not path.exists():
            why = f"it is a link to {display_name(str(path.readlink()))}, where there is no file."
        elif isinstance(error, FileNotFoundError):
            what, why = f"{name} is missing.", "there is no such file."
        raise TopographError(
            what, why, "check parse.files and the file; `parse: {on_error: skip}` skips it."
        ) from error


#: What the readers of gzip and zip raise at a damaged file.
DAMAGE = (
    OSError, EOFError, ValueError, NotImplementedError, zipfile.BadZipFile, zlib.error,
    struct.error,
)  # fmt: skip
#: Members that make a zip file one document: of Office Open XML, OpenDocument and EPUB.
_PACKAGE = (
    "[Content_Types].xml",
    "META-INF/container.xml",
    "META-INF/manifest.xml",
    "xl/",
    "word/",
)


def is_archive(file: Path | IO[bytes]) -> bool:
    """Whether a zip file holds files of the corpus and is not a document itself, or is damaged."""
    try:
        with zipfile.ZipFile(file) as archive:
            names = archive.namelist()
    except DAMAGE:
        return True
    return not any(name.startswith(_PACKAGE) for name in names)


@dataclass(frozen=True)
class _Archive:
    """A zip file, or one in it; the time of its last change tells it from an earlier one."""

    path: Path
    changed: int
    inner: tuple[str, ...] = ()


@lru_cache(maxsize=4)
def _opened(archive: _Archive) -> zipfile.ZipFile:
    """An archive is opened once, not for each of its members: its list may be long."""
    if not archive.inner:
        return zipfile.ZipFile(archive.path)
    outer = _opened(replace(archive, inner=archive.inner[:-1]))
    return zipfile.ZipFile(io.BytesIO(outer.read(archive.inner[-1])))


def _members(name: str, archive: _Archive, room: Room) -> Iterator[Source]:
    try:
        listed = sorted(_opened(archive).infolist(), key=lambda member: member.filename)
    except DAMAGE as error:
        raise _damaged(name, error) from error
    room.take(sum(member.file_size for member in listed))
    members = [own for own in listed if not own.is_dir() and not is_system_file(own.filename)]
    if not members:
        raise _empty(name, "the archive has no members.")
    for member in members:
        own = member.filename
        inner = replace(archive, inner=(*archive.inner, own))
        if own.lower().endswith(".zip") and _is_archive(inner):
            if len(inner.inner) > MOST_NESTED:
                raise TopographError(
                    f"{name} cannot be unpacked.",
                    f"it holds archives in archives, more than {MOST_NESTED} levels deep.",
                    "unpack it, and name the unpacked files in parse.files.",
                )
            yield from _members(f"{name}/{display_name(own)}", inner, room)
        else:
            packed = max(member.compress_size, 1)
            whole = f"{name}/{display_name(own)}"
            yield Source(whole, _member_opener(archive, own), packed)


def _is_archive(archive: _Archive) -> bool:
    try:
        return bool(_opened(archive).namelist())
    except (RuntimeError, *DAMAGE):
        return False  # the reader reports the damage, as of one of several members


def _member_opener(archive: _Archive, member: str) -> Callable[[], IO[bytes]]:
    def opener() -> IO[bytes]:
        stream = _opened(archive).open(member)
        return gzip.GzipFile(fileobj=stream) if member.lower().endswith(".gz") else stream  # type: ignore[return-value]

    return opener


def check(source: Source) -> int:
    """Read a packed source through once, so that damage is reported before any record is read.

    Of a document that is a zip file, as those of Office, the sizes of its members are looked at.

    Returns
    -------
    int
        Bytes of the source, unpacked.

    Raises
    ------
    TopographError
        If it is damaged, empty, protected by a password, or unpacks to far too much.
    """
    try:
        size = _unpack(source) if source.packed else 0
        with source.open() as stream:
            size = size or stream.seek(0, io.SEEK_END)
            stream.seek(0)
            if stream.read(4) == b"PK\x03\x04":
                _refuse_bomb(source.name, stream, size)
            return size
    except NotImplementedError as error:  # a kind of RuntimeError
        raise _damaged(source.name, error) from error
    except RuntimeError as error:  # zipfile's word for a password
        raise TopographError(
            f"{source.name} cannot be read.",
            "the archive is protected by a password.",
            "unpack it, and name the unpacked files in parse.files.",
        ) from error
    except DAMAGE as error:
        raise _damaged(source.name, error) from error


def _unpack(source: Source) -> int:
    room = Room(source.name, source.packed)
    with source.open() as stream:
        while chunk := stream.read(CHUNK_BYTES):
            room.take(len(chunk))
    if not room.taken:
        raise _empty(source.name)
    return room.taken


def _refuse_bomb(name: str, stream: IO[bytes], size: int) -> None:
    """Refuse a zip file by what it says that it unpacks to; its readers take it at its word."""
    try:
        with zipfile.ZipFile(stream) as archive:
            unpacked = sum(member.file_size for member in archive.infolist())
    except DAMAGE:
        return  # the reader reports the damage
    Room(name, size).take(unpacked)


def _damaged(name: str, error: Exception) -> TopographError:
    return TopographError(
        f"{name} cannot be unpacked.",
        f"the archive is damaged or cut off ({error}).",
        "get the file again, or set `parse: {on_error: skip}` to skip it.",
    )


def _empty(name: str, why: str = "it has no content.") -> TopographError:
    return TopographError(
        f"{name} is empty.",
        why,
        "export it again, take it out of parse.files, or set `parse: {on_error: skip}`.",
    )


def open_text(source: Source, encoding: str) -> io.TextIOWrapper:
    r"""Open a source as text: CRLF and lone CR become `\n`, a byte order mark is not text."""
    return io.TextIOWrapper(
        source.open(), encoding=encoding, errors="topograph_western", newline=None
    )


def read_text(source: Source, encoding: str) -> str:
    """The whole text of a source."""
    with open_text(source, encoding) as stream:
        return stream.read()


def refuse_binary(source: Source, text: str) -> None:
    """Stop at what is not text although it decodes: many control characters.

    Raises
    ------
    TopographError
        If so.
    """
    if not text.strip().strip("\ufeff"):
        raise _empty(source.name, "it holds nothing but white space.")
    strange = len(re.findall(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]", text))
    if strange > 0.02 * len(text) and strange > 2:
        raise TopographError(
            f"{source.name} cannot be read.",
            "it is a binary file of no known format.",
            "export the documents as text, CSV, JSON, RIS or BibTeX, or take the file out of "
            "parse.files.",
        )
