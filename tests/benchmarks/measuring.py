"""What benchmarks share: corpora, vectors, time and memory of a call, stages of a run, the peer."""

import gzip
import io
import json
import os
import resource
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stdout
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[2]
CORPORA = ROOT.parent / "shared" / "corpora"


def read_corpus(name: str, count: int) -> list[dict[str, Any]]:
    """Records (`id`, `text`, `label`) of a corpus, by identifier, evenly spaced."""
    path = CORPORA / f"{name}.jsonl.gz"
    if not path.exists():
        sys.exit(f"skipped: {path} is not here")
    with gzip.open(path, "rt", encoding="utf-8") as file:
        records = sorted(map(json.loads, file), key=lambda record: str(record["id"]))
    rows = np.linspace(0, len(records) - 1, min(count, len(records))).astype(int)
    return [records[row] for row in rows]


def _cpu_seconds() -> float:
    """Of this process and of its children that have ended."""
    parts = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(part.ru_utime + part.ru_stime for part in parts)


def _peak_megabytes() -> float:
    """The largest memory this process has held."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1000


def _measure(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[Any, float, float]:
    before = _cpu_seconds()
    result = function(*arguments)
    return result, _cpu_seconds() - before, _peak_megabytes()


def measured(
    function: Callable[..., Any], *arguments: Any, environment: dict[str, str] | None = None
) -> tuple[Any, float, float]:
    """Call a function of a module in a fresh process.

    Returns
    -------
    result, CPU seconds, peak of memory in MB
        Imports and compilation that the function causes are counted.
    """
    wanted = {"NUMBA_CACHE_DIR": str(ROOT / ".cache" / "numba")} | dict(os.environ)
    before = dict(os.environ)
    os.environ.update(wanted | (environment or {}))
    try:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            return pool.submit(_measure, function, arguments).result()
    finally:
        os.environ.clear()
        os.environ.update(before)


def run_stage(stage: str, run_dir: Path, settings: dict[str, Any], cache: Path) -> None:
    """Run one stage; its messages are shown if it fails."""
    from topograph.cli import main

    run_time = {"embed": {"cache": str(cache)}} if stage == "embed" else {}
    said = io.StringIO()
    with redirect_stdout(said):
        status = main(
            [stage, str(run_dir), "--settings", json.dumps(settings),
             "--run-time", json.dumps(run_time)]
        )  # fmt: skip
    if status:
        sys.exit(said.getvalue())


def topics_of(run_dir: Path) -> np.ndarray:
    """The topics of a run's documents (int64), -1 for noise."""
    import pandas as pd

    return pd.read_parquet(run_dir / "cluster/assignments.parquet")["topic"].to_numpy()


def with_seed(settings: dict[str, Any], seed: int) -> dict[str, Any]:
    """A stage's settings with another random seed in every section that has one."""
    return {
        section: keys | {"seed": seed} if "seed" in keys else keys
        for section, keys in settings.items()
    }


def stock_topics(vectors: np.ndarray, seed: int, draw: bool) -> np.ndarray:
    """Topics by the UMAP and HDBSCAN of stock BERTopic; `draw`: its 2-D map is laid out, too."""
    from hdbscan import HDBSCAN
    from umap import UMAP

    space = UMAP(
        n_neighbors=15, n_components=5, min_dist=0.0, metric="cosine", random_state=seed
    ).fit_transform(vectors)
    topics = HDBSCAN(min_cluster_size=10, metric="euclidean", prediction_data=True).fit_predict(
        space
    )
    if draw:
        UMAP(n_neighbors=10, n_components=2, min_dist=0.0, metric="cosine", random_state=seed).fit(
            vectors
        )
    return topics.astype(np.int64)


def agreements(partitions: Iterable[np.ndarray]) -> list[float]:
    """Adjusted Rand index of each two partitions; noise is one more topic."""
    from sklearn.metrics import adjusted_rand_score

    return [float(adjusted_rand_score(one, other)) for one, other in combinations(partitions, 2)]


def mean_and_range(values: list[float]) -> str:
    """Mean and least of some values."""
    return f"mean {np.mean(values):.3f}, least {min(values):.3f}"


def clock(name: str, seconds: float) -> str:
    """A line of progress."""
    return f"{time.strftime('%H:%M:%S')}  {name}: {seconds:.1f} CPU s"
