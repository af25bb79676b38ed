"""The stage `label`: topics in; terms, names, representatives, hierarchy and a model out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from topograph.config import EmbedSettings
from topograph.label.hierarchy import text_tree
from topograph.label.labelling import label
from topograph.label.model import save_model
from topograph.label.termvectors import term_encoder
from topograph.stagefiles import StageFiles

if TYPE_CHECKING:
    from topograph.config import RunConfig


def run(files: StageFiles, config: RunConfig, threads: int) -> None:
    """Label the topics of a run."""
    import pandas as pd

    documents = files.read_table("parse/documents.parquet")
    topics = files.read_table("cluster/assignments.parquet")["topic"].to_numpy()
    vectors = files.read_array("embed/embeddings.npy")
    tree = files.read_json("cluster/tree.json")
    # terms are encoded as the documents were
    used = files.read_seal("embed")["settings"]["embed"]
    settings = EmbedSettings(**used | vars(config.embed))
    with term_encoder(settings, documents["text"].to_list(), threads) as encoder:
        result = label(
            documents["text"].to_list(),
            vectors,
            topics,
            tree,
            config.label,
            str(files.read_seal("parse")["summary"]["language"]),
            encoder,
        )
    table = pd.DataFrame(
        {
            "topic": range(tree["topics"]),
            "label": result.names,
            "size": np.bincount(topics[topics >= 0]),
            "terms": [[term for term, _ in own] for own in result.terms],
            "weights": [[float(weight) for _, weight in own] for own in result.terms],
            "stability": files.read_table("cluster/topics.parquet")["stability"],
            "representatives": [
                documents["doc_id"].iloc[rows].to_list() for rows in result.representatives
            ],
        }
    )
    files.write_table("label/topics.parquet", table)
    files.write_json("label/hierarchy.json", result.hierarchy)
    with files.write_folder("label/model/") as folder:
        save_model(result.model, folder, dict(enumerate(result.names)))
    files.summary |= {
        "topics": len(result.names),
        "term_vectors": "by the encoder of the documents" if encoder else "mean of the documents",
    }
    if encoder is None:
        print(
            f"label: {settings.encoder} does not encode terms; a term's vector is the mean of "
            "those of the documents that carry it"
        )
    print(f"label: {len(result.names)} topics named")
    print(text_tree(result.hierarchy))
