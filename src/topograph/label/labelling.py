"""Terms, names, representatives and hierarchy of given topics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from topograph.label.choosing import Chosen, TermChooser
from topograph.label.hierarchy import group_topics, inner_nodes, label_tree
from topograph.label.model import fit_model
from topograph.label.names import name_topics
from topograph.label.representatives import find_quote, find_representatives
from topograph.label.termvectors import TermEncoder
from topograph.label.vocabulary import index_terms, least_documents
from topograph.topics import centroids
from topograph.words import Reader

if TYPE_CHECKING:
    import scipy.sparse
    from bertopic import BERTopic

    from topograph.config import LabelSettings


@dataclass(frozen=True)
class Labels:
    """What `label` gives.

    Attributes
    ----------
    chosen : list of Chosen
        Terms and weights of each topic, and further views of them.
    names : list of str
        One a topic, unique.
    keyword_names : list of str
        Those made of terms, also where another name was given.
    representatives : list of list of int
        Rows of each topic's most central documents.
    quotes : list of (int, str)
        The sentence that says it best, and the row of its document.
    hierarchy : dict
        See `topograph.label.hierarchy.label_tree`.
    model : BERTopic
    """

    chosen: list[Chosen]
    names: list[str]
    keyword_names: list[str]
    representatives: list[list[int]]
    quotes: list[tuple[int, str]]
    hierarchy: dict[str, Any]
    model: BERTopic


def label(
    texts: Sequence[str],
    vectors: np.ndarray,
    topics: np.ndarray,
    settings: LabelSettings,
    language: str,
    encoder: TermEncoder | None,
    given: Mapping[int, str] | None = None,
) -> Labels:
    """Name topics.

    Parameters
    ----------
    texts : sequence of str, length n
    vectors : ndarray of float32, shape (n, d)
        Unit rows.
    topics : ndarray of int64, shape (n,)
        From 0 by size, -1 for noise; at least one topic.
    settings : LabelSettings
        The section `label`.
    language : str
        Two-letter code; chooses stop words, word segmentation and how variants are folded.
    encoder : callable or None
        Encodes terms as the documents were; None: a term's vector is the mean of the documents
        that carry it.
    given : mapping of int to str, optional
        Names that a person gave to topics.
    """
    reader = Reader(language, settings.stop_words)
    sizes = np.bincount(topics[topics >= 0])
    least = least_documents(len(texts), int(sizes.min()))
    vocabulary = index_terms(texts, reader, settings.phrase_words, least)
    chooser = TermChooser(vocabulary, vectors, topics, encoder, reader)
    chosen: list[Chosen] = []
    ctfidf: list[scipy.sparse.csr_matrix] = []

    def choose(weights: scipy.sparse.csr_matrix) -> list[Chosen]:
        ctfidf.append(weights)
        chosen.extend(chooser.of_topics(weights, settings.terms))
        return chosen

    model = fit_model(vectors, topics, vocabulary, settings.phrase_words, choose)
    given = given or {}
    keyword_names = name_topics(
        [[term for term, _ in own.terms] for own in chosen],
        settings.name_terms,
        taken=set(given.values()),
    )
    names = [given.get(topic, name) for topic, name in enumerate(keyword_names)]
    representatives = find_representatives(texts, vectors, topics, settings.representatives)
    quotes = []
    for rows, own in zip(representatives, chosen, strict=True):
        place, sentence = find_quote([texts[row] for row in rows], own.terms, reader)
        quotes.append((rows[place], sentence))
    root = group_topics(centroids(vectors, topics), ctfidf[0])
    groups = [node.topics for node in inner_nodes(root)][1:]
    group_terms = chooser.of_groups(groups, settings.terms)
    group_names = name_topics(
        [[term for term, _ in own] for own in group_terms], settings.name_terms, taken=names
    )
    by_topics = {tuple(own): name for own, name in zip(groups, group_names, strict=True)}
    hierarchy = label_tree(
        root,
        sizes.tolist(),
        names,
        lambda node: by_topics.get(tuple(node.topics), "all topics"),
    )
    return Labels(chosen, names, keyword_names, representatives, quotes, hierarchy, model)
