"""Final assignments of documents, after curation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from topograph.core.topics import NOISE, centroids, nearest_topics

if TYPE_CHECKING:
    import pandas as pd

    from topograph.stages.label.curation import CuratedTopics


def final_assignments(
    found: pd.DataFrame, curated: CuratedTopics, vectors: np.ndarray
) -> pd.DataFrame:
    """The final assignments.

    Parameters
    ----------
    found : DataFrame
        `cluster/assignments.parquet`.
    curated : Curated
        The topics after curation.
    vectors : ndarray of float32, shape (n, d)
        Unit rows.

    Returns
    -------
    DataFrame
        The columns of `found`, and `curation`: how the curation moved a document, or "". Nearest
        topics and margins refer to the final topics; stability refers to the topics as found.
    """
    table = found.assign(curation=curated.moves)
    if (table["topic"].to_numpy() == curated.topics).all():
        return table
    similarity = vectors @ centroids(vectors, curated.topics).T
    nearest, margin = nearest_topics(similarity, curated.topics)
    noise = curated.topics == NOISE
    moved = table["curation"] != ""
    return table.assign(
        topic=curated.topics,
        strength=np.where(noise, 0.0, table["strength"]),
        nearest_topic=nearest,
        margin=margin,
        reason=np.where(
            moved, np.where(noise, table["curation"] + " by the curation", ""), table["reason"]
        ),
    )


def stability_of_topics(
    found: np.ndarray, final: np.ndarray, stability: list[float]
) -> list[float]:
    """Stability of the final topics: the mean stability of the topics that documents come from.

    Parameters
    ----------
    found, final : ndarrays of int64, shape (n,)
        Topics before and after curation.
    stability : list of float
        Stability of the topics as found. Documents that were noise count as 0.
    """
    by_topic = np.array([*stability, 0.0])  # the last entry is that of noise, topic -1
    means = []
    for topic in range(int(final.max()) + 1):
        origins, counts = np.unique(found[final == topic], return_counts=True)
        one = len(origins) == 1
        mean = by_topic[origins[0]] if one else np.average(by_topic[origins], weights=counts)
        means.append(float(mean))
    return means
