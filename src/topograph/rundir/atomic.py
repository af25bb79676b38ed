"""Atomic writes: write a file under a temporary name, then rename it."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from topograph.errors import TopographError

#: Error numbers of failed writes that the user can correct.
USER_CORRECTABLE = (
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
DEFAULT_FIX = "free disk space, or get permission to write to the folder; then run it again."
#: Characters of the final name in the temporary name; a name has at most 255 bytes.
NAME_CHARACTERS = 40


@contextmanager
def atomic_write(final: Path, fix: str = DEFAULT_FIX) -> Iterator[Path]:
    """Yield a temporary path; rename it to `final` when the block succeeds.

    Like `atomic_replace`, but reports system errors as `TopographError` with the remedy `fix`.

    Raises
    ------
    TopographError
        If the disk is full or permission is missing.
    """
    with report_write_errors(final, fix), atomic_replace(final) as temporary:
        yield temporary


@contextmanager
def atomic_replace(final: Path) -> Iterator[Path]:
    """Yield a temporary path for a file or folder; rename it to `final` when the block succeeds.

    Creates the parent folder if needed. A folder replaces an existing folder; a file does not
    replace a folder.

    Raises
    ------
    OSError
        The system's own error.
    """
    temporary = final.with_name(f".{final.name[:NAME_CHARACTERS]}.{os.getpid()}.tmp")
    final.parent.mkdir(parents=True, exist_ok=True)
    try:
        yield temporary
        if temporary.is_dir() and final.is_dir():
            shutil.rmtree(final)
        temporary.replace(final)
    finally:
        remove(temporary)


def remove(path: Path) -> None:
    """Remove a file, or a folder with its content, if it exists."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


@contextmanager
def report_write_errors(path: Path, fix: str = DEFAULT_FIX) -> Iterator[None]:
    """Report a full disk or missing permission as a `TopographError`."""
    try:
        yield
    except OSError as error:
        if error.errno not in USER_CORRECTABLE:
            raise
        raise TopographError(
            f"{error.filename or path} cannot be written.",
            f"{os.strerror(error.errno or 0)}.",
            fix,
        ) from error
