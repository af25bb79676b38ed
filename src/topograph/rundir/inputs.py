"""Hashes of files from outside a run's folder, and detection of writes while a stage reads them.

A file is hashed again only if its size, times or inode differ from those stored with its hash.
These include the time of the last change (`ctime`), which copying with preserved times does not
reset.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from topograph.errors import TopographError
from topograph.rundir.atomic import atomic_replace
from topograph.system.filenames import display_name
from topograph.system.jsontext import canonical_json

#: Used in place of a hash for a file that does not exist or cannot be read.
MISSING, UNREADABLE = "missing", "unreadable"
#: Nanoseconds within which two changes of a file may give it the same times.
RECENT = 3_000_000_000
CHUNK_BYTES = 1 << 18

#: By file name: the numbers of its stamp, then its hash.
HashRecord = dict[str, list[int | str]]


class FileStamp(NamedTuple):
    """Metadata of a file: size in bytes, times in nanoseconds since 1970, inode."""

    size: int
    modified: int
    changed: int
    inode: int


def file_stamp(path: Path | str) -> FileStamp | None:
    """The stamp of a file, or None if it does not exist."""
    try:
        found = os.stat(path)  # noqa: PTH116 - a corpus may have a million files
    except OSError:
        return None
    return FileStamp(found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)


def content_hash(path: Path | str) -> str:
    """Hexadecimal SHA-256 of a file, or `MISSING` or `UNREADABLE`."""
    digest = hashlib.sha256()
    try:
        with open(path, "rb", buffering=0) as handle:  # noqa: PTH123
            while chunk := handle.read(CHUNK_BYTES):
                digest.update(chunk)
    except FileNotFoundError:
        return MISSING
    except OSError:
        return MISSING if file_stamp(path) is None else UNREADABLE
    return digest.hexdigest()


@dataclass(frozen=True)
class _Snapshot:
    """A file's stamp and hash at a time (nanoseconds since 1970)."""

    stamp: FileStamp | None
    hash: str
    at: int

    @property
    def is_certain(self) -> bool:
        """Whether a later change is sure to change the stamp."""
        return self.stamp is None or self.stamp.changed < self.at - RECENT


def _snapshot(path: Path | str) -> _Snapshot:
    at = time.time_ns()
    return _Snapshot(file_stamp(path), content_hash(path), at)


class HashCache:
    """Hashes of files with their stamps, stored in a JSON file.

    Parameters
    ----------
    record : Path
        The JSON file. If it cannot be read, all files are hashed.
    root : Path
        The folder that names are relative to.
    """

    def __init__(self, record: Path, root: Path = Path()) -> None:
        self._record = record
        self._root = root
        self._known: HashRecord = {}
        self._is_changed = False
        with suppress(OSError, ValueError):
            found = json.loads(record.read_text(encoding="utf-8"))
            self._known = found if isinstance(found, dict) else {}

    def hash(self, name: str) -> str:
        """The hash of a file; the file is read only if its stamp has changed."""
        path = os.path.join(self._root, name)  # noqa: PTH118
        now = file_stamp(path)
        known = self._known.get(name)
        if isinstance(known, list) and now is not None and known[:-1] == [*now]:
            return str(known[-1])
        look = _snapshot(path)
        new = _entry(name, look)
        self._is_changed |= bool(known or new)
        self._known.pop(name, None)
        self._known |= new
        return look.hash

    def save(self) -> None:
        """Store new hashes."""
        if self._is_changed:
            save_hashes(self._record, self._known)


class FileWatch:
    """Files that a stage is reading: their hashes before, and whether they have changed since.

    Parameters
    ----------
    names : iterable of str
        Relative to the current folder.

    Attributes
    ----------
    hashes : dict of str to str
    known : Known
        To pass to `save_hashes`; complete after `end`.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._looks = {name: _snapshot(name) for name in names}
        self.hashes = {name: look.hash for name, look in self._looks.items()}
        self.known: HashRecord = {}

    def end(self) -> None:
        """Check that no file was written to while it was read.

        Raises
        ------
        TopographError
            If a file was written to.
        """
        for name, before in self._looks.items():
            self.known |= _entry(name, _recheck(name, before))


def _recheck(name: str, before: _Snapshot) -> _Snapshot:
    if before.is_certain and file_stamp(name) == before.stamp:
        return before
    after = _snapshot(name)
    if after.hash != before.hash or _content_stamp(after.stamp) != _content_stamp(before.stamp):
        raise TopographError(
            f"{display_name(name)} changed while it was being read.",
            "another program wrote to it, so Topograph may have read a mixture of old and new "
            "content.",
            "run it again once no program writes to the file.",
        )
    return after


def _content_stamp(found: FileStamp | None) -> tuple[int, ...]:
    """The parts of a stamp that a write changes; new permissions or hard links do not."""
    return () if found is None else (found.size, found.modified, found.inode)


def _entry(name: str, look: _Snapshot) -> HashRecord:
    """A file's entry in the record; none if a later change might not change the stamp."""
    if look.stamp is None or not look.is_certain:
        return {}
    return {name: [*look.stamp, look.hash]}


def save_hashes(record: Path, known: HashRecord) -> None:
    """Store hashes. If that fails, the files are hashed again next time."""
    with suppress(OSError), atomic_replace(record) as temporary:
        temporary.write_text(canonical_json(known), encoding="utf-8")
