"""Files of different runs are not mixed: the stage that meets them refuses, and says what to do."""

import re
import shutil

import pytest
from projects import Project

from topograph.rundir.contract import STAGES

#: Two finished runs with the same number of documents.
RUN, OTHER = "eight", "hostile"
#: What is taken from the other run, the first stage that reads it, and the file that is refused.
MIXTURES = [
    ("embed", "cluster", "embed/embeddings.npy"),
    ("embed/embeddings.npy", "reduce", "embed/embeddings.npy"),
    ("embed/embeddings.npy", "cluster", "embed/embeddings.npy"),
    ("parse", "cluster", "embed/embeddings.npy"),  # made from other documents than there are now
    ("parse/documents.parquet", "embed", "parse/documents.parquet"),
    ("reduce", "cluster", "reduce/graph.npz"),
    ("reduce/space.npy", "cluster", "reduce/space.npy"),
    ("cluster", "label", "cluster/assignments.parquet"),
    ("label/assignments.parquet", "plot", "label/assignments.parquet"),
    ("label/topics.parquet", "evaluate", "label/topics.parquet"),
    ("plot/explorer.html", "report", "plot/explorer.html"),
    ("plot/figures", "report", "plot/figures"),
]


@pytest.fixture
def two_runs(small_project, folder) -> Project:
    """A copy of the project of small corpora with two of its runs."""
    others = [
        path.name
        for path in (small_project.root / "results").iterdir()
        if path.name not in (RUN, OTHER)
    ]
    shutil.copytree(small_project.root, folder, ignore=shutil.ignore_patterns(*others))
    return Project(folder)


def replace(project, name):
    """Put a file or folder of the other run in the place of this run's."""
    mine, others = (project.root / "results" / run / name for run in (RUN, OTHER))
    if others.is_dir():
        shutil.rmtree(mine)
        shutil.copytree(others, mine)
    else:
        assert mine.read_bytes() != others.read_bytes()
        shutil.copy2(others, mine)


@pytest.mark.parametrize(("taken", "stage", "refused"), MIXTURES)
def test_a_file_of_another_run_is_refused(two_runs, taken, stage, refused):
    replace(two_runs, taken)
    call = two_runs.call("topograph", stage, f"results/{RUN}")
    assert call.status == 1
    assert f"results/{RUN}/{refused} cannot be used by `{stage}`" in call.output
    assert re.search(rf"fix: .*snakemake .*results/{RUN}/report.html", call.output)
    assert "Traceback" not in call.output
    assert not (two_runs.root / "results" / RUN / STAGES[stage].seal).exists()


def test_what_the_refusal_says_to_do_gives_the_run_back(two_runs):
    before = two_runs.results(RUN)
    replace(two_runs, "embed/embeddings.npy")
    call = two_runs.call("topograph", "cluster", f"results/{RUN}")
    two_runs.follow(call.output)
    assert two_runs.results(RUN) == before


def test_what_a_missing_seal_says_to_do_gives_the_run_back(two_runs):
    before = two_runs.results(RUN)
    (two_runs.root / f"results/{RUN}/plot/summary.json").unlink()
    call = two_runs.call("topograph", "report", f"results/{RUN}")
    assert f"results/{RUN}/plot/summary.json is missing." in call.output
    two_runs.follow(call.output)
    assert two_runs.results(RUN) == before


def test_without_an_earlier_stage_a_command_says_what_to_run(fresh):
    call = fresh.call("topograph", "label", "results/icml2026")
    assert call.status == 1
    assert "results/icml2026/parse/summary.json is missing." in call.output
    assert re.search(r"fix: .*snakemake .*results/icml2026/report.html", call.output)
    assert "Traceback" not in call.output
