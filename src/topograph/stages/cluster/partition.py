"""Partition a graph into a given number of communities, by Leiden.

Traag, Waltman and van Eck 2019, "From Louvain to Leiden: guaranteeing well-connected communities",
https://doi.org/10.1038/s41598-019-41695-z, maximising modularity, by graspologic-native.
"""

from __future__ import annotations

import heapq

import numpy as np
import scipy.sparse

#: Resolutions between which the number of communities is sought, and the steps of the search.
LOWEST, HIGHEST, STEPS = 0.02, 200.0, 20
#: The search also ends with this share of communities too many: they are merged later.
SURPLUS = 0.02


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
    if not graph.nnz:  # Leiden's library refuses a graph without an edge
        return np.arange(n)
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
    """As many communities as requested or a few more, or the nearest number that was found.

    The resolution is sought by bisection of its logarithm, with one run a step. At the one that was
    found the best of several trials is taken, if it has communities enough.

    Returns
    -------
    labels : ndarray of int64, shape (n,)
    resolution : float
    """
    low, high = LOWEST, HIGHEST
    gap = float("inf")
    for _ in range(STEPS):
        middle = float(np.sqrt(low * high))
        labels = leiden(graph, middle, seed)
        count = int(labels.max()) + 1
        if abs(count - wanted) < gap:
            best, resolution, gap = labels, middle, abs(count - wanted)
        if wanted <= count <= wanted * (1.0 + SURPLUS):
            break
        low, high = (middle, high) if count < wanted else (low, middle)
    if trials > 1:
        labels = leiden(graph, resolution, seed, trials)
        if labels.max() >= min(best.max(), wanted - 1):
            best = labels
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
    joined, sizes = _quotient(graph, labels)
    into = list(range(len(sizes)))
    small = [(size, label) for label, size in enumerate(sizes) if size < least]
    heapq.heapify(small)
    alive = len(sizes)
    while small and alive > 1:
        size, source = heapq.heappop(small)
        if sizes[source] != size:
            continue  # it has grown, or is gone
        target = _nearest(source, joined, sizes)
        _merge(source, target, joined, sizes, into)
        alive -= 1
        if sizes[target] < least:
            heapq.heappush(small, (sizes[target], target))
    while most is not None and alive > most:
        source, target = _closest_pair(joined, sizes)
        _merge(source, target, joined, sizes, into)
        alive -= 1
    final = [_root(label, into) for label in range(len(into))]
    merged: np.ndarray = np.unique(np.array(final)[labels], return_inverse=True)[1]
    return merged.astype(np.int64)


#: Weights between communities, both ways.
Joined = list[dict[int, float]]


def _quotient(graph: scipy.sparse.csr_matrix, labels: np.ndarray) -> tuple[Joined, list[int]]:
    """The graph of the communities, and their sizes."""
    count = int(labels.max()) + 1
    member = scipy.sparse.csr_matrix(
        (np.ones(len(labels)), (labels, np.arange(len(labels)))), shape=(count, len(labels))
    )
    between = (member @ graph @ member.T).tocoo()
    joined: Joined = [{} for _ in range(count)]
    for one, other, weight in zip(between.row, between.col, between.data, strict=True):
        if one != other:
            joined[int(one)][int(other)] = float(weight)
    return joined, np.bincount(labels, minlength=count).tolist()


def _nearest(source: int, joined: Joined, sizes: list[int]) -> int:
    """The community that a community is connected with most strongly; if with none, the largest."""
    if joined[source]:
        return max(
            joined[source], key=lambda one: (joined[source][one] / sizes[one], sizes[one], -one)
        )
    others = (one for one, size in enumerate(sizes) if size and one != source)
    return max(others, key=lambda one: (sizes[one], -one))


def _closest_pair(joined: Joined, sizes: list[int]) -> tuple[int, int]:
    """The two most strongly connected communities, the smaller first; if none, the smallest."""
    pairs = (
        (weight / (sizes[one] * sizes[other]), -one, -other)
        for one, near in enumerate(joined)
        for other, weight in near.items()
        if one < other
    )
    best = max(pairs, default=None)
    if best is None:
        source = min((size, one) for one, size in enumerate(sizes) if size)[1]
        return source, _nearest(source, joined, sizes)
    pair = (-best[1], -best[2])
    source = min(pair, key=lambda one: (sizes[one], -one))
    return source, pair[0] + pair[1] - source


def _merge(source: int, target: int, joined: Joined, sizes: list[int], into: list[int]) -> None:
    """Merge one community into another."""
    for other, weight in joined[source].items():
        del joined[other][source]
        if other != target:
            joined[target][other] = joined[target].get(other, 0.0) + weight
            joined[other][target] = joined[target][other]
    joined[source] = {}
    sizes[target] += sizes[source]
    sizes[source] = 0
    into[source] = target


def _root(label: int, into: list[int]) -> int:
    """The community that a community belongs to after all merges."""
    while into[label] != label:
        label = into[label]
    return label
