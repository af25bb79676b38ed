"""Parsing at scale, against what pandas and ftfy need for the same file.

    uv run python tests/benchmarks/parse_speed.py [--threads N] [--rounds N] [FILE]

FILE is gzipped JSON lines with the fields `id` and `text`; without it, the 118,144 arXiv
abstracts beside the project, if they are there. The peer reads the file into a frame and applies
`ftfy.fix_text` to every text. Topograph reads, cleans, finds duplicates and languages, audits
and writes. They take turns, each in processes of its own. Printed are processor seconds of all
processes, also per 100,000 records, and the ratio: a machine that others use, too, is slower for
both. At most 36 s per 100,000 records is the aim, on a machine on which the peer takes 20.
"""

import argparse
import gzip
import json
import sys
import tempfile
from pathlib import Path

from processtree import Cost, cost_of

from topograph.config import RunConfig, stage_settings

ROOT = Path(__file__).parents[2]
CORPUS = ROOT.parent / "shared/corpora/arxiv_118k.jsonl.gz"
PEER = """
import sys
import ftfy
import pandas as pd
frame = pd.read_json(sys.argv[1], lines=True, dtype=False)
frame["text"] = [ftfy.fix_text(text) for text in frame["text"]]
"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("corpus", nargs="?", type=Path, default=CORPUS)
    parser.add_argument("--threads", default="1")
    parser.add_argument("--rounds", type=int, default=2)
    asked = parser.parse_args()
    if not asked.corpus.exists():
        sys.exit(f"{asked.corpus} is not there; name a file of gzipped JSON lines")
    with gzip.open(asked.corpus) as file:
        records = sum(1 for _ in file)
    settings = stage_settings(RunConfig(parse={"files": [str(asked.corpus)]}), "parse")
    peer = [sys.executable, "-c", PEER, str(asked.corpus)]
    costs: dict[str, list[Cost]] = {"pandas and ftfy": [], "topograph parse": []}
    with tempfile.TemporaryDirectory() as folder:
        ours = [sys.executable, "-m", "topograph", "parse", f"{folder}/run",
                "--threads", asked.threads, "--settings", json.dumps(settings)]  # fmt: skip
        for _ in range(asked.rounds):
            for (name, own), command in zip(costs.items(), (peer, ours), strict=True):
                own.append(cost_of(command, ROOT))
                print(f"{name}: {own[-1].seconds:6.1f} s, {own[-1].megabytes:5.0f} MB", flush=True)
    peers, own_costs = costs.values()
    seconds = [sum(cost.seconds for cost in found) / asked.rounds for found in (peers, own_costs)]
    per = [f"{1e5 * own / records:.1f}" for own in seconds]
    print(f"per 100,000 records: {per[0]} s and {per[1]} s; ratio {seconds[1] / seconds[0]:.2f}")


if __name__ == "__main__":
    main()
