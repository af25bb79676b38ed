"""The stage `cluster`: spaces and the neighbour graph in, one topic per document out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from topograph.core.topics import NOISE
from topograph.core.wording import counted
from topograph.rundir.stagefiles import StageFiles
from topograph.stages.cluster.clustering import Clustering, ClusterInput, cluster
from topograph.stages.cluster.guidance import (
    column_groups,
    guide,
    read_seed_topics,
    seed_groups,
    seed_names,
)
from topograph.stages.cluster.memberships import assign_noise, place_documents

if TYPE_CHECKING:
    import pandas as pd

    from topograph.config import RunConfig


def run(files: StageFiles, config: RunConfig, threads: int) -> None:
    """Cluster the documents of a run."""
    documents = files.read_table("parse/documents.parquet")
    vectors = files.read_array("embed/embeddings.npy")
    n = len(vectors)
    graph = files.read_sparse("reduce/graph.npz").astype(np.float64)
    space = files.read_array("reduce/space.npy", mmap=True)
    groups, names = _guidance(files, config, documents)
    for own in groups:
        graph = guide(graph, vectors, own, config.cluster.guide_weight, threads)
    result = cluster(ClusterInput(vectors, graph, space), config.cluster, threads)
    found = int((result.topics == NOISE).sum())
    if config.cluster.noise == "assign":
        result = assign_noise(vectors, result, config.cluster.strictness)
    table = place_documents(vectors, documents["n_words"].to_numpy(), result)
    table.insert(0, "doc_id", documents["doc_id"])
    files.write_table("cluster/assignments.parquet", table)
    files.write_table(
        "cluster/topics.parquet", topic_table(result, _seed_names(result, groups, names))
    )
    files.write_sparse("cluster/memberships.npz", result.memberships)
    files.write_json(
        "cluster/clustering.json", {name: result.used[name] for name in ("members", "partitions")}
    )
    noise = int((result.topics == NOISE).sum())
    files.summary |= result.used | {
        "topics": int(result.topics.max()) + 1,
        "noise_documents": noise,
        "noise_assigned": found - noise,
        "topic_sizes": np.bincount(result.topics[result.topics >= 0]).tolist(),
    }
    print(
        f"cluster: {counted(int(result.topics.max()) + 1, 'topic')}, "
        f"{counted(noise, 'document')} of {n:,} in no topic, "
        f"consensus of {counted(result.used['members'], 'member')}"
    )
    for note in result.used["notes"]:
        print(f"cluster: {note}")


def _guidance(
    files: StageFiles, config: RunConfig, documents: pd.DataFrame
) -> tuple[list[np.ndarray], list[str]]:
    """Groups of documents that are guided together, and the names of the seed topics."""
    groups, names = [], []
    if config.cluster.seed_topics:
        with files.reading([config.cluster.seed_topics]):
            seeds = read_seed_topics(Path(config.cluster.seed_topics))
        names = list(seeds)
        groups.append(seed_groups(seeds, documents))
        counts = np.bincount(groups[0][groups[0] >= 0], minlength=len(names))
        found = (f"{name} {count}" for name, count in zip(names, counts, strict=True))
        print("cluster: documents of the seed topics: " + ", ".join(found))
    if config.cluster.guide:
        groups.append(column_groups(documents, config.cluster.guide))
        guided = int((groups[-1] >= 0).sum())
        print(f"cluster: {config.cluster.guide} guides {counted(guided, 'document')}")
    return groups, names


def _seed_names(result: Clustering, groups: list[np.ndarray], names: list[str]) -> list[str]:
    if names:
        return seed_names(result.topics, groups[0], names)
    return [""] * (int(result.topics.max()) + 1)


def topic_table(result: Clustering, seeds: list[str]) -> pd.DataFrame:
    """One row per topic: size, stability, share of repeats that contain it, strength, seed."""
    import pandas as pd

    count = int(result.topics.max()) + 1
    placed = result.topics >= 0
    sizes = np.bincount(result.topics[placed], minlength=count)
    strengths = np.bincount(result.topics[placed], result.strength[placed], minlength=count)
    return pd.DataFrame(
        {
            "topic": np.arange(count),
            "size": sizes,
            "stability": result.stability.topics,
            "found": result.stability.found,
            "strength": strengths / sizes,
            "seed_topic": seeds,
        }
    )
