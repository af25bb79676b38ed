"""Parsing at scale, against what pandas and ftfy need for the same file.

    uv run python tests/benchmarks/parse_speed.py [FILE] [THREADS]

FILE is gzipped JSON lines with the fields `id` and `text`; without it, the 118,144 arXiv
abstracts beside the project, if they are there. The peer reads the file into a frame and applies
`ftfy.fix_text` to every text. Topograph reads, cleans, finds duplicates and languages, audits
and writes. Both run in processes of their own, one after the other; printed are processor
seconds, their ratio (at most 4 is the aim), and the largest memory (at most 4 GB).
"""

import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
CORPUS = ROOT.parent / "shared/corpora/arxiv_118k.jsonl.gz"
PEER = """
import sys
import ftfy
import pandas as pd
frame = pd.read_json(sys.argv[1], lines=True, dtype=False)
frame["text"] = [ftfy.fix_text(text) for text in frame["text"]]
print(len(frame), "texts")
"""
MEASURED = """
import resource, runpy, sys
sys.argv = sys.argv[1:]
try:
    runpy.run_module("topograph", run_name="__main__")
finally:
    own = resource.getrusage(resource.RUSAGE_SELF)
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    print("peak", own.ru_maxrss, children.ru_maxrss, file=sys.stderr)
"""


def processor_seconds(command: list[str]) -> tuple[float, float]:
    """Run a command; its processor seconds and largest resident memory in GB, helpers included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, check=True, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)
    told = [line.split()[1:] for line in done.stderr.splitlines() if line.startswith("peak ")]
    peak = sum(map(int, told[-1])) if told else after.ru_maxrss
    return seconds, peak / 1e6


def main() -> None:
    """Measure and print."""
    from topograph.config import RunConfig, stage_settings

    corpus = Path(sys.argv[1]) if len(sys.argv) > 1 else CORPUS
    threads = sys.argv[2] if len(sys.argv) > 2 else "1"
    if not corpus.exists():
        sys.exit(f"{corpus} is not there; name a file of gzipped JSON lines")
    peer, peer_memory = processor_seconds([sys.executable, "-c", PEER, str(corpus)])
    print(f"pandas and ftfy: {peer:6.1f} s, {peer_memory:.2f} GB", flush=True)
    settings = stage_settings(RunConfig(parse={"files": [str(corpus)]}), "parse")
    with tempfile.TemporaryDirectory() as folder:
        ours, memory = processor_seconds(
            [sys.executable, "-c", MEASURED, "topograph", "parse", f"{folder}/run",
             "--threads", threads, "--settings", json.dumps(settings)]
        )  # fmt: skip
    print(f"topograph parse: {ours:6.1f} s, {memory:.2f} GB")
    print(f"ratio {ours / peer:.2f} (aim: at most 4), memory {memory:.2f} GB (aim: at most 4)")


if __name__ == "__main__":
    main()
