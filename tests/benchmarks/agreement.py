"""How far topics agree with those found once more, beside stock BERTopic.

A finished run is repeated by `topograph repeat`: with other random seeds, and compiled for a
generic processor. The UMAP and HDBSCAN of stock BERTopic are fitted as often to the same vectors.
Agreement is the adjusted Rand index; noise counts as one more topic.

    uv run python tests/benchmarks/agreement.py results/icml2026 [SEEDS]
"""

import json
import os
import shutil
import sys
import tempfile
from pathlib import Path

import numpy as np
from measuring import clock, measured, stock_topics, topics_of

from topograph.jobs.repeat.variants import repeat_environment, repeat_seed
from topograph.measures.agreement import Repeats, repeat_agreement
from topograph.rundir.contract import repeat_names, repeat_table
from topograph.rundir.stagefiles import read_seal


def repeat(run_dir: Path, settings: str, number: int) -> np.ndarray:
    """The topics of a copy of a run, found once more."""
    import pandas as pd

    from topograph.cli import main

    if main(["repeat", str(run_dir), str(number), "--settings", settings]):
        sys.exit(1)
    table = run_dir / repeat_table(f"repeat/{number}")
    return pd.read_parquet(table)["topic"].to_numpy()


def our_repeats(run: Path, numbers: range) -> Repeats:
    """The run's topics, and those of repeats of a copy of it."""
    reduce, cluster = (read_seal(run, stage)["settings"] for stage in ("reduce", "cluster"))
    settings = json.dumps({"reduce": reduce["reduce"], "cluster": cluster["cluster"]})
    with tempfile.TemporaryDirectory() as temporary:
        copy = Path(temporary) / run.name
        for stage in ("parse", "embed"):
            shutil.copytree(run / stage, copy / stage)
        found = []
        for number in numbers:
            topics, seconds, _ = measured(repeat, copy, settings, number)
            print(clock(f"topograph, repeat {number}", seconds), flush=True)
            found.append(topics)
    return Repeats(topics_of(run), found[1:], found[0])


def stock_repeats(run: Path, numbers: range) -> Repeats:
    """The same for stock BERTopic."""
    vectors = np.load(run / "embed/embeddings.npy")
    seed = read_seal(run, "reduce")["settings"]["reduce"]["seed"]

    def fit(number: int, environment: dict[str, str]) -> np.ndarray:
        topics, seconds, _ = measured(
            stock_topics, vectors, repeat_seed(seed, number), False, environment=environment
        )
        print(clock(f"stock BERTopic, repeat {number}", seconds), flush=True)
        return topics

    generic, *seeds = (fit(number, repeat_environment(os.environ, number)) for number in numbers)
    return Repeats(fit(0, {}), seeds, generic)


def main() -> None:
    """Repeat, compare, print."""
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    run, count = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 5
    numbers = range(len(repeat_names(count)))
    found = {"topograph": our_repeats(run, numbers), "stock BERTopic": stock_repeats(run, numbers)}
    for name, repeats in found.items():
        partitions = [repeats.run, *repeats.seeds]
        print(
            f"{name}: {len(repeats.run)} documents, "
            f"topics {[int(topics.max()) + 1 for topics in partitions]}"
        )
        for measure, value in repeat_agreement(repeats).items():
            print(f"{name}: {measure} {value:.3f}")


if __name__ == "__main__":
    main()
