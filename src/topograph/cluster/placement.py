"""Where each document stands among the topics, and why noise is noise."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from topograph.topics import NOISE, centroids

if TYPE_CHECKING:
    import pandas as pd

    from topograph.cluster.clustering import Clustering

#: A noise document that at least this share of the members calls noise is far from all topics.
MOSTLY_NOISE = 0.5
#: Cosine difference below which a document stands between two topics.
CLOSE_CALL = 0.05


def place_documents(vectors: np.ndarray, result: Clustering) -> pd.DataFrame:
    """Where each document stands among the topics.

    Parameters
    ----------
    vectors : ndarray of float32, shape (n, d)
        Unit rows.
    result : Clustering

    Returns
    -------
    DataFrame
        `topic, strength, stability, nearest_topic, margin, reason`. `nearest_topic` is the
        nearest by cosine to the topics' centroids, its own aside (-1 where there is none);
        `margin` is the cosine to its own topic less that to the nearest other one, for noise
        the cosine to the nearest less that to the second; `reason` says why a document is noise.
    """
    import pandas as pd

    similarity = vectors @ centroids(vectors, result.topics).T
    rows = np.arange(len(vectors))
    placed = result.topics != NOISE
    others = similarity.copy()
    others[rows[placed], result.topics[placed]] = -np.inf
    if others.shape[1] == 1 and placed.all():
        nearest = np.full(len(vectors), NOISE)
        margin = np.ones(len(vectors))
    else:
        nearest = others.argmax(axis=1)
        best = others[rows, nearest]
        others[rows, nearest] = -np.inf
        second = np.where(np.isfinite(others.max(axis=1)), others.max(axis=1), 0.0)
        margin = np.where(placed, similarity[rows, result.topics] - best, best - second)
        nearest = np.where(np.isfinite(best), nearest, NOISE)
        margin = np.where(np.isfinite(margin), margin, 1.0)
    reason = np.where(
        placed,
        "",
        np.where(
            result.stability >= MOSTLY_NOISE,
            "far from all topics",
            np.where(margin < CLOSE_CALL, "between topics", "unstable over members"),
        ),
    )
    return pd.DataFrame(
        {
            "topic": result.topics,
            "strength": result.strength,
            "stability": result.stability,
            "nearest_topic": nearest.astype(np.int64),
            "margin": margin.astype(np.float64),
            "reason": reason.astype(object),
        }
    )
