"""Chooses the terms of topics, and of groups of topics; each term is encoded once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse

from topograph.label.representations import (
    VIEWS,
    by_ctfidf,
    by_exclusiveness,
    by_marginal_relevance,
    by_meaning,
)
from topograph.label.terms import Candidate, Carried, find_candidates, fold, rerank
from topograph.label.termvectors import TermEncoder, mean_of_documents
from topograph.topics import centroids

if TYPE_CHECKING:
    from topograph.label.vocabulary import Vocabulary
    from topograph.words import Reader

Terms = list[tuple[str, float]]


@dataclass(frozen=True)
class Chosen:
    """The terms of a group and their weights, best first, and the further views of them."""

    terms: Terms
    views: dict[str, Terms] = field(default_factory=dict)


class TermChooser:
    """Chooses terms for groups of documents.

    Parameters
    ----------
    vocabulary : Vocabulary
    vectors : ndarray of float32, shape (n, d)
        Unit rows.
    topics : ndarray of int64, shape (n,)
    encoder : callable or None
        Encodes terms as the documents were; None: a term's vector is the mean of the documents
        that carry it.
    reader : Reader
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        vectors: np.ndarray,
        topics: np.ndarray,
        encoder: TermEncoder | None,
        reader: Reader,
    ) -> None:
        self._vocabulary = vocabulary
        self._vectors = vectors
        self._encoder = encoder
        self._reader = reader
        self._columns = {term: column for column, term in enumerate(vocabulary.terms)}
        self._sizes = np.bincount(topics[topics >= 0])
        self._counts = vocabulary.documents_with(topics)
        self._totals = np.asarray(vocabulary.carries.sum(axis=0, dtype=np.float64)).ravel()
        self._centroids = centroids(vectors, topics)
        self._by_term = vocabulary.carries.tocsc()
        self._term_vectors: dict[str, np.ndarray] = {}

    def of_topics(self, weights: scipy.sparse.csr_matrix, count: int) -> list[Chosen]:
        """Terms of each topic, with all views.

        Parameters
        ----------
        weights : csr_matrix of float64, shape (n_topics, n_terms)
            c-TF-IDF.
        count : int
            Terms wanted of each.
        """
        carried = [
            self._carried([topic], np.asarray(weights[topic].todense()).ravel())
            for topic in range(len(self._sizes))
        ]
        candidates = self._candidates(carried)
        return [
            self._with_views(own, found, topic, count)
            for topic, (own, found) in enumerate(zip(carried, candidates, strict=True))
        ]

    def of_groups(self, groups: Sequence[Sequence[int]], count: int) -> list[Terms]:
        """Terms of groups of topics: those that many of its topics share."""
        candidates = self._candidates([self._carried(group) for group in groups])
        return [
            fold(self._reranked(found, group), self._reader, count)
            for found, group in zip(candidates, groups, strict=True)
        ]

    def _carried(self, group: Sequence[int], weights: np.ndarray | None = None) -> Carried:
        own = self._counts[list(group)]
        counts = np.asarray(own.sum(axis=0)).ravel()
        columns = np.flatnonzero(counts)
        sizes = self._sizes[list(group)]
        size = int(sizes.sum())
        others = max(self._vocabulary.carries.shape[0] - size, 1)
        outside = (self._totals[columns] - counts[columns]) / others
        if weights is None:
            # the mean of roots favours a term that stands in many of the topics
            shares = scipy.sparse.diags(1.0 / sizes) @ own
            weights = np.asarray(shares.sqrt().mean(axis=0)).ravel() ** 2
        return Carried(columns, counts[columns] / size, outside, weights[columns], size)

    def _candidates(self, carried: Sequence[Carried]) -> list[list[Candidate]]:
        found = [find_candidates(own, self._vocabulary.terms) for own in carried]
        self._encode({candidate.term for own in found for candidate in own})
        return found

    def _reranked(self, candidates: list[Candidate], group: Sequence[int]) -> list[Candidate]:
        weights = self._sizes[list(group)][:, None]
        centre = (self._centroids[list(group)] * weights).sum(axis=0)
        centre = (centre / max(float(np.linalg.norm(centre)), 1e-12)).astype(np.float32)
        others = np.delete(self._centroids, list(group), axis=0)
        elsewhere = others.mean(axis=0) if len(others) else np.zeros_like(centre)
        return rerank(candidates, self._term_vectors, centre, elsewhere)

    def _with_views(
        self, carried: Carried, candidates: list[Candidate], topic: int, count: int
    ) -> Chosen:
        near = by_meaning(candidates, self._term_vectors, self._centroids[topic])
        views = (
            by_ctfidf(carried, self._vocabulary.terms),
            near,
            by_marginal_relevance(near, self._term_vectors),
            by_exclusiveness(carried, self._vocabulary.terms),
        )
        return Chosen(
            fold(self._reranked(candidates, [topic]), self._reader, count),
            {
                name: fold(view, self._reader, count)
                for name, view in zip(VIEWS, views, strict=True)
            },
        )

    def _encode(self, terms: set[str]) -> None:
        new = sorted(terms - self._term_vectors.keys())
        if self._encoder is not None:
            rows = self._encoder(new)
        else:
            places = [self._columns[term] for term in new]
            rows = mean_of_documents(self._by_term[:, places], self._vectors)
        self._term_vectors |= dict(zip(new, rows, strict=True))
