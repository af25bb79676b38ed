"""Work spread over processes that share the memory of the one that starts them."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

#: From this many documents on, work is spread: below, starting processes costs more than it saves.
PARALLEL_FROM = 1000

_work: tuple[Callable[[Any], Any], Sequence[Any]] | None = None


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
    """
    if threads == 1 or len(items) < 2 or documents < PARALLEL_FROM:
        return [function(item) for item in items]
    with ProcessPoolExecutor(
        min(threads, len(items)),
        mp_context=multiprocessing.get_context("fork"),
        initializer=_keep,
        initargs=(function, items),
    ) as pool:
        return list(pool.map(_call, range(len(items))))


def _keep(function: Callable[[Any], Any], items: Sequence[Any]) -> None:
    global _work
    _work = (function, items)


def _call(number: int) -> Any:
    assert _work is not None
    function, items = _work
    return function(items[number])
