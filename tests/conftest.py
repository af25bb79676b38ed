"""What several groups of tests share: the project's folder, and one finished run of the seeds."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from shared import made_once

ROOT = Path(__file__).parents[1]
# compiled once for all tests and for the project's own runs
os.environ.setdefault("NUMBA_CACHE_DIR", str(ROOT / ".cache" / "numba"))
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# set by `uv run`, which messages then name; the same messages however the tests are called
os.environ.pop("UV", None)
# tests are not timing; the same examples on every machine and at every call
settings.register_profile(
    "project", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("project")


#: Folders and fixtures whose tests run Snakemake or a browser, or much else.
SLOW_FOLDERS = ("tests/workflow", "tests/browser")
SLOW_FIXTURES = {"finished_project", "browser", "repeated_project", "partitions_of_the_seeds"}


def pytest_collection_modifyitems(items) -> None:
    """Mark what `-m fast` selects: all tests but those that are slow."""
    for item in items:
        folder = item.path.parent.relative_to(ROOT).as_posix()
        if folder in SLOW_FOLDERS or SLOW_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker("slow")
        if item.get_closest_marker("slow") is None:
            item.add_marker("fast")


def pytest_xdist_auto_num_workers(config) -> int | None:
    """
    Run single files in this process: to start others would take longer than most files do.

    Returns
    -------
    int or None
        0 if nothing but files or single tests were asked for; with None pytest-xdist decides.
    """
    named = (argument.split("::")[0] for argument in config.args)
    return 0 if all(Path(config.invocation_params.dir, name).is_file() for name in named) else None


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return ROOT


def copy_project(folder: Path) -> Path:
    """Copy what a run needs: workflow, configuration, seeds."""
    for part in ("workflow", "config", "seeds"):
        shutil.copytree(ROOT / part, folder / part)
    shutil.copy(ROOT / "environment.yml", folder)
    return folder


def run_workflow(folder: Path) -> None:
    """Copy the project and run the workflow on the seeds."""
    command = [sys.executable, "-m", "snakemake"]
    done = subprocess.run(command, cwd=copy_project(folder), capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="session")
def finished_project(tmp_path_factory, worker_id) -> Path:
    """A copy of the project in which the workflow has run on the seeds. Not to be changed."""
    return made_once(tmp_path_factory, worker_id, "finished", run_workflow)


@pytest.fixture(scope="session")
def finished_run(finished_project) -> Path:
    """The folder of the finished run of the seeds. Not to be changed."""
    return finished_project / "results" / "icml2026"
