"""How well documents of a finished run are placed when they come as new ones.

    python tests/benchmarks/assign.py results/icml2026

prints the share that get their own topic back, each left out of the run, beside two simpler rules
(nearest centroid, vote of the nearest documents); and how often prediction sets made from three
quarters of the documents hold the topic of the others.
"""

import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd

from topograph.jobs.assign.prediction import predict_topics
from topograph.jobs.assign.rule import NEIGHBORS, RunIndex

COVERAGE = 0.9
SPLITS = 5


def main(run: Path) -> None:
    """Measure one run."""
    vectors = np.load(run / "embed/embeddings.npy")
    topics = pd.read_parquet(run / "label/assignments.parquet")["topic"].to_numpy()
    started = time.perf_counter()
    reference = RunIndex(vectors, topics)
    rows = reference.sample[topics[reference.sample] >= 0]
    own = topics[rows]
    found = reference.own.shares[topics[reference.sample] >= 0].argmax(axis=1)
    print(f"{len(vectors)} documents, {reference.n_topics} topics; "
          f"read in {time.perf_counter() - started:.2f} s")  # fmt: skip
    print(f"left out, own topic back: {np.mean(found == own):.3f}")
    print(f"  by the nearest centroid: {np.mean(by_centroid(vectors, topics, rows) == own):.3f}")
    print(f"  by vote of {NEIGHBORS}: {np.mean(by_vote(vectors, topics, rows) == own):.3f}")
    again = reference.similarity(vectors[rows]).shares.argmax(axis=1)
    print(f"not left out: {np.mean(again == own):.3f}")
    inside, right, sizes = [], [], []
    for seed in range(SPLITS):
        order = np.random.default_rng(seed).permutation(len(vectors))
        known, new = np.split(order, [3 * len(order) // 4])
        if len(np.unique(topics[known])) < len(np.unique(topics)):
            continue  # a topic would be missing
        split = RunIndex(vectors[known], topics[known])
        placed = predict_topics(split, topics[known], vectors[new], COVERAGE, [None] * len(new))
        right += [one.topic == topic for one, topic in zip(placed, topics[new], strict=True)]
        inside += [topic in one.prediction_set
                   for one, topic in zip(placed, topics[new], strict=True)]  # fmt: skip
        sizes += [len(one.prediction_set) for one in placed]
    if inside:
        print(f"held-out quarters: topic right {np.mean(right):.3f}, in the set at {COVERAGE}: "
              f"{np.mean(inside):.3f}, {np.mean(sizes):.2f} topics a set")  # fmt: skip


def by_centroid(vectors: np.ndarray, topics: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """The topic with the nearest centroid, each document left out of its own."""
    sums = np.stack([vectors[topics == t].sum(axis=0) for t in range(topics.max() + 1)])
    found = []
    for row in rows:
        others = sums.copy()
        others[topics[row]] -= vectors[row]
        lengths = np.maximum(np.linalg.norm(others, axis=1), 1e-9)
        found.append((others @ vectors[row] / lengths).argmax())
    return np.array(found)


def by_vote(vectors: np.ndarray, topics: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """The topic of most of the nearest documents."""
    found = []
    for row in rows:
        cosines = vectors @ vectors[row]
        cosines[row] = -np.inf
        near = topics[np.argsort(-cosines, kind="stable")[:NEIGHBORS]]
        found.append(np.bincount(near[near >= 0], minlength=1).argmax())
    return np.array(found)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
