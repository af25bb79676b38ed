"""The same corpus and configuration give the same bytes; the order of documents does not count."""

import io
import json
import os

import numpy as np
import pandas as pd
import pytest

from topograph.rundir.checksums import sha256_file
from topograph.rundir.contract import STAGES

RUN = "icml2026"


def read_table(content: bytes) -> pd.DataFrame:
    return pd.read_parquet(io.BytesIO(content))


def test_other_cores_and_another_hash_seed_give_the_same_bytes(fresh, seeds_run):
    # the run of the seeds was made with all cores
    cores = "1" if (os.cpu_count() or 1) > 1 else "2"
    call = fresh.snakemake("--cores", cores, PYTHONHASHSEED="12345")
    assert call.status == 0, call.output
    made = fresh.results(RUN)
    assert sorted(made) == sorted(seeds_run)
    assert [name for name in made if made[name] != seeds_run[name]] == []


def test_the_order_of_files_and_of_documents_does_not_count(fresh, seeds_run):
    seeds = sorted((fresh.root / "seeds").glob("*.txt"))
    texts = [path.read_text(encoding="utf-8").strip() for path in seeds]
    for path, text in zip(seeds, reversed(texts), strict=True):
        heading, *paragraphs = text.split("\n\n")
        assert len(paragraphs) > 10
        path.write_text("\n\n".join([heading, *reversed(paragraphs)]) + "\n", encoding="utf-8")
    call = fresh.snakemake(f"results/{RUN}/label/summary.json")
    assert call.status == 0, call.output
    made = fresh.results(RUN)
    before, after = (read_table(run["parse/documents.parquet"]) for run in (seeds_run, made))
    assert (before["position"] != after["position"]).mean() > 0.8  # the order did change

    def labels(run):
        topics = read_table(run["cluster/assignments.parquet"])
        names = read_table(run["label/topics.parquet"]).set_index("topic")["label"]
        joined = read_table(run["parse/documents.parquet"]).merge(topics, on="doc_id")
        return dict(zip(joined["text"], joined["topic"].map(names).fillna("noise"), strict=True))

    def vectors(run):
        rows = np.load(io.BytesIO(run["embed/embeddings.npy"]))
        ids = read_table(run["parse/documents.parquet"])["doc_id"]
        return {name: row.tobytes() for name, row in zip(ids, rows, strict=True)}

    assert labels(made) == labels(seeds_run)
    assert len(labels(made)) == len(before)
    assert vectors(made) == vectors(seeds_run)
    assert made["reduce/map.npy"] == seeds_run["reduce/map.npy"]
    assert made["label/topics.parquet"] == seeds_run["label/topics.parquet"]


@pytest.mark.parametrize("stage", ["parse", "plot", "report"])
def test_a_stage_called_by_hand_writes_the_same_bytes(finished, seeds_run, stage):
    call = finished.call("topograph", stage, f"results/{RUN}")
    assert call.status == 0, call.output
    made = finished.results(RUN)
    assert [name for name in seeds_run if made.get(name) != seeds_run[name]] == []


def test_every_seal_tells_the_hashes_of_the_files_that_are_there(finished):
    run = finished.root / "results" / RUN
    for stage in STAGES.values():
        outputs = json.loads((run / stage.seal).read_text(encoding="utf-8"))["outputs"]
        assert outputs == {name: sha256_file(run / name) for name in stage.writes}


def test_no_result_holds_a_place_on_this_machine(finished_project, seeds_run):
    place = str(finished_project).encode()
    assert [name for name, content in seeds_run.items() if place in content] == []
