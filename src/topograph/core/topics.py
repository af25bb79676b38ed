"""Topics: the noise topic, centroids, nearest topics."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

#: The topic number of noise: documents that belong to no topic.
NOISE = -1
#: The label of noise.
NO_TOPIC = "no topic (noise)"


def centroids(vectors: np.ndarray, topics: np.ndarray) -> np.ndarray:
    """Centroids of the topics: mean vectors, scaled to unit length.

    Parameters
    ----------
    vectors : ndarray of float32, shape (n, d)
    topics : ndarray of int64, shape (n,)
        Numbered from 0 without gaps; noise (-1) is ignored.

    Returns
    -------
    ndarray of float32, shape (n_topics, d)
    """
    import numpy as np

    means = np.stack(
        [
            vectors[topics == topic].astype(np.float64).mean(axis=0)
            for topic in range(int(topics.max()) + 1)
        ]
    )
    lengths = np.linalg.norm(means, axis=1, keepdims=True)
    unit: np.ndarray = (means / np.where(lengths > 0, lengths, 1.0)).astype(np.float32)
    return unit


def nearest_topics(similarity: np.ndarray, topics: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The nearest other topic of each document, and the margin of its own topic over it.

    Parameters
    ----------
    similarity : ndarray of float32, shape (n, n_topics)
        Cosine of each document to the topics' centroids.
    topics : ndarray of int64, shape (n,)
        Numbered from 0 without gaps; -1 for noise.

    Returns
    -------
    nearest : ndarray of int64, shape (n,)
        -1 if there is no other topic.
    margin : ndarray of float64, shape (n,)
        Cosine to its own topic minus that to the nearest other topic; for noise, cosine to the
        nearest topic minus that to the second nearest. 1 if there is no other topic.
    """
    import numpy as np

    rows = np.arange(len(topics))
    placed = topics != NOISE
    others = similarity.copy()
    others[rows[placed], topics[placed]] = -np.inf
    nearest = others.argmax(axis=1)
    best = others[rows, nearest]
    others[rows, nearest] = -np.inf
    second = np.where(np.isfinite(others.max(axis=1)), others.max(axis=1), 0.0)
    margin = np.where(placed, similarity[rows, topics] - best, best - second)
    margin = np.where(np.isfinite(margin), margin, 1.0)
    nearest = np.where(np.isfinite(best), nearest, NOISE)
    return nearest.astype(np.int64), margin.astype(np.float64)
