"""What can be said of an encoder's vectors without reading a single document.

Intrinsic dimension by the minimum spanning tree: the length of the tree of n points of a set of
dimension d grows like n^((d-1)/d) (Steele 1988, https://doi.org/10.1214/aop/1176991596; as an
estimator of dimension Costa and Hero 2004, https://doi.org/10.1109/TSP.2004.831130).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

#: Sizes of the samples whose trees are measured, as shares of all points, and draws of each.
SHARES = (0.2, 0.3, 0.45, 0.7, 1.0)
DRAWS = 5
#: Points below which the estimate says nothing.
FEWEST_POINTS = 50


def mst_dimension(vectors: np.ndarray, seed: int = 0) -> float | None:
    """Intrinsic dimension by the minimum spanning tree (dim_MST).

    Parameters
    ----------
    vectors : ndarray of float32, shape (n, d)
    seed : int
        Of the samples.

    Returns
    -------
    float or None
        1 / (1 - slope), where slope is that of the logarithm of the tree's length over that of the
        number of points; None for fewer than `FEWEST_POINTS` different points, or a slope of 1.
    """
    points = np.unique(vectors, axis=0).astype(np.float64)
    count = len(points)
    if count < FEWEST_POINTS:
        return None
    squares = (points**2).sum(axis=1)
    distances = np.sqrt(
        np.maximum(squares[:, None] + squares[None, :] - 2 * points @ points.T, 0.0)
    )
    draw = np.random.default_rng(seed)
    sizes, lengths = [], []
    for share in SHARES:
        size = round(share * count)
        for _ in range(DRAWS if size < count else 1):
            chosen = draw.choice(count, size, replace=False)
            sizes.append(size)
            lengths.append(tree_length(distances[np.ix_(chosen, chosen)]))
    slope = float(np.polyfit(np.log(sizes), np.log(lengths), 1)[0])
    return 1.0 / (1.0 - slope) if slope < 1.0 else None


def tree_length(distances: np.ndarray) -> float:
    """Length of the minimum spanning tree (Prim), for distances (float64, n x n).

    >>> line = np.array([0.0, 1.0, 3.0])
    >>> tree_length(np.abs(line[:, None] - line[None, :]))
    3.0
    """
    nearest = distances[0].copy()
    nearest[0] = np.inf
    total = 0.0
    for _ in range(len(distances) - 1):
        i = int(nearest.argmin())
        total += float(nearest[i])
        outside = np.isfinite(nearest)
        nearest[outside] = np.minimum(nearest[outside], distances[i][outside])
        nearest[i] = np.inf
    return total


def nearest_neighbors(vectors: np.ndarray, count: int) -> np.ndarray:
    """The nearest other rows by cosine (int64, n x count), for unit rows (float32, n x d)."""
    similarity = vectors @ vectors.T
    np.fill_diagonal(similarity, -np.inf)
    found: np.ndarray = np.argsort(-similarity, axis=1, kind="stable")[:, :count]
    return found


def neighbor_overlap(one: np.ndarray, other: np.ndarray) -> float:
    """Share of common neighbours, averaged over the documents; 0 to 1.

    >>> neighbor_overlap(np.array([[1, 2]]), np.array([[2, 5]]))
    0.5
    """
    common = [float(len(np.intersect1d(a, b))) for a, b in zip(one, other, strict=True)]
    return sum(common) / len(common) / float(one.shape[1])


def neighbor_purity(neighbors: np.ndarray, labels: Sequence[str]) -> float:
    """Share of neighbours with the document's own label, averaged over the documents; 0 to 1.

    >>> neighbor_purity(np.array([[1], [0], [1]]), ["a", "a", "b"])  # doctest: +ELLIPSIS
    0.66...
    """
    names = np.asarray(labels)
    return float((names[neighbors] == names[:, None]).mean())


def chance_purity(labels: Sequence[str]) -> float:
    """Purity of neighbours drawn at random.

    >>> chance_purity(["a", "a", "b"])  # doctest: +ELLIPSIS
    0.33...
    """
    _, counts = np.unique(np.asarray(labels), return_counts=True)
    total = counts.sum()
    return float((counts * (counts - 1)).sum() / (total * (total - 1)))
