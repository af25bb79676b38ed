"""The stage `cluster`: spaces in, one topic a document out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from topograph.artifacts import StageFiles
from topograph.errors import TopographError
from topograph.topics import NOISE, centroids

if TYPE_CHECKING:
    import pandas as pd

    from topograph.config import ClusterSettings, RunConfig

#: A noise document that most members call noise is far from all topics.
MOSTLY_NOISE = 0.5
#: Cosine difference below which a document stands between two topics.
CLOSE_CALL = 0.05


@dataclass
class Clustering:
    """What `cluster` gives.

    Attributes
    ----------
    topics : ndarray of int64, shape (n,)
        By size, 0 the largest; -1 for noise.
    strength : ndarray of float64, shape (n,)
        Mean HDBSCAN strength over the members that agree; 0 for noise.
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
    return max(3, round(0.42 * n**0.5))


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
        "members": members, "min_cluster_size": size, "min_samples": settings.min_samples, "notes": []
    }
    if n < 2 * size:
        used["notes"].append(
            f"{n} documents are too few for two topics of {size}; all of them are one topic"
        )
        return _one_topic(n, used)

    from topograph.cluster.consensus import consensus, topic_stability, votes
    from topograph.cluster.members import fit_members

    labels, strengths = fit_members(space, size, min(settings.min_samples, n - 1), settings.selection)
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


def describe_documents(
    vectors: np.ndarray, result: Clustering, noise_share_limit: float = MOSTLY_NOISE
) -> pd.DataFrame:
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
            result.stability >= noise_share_limit,
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


def run(files: StageFiles, config: RunConfig, threads: int) -> None:
    """Cluster the documents of a run."""
    documents = files.read_table("parse/documents.parquet")
    vectors = files.read_array("embed/embeddings.npy")
    space = files.read_array("reduce/space.npy", mmap=True)
    result = cluster(space, config.cluster)
    table = describe_documents(vectors, result)
    table.insert(0, "doc_id", documents["doc_id"])
    files.write_table("cluster/assignments.parquet", table)
    files.write_json("cluster/tree.json", topic_tree(vectors, result.topics))
    noise = int((result.topics == NOISE).sum())
    files.summary |= result.used | {
        "topics": int(result.topics.max()) + 1,
        "noise_documents": noise,
        "topic_sizes": np.bincount(result.topics[result.topics >= 0]).tolist(),
        "topic_stability": [round(float(value), 6) for value in result.topic_stability],
    }
    print(
        f"cluster: {result.topics.max() + 1} topics, {noise} of {len(table)} documents are noise, "
        f"consensus of {len(space)} members"
    )
    for note in result.used["notes"]:
        print(f"cluster: {note}")
