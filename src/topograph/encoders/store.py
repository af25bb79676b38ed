"""Vectors on disk by the hash of their text: append-only segments, one for each writing process.

An encoder has a folder of its own, named by its fingerprint:

    encoder.json            what the encoder is; its date is that of the last use
    NAME.keys               a header, then one fixed-size entry a text: hash, tokens, checksum
    NAME.vectors            float32 rows; row i belongs to entry i
    .in-use                 locked by the processes that have the folder open: it is not removed
    set-aside/              files that were damaged or not ours
    table/                  what derived vectors are made from (`static`)

A process appends vectors first and their entries after them, each by one unbuffered write, to a
segment that nobody else writes: no writer waits for another, a killed one loses at most the batch
it was working on, and nothing depends on a lock of the file system. Every entry's checksum covers
hash, tokens and vector, so whatever was cut, overwritten or never reached the disk is noticed
when it is read. Looking texts up reads the small `.keys` files only: 24 MB for a million.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from topograph.errors import TopographError
from topograph.rundir.atomic import atomic_replace
from topograph.rundir.locks import lock_folder_shared
from topograph.system.jsontext import pretty_json

if TYPE_CHECKING:
    from io import FileIO

#: Bytes of a text's hash that make its key.
KEY_BYTES = 16
MAGIC = b"topograph vectors 1\n"
HEADER = np.dtype([("magic", f"V{len(MAGIC)}"), ("dimensions", "<u4"), ("fingerprint", "V64")])
ENTRY = np.dtype([("key", "<u8", 2), ("tokens", "<u4"), ("checksum", "<u4")])
DESCRIPTION = "encoder.json"
SET_ASIDE = "set-aside"
#: Seconds between flushes to the disk, in case of a power failure.
SYNC_EVERY = 5.0


@dataclass(frozen=True)
class Record:
    """The stored data of a text.

    Attributes
    ----------
    tokens : int
        Tokens of the whole text, before any cut.
    vector : ndarray of float32, shape (d,)
    """

    tokens: int
    vector: np.ndarray


@dataclass
class Segment:
    """A pair of files of one writer, up to the part that has been read."""

    keys: Path
    dimensions: int
    entries: np.ndarray = field(default_factory=lambda: np.empty(0, ENTRY))
    _order: np.ndarray | None = None

    @property
    def vectors(self) -> Path:
        """The file of the vectors."""
        return self.keys.with_suffix(".vectors")

    @property
    def name(self) -> str:
        """Name without ending."""
        return self.keys.stem

    def read_new(self) -> int:
        """Read new entries, and return their number."""
        with self.keys.open("rb") as handle:
            handle.seek(HEADER.itemsize + self.entries.nbytes)
            content = handle.read()
        complete = len(content) // ENTRY.itemsize
        new = np.frombuffer(content, ENTRY, complete)
        if complete:
            self.entries = np.concatenate([self.entries, new])
            self._order = None
        return complete

    def positions(self, heads: np.ndarray) -> list[int]:
        """Positions of the entries whose key begins with one of some numbers (uint64, sorted)."""
        own = self.entries["key"][:, 0]
        if self._order is None:
            self._order = np.argsort(own, kind="stable")
        ordered = own[self._order]
        starts, ends = np.searchsorted(ordered, heads), np.searchsorted(ordered, heads, "right")
        return [
            int(position)
            for start, end in zip(starts, ends, strict=True)
            for position in self._order[start:end]
        ]

    def fetch(self, positions: Iterable[int]) -> Iterator[tuple[bytes, Record | None]]:
        """Keys and records at some positions; None where the checksum is wrong."""
        width = self.dimensions * 4
        try:
            handle = self.vectors.open("rb", buffering=0)
        except (FileNotFoundError, IsADirectoryError):
            yield from ((self.entries[i]["key"].tobytes(), None) for i in positions)
            return
        with handle:
            for position in positions:
                entry = self.entries[position]
                content = os.pread(handle.fileno(), width, position * width)
                yield entry["key"].tobytes(), _checked(entry, content, width)

    def is_cut(self) -> bool:
        """Whether one of the files is shorter than the other requires."""
        expected = HEADER.itemsize + self.entries.nbytes
        vectors = self.vectors.stat().st_size if self.vectors.is_file() else 0
        return (
            self.keys.stat().st_size > expected or vectors < len(self.entries) * self.dimensions * 4
        )


def _checked(entry: np.void, vector: bytes, width: int) -> Record | None:
    if len(vector) != width or _checksum(entry, vector) != entry["checksum"]:
        return None
    return Record(int(entry["tokens"]), np.frombuffer(vector, "<f4"))


def _checksum(entry: np.void, vector: bytes) -> int:
    return zlib.crc32(vector, zlib.crc32(entry["key"].tobytes() + entry["tokens"].tobytes()))


class VectorStore:
    """The vectors of one encoder, shared with all other processes.

    Parameters
    ----------
    folder : Path
        The cache's folder, of all encoders.
    fingerprint : str
        Of the encoder, 64 hexadecimal digits.
    name : str
        The encoder's name, for people.

    Attributes
    ----------
    notes : list of str
        What was found damaged and set aside.
    """

    def __init__(self, folder: Path, fingerprint: str, name: str) -> None:
        self.folder = encoder_folder(folder, fingerprint)
        self.notes: list[str] = []
        self._fingerprint = fingerprint
        self._name = name
        self._segments: dict[str, Segment] = {}
        self._writer: _Writer | None = None
        with usable_folder(self.folder):
            self._joined = lock_folder_shared(self.folder)
            self._describe()

    def __enter__(self) -> VectorStore:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Flush what was written to the disk, and release the folder."""
        if self._writer is not None:
            with usable_folder(self.folder):
                self._writer.close()
            self._writer = None
        self._joined.close()

    def read_new(self) -> int:
        """Read what other processes have added; returns the number of new entries."""
        new = 0
        own = self._writer.name if self._writer else None
        with usable_folder(self.folder):
            for path in sorted(self.folder.iterdir()):
                if path.name == DESCRIPTION or path.name.startswith(".") or not path.is_file():
                    continue
                if path.suffix == ".vectors" and path.with_suffix(".keys").exists():
                    continue
                if path.stem != own:
                    new += self._read_segment(path)
        return new

    def find(self, keys: Sequence[bytes]) -> dict[bytes, Record]:
        """The intact records of some keys, among the entries read so far."""
        wanted = set(keys)
        heads = np.unique(np.frombuffer(b"".join(key[:8] for key in wanted), "<u8"))
        found: dict[bytes, Record] = {}
        with usable_folder(self.folder):
            for segment in list(self._segments.values()):
                positions = segment.positions(heads)
                damaged = False
                for key, record in segment.fetch(positions) if positions else ():
                    if record is None:
                        damaged = True
                    elif key in wanted:
                        found.setdefault(key, record)
                if damaged:
                    self._salvage(segment)
        return found

    def add(self, keys: Sequence[bytes], tokens: Sequence[int], vectors: np.ndarray) -> None:
        """Append records; when this returns, a killed process no longer loses them.

        Parameters
        ----------
        keys : sequence of bytes, length b
            `KEY_BYTES` each.
        tokens : sequence of int, length b
        vectors : ndarray of float32, shape (b, d)
        """
        if not keys:
            return
        with usable_folder(self.folder):
            if self._writer is None:
                self._writer = _Writer(self.folder, self._fingerprint, vectors.shape[1])
            self._writer.append(keys, tokens, vectors)

    def _describe(self) -> None:
        path = self.folder / DESCRIPTION
        content = pretty_json({"encoder": self._name, "fingerprint": self._fingerprint})
        if path.exists() and path.read_bytes() == content.encode():
            os.utime(path)
            return
        with atomic_replace(path) as temporary:
            temporary.write_text(content, encoding="utf-8")

    def _read_segment(self, path: Path) -> int:
        segment = self._segments.get(path.stem)
        try:
            if segment is None:
                dimensions = self._dimensions(path) if path.suffix == ".keys" else None
                if dimensions is None:
                    if not is_written(path):
                        pair = [path, path.with_suffix(".vectors")]
                        self._set_aside(pair, "it is not a file of this cache")
                    return 0
                segment = self._segments[path.stem] = Segment(path, dimensions)
            new = segment.read_new()
            if segment.is_cut() and not is_written(path):
                new += segment.read_new()  # its writer may have ended between the two looks
                if segment.is_cut():
                    self._salvage(segment)
        except FileNotFoundError:  # another process has just set it aside or pruned it
            self._segments.pop(path.stem, None)
            return 0
        return new

    def _dimensions(self, path: Path) -> int | None:
        with path.open("rb") as handle:
            content = handle.read(HEADER.itemsize)
        if len(content) != HEADER.itemsize:
            return None
        header = np.frombuffer(content, HEADER)[0]
        if content != _header(self._fingerprint, int(header["dimensions"])):
            return None
        return int(header["dimensions"])

    def _salvage(self, segment: Segment) -> None:
        """Set a damaged segment aside, and copy its intact records to a new one."""
        if is_written(segment.keys):
            return  # its writer is alive; what is missing may be on its way
        everything = segment.fetch(range(len(segment.entries)))
        sound = [(key, record) for key, record in everything if record is not None]
        del self._segments[segment.name]
        if sound:
            fresh = _Writer(self.folder, self._fingerprint, segment.dimensions)
            for key, record in sound:
                fresh.append([key], [record.tokens], record.vector[None])
            fresh.close()
            kept = self._segments[fresh.name] = Segment(fresh.keys, segment.dimensions)
            kept.read_new()
        self._set_aside(
            [segment.keys, segment.vectors],
            f"it is damaged; {len(sound)} vectors in it are sound and kept, the others are "
            "computed again",
        )

    def _set_aside(self, paths: list[Path], why: str) -> None:
        place = self.folder / SET_ASIDE
        place.mkdir(exist_ok=True)
        for path in paths:
            try:
                path.replace(place / path.name)
            except FileNotFoundError:  # another process was faster, or only one of the two is left
                continue
            if path is paths[0]:
                self.notes.append(f"{path} was set aside in {place}: {why}")


def encoder_folder(folder: Path, fingerprint: str) -> Path:
    """The folder of an encoder's vectors in a cache."""
    return folder / fingerprint[:32]


@contextmanager
def usable_folder(folder: Path) -> Iterator[None]:
    """Report errors of the system when the cache is used.

    Raises
    ------
    TopographError
        For an `OSError` inside.
    """
    try:
        yield
    except OSError as error:
        raise TopographError(
            f"The embedding cache in {folder} cannot be used.",
            f"the system reports for {error.filename or 'it'}: {error.strerror or error}.",
            "free space or get permission to write there, or set `embed.cache` to another folder. "
            "What was embedded so far is kept.",
        ) from error


class _Writer:
    """A new segment, written by this process alone."""

    def __init__(self, folder: Path, fingerprint: str, dimensions: int) -> None:
        self.name = f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(6)}"
        self.keys = folder / f"{self.name}.keys"
        # hidden until it is locked and has its header, so that no process reads a partial file
        hidden = folder / f".{self.name}.keys", folder / f".{self.name}.vectors"
        self._keys_file, self._vectors_file = (path.open("xb", buffering=0) for path in hidden)
        fcntl.flock(self._keys_file, fcntl.LOCK_EX)
        _write_all(self._keys_file, _header(fingerprint, dimensions))
        for path in hidden:
            path.replace(folder / path.name.removeprefix("."))
        self._synced = time.monotonic()

    def append(self, keys: Sequence[bytes], tokens: Sequence[int], vectors: np.ndarray) -> None:
        rows = np.ascontiguousarray(vectors, dtype="<f4")
        entries = np.empty(len(keys), ENTRY)
        entries["key"] = np.frombuffer(b"".join(keys), "<u8").reshape(-1, 2)
        entries["tokens"] = tokens
        entries["checksum"] = [
            _checksum(entry, row.tobytes()) for entry, row in zip(entries, rows, strict=True)
        ]
        _write_all(self._vectors_file, rows.tobytes())
        _write_all(self._keys_file, entries.tobytes())
        if time.monotonic() - self._synced > SYNC_EVERY:
            self._sync()

    def close(self) -> None:
        self._sync()
        self._vectors_file.close()
        self._keys_file.close()

    def _sync(self) -> None:
        os.fdatasync(self._vectors_file)
        os.fdatasync(self._keys_file)
        self._synced = time.monotonic()


def _write_all(file: FileIO, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[file.write(rest) :]


def _header(fingerprint: str, dimensions: int) -> bytes:
    header = np.zeros((), HEADER)
    header["magic"] = np.void(MAGIC)
    header["dimensions"] = dimensions
    header["fingerprint"] = np.void(fingerprint.encode())
    return header.tobytes()


def is_written(path: Path) -> bool:
    """Whether a living process is writing to a file: it holds the kernel's lock on it."""
    try:
        with path.open("rb") as handle:
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    return False
