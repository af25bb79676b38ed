"""How far a run's topics agree with themselves: over random seeds, and over kinds of processors.

The stages reduce and cluster run anew on a run's vectors with the settings of its configuration,
for several seeds, compiled for this machine's processor and for a generic one (numba's
`NUMBA_CPU_NAME`, with a cache of compiled code of its own). The same for the UMAP and HDBSCAN of
stock BERTopic. Agreement is the adjusted Rand index; noise counts as one more topic.

    uv run python tests/benchmarks/agreement.py results/icml2026 [SEEDS]
"""

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from measuring import (
    ROOT,
    agreements,
    clock,
    measured,
    run_stage,
    stock_topics,
    told,
    topics_of,
    with_seed,
)

from topograph.config import stage_settings
from topograph.config.loading import load_run_config


def our_topics(run_dir: Path, settings: dict[str, Any], seed: int) -> np.ndarray:
    """Topics of a copy of the run, found anew with another seed."""
    for stage in ("reduce", "cluster"):
        run_stage(stage, run_dir, with_seed(settings[stage], seed), ROOT / ".cache" / "embeddings")
    return topics_of(run_dir)


def main() -> None:
    """Fit, compare, print."""
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    run, count = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 5
    config = load_run_config(run.name)
    settings = {stage: stage_settings(config, stage) for stage in ("reduce", "cluster")}
    vectors = np.load(run / "embed/embeddings.npy")
    seeds = range(1, count + 1)
    with tempfile.TemporaryDirectory() as temporary:
        copy = Path(temporary) / run.name
        for stage in ("parse", "embed"):
            shutil.copytree(run / stage, copy / stage)
        targets = {
            "this processor": {},
            "a generic one": {
                "NUMBA_CPU_NAME": "generic",
                "NUMBA_CACHE_DIR": str(Path(temporary) / "numba"),
            },
        }
        for name, function, arguments in (
            ("topograph", our_topics, (copy, settings)),
            ("stock BERTopic", stock_topics, (vectors,)),
        ):
            found: dict[str, list[np.ndarray]] = {}
            for target, environment in targets.items():
                found[target] = []
                for seed in seeds:
                    rest = (seed,) if function is our_topics else (seed, False)
                    topics, seconds, _ = measured(
                        function, *arguments, *rest, environment=environment
                    )
                    found[target].append(topics)
                    print(clock(f"{name}, {target}, seed {seed}", seconds), flush=True)
            here, generic = found.values()
            across = [agreements(pair)[0] for pair in zip(here, generic, strict=True)]
            print(f"{name}: {len(vectors)} documents, topics {[int(t.max()) + 1 for t in here]}")
            print(f"{name}: agreement over {count} seeds: {told(agreements(here))}")
            print(f"{name}: agreement over processors, same seed: {told(across)}", flush=True)


if __name__ == "__main__":
    main()
