"""The stage `cluster`: spaces in, one topic a document out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from topograph.cluster.clustering import cluster
from topograph.cluster.placement import place_documents
from topograph.cluster.tree import topic_tree
from topograph.stagefiles import StageFiles
from topograph.topics import NOISE

if TYPE_CHECKING:
    from topograph.config import RunConfig


def run(files: StageFiles, config: RunConfig, threads: int) -> None:
    """Cluster the documents of a run."""
    documents = files.read_table("parse/documents.parquet")
    vectors = files.read_array("embed/embeddings.npy")
    space = files.read_array("reduce/space.npy", mmap=True)
    result = cluster(space, config.cluster)
    table = place_documents(vectors, result)
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
