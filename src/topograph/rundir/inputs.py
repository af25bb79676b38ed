"""What files from outside a run's folder hold, and whether they stay as they are while read.

A file is hashed where its size, times or number differ from those that stand beside a known hash.
The time of the last change (`ctime`) is one of them: copying with times kept does not set it back.
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
from topograph.rundir.atomic import replacing
from topograph.system.filenames import shown
from topograph.system.jsontext import canonical_json

#: In the place of the hash of a file that is not there, or that the system does not let us read.
MISSING, UNREADABLE = "missing", "unreadable"
#: Nanoseconds within which two changes of a file may leave it the same times.
RECENT = 3_000_000_000
CHUNK_BYTES = 1 << 18

#: What is kept of files, by their names: a stamp's numbers, then the hash.
Known = dict[str, list[int | str]]


class Stamp(NamedTuple):
    """What the system says of a file without reading it: bytes, nanoseconds since 1970, number."""

    size: int
    modified: int
    changed: int
    inode: int


def stamp(path: Path | str) -> Stamp | None:
    """The stamp of a file; None where the system finds none."""
    try:
        found = os.stat(path)  # noqa: PTH116 - a corpus may have a million files
    except OSError:
        return None
    return Stamp(found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)


def content_hash(path: Path | str) -> str:
    """SHA-256 of a file in hexadecimal, or why there is none: `MISSING`, `UNREADABLE`."""
    digest = hashlib.sha256()
    try:
        with open(path, "rb", buffering=0) as handle:  # noqa: PTH123
            while chunk := handle.read(CHUNK_BYTES):
                digest.update(chunk)
    except FileNotFoundError:
        return MISSING
    except OSError:
        return MISSING if stamp(path) is None else UNREADABLE
    return digest.hexdigest()


@dataclass(frozen=True)
class _Look:
    """A file as it was found: its stamp, its hash, and when (nanoseconds since 1970)."""

    stamp: Stamp | None
    hash: str
    at: int

    @property
    def is_certain(self) -> bool:
        """Whether a later change would show in the stamp."""
        return self.stamp is None or self.stamp.changed < self.at - RECENT


def _look(path: Path | str) -> _Look:
    at = time.time_ns()
    return _Look(stamp(path), content_hash(path), at)


class KnownContents:
    """Hashes of files, kept in a file beside the stamps the files had.

    Parameters
    ----------
    record : Path
        Where they are kept. One that cannot be read counts as empty: all files are hashed.
    root : Path
        The folder to which names are relative.
    """

    def __init__(self, record: Path, root: Path = Path()) -> None:
        self._record = record
        self._root = root
        self._known: Known = {}
        self._is_changed = False
        with suppress(OSError, ValueError):
            found = json.loads(record.read_text(encoding="utf-8"))
            self._known = found if isinstance(found, dict) else {}

    def hash(self, name: str) -> str:
        """What a file holds now; it is read only where it is not known by its stamp."""
        path = os.path.join(self._root, name)  # noqa: PTH118
        now = stamp(path)
        known = self._known.get(name)
        if isinstance(known, list) and now is not None and known[:-1] == [*now]:
            return str(known[-1])
        look = _look(path)
        new = _entry(name, look)
        self._is_changed |= bool(known or new)
        self._known.pop(name, None)
        self._known |= new
        return look.hash

    def save(self) -> None:
        """Keep what was found out."""
        if self._is_changed:
            keep(self._record, self._known)


class Watch:
    """Files that are being read: what they held before, and whether that is what was read.

    Parameters
    ----------
    names : iterable of str
        Relative to the current folder.

    Attributes
    ----------
    hashes : dict of str to str
    known : Known
        For `keep`; complete after `end`.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._looks = {name: _look(name) for name in names}
        self.hashes = {name: look.hash for name, look in self._looks.items()}
        self.known: Known = {}

    def end(self) -> None:
        """See that no file was written to since.

        Raises
        ------
        TopographError
            If one was.
        """
        for name, before in self._looks.items():
            self.known |= _entry(name, _again(name, before))


def _again(name: str, before: _Look) -> _Look:
    if before.is_certain and stamp(name) == before.stamp:
        return before
    after = _look(name)
    if after.hash != before.hash or _written(after.stamp) != _written(before.stamp):
        raise TopographError(
            f"{shown(name)} was changed while it was read.",
            "what was read may be neither what it held before nor what it holds now.",
            "call again once nothing writes to it.",
        )
    return after


def _written(found: Stamp | None) -> tuple[int, ...]:
    """What of a stamp a write changes, and a change of rights or a further link does not."""
    return () if found is None else (found.size, found.modified, found.inode)


def _entry(name: str, look: _Look) -> Known:
    """A file's line in the record; none where a later change might not show in the stamp."""
    if look.stamp is None or not look.is_certain:
        return {}
    return {name: [*look.stamp, look.hash]}


def keep(record: Path, known: Known) -> None:
    """Keep hashes; where that is not possible, files are hashed again next time."""
    with suppress(OSError), replacing(record) as temporary:
        temporary.write_text(canonical_json(known), encoding="utf-8")
