"""A small project in a temporary folder, and a tiny finished run in it."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path

import pytest
from shared import made_once

from topograph.cli import main
from topograph.config import RunConfig
from topograph.config.loading import load_run_config
from topograph.config.mistakes import ConfigError
from topograph.rundir.contract import STAGES


@dataclass
class Project:
    """A folder with `config/` and one corpus file, `seeds/a.txt`."""

    root: Path

    def write(self, name: str, text: str) -> Path:
        """Write a file, given by its path in the project."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def load(self, name: str = "a", overrides: dict | None = None) -> RunConfig:
        """Load a run's configuration."""
        return load_run_config(name, overrides, self.root)

    def problems(self, name: str = "a", overrides: dict | None = None) -> list[str]:
        """The mistakes in a run's configuration, with paths relative to the project."""
        with pytest.raises(ConfigError) as refused:
            self.load(name, overrides)
        return [text.replace(f"{self.root}{os.sep}", "") for text in refused.value.problems]

    def problem(self, name: str = "a", overrides: dict | None = None) -> str:
        """The only mistake in a run's configuration."""
        problems = self.problems(name, overrides)
        assert len(problems) == 1, problems
        return problems[0]


@pytest.fixture
def project(tmp_path) -> Project:
    """A project whose configuration holds nothing but the run `a`."""
    made = Project(tmp_path)
    made.write("seeds/a.txt", "five words stand here now")
    made.write("config/config.yaml", "runs: [a]\n")
    return made


KITCHEN = (
    "Simmer the onion soup slowly and season it with salt and thyme",
    "Knead the bread dough until smooth and bake it in a hot oven",
    "Roast the chicken with garlic and butter until the skin is crisp",
    "Whisk eggs and sugar, fold in flour and bake the sponge cake",
    "Boil the pasta in salted water and stir it into the tomato sauce",
    "Fry the chopped garlic in olive oil and add the tomato sauce",
)
SKY = (
    "The telescope observed a distant galaxy with a very bright quasar",
    "Astronomers measured the orbit of the planet around its host star",
    "A supernova in the nearby galaxy was seen by the space telescope",
    "The comet passed close to the sun and grew a long dust tail",
    "Gravitational waves reached us from two merging black holes",
    "The rover photographed craters on the surface of the red planet",
)


@pytest.fixture
def kitchen() -> tuple[str, ...]:
    """Six texts of the tiny run on cooking."""
    return KITCHEN


@pytest.fixture
def sky() -> tuple[str, ...]:
    """Six texts of the tiny run on astronomy."""
    return SKY


def write_corpus(path: Path, texts: tuple[str, ...]) -> None:
    """Write texts as a table with the further column `year`, from 2001 on."""
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = [f'"{text}",{2001 + i}' for i, text in enumerate(texts)]
    path.write_text("\n".join(["text,year", *rows, ""]), encoding="utf-8")


@pytest.fixture(scope="session")
def tiny_project(tmp_path_factory, worker_id) -> Path:
    """A project with two runs of twelve documents. Not to be changed.

    `results/tiny` is finished; of `results/other`, whose texts are others, parse and embed are.
    """
    return made_once(tmp_path_factory, worker_id, "tiny", run_tiny)


def run_tiny(folder: Path) -> None:
    """Write both tiny corpora, and run the stages on them."""
    write_corpus(folder / "data/tiny.csv", KITCHEN + SKY)
    write_corpus(folder / "data/other.csv", tuple(f"{text} again" for text in KITCHEN + SKY))
    (folder / "config/runs").mkdir(parents=True)
    (folder / "config/config.yaml").write_text("runs: [tiny, other]\ncluster: {members: 3}\n")
    for name in ("tiny", "other"):
        (folder / f"config/runs/{name}.yaml").write_text(f"parse: {{files: [data/{name}.csv]}}\n")
    with chdir(folder):
        for stage in STAGES:
            assert main([stage, "results/tiny"]) == 0
        for stage in ("parse", "embed"):
            assert main([stage, "results/other"]) == 0


@pytest.fixture
def copied(tmp_path, monkeypatch) -> Callable[[Path], Path]:
    """Copies a project, to be changed, and makes the copy the current folder."""

    def copy(project: Path) -> Path:
        folder = tmp_path / "project"
        shutil.copytree(project, folder)
        monkeypatch.chdir(folder)
        return folder

    return copy


@pytest.fixture
def tiny_copy(tiny_project, copied) -> Path:
    """A copy of the tiny project, to be changed; the current folder."""
    return copied(tiny_project)


@pytest.fixture
def opened() -> Iterator[set[Path]]:
    """The paths of the files that were opened."""
    found: set[Path] = set()
    watching = True

    def watch(event, arguments):
        if watching and event == "open" and isinstance(arguments[0], str | Path):
            found.add(Path(arguments[0]))

    sys.addaudithook(watch)  # cannot be taken back, only silenced
    yield found
    watching = False
