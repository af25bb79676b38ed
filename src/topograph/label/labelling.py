"""Terms, names, representatives and hierarchy of given topics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from topograph.encoders.base import Encoder, encode_all
from topograph.label.hierarchy import groups_of, label_tree
from topograph.label.model import fit_model
from topograph.label.names import name_topics
from topograph.label.terms import Candidate, find_candidates, fold, rerank
from topograph.label.vocabulary import PhraseAnalyzer, Vocabulary, index_terms
from topograph.topics import centroids
from topograph.words import Stemmer, phrases, singular, stop_words

if TYPE_CHECKING:
    from bertopic import BERTopic

    from topograph.config import LabelSettings


@dataclass(frozen=True)
class Labels:
    """What `label` gives.

    Attributes
    ----------
    terms : list of list of (str, float)
        Terms and weights of each topic, best first.
    names : list of str
        One a topic, unique.
    representatives : list of list of int
        Rows of each topic's most central documents.
    hierarchy : dict
        See `topograph.label.hierarchy.label_tree`.
    model : BERTopic
    """

    terms: list[list[tuple[str, float]]]
    names: list[str]
    representatives: list[list[int]]
    hierarchy: dict[str, Any]
    model: BERTopic


class TermChooser:
    """Chooses terms for groups of topics; each term is encoded once."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        vectors: np.ndarray,
        topics: np.ndarray,
        encoder: Encoder,
        stemmer: Stemmer,
    ) -> None:
        self._vocabulary = vocabulary
        self._vectors = vectors
        self._topics = topics
        self._centroids = centroids(vectors, topics)
        self._encoder = encoder
        self._stemmer = stemmer
        self._term_vectors: dict[str, np.ndarray] = {}

    def choose(
        self, groups: Sequence[Sequence[int]], weights: np.ndarray, count: int
    ) -> list[list[tuple[str, float]]]:
        """Terms of groups of topics.

        Parameters
        ----------
        groups : sequence of sequences of int
            The topics of each group.
        weights : ndarray of float64, shape (n_groups, n_terms)
            c-TF-IDF of the groups.
        count : int
            Terms wanted of each.
        """
        inside = [np.isin(self._topics, group) for group in groups]
        candidates = [
            find_candidates(self._vocabulary, rows, weight)
            for rows, weight in zip(inside, weights, strict=True)
        ]
        self._encode({candidate.term for own in candidates for candidate in own})
        return [
            fold(self._rerank(own, rows, group), self._stemmer, count)
            for own, rows, group in zip(candidates, inside, groups, strict=True)
        ]

    def _rerank(
        self, candidates: list[Candidate], rows: np.ndarray, group: Sequence[int]
    ) -> list[Candidate]:
        centre = centroids(self._vectors, np.where(rows, 0, -1))[0]
        others = np.delete(self._centroids, list(group), axis=0)
        return rerank(candidates, self._term_vectors, centre, others)

    def _encode(self, terms: set[str]) -> None:
        new = sorted(terms - self._term_vectors.keys())
        self._term_vectors |= dict(zip(new, encode_all(self._encoder, new), strict=True))


def label(
    texts: Sequence[str],
    vectors: np.ndarray,
    topics: np.ndarray,
    tree: dict[str, Any],
    settings: LabelSettings,
    language: str,
    encoder: Encoder,
) -> Labels:
    """Name topics.

    Parameters
    ----------
    texts : sequence of str, length n
    vectors : ndarray of float32, shape (n, d)
        Unit rows.
    topics : ndarray of int64, shape (n,)
        From 0 by size, -1 for noise; at least one topic.
    tree : dict
        Content of `cluster/tree.json`.
    settings : LabelSettings
        The section `label`.
    language : str
        Two-letter code; chooses stop words and whether English plurals are folded.
    encoder : Encoder
        The one that made the vectors.
    """
    stop = stop_words(language, settings.stop_words)
    found = [phrases(text, stop, settings.phrase_words) for text in texts]
    vocabulary = index_terms(found, singular if language == "en" else str)
    chooser = TermChooser(vocabulary, vectors, topics, encoder, Stemmer(language))
    each = [[topic] for topic in range(tree["topics"])]
    model = fit_model(
        texts,
        vectors,
        topics,
        vocabulary,
        PhraseAnalyzer(vocabulary, stop, settings.phrase_words),
        lambda weights: chooser.choose(each, weights, settings.terms),
    )
    terms = [
        [pair for pair in model.get_topic(topic) if pair[0]] for topic in range(tree["topics"])
    ]
    names = name_topics([[term for term, _ in own] for own in terms], settings.name_terms)

    groups = groups_of(tree)
    shares = np.array(
        [vocabulary.documents_with(np.isin(topics, group)) for group in groups]
    ).reshape(len(groups), len(vocabulary.terms))
    group_terms = chooser.choose(groups, shares, settings.name_terms)
    group_names = [", ".join(term for term, _ in own) or "no shared words" for own in group_terms]
    if groups:
        group_names[-1] = "all topics"
    sizes = np.bincount(topics[topics >= 0]).tolist()
    return Labels(
        terms,
        names,
        find_representatives(vectors, topics, settings.representatives),
        label_tree(tree, sizes, names, group_names),
        model,
    )


def find_representatives(vectors: np.ndarray, topics: np.ndarray, count: int) -> list[list[int]]:
    """Rows of the documents nearest to their topic's centroid, most central first.

    Parameters
    ----------
    vectors : ndarray of float32, shape (n, d)
        Unit rows.
    topics : ndarray of int64, shape (n,)
    count : int
        Documents of a topic; fewer where the topic has fewer.
    """
    chosen = []
    for topic, centre in enumerate(centroids(vectors, topics)):
        rows = np.flatnonzero(topics == topic)
        order = np.argsort(-(vectors[rows] @ centre), kind="stable")
        chosen.append(rows[order[:count]].tolist())
    return chosen
