"""The neighbour graph: who is whose neighbour, and how strongly.

Two kinds. The fuzzy graph of UMAP (McInnes, Healy and Melville 2018,
https://arxiv.org/abs/1802.03426, by umap-learn) measures each neighbour against the others of the
same document, so dense and sparse regions count alike. The graph of cosines needs no compiled
code, so it is the same on every processor that computes the same vectors.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse

from topograph.stages.reduce.compilation import import_umap

#: Decimals of a cosine that count: processors differ in the last of a float's seven.
WEIGHT_DECIMALS = 3


def fuzzy_graph(
    vectors: np.ndarray, indices: np.ndarray, distances: np.ndarray
) -> scipy.sparse.csr_matrix:
    """UMAP's fuzzy graph of the neighbours.

    Parameters
    ----------
    vectors : ndarray of float32, shape (n, d)
    indices, distances : ndarray, shape (n, k)
        Neighbours without the point itself.

    Returns
    -------
    csr_matrix of float32, shape (n, n)
        Symmetric, weights in (0, 1].
    """
    import_umap()
    from umap.umap_ import fuzzy_simplicial_set

    n = len(vectors)
    own = np.arange(n, dtype=np.int32)[:, None]  # umap counts a point as its own first neighbour
    with_self = np.hstack([own, indices])
    graph: scipy.sparse.csr_matrix
    graph, _, _ = fuzzy_simplicial_set(
        vectors,
        n_neighbors=with_self.shape[1],
        random_state=np.random.RandomState(0),
        metric="precomputed",
        knn_indices=with_self,
        knn_dists=np.hstack([np.zeros((n, 1), np.float32), distances]),
    )
    return _tidy(graph)


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
    return _tidy(one_way.maximum(one_way.T).tocsr())


def _tidy(graph: scipy.sparse.csr_matrix) -> scipy.sparse.csr_matrix:
    """In canonical form: no zeros, columns in order, so that equal graphs have equal bytes."""
    graph.eliminate_zeros()
    graph.sort_indices()
    return graph
