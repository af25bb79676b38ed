"""Agreement of repeated partitions with the chosen one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.sparse

#: A repeat holds a topic if one of its clusters has at least this Jaccard index with it.
HELD_FROM = 0.5


@dataclass(frozen=True)
class Stability:
    """Agreement with a partition.

    Attributes
    ----------
    documents : ndarray of float64, shape (n,)
        Share of the repeats that place the document in its topic; of noise, share of the members
        that leave it out; in [0, 1]. A repeat's cluster stands for the topic with which it has
        the largest Jaccard index.
    topics : ndarray of float64, shape (n_topics,)
        Mean over the repeats of the Jaccard index of the topic's best match, in [0, 1] (Hennig
        2007, "Cluster-wise assessment of cluster stability",
        https://doi.org/10.1016/j.csda.2006.11.025).
    found : ndarray of float64, shape (n_topics,)
        Share of the repeats in which that index is at least `HELD_FROM`: how often the topic
        appears at all.
    """

    documents: np.ndarray
    topics: np.ndarray
    found: np.ndarray


def stability_of(
    repeated: np.ndarray, topics: np.ndarray, left_out: np.ndarray | None = None
) -> Stability:
    """The agreement of repeated partitions with a partition.

    Parameters
    ----------
    repeated : ndarray of int64, shape (repeats, n)
        Clusters from 0 in each, -1 for noise.
    topics : ndarray of int64, shape (n,)
        From 0 without gaps, at least one; -1 for noise.
    left_out : ndarray of float64, shape (n,), optional
        Share of the members that call each document noise; without it, of the repeats.
    """
    repeats, n = repeated.shape
    count = int(topics.max()) + 1
    inside = topics >= 0
    belongs = scipy.sparse.csr_matrix(
        (np.ones(inside.sum()), (np.flatnonzero(inside), topics[inside])), shape=(n, count)
    )
    sizes = np.asarray(belongs.sum(axis=0)).ravel()
    agreeing = np.zeros(n)
    best = np.zeros((repeats, count))
    for number, labels in enumerate(repeated):
        if labels.max() < 0:
            continue
        placed = np.flatnonzero(labels >= 0)
        clusters = scipy.sparse.csr_matrix(
            (np.ones(len(placed)), (labels[placed], placed)), shape=(int(labels.max()) + 1, n)
        )
        overlap = (clusters @ belongs).toarray()
        own = np.asarray(clusters.sum(axis=1))
        jaccard = overlap / (own + sizes - overlap)
        best[number] = jaccard.max(axis=0)
        stands_for = np.where(overlap.any(axis=1), jaccard.argmax(axis=1), -1)
        agree = inside[placed] & (stands_for[labels[placed]] == topics[placed])
        agreeing[placed[agree]] += 1
    if left_out is None:
        left_out = (repeated < 0).mean(axis=0)
    return Stability(
        np.where(inside, agreeing / repeats, left_out),
        np.clip(best.mean(axis=0), 0.0, 1.0),
        (best >= HELD_FROM).mean(axis=0),
    )
