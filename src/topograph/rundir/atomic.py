"""Files that are there whole or not at all: written under another name, then renamed."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from topograph.errors import TopographError

#: Why a file cannot be written, where the user can do something about it.
CORRECTABLE = (
    errno.EACCES,
    errno.EDQUOT,
    errno.EEXIST,
    errno.EISDIR,
    errno.ELOOP,
    errno.ENAMETOOLONG,
    errno.ENOSPC,
    errno.ENOTDIR,
    errno.EPERM,
    errno.EROFS,
)
#: What can be done about it.
ROOM_OR_RIGHT = "make room, or make the folder one that you may write to; then call again."
#: Characters of a file's name in that of the one written before it: names end at 255 bytes.
SHORT = 40


@contextmanager
def written_whole(final: Path, fix: str = ROOM_OR_RIGHT) -> Iterator[Path]:
    """Give a temporary path to write to; it takes its final name when the block ends well.

    As `replacing`, with errors of the system reported as `TopographError`; `fix` is its remedy.

    Raises
    ------
    TopographError
        If the disk is full, or the file may not be written.
    """
    with told(final, fix), replacing(final) as temporary:
        yield temporary


@contextmanager
def replacing(final: Path) -> Iterator[Path]:
    """Give a temporary path to write a file to, or to make a folder at; then rename it.

    The folder it stands in is made if absent. A folder takes the place of the one before it; a
    file does not take that of a folder.

    Raises
    ------
    OSError
        As the system tells it.
    """
    temporary = final.with_name(f".{final.name[:SHORT]}.{os.getpid()}.tmp")
    final.parent.mkdir(parents=True, exist_ok=True)
    try:
        yield temporary
        if temporary.is_dir() and final.is_dir():
            shutil.rmtree(final)
        temporary.replace(final)
    finally:
        remove(temporary)


def remove(path: Path) -> None:
    """Remove a file, or a folder with all that is in it, if it is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


@contextmanager
def told(path: Path, fix: str = ROOM_OR_RIGHT) -> Iterator[None]:
    """Report a full disk or a missing right as a `TopographError`."""
    try:
        yield
    except OSError as error:
        if error.errno not in CORRECTABLE:
            raise
        raise TopographError(
            f"{error.filename or path} cannot be written.",
            f"{os.strerror(error.errno or 0)}.",
            fix,
        ) from error
