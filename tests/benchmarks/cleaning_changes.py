"""What cleaning changes in real corpora: documents and characters by step, with examples.

    uv run python tests/benchmarks/cleaning_changes.py [CORPUS ...] [--step STEP] [--examples 3]

CORPUS is the name of one beside the project (all of them and the seeds, if none is given), or a
file of JSON lines with the field `text`. Characters are those that a step takes away and those
that it puts in, white space aside. With `--step`, examples of that step alone, chosen at random
with a fixed seed: read as many as there is time for.
"""

import argparse
import gzip
import json
import random
import sys
from collections import Counter
from pathlib import Path

from measuring import CORPORA, ROOT

from topograph.config import CleanSettings
from topograph.stages.parse.clean.steps import clean_text, first_change

Changes = dict[str, list[tuple[str, str]]]


def corpus_texts(name: str) -> list[str]:
    """The texts of a corpus; none, with a word on it, where it is not here."""
    if name == "seeds":
        whole = [path.read_text() for path in sorted((ROOT / "seeds").glob("*.txt"))]
        return [part for text in whole for part in text.split("\n\n") if part.strip()]
    path = Path(name) if Path(name).exists() else CORPORA / f"{name}.jsonl.gz"
    if not path.exists():
        print(f"{name}: skipped, {path} is not here")
        return []
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as file:
        return [json.loads(line)["text"] for line in file]


def changes(texts: list[str]) -> Changes:
    """By step, the texts before and after its first change of each."""
    found: Changes = {}
    for text in texts:
        for step, change in clean_text(text, CleanSettings()).steps.items():
            found.setdefault(step, []).append(change)
    return found


def characters(before: str, after: str) -> int:
    """How many characters go and come, white space aside."""
    old, new = Counter("".join(before.split())), Counter("".join(after.split()))
    return (old - new).total() + (new - old).total()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("corpora", nargs="*")
    parser.add_argument("--step")
    parser.add_argument("--examples", type=int, default=3)
    chosen = parser.parse_args()
    there = [path.name.removesuffix(".jsonl.gz") for path in sorted(CORPORA.glob("*.jsonl.gz"))]
    for name in chosen.corpora or ["seeds", *there]:
        texts = corpus_texts(name)
        if not texts:
            continue
        found = changes(texts)
        print(f"{name}: {len(texts):,} texts")
        for step in [*CleanSettings.model_fields]:
            changed = found.get(step, [])
            if not changed or chosen.step not in (None, step):
                continue
            signs = sum(characters(*change) for change in changed)
            print(f"  {step}: {len(changed):,} texts, {signs:,} characters")
            shown = random.Random(0).sample(changed, min(chosen.examples, len(changed)))
            for before, after in (first_change(*change) for change in shown):
                print(f"    - {before}\n    + {after}")
    if not there and not chosen.corpora:
        sys.exit(f"no corpora in {CORPORA}")


if __name__ == "__main__":
    main()
