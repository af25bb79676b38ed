"""Similarity of a document to each topic of a run, from the run's embeddings and topics.

Two estimates are combined: votes of the nearest documents of the run for their topics, and
similarity to the topics' centroids. Neighbours follow topics of any shape; centroids stabilise the
result for topics with few documents. Both are weighted by exp(cosine / temperature). The
temperature is derived from the fall of cosine among the run's own neighbours, so that it fits any
encoder.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from threadpoolctl import threadpool_limits

from topograph.core.topics import NOISE

#: Most nearest documents of the run that vote.
NEIGHBORS = 15
#: The temperature is this share of the median fall of cosine from first to last neighbour.
TEMPERATURE_SHARE = 1 / 3
LEAST_TEMPERATURE = 1e-3
#: Weight of the neighbours; the rest is the weight of the centroids.
NEIGHBORS_WEIGHT = 2 / 3
#: Most documents of the run used for calibration.
SAMPLE = 2000
SAMPLE_SEED = 0
BLOCK_ROWS = 128
#: Largest error of a cosine from a float32 matrix product; closer cosines are computed again.
ROUNDING = 1e-4


@dataclass(frozen=True)
class TopicSimilarity:
    """Similarity of documents to a run's topics.

    Attributes
    ----------
    shares : ndarray of float64, shape (m, n_topics + 1)
        Rows add up to 1; the last column is noise.
    closeness : ndarray of float64, shape (m,)
        Mean cosine to the nearest documents of the run, in [-1, 1].
    """

    shares: np.ndarray
    closeness: np.ndarray


class RunIndex:
    """A run's embeddings and topics, to compare other documents with.

    Parameters
    ----------
    vectors : ndarray of float32, shape (n, d)
        Unit rows; at least one.
    topics : ndarray of int64, shape (n,)
        From 0 without gaps, at least one topic; -1 for noise.
    threads : int
        Cores to use; the result does not depend on it.

    Attributes
    ----------
    n_topics : int
    sample : ndarray of int64, shape (m,)
        Documents used for calibration: all, or `SAMPLE` of them; none if there is only one.
    own : Nearness
        The similarity of the documents in `sample`, each left out of the run.
    """

    def __init__(self, vectors: np.ndarray, topics: np.ndarray, threads: int = 1) -> None:
        self.n_topics = int(topics.max()) + 1
        self._vectors = np.ascontiguousarray(vectors, dtype=np.float32)
        self._topics = topics
        self._threads = threads
        self._sums = np.stack(
            [self._vectors[topics == t].sum(axis=0, dtype=np.float64) for t in range(self.n_topics)]
        )
        n = len(vectors)
        self._k = max(1, min(NEIGHBORS, n - 1))
        self.sample = _sample(n)
        left_out = self._vectors[self.sample]
        found = self._neighbors(left_out, self.sample)
        fall = [cosines[0] - cosines[-1] for _, cosines in found]
        self._temperature = max(
            TEMPERATURE_SHARE * float(np.median(fall)) if fall else 0.0, LEAST_TEMPERATURE
        )
        self.own = self._similarity(left_out, found, self.sample)

    def similarity(self, vectors: np.ndarray) -> TopicSimilarity:
        """The similarity of new documents; each row depends only on its own vector.

        Parameters
        ----------
        vectors : ndarray of float32, shape (m, d)
            Unit rows.
        """
        return self._similarity(vectors, self._neighbors(vectors, None), None)

    def _neighbors(
        self, queries: np.ndarray, without: np.ndarray | None
    ) -> list[tuple[np.ndarray, np.ndarray]]:
        """Indices and cosines of each query's nearest documents, nearest first.

        `without` gives, for each query, the document to leave out.
        """

        def block(start: int) -> list[tuple[np.ndarray, np.ndarray]]:
            rows = queries[start : start + BLOCK_ROWS]
            rough = rows @ self._vectors.T
            if without is not None:
                rough[np.arange(len(rows)), without[start : start + BLOCK_ROWS]] = -np.inf
            return [self._nearest(row, own) for row, own in zip(rows, rough, strict=True)]

        with threadpool_limits(1, user_api="blas"), ThreadPoolExecutor(self._threads) as pool:
            blocks = pool.map(block, range(0, len(queries), BLOCK_ROWS))
            return [pair for own in blocks for pair in own]

    def _nearest(self, query: np.ndarray, rough: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The nearest documents; ties are ordered by index.

        Rounding in a matrix product depends on the matrices' shapes, and so on the other queries.
        Cosines that decide are therefore computed again, one by one, in double precision.
        """
        kth = np.partition(rough, len(rough) - self._k)[len(rough) - self._k]
        candidates = np.flatnonzero(rough >= kth - ROUNDING)
        cosines = _cosines(self._vectors[candidates], query)
        order = np.argsort(-cosines, kind="stable")[: self._k]
        return candidates[order], cosines[order]

    def _similarity(
        self,
        queries: np.ndarray,
        found: list[tuple[np.ndarray, np.ndarray]],
        without: np.ndarray | None,
    ) -> TopicSimilarity:
        shares = np.zeros((len(queries), self.n_topics + 1))
        for row, (near, cosines) in enumerate(found):
            left_out = None if without is None else int(without[row])
            votes = NEIGHBORS_WEIGHT * _softmax(cosines, self._temperature)
            # noise, topic -1, is counted in the last column
            np.add.at(shares[row], self._topics[near], votes)
            central = self._to_centroids(queries[row], left_out)
            shares[row, :-1] += (1 - NEIGHBORS_WEIGHT) * _softmax(central, self._temperature)
        closeness = np.array([cosines.mean() for _, cosines in found])
        return TopicSimilarity(shares, closeness)

    def _to_centroids(self, query: np.ndarray, left_out: int | None) -> np.ndarray:
        """Cosines to the topics' centroids; a document of the run is left out of its own."""
        sums = self._sums
        if left_out is not None and self._topics[left_out] != NOISE:
            sums = sums.copy()
            sums[self._topics[left_out]] -= self._vectors[left_out]
        lengths = np.sqrt((sums * sums).sum(axis=1))
        # a topic whose only document is left out has no centroid: use the lowest cosine
        cosines: np.ndarray = np.divide(
            _cosines(sums, query), lengths, out=np.full(len(sums), -1.0), where=lengths > 1e-6
        )
        return cosines


def _sample(n: int) -> np.ndarray:
    """The documents used for calibration, in ascending order (int64)."""
    if n == 1:
        return np.empty(0, np.int64)
    if n <= SAMPLE:
        return np.arange(n)
    chosen = np.random.default_rng(SAMPLE_SEED).choice(n, SAMPLE, replace=False)
    return np.sort(chosen).astype(np.int64)


def _cosines(rows: np.ndarray, query: np.ndarray) -> np.ndarray:
    """Inner products, each computed from its own row alone (float64, n)."""
    products: np.ndarray = (rows.astype(np.float64) * query.astype(np.float64)).sum(axis=1)
    return products


def _softmax(cosines: np.ndarray, temperature: float) -> np.ndarray:
    """exp(cosine / temperature), scaled to add up to 1."""
    weights = np.exp((cosines - cosines.max()) / temperature)
    scaled: np.ndarray = weights / weights.sum()
    return scaled
