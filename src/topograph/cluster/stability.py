"""How far the members of an ensemble agree with a partition."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.sparse

#: A member holds a topic if one of its clusters has at least this Jaccard index with it.
HELD_FROM = 0.5


@dataclass(frozen=True)
class Stability:
    """Agreement with a partition.

    Attributes
    ----------
    documents : ndarray of float64, shape (n,)
        Share of the members that place the document in its topic, or leave it out where it is
        noise; in [0, 1]. A member's cluster stands for the topic with which it has the largest
        Jaccard index.
    topics : ndarray of float64, shape (n_topics,)
        Mean over the members of the Jaccard index of the topic's best match, in [0, 1] (Hennig
        2007, "Cluster-wise assessment of cluster stability",
        https://doi.org/10.1016/j.csda.2006.11.025).
    found : ndarray of float64, shape (n_topics,)
        Share of the members in which that index is at least `HELD_FROM`: how often the topic
        appears at all.
    left_out : ndarray of float64, shape (n,)
        Share of the members that call the document noise.
    """

    documents: np.ndarray
    topics: np.ndarray
    found: np.ndarray
    left_out: np.ndarray


def stability_of(labels: np.ndarray, topics: np.ndarray) -> Stability:
    """How far the members agree with a partition.

    Parameters
    ----------
    labels : ndarray of int64, shape (members, n)
        Clusters from 0 in each member, -1 for noise.
    topics : ndarray of int64, shape (n,)
        From 0 without gaps, at least one; -1 for noise.
    """
    members, n = labels.shape
    count = int(topics.max()) + 1
    inside = topics >= 0
    belongs = scipy.sparse.csr_matrix(
        (np.ones(inside.sum()), (np.flatnonzero(inside), topics[inside])), shape=(n, count)
    )
    sizes = np.asarray(belongs.sum(axis=0)).ravel()
    agreeing = np.zeros(n)
    best = np.zeros((members, count))
    for number, member in enumerate(labels):
        if member.max() < 0:
            continue
        placed = np.flatnonzero(member >= 0)
        clusters = scipy.sparse.csr_matrix(
            (np.ones(len(placed)), (member[placed], placed)), shape=(int(member.max()) + 1, n)
        )
        overlap = (clusters @ belongs).toarray()
        own = np.asarray(clusters.sum(axis=1))
        jaccard = overlap / (own + sizes - overlap)
        best[number] = jaccard.max(axis=0)
        stands_for = np.where(overlap.any(axis=1), jaccard.argmax(axis=1), -1)
        agree = inside[placed] & (stands_for[member[placed]] == topics[placed])
        agreeing[placed[agree]] += 1
    left_out: np.ndarray = (labels < 0).mean(axis=0)
    return Stability(
        np.where(inside, agreeing / members, left_out),
        np.clip(best.mean(axis=0), 0.0, 1.0),
        (best >= HELD_FROM).mean(axis=0),
        left_out,
    )
