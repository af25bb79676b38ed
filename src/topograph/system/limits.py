"""Report that memory or disk space ran out, with a remedy."""

from __future__ import annotations

import errno
import os

from topograph.errors import TopographError

#: No disk space, or no permission to write.
_NOT_WRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM)
#: No memory, processes, threads or open files left.
_MEMORY = (errno.ENOMEM, errno.EAGAIN, errno.EMFILE, errno.ENFILE)
#: Messages of libraries that raise other types of errors.
_WORDS = (
    "failed to map segment",
    "cannot allocate memory",
    "can't start new thread",
    "bad allocation",
    "std::bad_alloc",
    "unable to allocate",
    "failed to allocate",
    "out of memory",
    "unable to find a usable engine",  # pandas, when pyarrow cannot be loaded
)


def machine_error(error: BaseException) -> TopographError | None:
    """The message for an error caused by the machine's limits; None for other errors.

    Parameters
    ----------
    error : BaseException
        Its causes and contexts are examined, too.
    """
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, MemoryError) or any(word in str(seen).lower() for word in _WORDS):
            return _memory_error("the machine, or a limit on this process, allows no more.")
        if isinstance(seen, OSError) and seen.errno in _MEMORY:
            return _memory_error(f"the system reports: {os.strerror(seen.errno)}.")
        if isinstance(seen, OSError) and seen.errno in _NOT_WRITABLE:
            place = seen.filename or "a file, or a lock in the shared memory (/dev/shm),"
            return TopographError(
                f"{place} cannot be written.",
                f"the system reports: {os.strerror(seen.errno)}.",
                "free space on that disk (see `df -h`; Topograph writes to results/, .cache/, "
                "TMPDIR and /dev/shm) or get permission to write to it; then run it again.",
            )
        seen = seen.__cause__ or seen.__context__
    return None


def _memory_error(why: str) -> TopographError:
    return TopographError(
        "There is not enough memory.",
        why,
        "run it with fewer cores (`snakemake --cores 1`), free memory, or use a machine with "
        "more; config/README.md says which settings save memory.",
    )
