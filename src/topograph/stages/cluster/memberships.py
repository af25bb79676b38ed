"""The fit of each document to its topic, the reason for noise, and the assignment of noise."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from topograph.core.topics import NOISE, centroids, nearest_topics
from topograph.stages.cluster.clustering import Clustering, clustering_of, membership_in

if TYPE_CHECKING:
    import pandas as pd

#: Fewer words than this say too little for a place among the topics.
SHORT_TEXT = 8
#: A noise document whose cosine to the nearest topic is below that of this share of the topic's
#: own documents is far from it.
FAR_QUANTILE = 0.05
#: Cosine difference below which a document stands between two topics.
CLOSE_CALL = 0.05


def assign_noise(vectors: np.ndarray, result: Clustering, strictness: float) -> Clustering:
    """Move noise documents into their nearest topic, more of them the larger `strictness`.

    Parameters
    ----------
    vectors : ndarray of float32, shape (n, d)
        Unit rows.
    result : Clustering
    strictness : float
        In [0, 1]: a document is assigned if its membership in the nearest topic is at least
        1 - strictness; 1: all are, 0: those alone that have no neighbour elsewhere.
    """
    noise = np.flatnonzero(result.topics == NOISE)
    if not len(noise):
        return result
    nearest = np.full(len(vectors), NOISE)
    nearest[noise] = (vectors[noise] @ centroids(vectors, result.topics).T).argmax(axis=1)
    enough = membership_in(result.memberships, nearest) >= 1.0 - strictness
    topics = np.where((nearest >= 0) & enough, nearest, result.topics)
    return clustering_of(topics, result.evidence, result.used)


def place_documents(vectors: np.ndarray, n_words: np.ndarray, result: Clustering) -> pd.DataFrame:
    """The fit of each document to its topic and to the nearest other one.

    Parameters
    ----------
    vectors : ndarray of float32, shape (n, d)
        Unit rows.
    n_words : ndarray of int64, shape (n,)
    result : Clustering

    Returns
    -------
    DataFrame
        `topic, strength, stability, nearest_topic, margin, reason`. For `nearest_topic` and
        `margin` see `topograph.core.topics.nearest_topics`; `reason` says why a document is noise.
    """
    import pandas as pd

    n = len(vectors)
    similarity = vectors @ centroids(vectors, result.topics).T
    nearest, margin = nearest_topics(similarity, result.topics)
    placed = result.topics != NOISE
    reason = np.full(n, "", dtype=object)
    if not placed.all():
        noise = np.flatnonzero(~placed)
        far = _far_from(similarity, result.topics)
        reason[noise] = np.select(
            [
                n_words[noise] < SHORT_TEXT,
                similarity[noise, nearest[noise]] < far[nearest[noise]],
                margin[noise] < CLOSE_CALL,
            ],
            ["too short", "far from all topics", "between topics"],
            "unstable",
        )
    return pd.DataFrame(
        {
            "topic": result.topics,
            "strength": result.strength,
            "stability": result.stability.documents,
            "nearest_topic": nearest,
            "margin": margin,
            "reason": reason,
        }
    )


def _far_from(similarity: np.ndarray, topics: np.ndarray) -> np.ndarray:
    """For each topic the cosine to its centroid below which a document is far from it."""
    return np.array(
        [
            np.quantile(similarity[topics == topic, topic], FAR_QUANTILE)
            for topic in range(similarity.shape[1])
        ]
    )
