"""Silhouettes in the embedding space, of all documents and without a matrix of distances.

Rousseeuw 1987, https://doi.org/10.1016/0377-0427(87)90125-7. By cosine distance the mean distance
to a topic's documents is 1 less the product with their mean vector; so the exact value takes a
product of each document with each topic, where the general case takes all pairs of documents.
"""

from __future__ import annotations

import numpy as np

from topograph.measures.notapplicable import NotApplicable

#: Rows of a block. Fixed, so that sums are taken in the same order.
BLOCK_ROWS = 2048


def silhouettes(vectors: np.ndarray, topics: np.ndarray) -> np.ndarray | NotApplicable:
    """Silhouette of each document by cosine distance.

    Parameters
    ----------
    vectors : ndarray of float32, shape (n, d)
        Unit rows.
    topics : ndarray of int64, shape (n,)
        From 0 without gaps, -1 for noise, which is left out: it is not a topic.

    Returns
    -------
    ndarray of float64, shape (n,)
        In [-1, 1]; 0 for the only document of a topic (Rousseeuw's convention), `nan` for noise.
        `NotApplicable` with fewer than two topics, or if none has two documents.
    """
    count = int(topics.max(initial=-1)) + 1
    if count < 2:
        return NotApplicable("there are fewer than two topics")
    sizes = np.bincount(topics[topics >= 0], minlength=count).astype(np.float64)
    if sizes.max() < 2:
        return NotApplicable("no topic has two documents")
    sums = np.stack(
        [vectors[topics == topic].sum(axis=0, dtype=np.float64) for topic in range(count)]
    )
    values = np.full(len(topics), np.nan)
    placed = np.flatnonzero(topics >= 0)
    for start in range(0, len(placed), BLOCK_ROWS):
        rows = placed[start : start + BLOCK_ROWS]
        values[rows] = _block(vectors[rows].astype(np.float64), topics[rows], sums, sizes)
    return values


def _block(
    vectors: np.ndarray, topics: np.ndarray, sums: np.ndarray, sizes: np.ndarray
) -> np.ndarray:
    """Silhouettes of some documents, given the topics' sums of vectors and numbers of documents."""
    rows = np.arange(len(topics))
    products = vectors @ sums.T
    distances = 1.0 - products / sizes
    own_size = sizes[topics]
    to_itself = (vectors**2).sum(axis=1)
    others = own_size - 1
    own = (others - products[rows, topics] + to_itself) / np.maximum(others, 1)
    distances[rows, topics] = np.inf
    next_best = distances.min(axis=1)
    larger = np.maximum(own, next_best)
    meant = (others > 0) & (larger > 1e-12)  # below that all documents are one point
    values: np.ndarray = np.where(meant, (next_best - own) / np.where(meant, larger, 1.0), 0.0)
    return values.clip(-1.0, 1.0)
