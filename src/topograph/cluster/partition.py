"""A graph's partition into communities, by Leiden, with as many as wanted.

Traag, Waltman and van Eck 2019, "From Louvain to Leiden: guaranteeing well-connected communities",
https://doi.org/10.1038/s41598-019-41695-z, maximising modularity, by graspologic-native.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse

#: Resolutions between which the number of communities is sought, and the steps of the search.
LOWEST, HIGHEST, STEPS = 0.02, 200.0, 20


def leiden(
    graph: scipy.sparse.csr_matrix, resolution: float, seed: int, trials: int = 1
) -> np.ndarray:
    """Communities of a graph.

    Parameters
    ----------
    graph : csr_matrix, shape (n, n)
        Symmetric, positive weights.
    resolution : float
        Larger: more communities.
    seed : int
    trials : int
        Independent runs, of which the one of best modularity is taken.

    Returns
    -------
    ndarray of int64, shape (n,)
        Communities from 0; documents without an edge are communities of their own.
    """
    from graspologic_native import leiden_csr

    n = graph.shape[0]
    _, found = leiden_csr(
        graph.indptr.astype(np.int64),
        graph.indices.astype(np.int32),
        graph.data.astype(np.float64),
        n,
        resolution=resolution,
        seed=seed,
        trials=trials,
        iterations=3,
    )
    labels = np.fromiter((found.get(node, -1) for node in range(n)), np.int64, n)
    alone = np.flatnonzero(labels < 0)
    labels[alone] = labels.max() + 1 + np.arange(len(alone))
    return labels


def leiden_with(
    graph: scipy.sparse.csr_matrix, wanted: int, seed: int, trials: int = 1
) -> tuple[np.ndarray, float]:
    """As many communities as wanted, or the nearest number to it that was found.

    The resolution is sought by bisection of its logarithm, until the number is met.

    Returns
    -------
    labels : ndarray of int64, shape (n,)
    resolution : float
    """
    low, high = LOWEST, HIGHEST
    gap = float("inf")
    for _ in range(STEPS):
        middle = float(np.sqrt(low * high))
        labels = leiden(graph, middle, seed, trials)
        count = int(labels.max()) + 1
        if abs(count - wanted) < gap:
            best, resolution, gap = labels, middle, abs(count - wanted)
        if count == wanted:
            break
        low, high = (middle, high) if count < wanted else (low, middle)
    return best, resolution


def merge_small(
    graph: scipy.sparse.csr_matrix, labels: np.ndarray, least: int, most: int | None = None
) -> np.ndarray:
    """Merge communities that are too small, then those nearest to each other if there are too many.

    The smallest goes first, into the one it is joined with most strongly (mean weight of the pairs
    between them), of equals the larger, then the first.

    Parameters
    ----------
    graph : csr_matrix, shape (n, n)
    labels : ndarray of int64, shape (n,)
        Communities from 0 without gaps.
    least : int
        Documents a community has at least.
    most : int, optional
        Communities there are at most.

    Returns
    -------
    ndarray of int64, shape (n,)
        From 0 without gaps.
    """
    count = int(labels.max()) + 1
    member = scipy.sparse.csr_matrix(
        (np.ones(len(labels)), (labels, np.arange(len(labels)))), shape=(count, len(labels))
    )
    joined = (member @ graph @ member.T).toarray()
    np.fill_diagonal(joined, 0.0)
    sizes = np.bincount(labels, minlength=count).astype(np.float64)
    into = np.arange(count)
    alive = np.ones(count, dtype=bool)
    while alive.sum() > 1:
        smallest = int(np.where(alive, sizes, np.inf).argmin())
        too_many = most is not None and alive.sum() > most
        if sizes[smallest] >= least and not too_many:
            break
        strength = joined / np.maximum(np.outer(sizes, sizes), 1.0)
        strength[:, ~alive] = -1.0
        if sizes[smallest] < least:
            source = smallest
        else:
            strength[~alive] = -1.0
            np.fill_diagonal(strength, -1.0)
            pair = np.unravel_index(int(strength.argmax()), strength.shape)
            source = int(max(pair, key=lambda one: (-sizes[one], one)))
        row = strength[source].copy()
        row[source] = -1.0
        near = np.flatnonzero(row == row.max())
        target = int(near[sizes[near].argmax()])
        joined[target] += joined[source]
        joined[:, target] += joined[:, source]
        joined[target, target] = 0.0
        sizes[target] += sizes[source]
        sizes[source] = 0.0
        alive[source] = False
        into[into == source] = target
    merged: np.ndarray = np.unique(into[labels], return_inverse=True)[1].astype(np.int64)
    return merged
