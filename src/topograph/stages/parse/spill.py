"""Objects on disk instead of in memory, read back one at a time in any order."""

from __future__ import annotations

import os
import pickle
import tempfile
from array import array
from pathlib import Path
from typing import Any

from topograph.rundir.atomic import DEFAULT_FIX, report_write_errors

#: Bytes gathered before they are written.
BUFFER_BYTES = 1 << 20
TMPDIR_OR_ROOM = "make room there, or set TMPDIR to a folder with more room; then call again."


class Spill:
    """Objects in an unnamed file, which disappears when the process ends.

    Parameters
    ----------
    folder : Path, optional
        Where the file lies; made if absent. Without it, where the system keeps temporary files.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = Path(tempfile.gettempdir()) if folder is None else folder
        self._fix = DEFAULT_FIX if folder else TMPDIR_OR_ROOM
        with report_write_errors(self._folder, self._fix):
            self._folder.mkdir(parents=True, exist_ok=True)
            self._file = tempfile.TemporaryFile(dir=self._folder, buffering=0)  # noqa: SIM115
        # written out by hand: a buffered file writes once more when it is closed, on a full disk
        self._waiting = bytearray()
        self._written = 0
        self._starts = array("q")
        self._lengths = array("q")

    def __len__(self) -> int:
        return len(self._starts)

    def append(self, value: Any) -> None:
        """Append an object.

        Raises
        ------
        TopographError
            If the disk is full.
        """
        start, length = self._put(value)
        self._starts.append(start)
        self._lengths.append(length)

    def __setitem__(self, number: int, value: Any) -> None:
        self._starts[number], self._lengths[number] = self._put(value)

    def __getitem__(self, number: int) -> Any:
        start, length = self._starts[number], self._lengths[number]
        if start + length > self._written:
            self._write_out()
        return pickle.loads(os.pread(self._file.fileno(), length, start))

    def _put(self, value: Any) -> tuple[int, int]:
        content = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        start = self._written + len(self._waiting)
        self._waiting += content
        if len(self._waiting) >= BUFFER_BYTES:
            self._write_out()
        return start, len(content)

    def _write_out(self) -> None:
        with report_write_errors(self._folder, self._fix), memoryview(self._waiting) as waiting:
            done = 0
            while done < len(waiting):
                done += self._file.write(waiting[done:])
        self._written += done
        self._waiting.clear()
