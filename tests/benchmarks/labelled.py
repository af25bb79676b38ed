"""Topics compared with known labels, beside the UMAP and HDBSCAN of stock BERTopic.

Corpora with labels go through parse and embed once; both sides work on the same vectors, for five
seeds: ours by the stages reduce and cluster, each in a process of its own, as the workflow does;
stock BERTopic with the layout of its 2-D map. Agreement is the adjusted Rand index of the five
results with each other. The first embedding of 10,000 abstracts takes half an hour; vectors stay in
the project's cache. Needs arxiv_10k.jsonl.gz and banking77.jsonl.gz.

    uv run python tests/benchmarks/labelled.py [CORPORA] [DOCUMENTS] [SEEDS]
    uv run python tests/benchmarks/labelled.py arxiv_10k,banking77 1000,10000 5
"""

import json
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from measuring import (
    ROOT,
    agreements,
    clock,
    mean_and_range,
    measured,
    read_corpus,
    run_stage,
    stock_topics,
    topics_of,
    with_seed,
)

from topograph.config import RunConfig, stage_settings
from topograph.core.labelcolumn import labels_of
from topograph.measures.gold import label_agreement

CACHE = ROOT / ".cache" / "embeddings"


@dataclass
class Side:
    """What one side gave for each seed."""

    topics: list[np.ndarray] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    megabytes: list[float] = field(default_factory=list)

    def add(self, topics: np.ndarray, seconds: float, megabytes: float) -> None:
        """Add one seed's result."""
        self.topics.append(topics)
        self.seconds.append(seconds)
        self.megabytes.append(megabytes)

    def line(self, name: str, labels: np.ndarray) -> str:
        """Means over the seeds, in one line."""
        values = [label_agreement(topics, labels) for topics in self.topics]
        ami, without = (
            np.mean([value[key] for value in values]) for key in ("ami", "ami_without_noise")
        )
        counts = [int(topics.max()) + 1 for topics in self.topics]
        noise = np.mean([(topics < 0).mean() for topics in self.topics])
        agreeing = (
            f"agreement {mean_and_range(agreements(self.topics))}; " if len(counts) > 1 else ""
        )
        return (
            f"{name:10} {min(counts)}-{max(counts)} topics, noise {noise:.1%}, AMI {ami:.3f}, "
            f"without noise {without:.3f}; {agreeing}{np.median(self.seconds):.1f} CPU s, "
            f"{max(self.megabytes):.0f} MB"
        )


def prepare(folder: Path, name: str, count: int) -> tuple[Path, dict[str, dict[str, Any]]]:
    """Parse and embed some of a corpus' documents; the run's folder, and each stage's settings."""
    data = folder / f"{name}.jsonl"
    with data.open("w", encoding="utf-8") as file:
        for record in read_corpus(name, count):
            kept = {"id": record["id"], "text": record["text"], "gold": record["label"]}
            file.write(json.dumps(kept) + "\n")
    config = RunConfig.model_validate(
        {"parse": {"files": [str(data)], "duplicates": "keep", "min_words": 1}}
    )
    settings = {
        stage: stage_settings(config, stage) for stage in ("parse", "embed", "reduce", "cluster")
    }
    run_dir = folder / name
    for stage in ("parse", "embed"):
        _, seconds, _ = measured(run_stage, stage, run_dir, settings[stage], CACHE)
        print(clock(f"{name}, {stage}", seconds), flush=True)
    return run_dir, settings


def our_side(run_dir: Path, settings: dict[str, dict[str, Any]], seeds: range) -> Side:
    """The stages reduce and cluster for each seed, after one round that fills numba's cache."""
    side = Side()
    for seed in (seeds[0], *seeds):
        parts = [
            measured(run_stage, stage, run_dir, with_seed(settings[stage], seed), CACHE)[1:]
            for stage in ("reduce", "cluster")
        ]
        seconds = sum(part[0] for part in parts)
        print(clock(f"ours, seed {seed}", seconds), flush=True)
        side.add(topics_of(run_dir), seconds, max(part[1] for part in parts))
    for column in (side.topics, side.seconds, side.megabytes):
        del column[0]
    return side


def stock_side(vectors: np.ndarray, seeds: range) -> Side:
    """Stock BERTopic's topics for each seed, with its map."""
    side = Side()
    for seed in seeds:
        topics, seconds, megabytes = measured(stock_topics, vectors, seed, True)
        print(clock(f"stock, seed {seed}", seconds), flush=True)
        side.add(topics, seconds, megabytes)
    return side


def main() -> None:
    """Compare both sides for each corpus and size."""
    names = sys.argv[1].split(",") if len(sys.argv) > 1 else ["arxiv_10k", "banking77"]
    sizes = [int(size) for size in (sys.argv[2] if len(sys.argv) > 2 else "1000,10000").split(",")]
    seeds = range(1, 1 + (int(sys.argv[3]) if len(sys.argv) > 3 else 5))
    for name in names:
        for size in sizes:
            with tempfile.TemporaryDirectory() as temporary:
                run_dir, settings = prepare(Path(temporary), name, size)
                documents = pd.read_parquet(run_dir / "parse/documents.parquet")
                vectors = np.load(run_dir / "embed/embeddings.npy")
                labels = labels_of(documents, "gold")
                sides = {"topograph": our_side(run_dir, settings, seeds)}
                sides["stock"] = stock_side(vectors, seeds)
                print(f"{name}: {len(documents)} documents, {len(set(labels))} labels")
                for side, found in sides.items():
                    print(f"{name}: {found.line(side, labels)}", flush=True)


if __name__ == "__main__":
    main()
