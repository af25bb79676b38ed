"""Work spread over processes."""

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

#: From this many documents on, work is spread: below, starting processes costs more than it saves.
PARALLEL_FROM = 1000
#: Seconds after which a process sees that the one it works for is gone.
WATCH_SECONDS = 0.5
#: Objects that are made between two searches for cyclic garbage; Python's 700 cost a twentieth.
COLLECT_AFTER = 50_000

_work: tuple[Callable[[Any], Any], Sequence[Any]] | None = None


@contextmanager
def few_collections() -> Iterator[None]:
    """Search for cyclic garbage less often, where many objects are made and few cycles."""
    before = gc.get_threshold()
    gc.set_threshold(COLLECT_AFTER, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def _starting() -> Iterator[None]:
    """Say what to do where the system refuses another process, or a semaphore for it."""
    try:
        yield
    except OSError as error:
        raise TopographError(
            "Processes that share the work cannot be started.",
            f"{error.strerror or error}; they need memory, some of it in /dev/shm, and a folder "
            f"for temporary files.",
            "call again with one core (`snakemake --cores 1`), or free memory, make /dev/shm "
            "larger (`docker run --shm-size=1g`), or set TMPDIR to a folder that you may write to.",
        ) from error


class _Pool(ProcessPoolExecutor):
    """Processes, of which some are started when work is given to them."""

    def submit(self, *arguments: Any, **keywords: Any) -> Any:
        with _starting():
            return super().submit(*arguments, **keywords)


@contextmanager
def process_pool(
    threads: int, start: Literal["fork", "forkserver"], *work: Any
) -> Iterator[ProcessPoolExecutor]:
    """Processes that end with this one, however it ends.

    Left to themselves they would wait for work for ever, with the memory and the locks they were
    forked with.

    Parameters
    ----------
    threads : int
        Processes.
    start : {"fork", "forkserver"}
        Whether they share the memory of this one, or start anew.
    *work
        Function and items for `fork_map`.

    Raises
    ------
    TopographError
        If one of them is killed, runs out of memory, or cannot be started.
    """
    context = multiprocessing.get_context(start)
    begin = (os.getpid(), *work)
    with _starting():
        processes = _Pool(threads, context, _begin, begin)
    try:
        with processes as pool:
            yield pool
    except MemoryError as error:
        raise TopographError(
            "A process that shared the work ran out of memory.",
            "there is not enough of it for all processes.",
            "call again with fewer cores, like `snakemake --cores 1`, or free memory.",
        ) from error
    except BrokenProcessPool as error:
        raise TopographError(
            "A process that shared the work was killed.",
            "most often a machine does so that runs out of memory.",
            "call again with fewer cores, like `snakemake --cores 1`, or free memory.",
        ) from error


def fork_map(
    function: Callable[[Item], Result], items: Sequence[Item], documents: int, threads: int
) -> list[Result]:
    """Call a function for each item, in processes forked from this one.

    The processes find function and items in the memory they were forked with, so that large arrays
    are neither copied nor sent; only results are.

    Parameters
    ----------
    function : callable
        Must not need threads that this process has started: a fork has none of them.
    items : sequence
    documents : int
        That the work on each item is about.
    threads : int
        Processes; with 1, fewer than two items, or fewer than `PARALLEL_FROM` documents, this
        process does it all.

    Returns
    -------
    list
        In the order of the items.

    Raises
    ------
    TopographError
        If one of the processes is killed.
    """
    if threads == 1 or len(items) < 2 or documents < PARALLEL_FROM:
        return [function(item) for item in items]
    with process_pool(min(threads, len(items)), "fork", function, items) as pool:
        return list(pool.map(_call, range(len(items))))


def _begin(master: int, *work: Any) -> None:
    """Keep the work, and watch over the process that it is done for."""
    global _work
    _work = (work[0], work[1]) if work else None
    gc.set_threshold(COLLECT_AFTER, *gc.get_threshold()[1:])
    parent = os.getppid()  # of a fork server's processes the server, which waits for them

    def watch() -> None:
        while os.getppid() == parent and _lives(master):
            time.sleep(WATCH_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _lives(number: int) -> bool:
    try:
        os.kill(number, 0)  # sends nothing: is it there?
    except ProcessLookupError:
        return False
    return True


def _call(number: int) -> Any:
    assert _work is not None
    function, items = _work
    return function(items[number])
