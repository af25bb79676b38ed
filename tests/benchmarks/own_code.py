"""Is code of the project's own worth it where a library, or a simpler rule, does the same?

    uv run --with onnx --with sympy python tests/benchmarks/own_code.py [graph | store | titles]

- `graph`: the shipped encoder as it is, with fused operators (`encoders/minilm.py`), and after
  onnxruntime's own optimizer.
- `store`: the store of vectors (`encoders/store.py`) and SQLite, written in batches, read by key.
- `titles`: how often the name that an article's title begins with ("NAME: ...") is found in its
  abstract, by `parse/titles.py` and by a rule of ten lines. Needs `../shared/corpora`.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from measuring import CORPORA

from topograph.config import CleanSettings
from topograph.encoders.onnx import OnnxEncoder
from topograph.encoders.shipped import shipped_files
from topograph.encoders.store import VectorStore
from topograph.stages.parse.clean.steps import clean_text
from topograph.stages.parse.titles import make_title

ROUNDS, TEXTS, VECTORS, BATCH, WIDTH, ARTICLES = 3, 256, 60_000, 64, 384, 3000


def clock(work: Callable[[], object]) -> float:
    """CPU seconds of some work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def corpus() -> list[dict[str, str]]:
    """Abstracts with titles."""
    with gzip.open(CORPORA / "arxiv_118k.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for number, line in enumerate(lines) if number % 6 == 0]


def optimized(content: bytes) -> bytes:
    """What onnxruntime's optimizer makes of a graph."""
    from onnxruntime.transformers import optimizer

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.onnx"
        path.write_bytes(content)
        options = {"model_type": "bert", "num_heads": 12, "hidden_size": WIDTH, "opt_level": 0}
        found = optimizer.optimize_model(str(path), use_gpu=False, **options)
        return found.model.SerializeToString()


def graph() -> None:
    """CPU seconds of embedding, by what is done to the graph."""
    files = shipped_files()
    kinds = {"as shipped": None, "fused": files.rewrite, "onnxruntime's optimizer": optimized}
    encoders = {kind: OnnxEncoder(replace(files, rewrite=own), 1, pooling="mean")
                for kind, own in kinds.items()}  # fmt: skip
    texts = [own["text"] for own in corpus()[:TEXTS]]
    costs: dict[str, list[float]] = {kind: [] for kind in kinds}
    for _ in range(ROUNDS):
        for kind, encoder in encoders.items():
            costs[kind].append(clock(lambda encoder=encoder: list(encoder.encode(texts))))
    for kind, own in costs.items():
        print(f"graph, {kind}: {min(own) / min(costs['as shipped']):.2f} of the shipped graph")


def store() -> None:
    """CPU seconds and bytes of writing and reading vectors."""
    vectors = np.random.default_rng(0).standard_normal((VECTORS, WIDTH), dtype=np.float32)
    keys = [hashlib.sha256(str(row).encode()).digest()[:16] for row in range(VECTORS)]
    for kind, measure in {"own": own_store, "SQLite": sqlite_store}.items():
        with tempfile.TemporaryDirectory() as folder:
            write, read = measure(Path(folder), keys, vectors)
            size = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())
        print(f"store, {kind}: write {write:.2f} s, read {read:.2f} s, {size / 1e6:.0f} MB")


def own_store(folder: Path, keys: list[bytes], vectors: np.ndarray) -> tuple[float, float]:
    """The project's store."""

    def write() -> None:
        with VectorStore(folder, "0" * 64, "x") as store:
            for start in range(0, VECTORS, BATCH):
                batch = slice(start, start + BATCH)
                store.add(keys[batch], [7] * len(keys[batch]), vectors[batch])

    def read() -> None:
        with VectorStore(folder, "0" * 64, "x") as store:
            store.read_new()
            assert len(store.find(keys)) == VECTORS

    return clock(write), clock(read)


def sqlite_store(folder: Path, keys: list[bytes], vectors: np.ndarray) -> tuple[float, float]:
    """A table by key, with a log ahead of it; without the checksums of the project's store."""
    path = folder / "vectors.db"

    def write() -> None:
        base = sqlite3.connect(path)
        base.executescript(
            "pragma journal_mode=wal; pragma synchronous=normal;"
            "create table v(k blob primary key, n int, v blob) without rowid"
        )
        for start in range(0, VECTORS, BATCH):
            rows = range(start, min(VECTORS, start + BATCH))
            with base:
                base.executemany(
                    "insert into v values(?, 7, ?)", [(keys[n], vectors[n].tobytes()) for n in rows]
                )
        base.close()

    def read() -> None:
        base = sqlite3.connect(path)
        for key in keys:
            (found,) = base.execute("select v from v where k=?", (key,)).fetchone()
            np.frombuffer(found, np.float32)
        base.close()

    return clock(write), clock(read)


_SHAPE = re.compile(r"[A-Z].*[A-Z0-9]|[a-z].*[A-Z]")
_NAME = re.compile(r"[^\W_][\w^+.@/-]*[\w+]")
_VERB = re.compile(r"\b(?:propos|introduc|present|develop|call|term|nam|dub)\w*\b")


def simple_title(text: str) -> str:
    """The first word with capitals inside behind a verb that introduces something."""
    verb = _VERB.search(text)
    behind = text[verb.end() : verb.end() + 160] if verb else ""
    return next((own for own in _NAME.findall(behind) if _SHAPE.search(own) and len(own) > 2), "")


def titles() -> None:
    """Share of names found, of those that stand in title and abstract."""
    found = simple = articles = 0
    for own in corpus():
        name, colon, _ = own["title"].partition(": ")
        whole = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", own["text"])
        if not colon or " " in name or not _SHAPE.search(name) or not whole:
            continue
        articles += 1
        text = clean_text(own["text"], CleanSettings()).text
        found += name in make_title(text, own["text"])
        simple += name == simple_title(text)
        if articles == ARTICLES:
            break
    print(f"titles, of {articles} names: {found / articles:.2f}, simple {simple / articles:.2f}")


if __name__ == "__main__":
    asked = sys.argv[1:] or ["graph", "store", "titles"]
    for name in asked:
        {"graph": graph, "store": store, "titles": titles}[name]()
