"""How well the map preserves the neighbourhoods of the vectors."""

from __future__ import annotations

import numpy as np

from topograph.measures.notapplicable import NotApplicable

#: Rows of a block. Fixed, so that products are summed in the same order.
BLOCK_ROWS = 128


def map_neighbors(points: np.ndarray, k: int) -> np.ndarray:
    """The k nearest other documents on the map (int64, n x k), for places (float32, n x 2)."""
    from scipy.spatial import KDTree

    n = len(points)
    near = np.asarray(KDTree(points).query(points, k=k + 1)[1]).reshape(n, k + 1)
    itself = near == np.arange(n)[:, None]
    # where many stand in one place a document may be missing from its own list: the last one goes
    itself[~itself.any(axis=1), -1] = True
    others: np.ndarray = near[~itself].reshape(n, k)
    return others


def neighbour_preservation(indices: np.ndarray, points: np.ndarray) -> np.ndarray | NotApplicable:
    """For each document the share of its nearest neighbours that stay nearest on the map.

    Its mean is Q_NX of Lee and Verleysen 2009, https://doi.org/10.1016/j.neucom.2008.12.017.

    Parameters
    ----------
    indices : ndarray of int32, shape (n, k)
        Nearest neighbours among the vectors.
    points : ndarray of float32, shape (n, 2)

    Returns
    -------
    ndarray of float64, shape (n,)
        In [0, 1]; `NotApplicable` without neighbours.
    """
    k = indices.shape[1]
    if k == 0:
        return NotApplicable("documents have no neighbours")
    near = map_neighbors(points, k)
    both = np.sort(np.concatenate([indices, near], axis=1), axis=1)
    shares: np.ndarray = (both[:, 1:] == both[:, :-1]).sum(axis=1) / k
    return shares


def trustworthiness(
    vectors: np.ndarray, points: np.ndarray, k: int, rows: np.ndarray
) -> np.ndarray | NotApplicable:
    """How far a document's neighbours on the map are neighbours among the vectors.

    Venna and Kaski 2001, https://doi.org/10.1007/3-540-44668-0_68: those on the map that are not
    among the nearest k count by how far down they rank. Ranks are counted and not sorted: of
    documents equally near none is behind another.

    Parameters
    ----------
    vectors : ndarray of float32, shape (n, d)
        Unit rows.
    points : ndarray of float32, shape (n, 2)
        The map.
    k : int
        Neighbours looked at.
    rows : ndarray of int64, shape (m,)
        Documents to look at; each is held against all n.

    Returns
    -------
    ndarray of float64, shape (m,)
        In [0, 1]. The mean over all documents is the map's trustworthiness, that over some an
        estimate of it. `NotApplicable` if k is not below half of n.
    """
    n = len(points)
    if not 1 <= k < n / 2:
        return NotApplicable(f"{k} neighbours are not fewer than half of {n} documents")
    near = map_neighbors(points, k)
    worst = k * (2 * n - 3 * k - 1) / 2
    values = np.empty(len(rows))
    for start in range(0, len(rows), BLOCK_ROWS):
        block = rows[start : start + BLOCK_ROWS]
        similarity = vectors[block] @ vectors.T
        similarity[np.arange(len(block)), block] = -np.inf  # not its own neighbour
        behind = np.zeros(len(block))
        for column in near[block].T:
            own = similarity[np.arange(len(block)), column]
            rank = (similarity > own[:, None]).sum(axis=1) + 1
            behind += np.maximum(rank - k, 0)
        values[start : start + len(block)] = 1.0 - behind / worst
    return values
