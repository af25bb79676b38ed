"""Projects in which the workflow has run, or has not yet."""

import shutil
from pathlib import Path

import pytest
import yaml
from projects import HOSTILE, Project, copy_inputs, random_words
from shared import made_once


@pytest.fixture(scope="session")
def snapshot(root, tmp_path_factory, worker_id) -> Path:
    """The project as it is when the tests begin: an edit meanwhile confuses none of them."""
    return made_once(
        tmp_path_factory, worker_id, "snapshot", lambda folder: copy_inputs(root, folder)
    )


@pytest.fixture
def folder(tmp_path):
    """A place for a project, emptied after the test; finished projects are large."""
    folder = tmp_path / "project"
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def fresh(snapshot, folder) -> Project:
    """A copy of the project in which nothing has run."""
    return copy_inputs(snapshot, folder)


@pytest.fixture
def finished(snapshot, finished_project, folder) -> Project:
    """A copy of the project in which the workflow has run on the seeds."""
    shutil.copytree(finished_project, folder)
    shutil.copytree(snapshot / "src", folder / "src")
    return Project(folder)


@pytest.fixture(scope="session")
def seeds_run(finished_project) -> dict[str, bytes]:
    """The content of every file of the finished run of the seeds."""
    return Project(finished_project).results("icml2026")


@pytest.fixture(scope="session")
def abstracts(root) -> list[str]:
    """Openings of the seeds' documents, one line each."""
    found = []
    for file in sorted((root / "seeds").glob("*.txt")):
        _heading, *paragraphs = file.read_text(encoding="utf-8").strip().split("\n\n")
        found += [" ".join(paragraph.split()[:40]) for paragraph in paragraphs]
    return found


@pytest.fixture(scope="session")
def small_corpora(abstracts) -> dict[str, list[str]]:
    """Corpora on which things go differently, by the name of their run."""
    numbers = {"one": 1, "two": 2, "three": 3, "five": 5, "eight": 8, "twenty": 20}
    return {name: abstracts[:number] for name, number in numbers.items()} | {
        "identical": [abstracts[0]] * 12,
        "random": random_words(30),
        "hostile": HOSTILE,
    }


def run_small_corpora(project: Project, corpora: dict[str, list[str]]) -> None:
    """Run the workflow on corpora, given by the names of their runs, instead of the seeds."""
    shutil.rmtree(project.root / "seeds")
    (project.root / "corpora").mkdir()
    (project.root / "config/runs").mkdir(exist_ok=True)
    for name, documents in corpora.items():
        text = "".join(f"{document}\n" for document in documents)
        (project.root / f"corpora/{name}.txt").write_text(text, encoding="utf-8", newline="\n")
        parse = {"files": [f"corpora/{name}.txt"], "format": "lines", "duplicates": "keep"}
        if name == "hostile":
            parse |= {"clean": {"html": False, "latex": False, "markdown": False}}
        own = yaml.safe_dump({"parse": parse})
        (project.root / f"config/runs/{name}.yaml").write_text(own, encoding="utf-8")
    (project.root / "config/config.yaml").write_text(
        f"runs: [{', '.join(corpora)}]\n", encoding="utf-8"
    )
    call = project.snakemake("--keep-going")
    (project.root / "output.txt").write_text(call.output, encoding="utf-8")


@pytest.fixture(scope="session")
def small_project(snapshot, small_corpora, tmp_path_factory, worker_id) -> Project:
    """A project in which the workflow has run on all the small corpora. Not to be changed."""

    def make(folder: Path) -> None:
        run_small_corpora(copy_inputs(snapshot, folder), small_corpora)

    return Project(made_once(tmp_path_factory, worker_id, "small", make))
