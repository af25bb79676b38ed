"""What a cache's folder holds, encoder by encoder."""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from topograph.encoders.store import DESCRIPTION, ENTRY, HEADER, SET_ASIDE

#: Names of the folders that are ours; nothing else in the cache's folder is touched.
OURS = re.compile("[0-9a-f]{32}")
#: Ending of the folders that are being removed.
REMOVED = ".removed"


@dataclass(frozen=True)
class Holding:
    """What is kept of one encoder.

    Attributes
    ----------
    folder : Path
    encoder : str
        Its name.
    vectors : int
    size : int
        Bytes on disk.
    last_used : float
        Seconds since 1970.
    """

    folder: Path
    encoder: str
    vectors: int
    size: int
    last_used: float

    @property
    def set_aside(self) -> Path:
        """Where damaged and foreign files of this encoder lie."""
        return self.folder / SET_ASIDE

    def unused_for(self) -> float:
        """Seconds since a process has last used it, as of now."""
        return time.time() - (self.folder / DESCRIPTION).stat().st_mtime

    def remove(self) -> None:
        """Remove all of it. A process that comes meanwhile makes a folder of its own."""
        removed = self.folder.with_name(f".{self.folder.name}.{os.getpid()}{REMOVED}")
        self.folder.rename(removed)
        shutil.rmtree(removed)


def holdings(folder: Path) -> list[Holding]:
    """All encoders in a cache, the last used first; empty if there is no such folder."""
    found = []
    for path in folder.iterdir() if folder.is_dir() else ():
        if OURS.fullmatch(path.name) and (path / DESCRIPTION).is_file():
            with suppress(FileNotFoundError):  # it has just been removed
                found.append(_holding(path))
    return sorted(found, key=lambda held: (-held.last_used, held.folder))


def remove_leftovers(folder: Path) -> None:
    """Remove what a killed process was removing."""
    for path in folder.glob(f".*{REMOVED}"):
        shutil.rmtree(path, ignore_errors=True)  # another process may be at it


def _holding(folder: Path) -> Holding:
    description = folder / DESCRIPTION
    try:
        name = json.loads(description.read_text(encoding="utf-8"))["encoder"]
    except (ValueError, KeyError, TypeError):
        name = f"(its {DESCRIPTION} cannot be read)"
    bytes_of_entries = sum(
        max(path.stat().st_size - HEADER.itemsize, 0) for path in folder.glob("*.keys")
    )
    return Holding(
        folder=folder,
        encoder=name,
        vectors=bytes_of_entries // ENTRY.itemsize,
        size=sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()),
        last_used=description.stat().st_mtime,
    )
