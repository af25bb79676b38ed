"""Nearest neighbours of large corpora, nearly all of them found.

Exact neighbours cost time by the square of the number of documents; nearest-neighbour descent
nearly in proportion to it (Dong, Moses and Li 2011, "Efficient k-nearest neighbor graph
construction for generic similarity measures", https://doi.org/10.1145/1963405.1963487, by
pynndescent).
"""

from __future__ import annotations

import warnings

import numpy as np
from threadpoolctl import threadpool_limits

from topograph.core.neighbors import BLOCK_ROWS, neighbors_of
from topograph.reducers.compilation import import_pynndescent

#: Neighbours sought for each one wanted: with twice as many nearly none of the nearest is missed.
SOUGHT = 2
#: Seed of the search, always the same: the neighbours depend only on the documents.
SEED = 0


def approximate_neighbors(vectors: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    """The k nearest neighbours by cosine distance, a few of them missed.

    pynndescent finds candidates on one core (on several they would depend on their number); their
    distances are computed again, so that a neighbour has the same distance as in an exact search.

    Parameters
    ----------
    vectors : ndarray of float32, shape (n, d)
        Unit rows.
    k : int
        Neighbours of each row, itself not counted; less than n.

    Returns
    -------
    indices : ndarray of int32, shape (n, k)
        Nearest first; of equally near rows the one with the smaller index comes first.
    distances : ndarray of float32, shape (n, k)
        1 - cosine, in [0, 2].
    """
    n = len(vectors)
    candidates = _candidates(vectors, min(SOUGHT * k + 1, n))
    indices = np.empty((n, k), dtype=np.int32)
    distances = np.empty((n, k), dtype=np.float32)
    with threadpool_limits(1, user_api="blas"):
        for start in range(0, n, BLOCK_ROWS):
            rows = np.arange(start, min(start + BLOCK_ROWS, n))
            found = candidates[rows]
            cosine = np.einsum("rd,rcd->rc", vectors[rows], vectors[found])
            distance = np.clip(1.0 - cosine, 0.0, 2.0)
            distance[(found == rows[:, None]) | (found < 0)] = np.inf  # itself, or none found
            best = np.argsort(distance, axis=1, kind="stable")[:, :k]
            indices[rows] = np.take_along_axis(found, best, axis=1)
            distances[rows] = np.take_along_axis(distance, best, axis=1)
            short = rows[np.isinf(distances[rows, -1])]
            if len(short):  # many equal documents hide the others from the search
                indices[short], distances[short] = neighbors_of(vectors, short, k)
    return indices, distances


def _candidates(vectors: np.ndarray, count: int) -> np.ndarray:
    """Near documents of each, including itself, ascending; -1 if fewer were found."""
    import_pynndescent()
    from numba.core.errors import NumbaWarning
    from pynndescent import NNDescent

    with warnings.catch_warnings():
        # two functions cannot be cached, and rows that lack neighbours are searched again
        warnings.simplefilter("ignore", NumbaWarning)
        warnings.filterwarnings("ignore", "Failed to correctly find", UserWarning)
        index = NNDescent(vectors, metric="cosine", n_neighbors=count, random_state=SEED, n_jobs=1)
        found, _ = index.neighbor_graph
    candidates: np.ndarray = np.sort(found, axis=1)  # of equally near ones the first comes first
    return candidates
