"""From paths to streams: archives opened, encodings recognised, binary files refused."""

from __future__ import annotations

import codecs
import gzip
import io
import re
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import IO, cast

from topograph.errors import TopographError

#: Bytes looked at to recognise a format, and read at a time to check an encoding.
HEAD_BYTES = 1 << 16
CHUNK_BYTES = 1 << 20
#: Encodings that are tried when text is neither Unicode nor Western.
OTHER_ENCODINGS = (
    "cp1251", "koi8-r", "cp1253", "cp1254", "cp1255", "cp1256", "cp1250",
    "shift_jis", "euc_jp", "gb18030", "big5", "euc_kr",
)  # fmt: skip
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
#: Share of NUL bytes above which a file may be UTF-16, and is no text if it is not; stray ones are
#: a flaw of a text.
NUL_SHARE = 0.01
BINARY_SHARE = 0.1
#: Share of letters above which bytes are text in a kind of UTF-16.
WRITTEN_SHARE = 0.95
#: Share of non-ASCII letters among all letters above which Western text is unlikely.
FOREIGN_SHARE = 0.35


def _western_byte(error: UnicodeError) -> tuple[str, int]:
    """Read bytes that are no UTF-8 as cp1252, and those unknown there as latin-1."""
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
        As the configuration names it; a member of a zip as `archive.zip/member`.
    open : callable
        Opens its uncompressed bytes anew.
    compressed : bool
        Whether they may turn out damaged half-way; see `check`.
    """

    name: str
    open: Callable[[], IO[bytes]]
    compressed: bool = False

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
        If the file is missing, empty, or an archive that cannot be opened.
    """
    path = root / name
    if not path.is_file():
        raise TopographError(
            f"{name} is missing.", "there is no such file.", "check parse.files, or the file."
        )
    if path.stat().st_size == 0:
        raise _empty(name)
    with path.open("rb") as handle:
        start = handle.read(4)
    if start[:2] == b"\x1f\x8b":
        yield Source(name, lambda: cast("IO[bytes]", gzip.GzipFile(path)), compressed=True)
    elif start == b"PK\x03\x04" and zip_content(path) in ("", "zip"):
        yield from _members(name, _Archive(path, path.stat().st_mtime_ns))
    elif start == b"PK\x05\x06":
        raise _empty(name, "the archive has no members.")
    else:
        yield Source(name, lambda: path.open("rb"))


#: What the readers of gzip and zip raise at a damaged file.
DAMAGE = (
    OSError, EOFError, ValueError, NotImplementedError, zipfile.BadZipFile, zlib.error,
    struct.error,
)  # fmt: skip
#: Members by which zip files that are no archives are told, and what they are.
_ZIPPED = (
    ("xl/", "excel"),
    ("word/", "a Word document"),
    ("ppt/", "a presentation"),
    ("META-INF/container.xml", "an e-book"),
    ("META-INF/manifest.xml", "an OpenDocument file"),
)


def zip_content(file: Path | IO[bytes]) -> str:
    """What a zip file is: `excel`, `zip` for an archive, something else in words, "" if damaged."""
    try:
        with zipfile.ZipFile(file) as archive:
            names = archive.namelist()
    except DAMAGE:
        return ""
    return next(
        (what for mark, what in _ZIPPED if any(name.startswith(mark) for name in names)), "zip"
    )


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


def is_litter(path: str) -> bool:
    """Whether a file is what an operating system leaves in folders.

    >>> is_litter("__MACOSX/a.txt"), is_litter("a/.DS_Store"), is_litter("a/b.txt")
    (True, True, False)
    """
    parts = path.split("/")
    return any(part.startswith((".", "__MACOSX")) for part in parts) or (
        parts[-1].lower() in ("thumbs.db", "desktop.ini")
    )


def _members(name: str, archive: _Archive) -> Iterator[Source]:
    try:
        listed = sorted(_opened(archive).namelist())
    except DAMAGE as error:
        raise _damaged(name, error) from error
    members = [own for own in listed if not own.endswith("/") and not is_litter(own)]
    if not members:
        raise _empty(name, "the archive has no members.")
    for member in members:
        inner = replace(archive, inner=(*archive.inner, member))
        if member.lower().endswith(".zip") and _is_archive(inner):
            yield from _members(f"{name}/{member}", inner)
        else:
            yield Source(f"{name}/{member}", _member_opener(archive, member), compressed=True)


def _is_archive(archive: _Archive) -> bool:
    try:
        return bool(_opened(archive).namelist())
    except (RuntimeError, *DAMAGE):
        return False  # told when it is read, as one of several members


def _member_opener(archive: _Archive, member: str) -> Callable[[], IO[bytes]]:
    def opener() -> IO[bytes]:
        stream = _opened(archive).open(member)
        return gzip.GzipFile(fileobj=stream) if member.lower().endswith(".gz") else stream  # type: ignore[return-value]

    return opener


def check(source: Source) -> None:
    """Read a compressed source through once: damage is told before records are taken from it.

    Raises
    ------
    TopographError
        If it is damaged, empty, or protected by a password.
    """
    if not source.compressed:
        return
    size = 0
    try:
        with source.open() as stream:
            while chunk := stream.read(CHUNK_BYTES):
                size += len(chunk)
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
    if not size:
        raise _empty(source.name)


def _damaged(name: str, error: Exception) -> TopographError:
    return TopographError(
        f"{name} cannot be unpacked.",
        f"the archive is damaged or cut off ({error}).",
        "get the file again, or set `parse: {on_error: skip}` to go on without it.",
    )


def _empty(name: str, why: str = "it has no content.") -> TopographError:
    return TopographError(
        f"{name} is empty.",
        why,
        "export it again, take it out of parse.files, or set `parse: {on_error: skip}`.",
    )


def detect_encoding(source: Source) -> str:
    """The encoding of a text file, told from all its bytes.

    Returns
    -------
    str
        A Python codec's name. `utf-8` may hold single bytes that are none: they are read as
        cp1252 (see `open_text`). Text that is mostly such bytes is `cp1252`, or `latin-1` where
        it has bytes that cp1252 lacks, or the best of `OTHER_ENCODINGS` where
        its letters are mostly outside ASCII.

    Raises
    ------
    TopographError
        If the file holds no text.
    """
    head = source.head()
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding
    if head.count(0) > NUL_SHARE * len(head):
        wide = _utf16_without_mark(source.name, head)
        if wide:
            return wide
    valid, foreign, bytes_seen = _count_sequences(source)
    if not foreign or valid > foreign:
        return "utf-8"
    sample = bytes_seen[:HEAD_BYTES]
    letters = sum(1 for byte in sample if byte >= 0x80 or chr(byte).isalpha())
    high = sum(1 for byte in sample if byte >= 0x80)
    if high > FOREIGN_SHARE * letters:
        from charset_normalizer import from_bytes

        likely = [match.encoding for match in from_bytes(sample, cp_isolation=[*OTHER_ENCODINGS])]
        if likely:
            return min(likely, key=lambda encoding: _turned_cases(sample, encoding))
    return "latin-1" if any(byte in b"\x81\x8d\x8f\x90\x9d" for byte in bytes_seen) else "cp1252"


def _turned_cases(sample: bytes, encoding: str) -> int:
    """Capitals behind small letters: KOI8 and cp1251 read as each other turn the case of all."""
    return len(re.findall(r"[а-яёa-z][А-ЯЁA-Z]", sample.decode(encoding, "ignore")))


def _utf16_without_mark(name: str, head: bytes) -> str:
    """The kind of UTF-16 of bytes with many NULs among them; "" if it is none."""
    half = max(len(head) // 2, 1)
    even, odd = head[0::2].count(0) / half, head[1::2].count(0) / half
    if odd > 0.4 and even < 0.1:
        return "utf-16-le"
    if even > 0.4 and odd < 0.1:
        return "utf-16-be"
    written = {own: _written_share(head, own) for own in ("utf-16-le", "utf-16-be")}
    best = max(written, key=lambda own: written[own])
    if written[best] > WRITTEN_SHARE:
        return best
    if head.count(0) <= BINARY_SHARE * len(head):
        return ""
    raise TopographError(
        f"{name} cannot be read.",
        "it is a binary file of no known format (it holds NUL bytes).",
        "export the documents as text, CSV, JSON, RIS or BibTeX, or take the file out of "
        "parse.files.",
    )


def _written_share(head: bytes, encoding: str) -> float:
    """Share of letters of one alphabet, digits and white space among characters."""
    try:
        text = head[: len(head) // 2 * 2].decode(encoding)
    except UnicodeDecodeError:
        return 0.0
    blocks = Counter(ord(letter) >> 8 for letter in text if letter.isalpha() and letter < "\u2e80")
    common = blocks.most_common(1)[0][0] if blocks else -1
    known = sum(
        letter.isspace() or letter.isdigit() or "\u2e80" <= letter < "\ua000"
        or "\uff00" <= letter < "\ufff0" or "\u2010" <= letter < "\u2030"
        or ord(letter) >> 8 in (0, common)
        for letter in text
    )  # fmt: skip
    return known / max(len(text), 1)


def _count_sequences(source: Source) -> tuple[int, int, bytes]:
    """Count UTF-8 sequences beyond ASCII and bytes that are none; some bytes around the latter."""
    bad = 0
    seen = bytearray()

    def count(error: UnicodeError) -> tuple[str, int]:
        nonlocal bad
        if not isinstance(error, UnicodeDecodeError):
            raise error
        bad += error.end - error.start
        return "", error.end

    codecs.register_error("topograph_count", count)
    decoder = codecs.getincrementaldecoder("utf-8")("topograph_count")
    valid = 0
    with source.open() as stream:
        while chunk := stream.read(CHUNK_BYTES):
            before = bad
            text = decoder.decode(chunk)
            valid += len(text) - len(text.encode("ascii", "ignore"))
            if bad > before and len(seen) < 8 * CHUNK_BYTES:
                seen += chunk
    decoder.decode(b"", final=True)
    return valid, bad, bytes(seen)


def open_text(source: Source, encoding: str) -> io.TextIOWrapper:
    r"""Open a source as text: CRLF and lone CR become `\n`, a byte order mark is no text.

    Raises
    ------
    TopographError
        If the encoding is unknown.
    """
    try:
        codecs.lookup(encoding)
    except LookupError as error:
        raise TopographError(
            f"parse.encoding: {encoding!r} is not known.",
            "Python has no encoding of that name.",
            "set it to a name like utf-8, cp1252, latin-1, utf-16 or gb18030, or to auto.",
        ) from error
    return io.TextIOWrapper(
        source.open(), encoding=encoding, errors="topograph_western", newline=None
    )


def read_text(source: Source, encoding: str) -> str:
    """The whole text of a source."""
    with open_text(source, encoding) as stream:
        return stream.read()


def refuse_binary(source: Source, text: str) -> None:
    """Stop at what is no text although it decodes: many control characters.

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
