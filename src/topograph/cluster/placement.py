"""Where each document stands among the topics, and why noise is noise."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from topograph.topics import NOISE, nearest_topics

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
        `topic, strength, stability, nearest_topic, margin, reason`. For `nearest_topic` and
        `margin` see `topograph.topics.nearest_topics`; `reason` says why a document is noise.
    """
    import pandas as pd

    nearest, margin = nearest_topics(vectors, result.topics)
    placed = result.topics != NOISE
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
            "nearest_topic": nearest,
            "margin": margin,
            "reason": reason.astype(object),
        }
    )
