"""CPU seconds of the whole workflow on the seeds against one script that does stock BERTopic.

All are run in turn, after one uncounted round that fills the caches of compiled code. Ours starts
from an empty results folder, once with no text embedded yet and once with the vectors of an
earlier run in the cache; stock BERTopic embeds for the fit and again for the map, as by default,
or is given the vectors. Compare the ratios, not the seconds.

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

        def ours(*, embedded: bool) -> float:
            shutil.rmtree(project / "results", ignore_errors=True)
            if not embedded:
                shutil.rmtree(project / ".cache" / "embeddings", ignore_errors=True)
            return cpu_seconds([sys.executable, "-m", "snakemake"], project)

        def stock(*options: str) -> float:
            texts = "results/icml2026/parse/documents.parquet"
            script = str(HERE / "stock_bertopic.py")
            return cpu_seconds([sys.executable, script, texts, "stock.html", *options], project)

        columns = {
            "workflow": lambda: ours(embedded=False),
            "workflow, texts embedded before": lambda: ours(embedded=True),
            "stock BERTopic": stock,
            "stock BERTopic, embedding once": lambda: stock("--once"),
        }
        times: dict[str, list[float]] = {name: [] for name in columns}
        for number in range(rounds + 1):
            for name, run in columns.items():
                seconds = run()
                if number:  # the first round fills the caches
                    times[name].append(seconds)
                print(f"round {number}: {seconds:6.1f} s  {name}", flush=True)
    for ours_name in list(columns)[:2]:
        for peer in list(columns)[2:]:
            pairs = zip(times[ours_name], times[peer], strict=True)
            ratios = [mine / theirs for mine, theirs in pairs]
            print(
                f"{ours_name} / {peer}: median {statistics.median(ratios):.2f} "
                f"(from {min(ratios):.2f} to {max(ratios):.2f}) of the CPU time"
            )


if __name__ == "__main__":
    main()
