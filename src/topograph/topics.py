"""What several stages need to know of topics."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

#: The topic of documents that belong to none, as in the field.
NOISE = -1
#: Its name, where topics have labels.
NO_TOPIC = "no topic (noise)"


def centroids(vectors: np.ndarray, topics: np.ndarray) -> np.ndarray:
    """Unit mean vectors of the topics.

    Parameters
    ----------
    vectors : ndarray of float32, shape (n, d)
    topics : ndarray of int64, shape (n,)
        From 0 without gaps; noise (-1) counts for none.

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
