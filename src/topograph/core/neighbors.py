"""Exact nearest neighbours by cosine, for the graph, the map and the measures."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from threadpoolctl import threadpool_limits

#: Rows of a block of the similarity matrix. Fixed, so that the order of summation does not depend
#: on the number of cores.
BLOCK_ROWS = 128


def nearest_neighbors(
    vectors: np.ndarray, k: int, threads: int = 1
) -> tuple[np.ndarray, np.ndarray]:
    """Exact k nearest neighbours by cosine distance, by blocked matrix products.

    Parameters
    ----------
    vectors : ndarray of float32, shape (n, d)
        Unit rows.
    k : int
        Neighbours of each row, without the row itself; 1 to n - 1.
    threads : int
        Cores to use; the result does not depend on it.

    Returns
    -------
    indices : ndarray of int32, shape (n, k)
        Nearest first; ties are ordered by index.
    distances : ndarray of float32, shape (n, k)
        1 - cosine, in [0, 2].
    """
    n = len(vectors)
    if not 1 <= k < n:
        raise ValueError(f"k must be from 1 to {n - 1}, is {k}")
    indices = np.empty((n, k), dtype=np.int32)
    distances = np.empty((n, k), dtype=np.float32)

    def fill(start: int) -> None:
        rows = np.arange(start, min(start + BLOCK_ROWS, n))
        indices[rows], distances[rows] = neighbors_of(vectors, rows, k)

    with threadpool_limits(1, user_api="blas"), ThreadPoolExecutor(threads) as pool:
        list(pool.map(fill, range(0, n, BLOCK_ROWS)))
    return indices, distances


def neighbors_of(vectors: np.ndarray, rows: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Exact k nearest neighbours of some rows; see `nearest_neighbors`.

    Parameters
    ----------
    vectors : ndarray of float32, shape (n, d)
    rows : ndarray of int64, shape (m,)
        The rows; m x n distances are held in memory.
    k : int

    Returns
    -------
    indices : ndarray of int64, shape (m, k)
    distances : ndarray of float32, shape (m, k)
    """
    distance = vectors[rows] @ vectors.T
    np.clip(np.subtract(1.0, distance, out=distance), 0.0, 2.0, out=distance)
    distance[np.arange(len(rows)), rows] = np.inf  # not its own neighbour
    near = _smallest(distance, k)
    return near, np.take_along_axis(distance, near, axis=1)


def _smallest(distance: np.ndarray, k: int) -> np.ndarray:
    """Columns of the k smallest values of each row; ties are ordered by column."""
    rows, n = distance.shape
    if n <= 4 * k:
        return np.argsort(distance, axis=1, kind="stable")[:, :k]
    kth = np.partition(distance, k - 1, axis=1)[:, k - 1]
    near = np.empty((rows, k), dtype=np.int64)
    for row in range(rows):
        candidates = np.flatnonzero(distance[row] <= kth[row])
        order = np.argsort(distance[row, candidates], kind="stable")
        near[row] = candidates[order[:k]]
    return near
