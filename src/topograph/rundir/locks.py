"""Locks between processes. The kernel ends them with the process that holds them, however it ends.

A program that this process starts with its open files (`close_fds=False`) holds `locked`, too.

The files on which they lie hold the number of the process, and stay: to delete them would let two
processes lock two files of one name. A folder that may be removed with its lock is looked at again
once the lock is held.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

#: The file in a folder on which the locks of those lie who use it.
IN_USE = ".in-use"


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


def join_folder(folder: Path) -> TextIO:
    """Keep a folder, made if absent, from being removed by `alone_in`.

    Any number of processes may do so; it is kept until the file returned is closed.
    """
    while True:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            file = (folder / IN_USE).open("a+", encoding="utf-8")
        except FileNotFoundError:  # removed since
            continue
        fcntl.flock(file, fcntl.LOCK_SH)
        if _is_still(folder / IN_USE, file):
            return file
        file.close()  # the folder was removed meanwhile; this is the lock of the one before


@contextmanager
def alone_in(folder: Path) -> Iterator[bool]:
    """Hold a folder that no process has joined, so that it may be renamed and then removed.

    Yields
    ------
    bool
        False where a process has joined it, or it is gone.
    """
    try:
        file = (folder / IN_USE).open("a+", encoding="utf-8")
    except FileNotFoundError:
        yield False
        return
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        yield _is_still(folder / IN_USE, file)


def _is_still(path: Path, file: TextIO) -> bool:
    """Whether a path leads to an open file, and not to a later one of the same name."""
    try:
        now = path.stat()
    except OSError:
        return False
    return os.path.samestat(now, os.fstat(file.fileno()))


def _sign(file: TextIO) -> None:
    file.truncate(0)
    file.write(str(os.getpid()))
    file.flush()
