"""CPU seconds of the whole workflow on the seeds against one script that does stock BERTopic.

Both are run in turn, after one uncounted round that fills the caches of compiled code; each run
of ours starts from an empty results folder. Compare the ratios, not the seconds.

    uv run python tests/benchmarks/speed.py [ROUNDS]
"""

import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent


def cpu_seconds(command: list[str], folder: Path) -> float:
    """User and system time of a command and all its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Run both in turn and print the table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    with tempfile.TemporaryDirectory() as temporary:
        project = Path(temporary)
        for part in ("workflow", "config", "seeds"):
            shutil.copytree(ROOT / part, project / part)
        shutil.copy(ROOT / "environment.yml", project)

        def ours() -> float:
            shutil.rmtree(project / "results", ignore_errors=True)
            return cpu_seconds([sys.executable, "-m", "snakemake"], project)

        def stock(*options: str) -> float:
            texts = "results/icml2026/parse/documents.parquet"
            script = str(HERE / "stock_bertopic.py")
            return cpu_seconds([sys.executable, script, texts, "stock.html", *options], project)

        times: list[tuple[float, float, float]] = []
        for number in range(rounds + 1):
            times.append((ours(), stock(), stock("--once")))
            label = "warm-up" if number == 0 else f"round {number}"
            print(f"{label}: " + "  ".join(f"{value:6.1f} s" for value in times[-1]), flush=True)
    counted = times[1:]
    for name, column in (("stock BERTopic", 1), ("stock BERTopic, embedding once", 2)):
        ratios = [row[0] / row[column] for row in counted]
        print(
            f"workflow / {name}: median {statistics.median(ratios):.2f} "
            f"(from {min(ratios):.2f} to {max(ratios):.2f}) of the CPU time"
        )


if __name__ == "__main__":
    main()
