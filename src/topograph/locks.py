"""Locks between processes. The kernel ends them with the process that holds them, however it ends.

A program that this process starts with its open files (`close_fds=False`) holds `locked`, too.

The files on which they lie hold the number of the process, and stay: to delete them would let two
processes lock two files of one name.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO


def try_lock(path: Path) -> TextIO | None:
    """Lock a file, made if absent; None if another process holds it.

    The lock is held until the file returned is closed.
    """
    file = path.open("a+", encoding="utf-8")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    _sign(file)
    return file


def holder(path: Path) -> str:
    """The process that locked a file last, in words."""
    number = path.read_text(encoding="utf-8")
    return f"process {number}" if number else "another process"  # it has not signed yet


@contextmanager
def locked(path: Path, tell: Callable[[str], None]) -> Iterator[None]:
    """Hold a lock while the block runs.

    Parameters
    ----------
    path : Path
        The file, made if absent.
    tell : callable
        Called with the process that has to be waited for, in words.
    """
    file = try_lock(path)
    if file is None:
        tell(holder(path))
        file = path.open("a+", encoding="utf-8")
        fcntl.flock(file, fcntl.LOCK_EX)
        _sign(file)
    with file:
        os.set_inheritable(file.fileno(), True)
        yield


def _sign(file: TextIO) -> None:
    file.truncate(0)
    file.write(str(os.getpid()))
    file.flush()
