"""Parallel work in processes."""

from __future__ import annotations

import gc
import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, Literal, TypeVar

from topograph.errors import TopographError

Item = TypeVar("Item")
Result = TypeVar("Result")

#: Fewest documents for parallel work; for fewer, starting processes costs more than it saves.
PARALLEL_FROM = 1000
#: Seconds between a worker's checks that its parent is still running.
WATCH_SECONDS = 0.5
#: New objects between two garbage collections; Python's default of 700 costs 5 % of the time.
COLLECT_AFTER = 50_000

_work: tuple[Callable[[Any], Any], Sequence[Any]] | None = None


@contextmanager
def fewer_collections() -> Iterator[None]:
    """Collect cyclic garbage less often, for code that creates many objects and few cycles."""
    before = gc.get_threshold()
    gc.set_threshold(COLLECT_AFTER, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def _starting() -> Iterator[None]:
    """Report with a remedy that the system refuses a process or a semaphore."""
    try:
        yield
    except OSError as error:
        raise TopographError(
            "Worker processes cannot be started.",
            f"the system reports: {error.strerror or error}. They need memory, some of it in "
            "/dev/shm, and a folder for temporary files.",
            "run it with one core (`snakemake --cores 1`), free memory, enlarge /dev/shm (`docker "
            "run --shm-size=1g`), or set TMPDIR to a folder that you may write to.",
        ) from error


class _Pool(ProcessPoolExecutor):
    """A pool that reports errors of processes that it starts when work is submitted."""

    def submit(self, *arguments: Any, **keywords: Any) -> Any:
        with _starting():
            return super().submit(*arguments, **keywords)


@contextmanager
def process_pool(
    threads: int, start: Literal["fork", "forkserver"], *work: Any
) -> Iterator[ProcessPoolExecutor]:
    """A pool of worker processes that end with this process, even if it is killed.

    Otherwise they would wait for work for ever and keep the memory and locks they inherited.

    Parameters
    ----------
    threads : int
        Number of processes.
    start : {"fork", "forkserver"}
        Whether workers share the memory of this process or start afresh.
    *work
        Function and items for `fork_map`.

    Raises
    ------
    TopographError
        If a worker is killed, runs out of memory, or cannot be started.
    """
    context = multiprocessing.get_context(start)
    begin = (os.getpid(), *work)
    with _starting():
        processes = _Pool(threads, context, _start_worker, begin)
    try:
        with processes as pool:
            yield pool
    except MemoryError as error:
        raise TopographError(
            "A worker process ran out of memory.",
            "there is not enough memory for all processes.",
            "run it with fewer cores, like `snakemake --cores 1`, or free memory.",
        ) from error
    except BrokenProcessPool as error:
        raise TopographError(
            "A worker process was killed.",
            "most often, the system kills processes when memory runs out.",
            "run it with fewer cores, like `snakemake --cores 1`, or free memory.",
        ) from error


def fork_map(
    function: Callable[[Item], Result], items: Sequence[Item], documents: int, threads: int
) -> list[Result]:
    """Call a function for each item, in processes forked from this one.

    Workers inherit the function and the items in memory, so that large arrays are neither copied
    nor sent. Only results are sent.

    Parameters
    ----------
    function : callable
        Must not need threads that this process has started: a fork does not have them.
    items : sequence
    documents : int
        Number of documents that the work on each item is about.
    threads : int
        Number of processes. With 1, fewer than two items, or fewer than `PARALLEL_FROM` documents,
        all work is done in this process.

    Returns
    -------
    list
        Results in the order of the items.

    Raises
    ------
    TopographError
        If a worker is killed.
    """
    if threads == 1 or len(items) < 2 or documents < PARALLEL_FROM:
        return [function(item) for item in items]
    with process_pool(min(threads, len(items)), "fork", function, items) as pool:
        return list(pool.map(_call, range(len(items))))


def _start_worker(master: int, *work: Any) -> None:
    """Store the work, and exit when the process `master` ends."""
    global _work
    _work = (work[0], work[1]) if work else None
    gc.set_threshold(COLLECT_AFTER, *gc.get_threshold()[1:])
    parent = os.getppid()  # with a fork server, the server

    def watch() -> None:
        while os.getppid() == parent and _is_running(master):
            time.sleep(WATCH_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _is_running(number: int) -> bool:
    try:
        os.kill(number, 0)  # signal 0 only checks that the process exists
    except ProcessLookupError:
        return False
    return True


def _call(number: int) -> Any:
    assert _work is not None
    function, items = _work
    return function(items[number])
