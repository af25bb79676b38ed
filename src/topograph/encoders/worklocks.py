"""Who is computing which text: claims between processes, gone with the process that made them.

A claim is the kernel's lock on one byte of a file, at the place that the text's hash gives; the
file itself stays empty. Two runs side by side on one cache therefore share the work instead of
doing it twice, and a killed run leaves no claim behind.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Sequence
from pathlib import Path

#: Places on which claims lie; two texts that share one wait for each other, nothing worse.
PLACES = 2**62


class Claims:
    """Claims of one process. The kernel keeps one lock a process, not a thread: use from one only.

    Parameters
    ----------
    path : Path
        The file on which the claims lie; made if absent.
    """

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)

    def close(self) -> None:
        """Give all claims back."""
        os.close(self._file)

    def take(self, keys: Sequence[bytes]) -> list[bool]:
        """Claim keys; False where another process holds the claim."""
        return [self._take(key) for key in keys]

    def give_back(self, keys: Sequence[bytes]) -> None:
        """End the claims on keys that were taken."""
        for key in keys:
            fcntl.lockf(self._file, fcntl.LOCK_UN, 1, _place(key))

    def _take(self, key: bytes) -> bool:
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _place(key))
        except (BlockingIOError, PermissionError):  # POSIX leaves open which of the two it is
            return False
        return True


def _place(key: bytes) -> int:
    return int.from_bytes(key[:8], "little") % PLACES
