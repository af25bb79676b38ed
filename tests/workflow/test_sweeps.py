"""A sweep as jobs of the workflow: nothing twice, an addition costs itself, a point is a run."""

import re

import pandas as pd
import yaml

#: Nothing is compiled.
PORTABLE = {"reduce.method": "pca", "cluster.method": "leiden"}
TARGET = "results/sweeps/own/sweep.html"
FOLDER = "results/sweeps/own"


def write(project, vary):
    folder = project.root / "config/sweeps"
    folder.mkdir(exist_ok=True)
    (folder / "own.yaml").write_text(
        yaml.safe_dump({"run": "icml2026", "vary": vary}, sort_keys=False)
    )


def jobs(output):
    """The jobs of a call: how many of each stage of the points, and of each rule."""
    found = re.findall(r"^Job \d+: (\w+): ", output, re.M)
    return {name: found.count(name) for name in sorted(set(found))}


def test_points_share_stages_and_an_added_point_runs_alone(finished):
    finished.configure(PORTABLE)
    call = finished.snakemake("results/icml2026/label/summary.json")
    assert call.status == 0, call.output
    write(finished, {"label.name_terms": [2, 1], "cluster.n_topics": [4, 6]})
    planned = finished.snakemake("-n", TARGET)
    assert jobs(planned.output) == {"cluster": 2, "label": 4, "evaluate": 4, "sweep": 1}
    call = finished.snakemake(TARGET)
    assert call.status == 0, call.output
    assert jobs(call.output) == jobs(planned.output)
    assert finished.plan(TARGET).rules == set()

    table = pd.read_parquet(finished.root / FOLDER / "points.parquet")
    assert table["cluster.n_topics"].tolist() == ["4", "6", "4", "6"]
    assert table["topics"].tolist() == [4, 6, 4, 6]
    shares = [path for path in (finished.root / FOLDER).glob("*/*") if path.is_symlink()]
    assert shares  # links to what is shared, not copies
    vectors = list((finished.root / "results").glob("**/embeddings.npy"))
    assert sum(not path.parent.is_symlink() for path in vectors) == 1

    write(finished, {"label.name_terms": [2, 1], "cluster.n_topics": [4, 6, 8]})
    planned = finished.snakemake("-n", TARGET)
    assert jobs(planned.output) == {"cluster": 1, "label": 2, "evaluate": 2, "sweep": 1}
    call = finished.snakemake(TARGET)
    assert call.status == 0, call.output
    added = pd.read_parquet(finished.root / FOLDER / "points.parquet")
    assert set(table["point"]) < set(added["point"])
    assert len(added) == 6

    # claims change nothing but the comparison
    (finished.root / "config/claims").mkdir()
    (finished.root / "config/claims/own.yaml").write_text(
        "sweep: own\nclaims:\n  diffusion: {topic: {words: [diffusion]}, says: exists}\n"
    )
    planned = finished.snakemake("-n", TARGET)
    assert jobs(planned.output) == {"sweep": 1}
    call = finished.snakemake(TARGET)
    assert call.status == 0, call.output
    claims = pd.read_parquet(finished.root / FOLDER / "claims.parquet")
    assert claims["claim"].to_list() == ["diffusion"] * 6
    assert claims["holds"].all()

    # a point that is taken is a run with the same bytes
    own = added[added["cluster.n_topics"] == "8"].iloc[0]
    call = finished.call("topograph", "sweep", "own", "--take", own["point"], "--run", "taken")
    assert call.status == 0, call.output
    call = finished.snakemake("results/taken/evaluate/summary.json")
    assert call.status == 0, call.output
    for name in ("cluster/assignments.parquet", "label/topics.parquet", "evaluate/metrics.json"):
        point = finished.root / FOLDER / own["folder"] / name
        assert point.read_bytes() == (finished.root / "results/taken" / name).read_bytes()


def test_a_change_above_the_points_reaches_them(finished):
    finished.configure(PORTABLE)
    write(finished, {"cluster.n_topics": [4, 6]})
    call = finished.snakemake(TARGET)
    assert call.status == 0, call.output
    before = pd.read_parquet(finished.root / FOLDER / "points.parquet")
    finished.configure({"reduce.neighbors": 9})
    planned = jobs(finished.snakemake("-n", TARGET).output)
    assert planned == {"reduce": 1, "cluster": 2, "label": 2, "evaluate": 2, "sweep": 1}
    call = finished.snakemake(TARGET)
    assert call.status == 0, call.output
    after = pd.read_parquet(finished.root / FOLDER / "points.parquet")
    assert set(before["point"]).isdisjoint(after["point"])


def test_mistakes_are_reported_before_anything_runs(finished):
    write(finished, {"cluster.n_topics": [4, "many"], "cluster.sed": [1]})
    call = finished.snakemake(TARGET)
    assert call.status == 1
    assert re.search(r"sweeps/own.yaml:\d+: cluster.sed: unknown key; did you mean", call.output)
    assert "Job " not in call.output
    assert not (finished.root / FOLDER).exists()
