"""What several groups of tests share: the project's folder, and one finished run of the seeds."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).parents[1]
# compiled once for all tests and for the project's own runs
os.environ.setdefault("NUMBA_CACHE_DIR", str(ROOT / ".cache" / "numba"))
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# set by `uv run`, which messages then name; the same messages however the tests are called
os.environ.pop("UV", None)
# tests are no timing; the same examples on every machine and at every call
settings.register_profile(
    "project", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("project")


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


@pytest.fixture(scope="session")
def finished_project(tmp_path_factory) -> Path:
    """A copy of the project in which the workflow has run on the seeds. Not to be changed."""
    project = copy_project(tmp_path_factory.mktemp("project"))
    command = [sys.executable, "-m", "snakemake"]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return project


@pytest.fixture(scope="session")
def finished_run(finished_project) -> Path:
    """The folder of the finished run of the seeds. Not to be changed."""
    return finished_project / "results" / "icml2026"
