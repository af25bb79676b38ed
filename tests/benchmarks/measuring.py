"""What the benchmarks on labelled corpora share: the corpora, their vectors, time and memory."""

import gzip
import json
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from topograph.config import EmbedSettings
from topograph.encoders.base import encode_all
from topograph.encoders.opening import open_encoder

CORPORA = Path(__file__).parents[3] / "shared" / "corpora"


def read_corpus(name: str, count: int) -> tuple[list[str], np.ndarray]:
    """Texts and labels of a corpus' documents, evenly spaced, in the order of their texts' ids."""
    path = CORPORA / f"{name}.jsonl.gz"
    if not path.exists():
        sys.exit(f"skipped: {path} is not here")
    with gzip.open(path, "rt", encoding="utf-8") as file:
        records = sorted(map(json.loads, file), key=lambda record: record["id"])
    rows = np.linspace(0, len(records) - 1, min(count, len(records))).astype(int)
    chosen = [records[row] for row in rows]
    labels = np.array([record["label"] for record in chosen], dtype=object)
    return [record["text"] for record in chosen], labels


def embed(texts: list[str], encoder: str = "onnx") -> np.ndarray:
    """Vectors of texts by the pipeline's encoder; those known are in its cache already."""
    with open_encoder(EmbedSettings(encoder=encoder), threads=2) as opened:  # type: ignore[arg-type]
        return encode_all(opened, texts)


def peak_megabytes() -> float:
    """The largest memory this process has held."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1000


def _measure(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[Any, float, float]:
    started = time.process_time()
    result = function(*arguments)
    return result, time.process_time() - started, peak_megabytes()


def measured(function: Callable[..., Any], *arguments: Any) -> tuple[Any, float, float]:
    """Call a function in a fresh process.

    Returns
    -------
    result, CPU seconds, peak of memory in MB
        Imports that the function does itself are counted.
    """
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(_measure, function, arguments).result()
