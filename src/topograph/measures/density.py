"""DBCV: whether topics are dense and the space between them empty.

Moulavi, Jaskowiak, Campello, Zimek and Sander 2014, "Density-Based Clustering Validation",
https://doi.org/10.1137/1.9781611973440.96. The package hdbscan has it, too; but it raises distances
to the power of the number of dimensions, which overflows for vectors of hundreds of them, and
imports scikit-learn. Here powers are taken as logarithms; where hdbscan's do not overflow, the
values are equal.
"""

from __future__ import annotations

import numpy as np

from topograph.measures.notapplicable import NotApplicable

#: Squared distances below this are those of equal documents, up to rounding.
SAME = 1e-12
#: Rows worked on at once.
BLOCK_ROWS = 256


def dbcv(vectors: np.ndarray, topics: np.ndarray) -> tuple[float, np.ndarray] | NotApplicable:
    """Density-based cluster validity, by Euclidean distance, in float64.

    Parameters
    ----------
    vectors : ndarray of float32, shape (n, d)
    topics : ndarray of int64, shape (n,)
        -1 for noise, which belongs to no topic and lowers the value by its share.

    Returns
    -------
    value : float
        In [-1, 1]: validities of the topics, weighted by their shares of all documents. A topic of
        one document has no density and counts 0.
    by_topic : ndarray of float64, shape (n_topics,)
        Validity of each topic; `nan` for those of fewer than two documents.
        `NotApplicable` with fewer than two topics of two documents.
    """
    count = int(topics.max(initial=-1)) + 1
    sizes = np.bincount(topics[topics >= 0], minlength=count)
    measured = np.flatnonzero(sizes >= 2)
    if len(measured) < 2:
        return NotApplicable("there are fewer than two topics of two documents")
    sparseness = np.empty(len(measured))
    inside: list[np.ndarray] = []  # vectors of the inner nodes of each topic's tree
    cores: list[np.ndarray] = []
    for place, topic in enumerate(measured):
        own = vectors[topics == topic].astype(np.float64)
        distances = _distances(own, own)
        core = core_distances(distances, own.shape[1])
        reach = np.maximum(distances, core[:, None], out=distances)
        np.maximum(reach, core[None, :], out=reach)
        inner, sparseness[place] = inner_tree(reach)
        inside.append(own[inner])
        cores.append(core[inner])
    separation = _separations(inside, cores)
    validity = (separation - sparseness) / np.maximum(np.maximum(separation, sparseness), 1e-300)
    by_topic = np.full(count, np.nan)
    by_topic[measured] = validity
    return float((validity * sizes[measured]).sum() / len(topics)), by_topic


def _distances(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Euclidean distances (float64, m x n) of rows (float64, m x d and n x d)."""
    squares = (one**2).sum(axis=1)[:, None] + (other**2).sum(axis=1)[None, :]
    squares -= 2 * one @ other.T
    squares[squares < SAME] = 0.0
    distances: np.ndarray = np.sqrt(squares, out=squares)
    return distances


def core_distances(distances: np.ndarray, dimensions: int) -> np.ndarray:
    """Each document's core distance in its topic: how far away the others are, by their density.

    Parameters
    ----------
    distances : ndarray of float64, shape (n, n)
        At least two documents. Those at distance 0 are left out, as by hdbscan.
    dimensions : int
        Of the space.

    Returns
    -------
    ndarray of float64, shape (n,)
        (sum of distance ** -dimensions over the others, divided by n - 1) ** (-1 / dimensions);
        0 for documents that have only equals.
    """
    others = len(distances) - 1
    cores = np.zeros(len(distances))
    for start in range(0, len(distances), BLOCK_ROWS):
        block = distances[start : start + BLOCK_ROWS]
        with np.errstate(divide="ignore"):
            logs = np.where(block > 0, -dimensions * np.log(block), -np.inf)
        top = logs.max(axis=1)  # the largest power is taken out of the sum, lest it overflow
        there = np.isfinite(top)
        sums = np.exp(logs[there] - top[there, None]).sum(axis=1)
        density = top[there] + np.log(sums) - np.log(others)
        cores[start : start + BLOCK_ROWS][there] = np.exp(-density / dimensions)
    return cores


def inner_tree(reach: np.ndarray) -> tuple[np.ndarray, float]:
    """Minimum spanning tree without its leaves: its nodes, and its longest edge.

    Parameters
    ----------
    reach : ndarray of float64, shape (n, n)
        Mutual reachability distances of at least two documents.

    Returns
    -------
    ndarray of int64, shape (m,), and float
        Nodes of degree above one (without any: the first), and the longest edge between two such
        nodes (without any: of all edges).
    """
    n = len(reach)
    nearest = reach[0].copy()
    outside = np.ones(n, dtype=bool)
    outside[0] = False
    edges = np.zeros((n - 1, 2), dtype=np.int64)
    for step in range(n - 1):  # Prim
        node = int(np.where(outside, nearest, np.inf).argmin())
        if step:  # many are equally near, at their own core distance: the first of them
            tied = np.isclose(reach[node], nearest[node]) & ~outside
            edges[step, 0] = tied.argmax()
        edges[step, 1] = node
        outside[node] = False
        np.minimum(nearest, reach[node], out=nearest)
    lengths = reach[edges[:, 0], edges[:, 1]]
    inner = np.bincount(edges.ravel(), minlength=n) > 1
    between = inner[edges].all(axis=1)
    longest = float(lengths[between].max() if between.any() else lengths.max())
    return (np.flatnonzero(inner) if inner.any() else np.array([0])), longest


def _separations(inside: list[np.ndarray], cores: list[np.ndarray]) -> np.ndarray:
    """For each topic the least mutual reachability of its inner nodes and those of another."""
    starts = np.cumsum([0, *(len(own) for own in inside)])
    everyone, every_core = np.concatenate(inside), np.concatenate(cores)
    least = np.full(len(inside), np.inf)
    for place in range(len(inside) - 1):
        rest = slice(starts[place + 1], None)
        reach = np.maximum(
            _distances(inside[place], everyone[rest]),
            np.maximum.outer(cores[place], every_core[rest]),
        ).min(axis=0)
        others = np.minimum.reduceat(reach, starts[place + 1 : -1] - starts[place + 1])
        least[place] = min(least[place], others.min())
        least[place + 1 :] = np.minimum(least[place + 1 :], others)
    return least
