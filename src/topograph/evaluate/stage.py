"""The stage `evaluate`: results in, measures of the run and of each topic out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topograph.evaluate.evaluation import describe, evaluate
from topograph.stagefiles import StageFiles

if TYPE_CHECKING:
    from topograph.config import RunConfig


def run(files: StageFiles, config: RunConfig, threads: int) -> None:
    """Evaluate a run."""
    values, by_topic, used = evaluate(
        files.read_table("parse/documents.parquet"),
        files.read_table("label/assignments.parquet"),
        files.read_table("label/topics.parquet"),
        files.read_array("embed/embeddings.npy"),
        files.read_arrays("reduce/neighbors.npz")["indices"],
        files.read_array("reduce/map.npy"),
        config.evaluate,
    )
    files.write_json("evaluate/metrics.json", describe(values))
    files.write_table("evaluate/topics.parquet", by_topic)
    files.summary |= used
    told = ("diversity", "coherence_npmi", "silhouette", "topic_stability", "trustworthiness")
    print("evaluate: " + ", ".join(f"{name} {values[name]:.2f}" for name in told))
    if used["sampled_documents"] < values["documents"]:
        print(
            f"evaluate: silhouette and trustworthiness are those of {used['sampled_documents']} "
            "documents, evenly spaced"
        )
