"""The ensemble's consensus as one clustering, whatever the corpus."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from topograph.errors import TopographError

if TYPE_CHECKING:
    from topograph.config import ClusterSettings


@dataclass
class Clustering:
    """What `cluster` gives.

    Attributes
    ----------
    topics : ndarray of int64, shape (n,)
        By size, 0 the largest; -1 for noise.
    strength : ndarray of float64, shape (n,)
        Mean HDBSCAN strength over the members that place the document; 0 for noise.
    stability : ndarray of float64, shape (n,)
        Share of the members that agree on the document's topic, or on noise.
    topic_stability : ndarray of float64, shape (n_topics,)
        Mean Jaccard index of the topic's best match in each member.
    used : dict
        Values used for `auto`, and notes on what was done otherwise than usual.
    """

    topics: np.ndarray
    strength: np.ndarray
    stability: np.ndarray
    topic_stability: np.ndarray
    used: dict[str, Any] = field(default_factory=dict)


def auto_min_cluster_size(n: int) -> int:
    """Documents of the smallest topic: grows with the square root of the corpus' size."""
    return max(3, round(0.42 * math.sqrt(n)))


def cluster(space: np.ndarray, settings: ClusterSettings) -> Clustering:
    """Cluster every space and take the consensus.

    Parameters
    ----------
    space : ndarray of float32, shape (members, n, d)
        Documents in the canonical order.
    settings : ClusterSettings
        The section `cluster`.

    Raises
    ------
    TopographError
        If the settings ask for topics larger than the corpus.
    """
    members, n, _ = space.shape
    automatic = settings.min_cluster_size == "auto"
    size = auto_min_cluster_size(n) if automatic else int(settings.min_cluster_size)
    if not automatic and size > n:
        raise TopographError(
            f"cluster.min_cluster_size is {size}, and the corpus has {n} documents.",
            "no topic can have more documents than there are.",
            f"set it to at most {n}, or to auto.",
        )
    used: dict[str, Any] = {
        "members": members,
        "min_cluster_size": size,
        "min_samples": settings.min_samples,
        "notes": [],
    }
    if n < 2 * size:
        used["notes"].append(
            f"{n} documents are too few for two topics of {size}; all of them are one topic"
        )
        return _one_topic(n, used)

    from topograph.cluster.consensus import consensus, topic_stability, votes
    from topograph.cluster.members import fit_members

    labels, strengths = fit_members(
        space, size, min(settings.min_samples, n - 1), settings.selection
    )
    topics = consensus(labels, size)
    if topics.max() < 0:
        used["notes"].append("no group of documents stands out; all of them are one topic")
        return _one_topic(n, used)
    share = votes(labels, topics)
    rows = np.arange(n)
    placed = topics >= 0
    noise_share = (labels < 0).mean(axis=0)
    stability = np.where(placed, share[rows, topics], noise_share)
    mean_strength = strengths.sum(axis=0) / np.maximum((labels >= 0).sum(axis=0), 1)
    return Clustering(
        topics,
        np.where(placed, mean_strength, 0.0),
        np.clip(stability, 0.0, 1.0),
        np.clip(topic_stability(labels, topics), 0.0, 1.0),
        used | {"topics_of_members": sorted((labels.max(axis=1) + 1).tolist())},
    )


def _one_topic(n: int, used: dict[str, Any]) -> Clustering:
    return Clustering(np.zeros(n, np.int64), np.ones(n), np.ones(n), np.ones(1), used)
