"""Locks on texts that are being encoded, which end with the process that holds them.

A lock is the kernel's lock on one byte of a file, at the position that the text's hash gives; the
file itself stays empty. So two runs that share a cache also share the work, and a killed run leaves
no lock behind.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Sequence
from pathlib import Path

#: Positions of locks; if two texts have the same one, one process waits for the other.
POSITIONS = 2**62


class WorkLocks:
    """Locks of one process. The kernel's locks belong to a process: use them from one thread only.

    Parameters
    ----------
    path : Path
        The file with the locks; made if absent.
    """

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)

    def close(self) -> None:
        """Release all locks."""
        os.close(self._file)

    def acquire(self, keys: Sequence[bytes]) -> list[bool]:
        """Lock keys; False for each that another process has locked."""
        return [self._acquire(key) for key in keys]

    def release(self, keys: Sequence[bytes]) -> None:
        """Release the locks on keys."""
        for key in keys:
            fcntl.lockf(self._file, fcntl.LOCK_UN, 1, _position(key))

    def _acquire(self, key: bytes) -> bool:
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _position(key))
        except (BlockingIOError, PermissionError):  # POSIX allows either
            return False
        return True


def _position(key: bytes) -> int:
    return int.from_bytes(key[:8], "little") % POSITIONS
