"""Without a network the default configuration runs, and what would need one says what to bring."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

#: A network of one's own with nothing in it, not even a loopback that is up.
CUT_OFF = ["unshare", "--map-root-user", "--net"]


def can_be_cut_off():
    if shutil.which("unshare") is None:
        return False
    return subprocess.run([*CUT_OFF, "true"], capture_output=True).returncode == 0


pytestmark = pytest.mark.skipif(
    not can_be_cut_off(), reason="this system lets no test cut off its network (unshare)"
)


@pytest.fixture
def project(root, tmp_path):
    for part in ("workflow", "config", "seeds"):
        shutil.copytree(root / part, tmp_path / part)
    shutil.copy(root / "environment.yml", tmp_path)
    for seed in sorted((tmp_path / "seeds").iterdir())[1:]:
        seed.unlink()  # one file of documents is enough
    return tmp_path


def cut_off(project: Path, *command: str):
    return subprocess.run(
        [*CUT_OFF, sys.executable, *command], cwd=project, capture_output=True, text=True
    )


def test_the_network_is_cut_off(project):
    script = "import socket; socket.create_connection(('127.0.0.1', 9), 1)"
    assert "unreachable" in cut_off(project, "-c", script).stderr


@pytest.mark.slow
def test_the_default_configuration_runs(project):
    done = cut_off(project, "-m", "snakemake", "results/icml2026/embed/summary.json")
    assert done.returncode == 0, done.stdout + done.stderr
    assert (project / "results/icml2026/embed/embeddings.npy").exists()


@pytest.mark.slow
@pytest.mark.parametrize("encoder", ["onnx", "static"])
def test_an_encoder_that_is_not_there_says_in_a_line_what_to_bring_and_where(project, encoder):
    (project / "config/runs").mkdir(exist_ok=True)
    (project / "config/runs/far.yaml").write_text(
        f"parse: {{files: [seeds/*.txt]}}\n"
        f"embed: {{encoder: {encoder}, model: some-owner/some-model}}\n"
    )
    done = cut_off(project, "-m", "snakemake", "results/far/embed/summary.json")
    assert done.returncode != 0
    (line,) = {line for line in done.stdout.splitlines() if line.startswith("  fix: ")}
    assert "tokenizer.json" in line
    assert "huggingface.co/some-owner/some-model" in line
    assert ".cache/models/some-owner--some-model" in line
    assert "Traceback" not in (project / "results/far/logs/embed.log").read_text()
