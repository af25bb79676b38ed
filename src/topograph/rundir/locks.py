"""Locks between processes. The kernel releases a lock when its process ends, for any reason.

A child process started with `close_fds=False` also holds the lock of `locked`.

A lock file holds the process id and is never deleted: otherwise two processes could lock two files
of the same name. For a folder that may be removed together with its lock file, the code checks
after locking that the file is still there.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

#: The lock file in a folder that several processes use.
IN_USE = ".in-use"


def try_lock(path: Path) -> TextIO | None:
    """Lock a file, creating it if needed; return None if another process holds the lock.

    Closing the returned file releases the lock.
    """
    file = path.open("a+", encoding="utf-8")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    _write_pid(file)
    return file


def holder(path: Path) -> str:
    """The process that locked a file last, as text."""
    number = path.read_text(encoding="utf-8")
    return f"process {number}" if number else "another process"  # not yet written


@contextmanager
def locked(path: Path, on_wait: Callable[[str], None]) -> Iterator[None]:
    """Hold a lock while the block runs.

    Parameters
    ----------
    path : Path
        The lock file, created if needed.
    on_wait : callable
        Called before waiting, with the process that holds the lock, as text.
    """
    file = try_lock(path)
    if file is None:
        on_wait(holder(path))
        file = path.open("a+", encoding="utf-8")
        fcntl.flock(file, fcntl.LOCK_EX)
        _write_pid(file)
    with file:
        os.set_inheritable(file.fileno(), True)
        yield


def lock_folder_shared(folder: Path) -> TextIO:
    """Lock a folder, creating it if needed, so that no process may remove it.

    Any number of processes can hold this lock. Closing the returned file releases it.
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
        file.close()  # the folder was removed meanwhile, with this lock file


@contextmanager
def lock_folder_exclusively(folder: Path) -> Iterator[bool]:
    """Lock a folder that no other process uses, so that it can be renamed and removed.

    Yields
    ------
    bool
        False if a process holds `lock_folder_shared`, or the folder is gone.
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
    """Whether a path still refers to this open file and not to a newer one of the same name."""
    try:
        now = path.stat()
    except OSError:
        return False
    return os.path.samestat(now, os.fstat(file.fileno()))


def _write_pid(file: TextIO) -> None:
    file.truncate(0)
    file.write(str(os.getpid()))
    file.flush()
