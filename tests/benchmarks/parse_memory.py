"""The memory of `topograph parse` at several sizes of a corpus.

    uv run python tests/benchmarks/parse_memory.py [--threads N] [--large] [FILE]

FILE is gzipped JSON lines with the field `text`; without it, the arXiv abstracts beside the
project, if they are there. Measured is the largest sum of the memory of all processes. It grows by
a line: printed are the fixed part, which libraries and buffers take, and what 100,000 abstracts add
to it (at most 400 MB is the aim). With `--large` the corpus is three times as large in the end:
every fourth word of the second and third copy is another one, so that they are no duplicates.
"""

import argparse
import gzip
import json
import sys
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
from processtree import cost_of

from topograph.config import RunConfig, stage_settings

ROOT = Path(__file__).parents[2]
CORPUS = ROOT.parent / "shared/corpora/arxiv_118k.jsonl.gz"
SIZES = [12_500, 25_000, 50_000, 100_000]
LARGE = [*SIZES, 200_000, 300_000]


def records(corpus: Path, copies: int) -> Iterator[dict[str, str]]:
    """The records of a corpus, several times over with other words."""
    for copy in range(copies):
        with gzip.open(corpus, "rt", encoding="utf-8") as file:
            for record in map(json.loads, file):
                words = record["text"].split(" ")
                if copy:
                    words[::4] = [f"{word}{copy}" for word in words[::4]]
                    record["id"] = f"{record['id']}-{copy}"
                yield record | {"text": " ".join(words)}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("corpus", nargs="?", type=Path, default=CORPUS)
    parser.add_argument("--threads", default="1")
    parser.add_argument("--large", action="store_true")
    asked = parser.parse_args()
    if not asked.corpus.exists():
        sys.exit(f"{asked.corpus} is not there; name a file of gzipped JSON lines")
    sizes = LARGE if asked.large else SIZES
    peaks = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for size in sizes:
            with (folder / "corpus.jsonl").open("w", encoding="utf-8") as file:
                for record in islice(records(asked.corpus, 3), size):
                    file.write(json.dumps(record) + "\n")
            settings = stage_settings(RunConfig(parse={"files": ["corpus.jsonl"]}), "parse")
            cost = cost_of(
                [sys.executable, "-m", "topograph", "parse", "run", "--threads", asked.threads,
                 "--settings", json.dumps(settings)],
                folder,
            )  # fmt: skip
            peaks.append(cost.megabytes)
            print(f"{size:8,} abstracts: {cost.megabytes:6.0f} MB, {cost.seconds:6.1f} CPU s",
                  flush=True)  # fmt: skip
    slope, fixed = np.polyfit(sizes, peaks, 1)
    print(f"fixed {fixed:.0f} MB, and {slope * 1e5:.0f} MB per 100,000 (aim: at most 400)")


if __name__ == "__main__":
    main()
