"""What a sweep costs, in runs: 64 points over `cluster` and `label`, against one whole run.

    uv run python tests/benchmarks/sweep_cost.py [--documents N] [--encoder NAME] [--side N]

The run is made from nothing (all stages, no vectors cached); the sweep of SIDE x SIDE points (8)
then shares its stages. Printed are processor seconds of all processes, and megabytes on disk of
what each wrote, with their ratios. At most 8 runs is the aim, with the default encoder at 10,000
documents. With `static`, a run costs little, so the ratio is higher.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

import yaml
from measuring import ROOT, read_corpus
from processtree import cost_of

sys.path.insert(0, str(ROOT / "tests/support"))
from projects import copy_inputs

SNAKEMAKE = Path(sys.executable).parent / "snakemake"


def megabytes(folder: Path) -> float:
    """Of the files below a folder; what links lead to does not count."""
    paths = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sum(path.lstat().st_size for path in paths) / 1e6


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--documents", type=int, default=10_000)
    parser.add_argument("--encoder", default="onnx")
    parser.add_argument("--side", type=int, default=8)
    asked = parser.parse_args()
    records = read_corpus("arxiv_10k", asked.documents)
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary) / "project"
        copy_inputs(ROOT, root)
        (root / "config/sweeps").mkdir(exist_ok=True)
        (root / "config/runs").mkdir(exist_ok=True)
        corpus = root / "corpus.jsonl"
        corpus.write_text("".join(json.dumps(own) + "\n" for own in records), encoding="utf-8")
        run = {"parse": {"files": ["corpus.jsonl"]}, "embed": {"encoder": asked.encoder}}
        (root / "config/runs/corpus.yaml").write_text(yaml.safe_dump(run))
        grid = {
            "cluster.min_cluster_size": {
                "from": 10,
                "to": 100,
                "steps": asked.side,
                "scale": "log",
            },
            "label.terms": {"from": 5, "to": 5 + 2 * (asked.side - 1), "steps": asked.side},
            "evaluate.coherence_terms": [5],
        }
        (root / "config/sweeps/grid.yaml").write_text(
            yaml.safe_dump({"run": "corpus", "vary": grid}, sort_keys=False)
        )
        # UMAP's code is compiled before, as it is once on a machine
        cost_of([str(SNAKEMAKE), "results/icml2026/report.html"], root)
        one = cost_of([str(SNAKEMAKE), "results/corpus/report.html"], root)
        disk = megabytes(root / "results/corpus")
        print(f"one run: {one.seconds:7.0f} s, {disk:6.1f} MB, peak {one.megabytes:5.0f} MB")
        all_points = cost_of([str(SNAKEMAKE), "results/sweeps/grid/sweep.html"], root)
        swept = megabytes(root / "results/sweeps")
        print(
            f"{asked.side**2} points: {all_points.seconds:6.0f} s, {swept:6.1f} MB, "
            f"peak {all_points.megabytes:5.0f} MB"
        )
        print(f"ratio: {all_points.seconds / one.seconds:.2f} in time, {swept / disk:.2f} on disk")


if __name__ == "__main__":
    main()
