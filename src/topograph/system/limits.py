"""Faults of the machine, no memory or no room, as faults that users can do something about."""

from __future__ import annotations

import errno
import os

from topograph.errors import TopographError

#: No room, or no right to write.
_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM)
#: No memory, or no more processes, threads and open files.
_MEMORY = (errno.ENOMEM, errno.EAGAIN, errno.EMFILE, errno.ENFILE)
#: What libraries say, in place of an error of its kind.
_WORDS = (
    "failed to map segment",
    "cannot allocate memory",
    "can't start new thread",
    "bad allocation",
    "std::bad_alloc",
    "unable to allocate",
    "failed to allocate",
    "out of memory",
    "unable to find a usable engine",  # pandas, of pyarrow, which is always there
)


def from_system(error: BaseException) -> TopographError | None:
    """What to tell of an error of the machine; None if it is none.

    Parameters
    ----------
    error : BaseException
        It, or what it was raised from, tells of the machine.
    """
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, MemoryError) or any(word in str(seen).lower() for word in _WORDS):
            return _memory("the machine, or a limit set on it, gives no more.")
        if isinstance(seen, OSError) and seen.errno in _MEMORY:
            return _memory(f"the system says: {os.strerror(seen.errno)}.")
        if isinstance(seen, OSError) and seen.errno in _ROOM:
            place = seen.filename or "a file, or a lock in the shared memory (/dev/shm),"
            return TopographError(
                f"{place} cannot be written.",
                f"the system says: {os.strerror(seen.errno)}.",
                "make room on that disk (`df -h`; results, .cache/, TMPDIR and /dev/shm are "
                "written to), or make it one that you may write to; then call again.",
            )
        seen = seen.__cause__ or seen.__context__
    return None


def _memory(why: str) -> TopographError:
    return TopographError(
        "The memory ends.",
        why,
        "call again with fewer cores (`snakemake --cores 1`), free memory, or take a machine with "
        "more; config/README.md says what makes a run smaller.",
    )
