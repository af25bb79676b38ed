"""environment.yml gives conda users the environment of uv.lock."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[3]
FILE = ROOT / "environment.yml"
UPDATE = "TOPOGRAPH_UPDATE"
HEADER = """\
# The environment of uv.lock for conda: Python from conda-forge, all else from PyPI, each package
# pinned. Written from uv.lock, do not edit. To make it, in this folder:
#
#     PIP_NO_DEPS=1 conda env create -f environment.yml
#
# PIP_NO_DEPS: the list is complete. Without it pip would add what bertopic declares and nobody
# here uses, torch and 6 GB.
"""


def wanted() -> str:
    """The file's text by uv.lock."""
    uv = os.environ.get("UV") or shutil.which("uv")
    if uv is None:
        pytest.skip("uv is not installed; it reads uv.lock")
    exported = subprocess.run(
        [uv, "export", "--frozen", "--no-dev", "--no-hashes", "--no-emit-project", "--no-header",
         "--no-annotate"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout.splitlines()  # fmt: skip
    pinned = [line.strip() for line in exported if line.strip()]
    environment = {
        "name": "topograph",
        "channels": ["conda-forge", "nodefaults"],
        "dependencies": ["python=3.11", "pip", {"pip": [*pinned, "-e ."]}],
    }
    return HEADER + yaml.safe_dump(environment, sort_keys=False, width=200)


def test_environment_yml_is_in_step_with_the_lock_file():
    text = wanted()
    if os.environ.get(UPDATE):
        FILE.write_text(text, encoding="utf-8")
    assert FILE.read_text(encoding="utf-8") == text, (
        f"environment.yml is outdated; update it with `{UPDATE}=1 uv run pytest {__file__}`"
    )


def test_environment_yml_leaves_torch_out():
    listed = yaml.safe_load(FILE.read_text(encoding="utf-8"))["dependencies"][-1]["pip"]
    names = {line.split("==")[0] for line in listed}
    assert {"bertopic", "umap-learn", "hdbscan", "plotly", "pandas", "snakemake"} <= names
    assert not names & {"torch", "sentence-transformers", "transformers"}
