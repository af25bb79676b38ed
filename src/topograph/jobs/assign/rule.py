"""How near a document is to each topic of a run, by the run's vectors and topics alone.

Two witnesses: the nearest documents of the run, each for its own topic, and the topics' centroids.
Neighbours follow topics of any shape; centroids steady the result where a topic has few
documents. Both are weighed by exp(cosine / temperature). The temperature is taken from how fast
cosines fall among the run's own neighbours, so that no encoder needs a scale of its own.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from threadpoolctl import threadpool_limits

from topograph.core.topics import NOISE

#: Nearest documents of the run that are asked, at most.
NEIGHBORS = 15
#: The temperature is this share of the median fall of cosine from first to last neighbour.
FALL_SHARE = 1 / 3
LEAST_TEMPERATURE = 1e-3
#: Voice of the neighbours; the rest is that of the centroids.
NEIGHBORS_VOICE = 2 / 3
#: Documents of the run that stand for all when how near they are is looked at.
SAMPLE = 2000
SAMPLE_SEED = 0
BLOCK_ROWS = 128
#: Cosines of float32 products are off by less than this; those so close are computed again.
ROUNDING = 1e-4


@dataclass(frozen=True)
class Nearness:
    """How near documents are to a run's topics.

    Attributes
    ----------
    shares : ndarray of float64, shape (m, n_topics + 1)
        Rows add up to 1; the last column is noise.
    closeness : ndarray of float64, shape (m,)
        Mean cosine to the nearest documents of the run, in [-1, 1].
    """

    shares: np.ndarray
    closeness: np.ndarray


class Reference:
    """A run's documents, to hold others against.

    Parameters
    ----------
    vectors : ndarray of float32, shape (n, d)
        Unit rows; at least one.
    topics : ndarray of int64, shape (n,)
        From 0 without gaps, at least one topic; -1 for noise.
    threads : int
        Cores to use; no result depends on it.

    Attributes
    ----------
    n_topics : int
    sample : ndarray of int64, shape (m,)
        Documents that stand for all: all of them up to `SAMPLE`; none where
        there is but one.
    own : Nearness
        Of the documents in `sample`, each left out of the run.
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
            FALL_SHARE * float(np.median(fall)) if fall else 0.0, LEAST_TEMPERATURE
        )
        self.own = self._nearness(left_out, found, self.sample)

    def nearness(self, vectors: np.ndarray) -> Nearness:
        """How near new documents are; each row depends on its own vector alone.

        Parameters
        ----------
        vectors : ndarray of float32, shape (m, d)
            Unit rows.
        """
        return self._nearness(vectors, self._neighbors(vectors, None), None)

    def _neighbors(
        self, queries: np.ndarray, without: np.ndarray | None
    ) -> list[tuple[np.ndarray, np.ndarray]]:
        """Indices of each query's nearest documents and their cosines, nearest first.

        `without` names, for each query, the document that does not count.
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
        """The nearest documents, of equally near ones the first.

        A product of matrices rounds by their shapes, that is, by what else is looked up; cosines
        that decide are therefore computed again, one by one and in double precision.
        """
        kth = np.partition(rough, len(rough) - self._k)[len(rough) - self._k]
        candidates = np.flatnonzero(rough >= kth - ROUNDING)
        cosines = _cosines(self._vectors[candidates], query)
        order = np.argsort(-cosines, kind="stable")[: self._k]
        return candidates[order], cosines[order]

    def _nearness(
        self,
        queries: np.ndarray,
        found: list[tuple[np.ndarray, np.ndarray]],
        without: np.ndarray | None,
    ) -> Nearness:
        shares = np.zeros((len(queries), self.n_topics + 1))
        for row, (near, cosines) in enumerate(found):
            left_out = None if without is None else int(without[row])
            votes = NEIGHBORS_VOICE * _soft(cosines, self._temperature)
            # noise, topic -1, is counted in the last column
            np.add.at(shares[row], self._topics[near], votes)
            central = self._to_centroids(queries[row], left_out)
            shares[row, :-1] += (1 - NEIGHBORS_VOICE) * _soft(central, self._temperature)
        closeness = np.array([cosines.mean() for _, cosines in found])
        return Nearness(shares, closeness)

    def _to_centroids(self, query: np.ndarray, left_out: int | None) -> np.ndarray:
        """Cosines to the topics' centroids, a document of the run left out of its own."""
        sums = self._sums
        if left_out is not None and self._topics[left_out] != NOISE:
            sums = sums.copy()
            sums[self._topics[left_out]] -= self._vectors[left_out]
        lengths = np.sqrt((sums * sums).sum(axis=1))
        # a topic of one document, left out, has no centroid: it is as far as can be
        cosines: np.ndarray = np.divide(
            _cosines(sums, query), lengths, out=np.full(len(sums), -1.0), where=lengths > 1e-6
        )
        return cosines


def _sample(n: int) -> np.ndarray:
    """The documents that stand for all, ascending (int64)."""
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


def _soft(cosines: np.ndarray, temperature: float) -> np.ndarray:
    """exp(cosine / temperature), scaled to add up to 1."""
    weights = np.exp((cosines - cosines.max()) / temperature)
    scaled: np.ndarray = weights / weights.sum()
    return scaled
