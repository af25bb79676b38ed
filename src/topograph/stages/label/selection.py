"""Chooses the terms of topics, and of groups of topics; each term is encoded once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse

from topograph.core.topics import centroids
from topograph.stages.label.namephrases import KEEPS_MEANING, NameChooser
from topograph.stages.label.terms import (
    Carried,
    TermCandidate,
    find_candidates,
    find_phrases,
    fold,
    repeats,
    rerank,
    stems_of,
)
from topograph.stages.label.termvectors import TermEncoder, mean_of_documents
from topograph.stages.label.termviews import (
    VIEWS,
    by_ctfidf,
    by_exclusiveness,
    by_marginal_relevance,
    by_meaning,
)

if TYPE_CHECKING:
    from topograph.language.words import Reader
    from topograph.stages.label.longerphrases import WholeFinder
    from topograph.stages.label.vocabulary import Vocabulary

Terms = list[tuple[str, float]]


@dataclass(frozen=True)
class Chosen:
    """The terms of a topic.

    Attributes
    ----------
    terms : list of (str, float)
        The terms and their weights, best first.
    views : dict of str to such lists
        Further views of them.
    name, spare : lists of str
        The terms that its name is made of, and others that repeat none of these.
    """

    terms: Terms
    views: dict[str, Terms] = field(default_factory=dict)
    name: list[str] = field(default_factory=list)
    spare: list[str] = field(default_factory=list)


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
    wholes : WholeFinder
        Finds the phrases around single words of names.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        vectors: np.ndarray,
        topics: np.ndarray,
        encoder: TermEncoder | None,
        reader: Reader,
        wholes: WholeFinder,
    ) -> None:
        self._wholes = wholes
        self._vocabulary = vocabulary
        self._vectors = vectors
        self._encoder = encoder
        self._reader = reader
        self._columns = {term: column for column, term in enumerate(vocabulary.terms)}
        self._sizes = np.bincount(topics[topics >= 0])
        self._counts = vocabulary.documents_with(topics)
        self._totals = np.asarray(vocabulary.carries.sum(axis=0, dtype=np.float64)).ravel()
        self._centroids = centroids(vectors, topics)
        self._names = NameChooser(vocabulary, topics, reader)
        self._term_vectors: dict[str, np.ndarray] = {}

    def of_topics(
        self, weights: scipy.sparse.csr_matrix, count: int, name_terms: int
    ) -> list[Chosen]:
        """Terms of each topic, with all views.

        Parameters
        ----------
        weights : csr_matrix of float64, shape (n_topics, n_terms)
            c-TF-IDF.
        count : int
            Terms wanted of each.
        name_terms : int
            Terms of a name at most.
        """
        carried = [
            self._carried([topic], np.asarray(weights[topic].todense()).ravel())
            for topic in range(len(self._sizes))
        ]
        candidates = self._candidates(carried)
        phrases = [find_phrases(own, self._vocabulary.terms) for own in carried]
        self._encode({phrase.term for own in phrases for phrase in own})
        chosen = []
        for topic, (own, found, more) in enumerate(zip(carried, candidates, phrases, strict=True)):
            views = self._views(own, found, topic, count)
            terms = fold(self._reranked(found, [topic]), self._reader, count)
            known = {candidate.term for candidate in found}
            for_names = found + [phrase for phrase in more if phrase.term not in known]
            name = self._names.parts(
                topic,
                self._reranked(for_names, [topic]),
                self._term_vectors if self._encoder else None,
                name_terms,
            )
            name = self._written_out(topic, name)
            chosen.append(Chosen(terms, views, name, self._spare(terms, name)))
        return chosen

    def of_groups(self, groups: Sequence[Sequence[int]], count: int) -> list[Terms]:
        """Terms of groups of topics: those that many of its topics share, phrases before words."""
        candidates = self._candidates([self._carried(group) for group in groups])
        ranked = [
            self._names.by_fitness(self._reranked(found, group))
            for found, group in zip(candidates, groups, strict=True)
        ]
        return [fold(own, self._reader, count) for own in ranked]

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

    def _candidates(self, carried: Sequence[Carried]) -> list[list[TermCandidate]]:
        found = [find_candidates(own, self._vocabulary.terms) for own in carried]
        self._encode({candidate.term for own in found for candidate in own})
        return found

    def _written_out(self, topic: int, name: Sequence[str]) -> list[str]:
        """A name with phrases of the topic's documents in the place of single words.

        Names and abbreviations stay: they say what they mean. Without an encoder all words do, as
        nothing tells which phrase means the topic.
        """
        parts = list(name)
        for place, word in enumerate(name):
            known = self._reader.nouns_have_capitals or word == self._reader.lowercase(word)
            if self._encoder is not None and known and " " not in self._reader.roots(word):
                others = parts[:place] + parts[place + 1 :]
                stems = [stem for other in others for stem in stems_of(other, self._reader)]
                parts[place] = self._whole(topic, word, stems)
        return parts

    def _whole(self, topic: int, word: str, taken: Sequence[str]) -> str:
        """The phrase around a word that means the topic best, the word if it does itself."""
        found = [
            TermCandidate(phrase, float(count) ** 2, float(count))
            for phrase, count in self._wholes.around(topic, word)
            if not repeats(stems_of(phrase, self._reader), taken)
        ]
        self._encode({candidate.term for candidate in found})
        [own] = self._reranked([TermCandidate(word, 1.0, 0.0)], [topic])
        best = [
            candidate.term
            for candidate in self._reranked(found, [topic])
            if candidate.meaning >= KEEPS_MEANING * own.meaning
        ]
        return best[0] if best else word

    def _reranked(
        self, candidates: list[TermCandidate], group: Sequence[int]
    ) -> list[TermCandidate]:
        weights = self._sizes[list(group)][:, None]
        centre = (self._centroids[list(group)] * weights).sum(axis=0)
        centre = (centre / max(float(np.linalg.norm(centre)), 1e-12)).astype(np.float32)
        others = np.delete(self._centroids, list(group), axis=0)
        elsewhere = others.mean(axis=0) if len(others) else np.zeros_like(centre)
        return rerank(candidates, self._term_vectors, centre, elsewhere)

    def _views(
        self, carried: Carried, candidates: list[TermCandidate], topic: int, count: int
    ) -> dict[str, Terms]:
        near = by_meaning(candidates, self._term_vectors, self._centroids[topic])
        views = (
            by_ctfidf(carried, self._vocabulary.terms),
            near,
            by_marginal_relevance(near, self._term_vectors),
            by_exclusiveness(carried, self._vocabulary.terms),
        )
        return {
            name: fold(view, self._reader, count) for name, view in zip(VIEWS, views, strict=True)
        }

    def _spare(self, terms: Terms, name: Sequence[str]) -> list[str]:
        taken = {stem for part in name for stem in stems_of(part, self._reader)}
        return [term for term, _ in terms if not repeats(stems_of(term, self._reader), taken)]

    def _encode(self, terms: set[str]) -> None:
        new = sorted(terms - self._term_vectors.keys())
        if self._encoder is not None:
            rows = self._encoder(new)
        else:
            places = [self._columns[term] for term in new]
            rows = mean_of_documents(self._vocabulary.by_term[:, places], self._vectors)
        self._term_vectors |= dict(zip(new, rows, strict=True))
