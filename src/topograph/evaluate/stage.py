"""The stage `evaluate`: results in, measures of the run and of each topic out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topograph.evaluate.agreement import OF_REPEATS
from topograph.evaluate.catalogue import describe
from topograph.evaluate.evaluation import Corpus, Evaluation, evaluate
from topograph.evaluate.repeatfiles import read_repeats, remove_stale_repeats
from topograph.evaluate.undefined import Undefined
from topograph.stagefiles import StageFiles

if TYPE_CHECKING:
    from topograph.config import RunConfig

#: Measures that the log tells.
TOLD = ("diversity", "coherence_npmi", "silhouette", "topic_stability", "trustworthiness")
TOLD_OF_LABELS = ("labelled_documents", "ami", "ami_without_noise")


def run(files: StageFiles, config: RunConfig, threads: int) -> None:
    """Evaluate a run."""
    repeats = config.evaluate.repeats
    corpus = Corpus(
        files.read_table("parse/documents.parquet"),
        files.read_table("label/assignments.parquet"),
        files.read_array("embed/embeddings.npy"),
        files.read_arrays("reduce/neighbors.npz")["indices"],
        files.read_array("reduce/map.npy"),
        int(files.read_seal("cluster")["summary"]["members"]),
        read_repeats(files, repeats),
    )
    result = evaluate(corpus, files.read_table("label/topics.parquet"), config.evaluate)
    files.write_json("evaluate/metrics.json", describe(result.values))
    files.write_table("evaluate/topics.parquet", result.by_topic)
    files.write_table("evaluate/contingency.parquet", result.contingency)
    files.summary |= result.used
    remove_stale_repeats(files.run_dir, repeats)
    labelled = config.evaluate.label_column is not None
    print(f"evaluate: {_told(result, TOLD + (TOLD_OF_LABELS if labelled else ()))}")
    if repeats:
        print(f"evaluate: {_told(result, OF_REPEATS)}")
    if result.used["sampled_documents"] < len(corpus.documents):
        print(
            f"evaluate: DBCV is that of {result.used['sampled_documents']} documents, evenly "
            "spaced; trustworthiness is that of these among all"
        )


def _told(result: Evaluation, names: tuple[str, ...]) -> str:
    """Measures for the log: `diversity 0.97, silhouette: there are fewer than two topics`."""
    told = []
    for name in names:
        value = result.values[name]
        if isinstance(value, Undefined):
            told.append(f"no {name} ({value.reason})")
        else:
            told.append(f"{name} {value}" if isinstance(value, int) else f"{name} {value:.2f}")
    return ", ".join(told)
