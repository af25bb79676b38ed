"""The tree in which topics merge."""

from __future__ import annotations

from typing import Any

import numpy as np

from topograph.topics import centroids


def topic_tree(vectors: np.ndarray, topics: np.ndarray) -> dict[str, Any]:
    """Merges of the topics up to one, by average linkage of their centroids' cosine distance.

    Returns
    -------
    dict
        `topics`: their number t; `merges`: t - 1 entries `{node, left, right, height, size}`,
        where nodes below t are topics and the others earlier merges.
    """
    from scipy.cluster.hierarchy import linkage

    count = int(topics.max()) + 1
    merges: list[dict[str, Any]] = []
    if count > 1:
        sizes = np.bincount(topics[topics >= 0]).tolist()
        tree = linkage(centroids(vectors, topics).astype(np.float64), "average", metric="cosine")
        for step, (left, right, height, _) in enumerate(tree):
            sizes.append(sizes[int(left)] + sizes[int(right)])
            merges.append(
                {
                    "node": count + step,
                    "left": int(left),
                    "right": int(right),
                    "height": round(float(height), 9),
                    "size": sizes[-1],
                }
            )
    return {"topics": count, "merges": merges}
