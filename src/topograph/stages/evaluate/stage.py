"""The stage `evaluate`: measure the run and each topic."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topograph.measures.base import Subject
from topograph.measures.labels import GROUP as LABELS
from topograph.measures.notapplicable import NotApplicable
from topograph.measures.registry import GROUPS
from topograph.measures.repeats import GROUP as REPEATS
from topograph.rundir.stagefiles import StageFiles
from topograph.stages.evaluate.evaluation import Evaluation, describe, evaluate, sample_rows
from topograph.stages.evaluate.repeatfiles import read_repeats, remove_stale_repeats

if TYPE_CHECKING:
    from topograph.config import RunConfig


def run(files: StageFiles, config: RunConfig, threads: int) -> None:
    """Evaluate a run."""
    settings = config.evaluate
    documents = files.read_table("parse/documents.parquet")
    subject = Subject(
        documents,
        files.read_table("label/assignments.parquet"),
        files.read_table("label/topics.parquet"),
        files.read_array("embed/embeddings.npy"),
        files.read_arrays("reduce/neighbors.npz")["indices"],
        files.read_array("reduce/map.npy"),
        str(files.read_json("parse/corpus.json")["language"]),
        int(files.read_json("cluster/clustering.json")["partitions"]),
        settings,
        sample_rows(len(documents)),
        read_repeats(files, settings.repeats),
    )
    result = evaluate(subject)
    files.write_json("evaluate/metrics.json", describe(result.values))
    files.write_table("evaluate/topics.parquet", result.by_topic)
    files.write_table("evaluate/contingency.parquet", result.contingency)
    files.summary |= result.used
    remove_stale_repeats(files.run_dir, settings.repeats)
    # the log does not list measures that were not configured
    asked = {id(REPEATS): settings.repeats, id(LABELS): settings.label_column}
    for group in GROUPS:
        names = [measure.name for measure in group.measures if measure.logged]
        if names and asked.get(id(group), True):
            print(f"evaluate: {_values_text(result, names)}")
    if result.used["sampled_documents"] < len(documents):
        print(
            f"evaluate: DBCV is computed for {result.used['sampled_documents']} evenly spaced "
            "documents, trustworthiness for these documents among all"
        )


def _values_text(result: Evaluation, names: list[str]) -> str:
    """Measures for the log, like `diversity 0.97, no silhouette (fewer than two topics)`."""
    texts = []
    for name in names:
        value = result.values[name]
        if isinstance(value, NotApplicable):
            texts.append(f"no {name} ({value.reason})")
        else:
            texts.append(f"{name} {value}" if isinstance(value, int) else f"{name} {value:.2f}")
    return ", ".join(texts)
