"""The topics found once more, as jobs of the workflow."""

import json
import re
import shutil

import pandas as pd

RUN = "results/icml2026"
TARGET = f"{RUN}/evaluate/summary.json"
#: Nothing is compiled, and so no repeat takes long.
PORTABLE = {"reduce.method": "pca", "cluster.method": "leiden"}


def agreement(project) -> dict[str, float | None]:
    """The measures of agreement among repeats."""
    path = project.root / RUN / "evaluate/metrics.json"
    metrics = json.loads(path.read_text(encoding="utf-8"))
    return {name: metrics[name]["value"] for name in metrics if name.startswith("agreement_")}


def planned(project) -> dict[str, int]:
    """How many jobs of each rule a call would run."""
    call = project.snakemake("-n", TARGET)
    assert call.status == 0, call.output
    table = re.search(r"^Job stats:\njob +count\n[- ]+\n(.*?)^total", call.output, re.M | re.S)
    rows = (line.split() for line in table[1].splitlines()) if table else ()
    return {rule: int(count) for rule, count in rows}


def test_repeats_are_made_as_asked_for_and_again_when_what_they_repeat_changes(finished):
    finished.configure(PORTABLE | {"evaluate.repeats": 1})
    call = finished.snakemake(TARGET)
    assert call.status == 0, call.output
    made = {path.name for path in (finished.root / RUN / "repeat").iterdir()}
    assert made == {"0", "1"}  # a generic processor, and another seed
    assert set(agreement(finished)) == {
        "agreement_seeds", "agreement_seeds_least", "agreement_processors",
    }  # fmt: skip
    assert agreement(finished)["agreement_processors"] == 1.0
    assert planned(finished) == {}

    finished.configure({"evaluate.repeats": 2})
    assert planned(finished) == {"repeat": 1, "evaluate": 1}  # the others stay
    finished.configure({"evaluate.repeats": 1, "label.terms": 12})
    assert planned(finished) == {"label": 1, "evaluate": 1}
    finished.configure({"label.terms": 10, "cluster.n_topics": 5})
    assert planned(finished) == {"cluster": 1, "label": 1, "repeat": 2, "evaluate": 1}

    finished.configure({"cluster.n_topics": "auto", "evaluate.repeats": 0})
    call = finished.snakemake(TARGET)
    assert call.status == 0, call.output
    assert re.findall(r"^Job \d+: (\w+):", call.output, re.M) == ["evaluate"]
    assert set(agreement(finished).values()) == {None}
    assert not (finished.root / RUN / "repeat").exists()


def test_repeats_that_snakemake_has_no_record_of_follow_their_seals(finished):
    finished.configure(PORTABLE | {"evaluate.repeats": 1})
    target = f"{RUN}/repeat/1/summary.json"
    call = finished.snakemake(target)
    assert call.status == 0, call.output
    shutil.rmtree(finished.root / ".snakemake")
    assert finished.plan(target).rules == set()
    finished.configure({"cluster.n_topics": 5})
    call = finished.snakemake(target)
    assert call.status == 0, call.output
    assert finished.plan(target).rules == set()
    table = pd.read_parquet(finished.root / RUN / "repeat/1/assignments.parquet")
    assert table["topic"].max() + 1 == 5
