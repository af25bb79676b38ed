"""Choose the terms of topics and of groups of topics; each term is encoded once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse

from topograph.core.topics import centroids
from topograph.stages.label.namephrases import KEEPS_MEANING, NameChooser
from topograph.stages.label.terms import (
    GroupTerms,
    TermCandidate,
    find_candidates,
    find_phrases,
    fold_repeats,
    rerank,
    shares_stem,
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
    from topograph.stages.label.longerphrases import PhraseFinder
    from topograph.stages.label.vocabulary import Vocabulary

Terms = list[tuple[str, float]]


@dataclass(frozen=True)
class TopicTerms:
    """The terms of a topic.

    Attributes
    ----------
    terms : list of (str, float)
        The terms and their weights, best first.
    views : dict of str to such lists
        Other rankings of the terms.
    name, spare : lists of str
        The parts of its name, and further terms that do not repeat them.
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
        Encodes terms like the documents. If None, a term's vector is the mean of the documents
        that contain it.
    reader : Reader
    phrase_finder : WholeFinder
        Finds phrases around single words of names.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        vectors: np.ndarray,
        topics: np.ndarray,
        encoder: TermEncoder | None,
        reader: Reader,
        phrase_finder: PhraseFinder,
    ) -> None:
        self._phrase_finder = phrase_finder
        self._vocabulary = vocabulary
        self._vectors = vectors
        self._encoder = encoder
        self._reader = reader
        self._columns = {term: column for column, term in enumerate(vocabulary.terms)}
        self._sizes = np.bincount(topics[topics >= 0])
        self._counts = vocabulary.documents_with(topics)
        self._totals = np.asarray(vocabulary.incidence.sum(axis=0, dtype=np.float64)).ravel()
        self._centroids = centroids(vectors, topics)
        self._names = NameChooser(vocabulary, topics, reader)
        self._term_vectors: dict[str, np.ndarray] = {}

    def of_topics(
        self, weights: scipy.sparse.csr_matrix, count: int, name_terms: int
    ) -> list[TopicTerms]:
        """Terms of each topic, with all rankings.

        Parameters
        ----------
        weights : csr_matrix of float64, shape (n_topics, n_terms)
            c-TF-IDF.
        count : int
            Terms per topic.
        name_terms : int
            Most parts of a name.
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
            terms = fold_repeats(self._reranked(found, [topic]), self._reader, count)
            known = {candidate.term for candidate in found}
            for_names = found + [phrase for phrase in more if phrase.term not in known]
            name = self._names.parts(
                topic,
                self._reranked(for_names, [topic]),
                self._term_vectors if self._encoder else None,
                name_terms,
            )
            name = self._written_out(topic, name)
            chosen.append(TopicTerms(terms, views, name, self._spare(terms, name)))
        return chosen

    def of_groups(self, groups: Sequence[Sequence[int]], count: int) -> list[Terms]:
        """Terms of groups of topics: those that many topics share, phrases before words."""
        candidates = self._candidates([self._carried(group) for group in groups])
        ranked = [
            self._names.by_fitness(self._reranked(found, group))
            for found, group in zip(candidates, groups, strict=True)
        ]
        return [fold_repeats(own, self._reader, count) for own in ranked]

    def _carried(self, group: Sequence[int], weights: np.ndarray | None = None) -> GroupTerms:
        own = self._counts[list(group)]
        counts = np.asarray(own.sum(axis=0)).ravel()
        columns = np.flatnonzero(counts)
        sizes = self._sizes[list(group)]
        size = int(sizes.sum())
        others = max(self._vocabulary.incidence.shape[0] - size, 1)
        outside = (self._totals[columns] - counts[columns]) / others
        if weights is None:
            # the mean of square roots favours terms that occur in many of the topics
            shares = scipy.sparse.diags(1.0 / sizes) @ own
            weights = np.asarray(shares.sqrt().mean(axis=0)).ravel() ** 2
        return GroupTerms(columns, counts[columns] / size, outside, weights[columns], size)

    def _candidates(self, carried: Sequence[GroupTerms]) -> list[list[TermCandidate]]:
        found = [find_candidates(own, self._vocabulary.terms) for own in carried]
        self._encode({candidate.term for own in found for candidate in own})
        return found

    def _written_out(self, topic: int, name: Sequence[str]) -> list[str]:
        """A name in which phrases of the topic's documents replace single words.

        Proper names and abbreviations are kept, since they are specific. Without an encoder, all
        words are kept, since similarity to the topic is unknown.
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
        """The phrase around a word that is most similar to the topic, or the word itself."""
        found = [
            TermCandidate(phrase, float(count) ** 2, float(count))
            for phrase, count in self._phrase_finder.around(topic, word)
            if not shares_stem(stems_of(phrase, self._reader), taken)
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
        self, carried: GroupTerms, candidates: list[TermCandidate], topic: int, count: int
    ) -> dict[str, Terms]:
        near = by_meaning(candidates, self._term_vectors, self._centroids[topic])
        views = (
            by_ctfidf(carried, self._vocabulary.terms),
            near,
            by_marginal_relevance(near, self._term_vectors),
            by_exclusiveness(carried, self._vocabulary.terms),
        )
        return {
            name: fold_repeats(view, self._reader, count)
            for name, view in zip(VIEWS, views, strict=True)
        }

    def _spare(self, terms: Terms, name: Sequence[str]) -> list[str]:
        taken = {stem for part in name for stem in stems_of(part, self._reader)}
        return [term for term, _ in terms if not shares_stem(stems_of(term, self._reader), taken)]

    def _encode(self, terms: set[str]) -> None:
        new = sorted(terms - self._term_vectors.keys())
        if self._encoder is not None:
            rows = self._encoder(new)
        else:
            places = [self._columns[term] for term in new]
            rows = mean_of_documents(self._vocabulary.by_term[:, places], self._vectors)
        self._term_vectors |= dict(zip(new, rows, strict=True))
