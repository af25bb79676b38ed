"""The neighbour graph with cosines as weights.

It needs no compiled code, so it is the same on every processor that computes the same vectors.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse

#: Decimals of a cosine that count: processors differ in the last of a float's seven.
WEIGHT_DECIMALS = 3


def cosine_graph(indices: np.ndarray, distances: np.ndarray) -> scipy.sparse.csr_matrix:
    """The graph of the neighbours, weighted by their cosine.

    Parameters
    ----------
    indices, distances : ndarray, shape (n, k)
        Neighbours without the point itself; distances are 1 - cosine.

    Returns
    -------
    csr_matrix of float32, shape (n, n)
        Symmetric, weights in (0, 1]; pairs at a right angle or wider are not joined.
    """
    n, k = indices.shape
    rows = np.repeat(np.arange(n), k)
    cosines = np.clip(1.0 - distances.ravel(), 0.0, 1.0).round(WEIGHT_DECIMALS).astype(np.float32)
    one_way = scipy.sparse.csr_matrix((cosines, (rows, indices.ravel())), shape=(n, n))
    return tidy(one_way.maximum(one_way.T).tocsr())


def tidy(graph: scipy.sparse.csr_matrix) -> scipy.sparse.csr_matrix:
    """In canonical form: no zeros, columns in order, so that equal graphs have equal bytes."""
    graph.eliminate_zeros()
    graph.sort_indices()
    return graph
