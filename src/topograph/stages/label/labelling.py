"""Terms, names, representatives and hierarchy of given topics."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from topograph.core.topics import centroids
from topograph.language.words import Reader
from topograph.stages.label.chatnames import TopicPrompt
from topograph.stages.label.classtfidf import class_tfidf
from topograph.stages.label.hierarchy import Node, group_topics, inner_nodes, label_tree
from topograph.stages.label.longerphrases import PhraseFinder
from topograph.stages.label.representatives import find_quote, find_representatives
from topograph.stages.label.selection import TermChooser, TopicTerms
from topograph.stages.label.termvectors import TermEncoder
from topograph.stages.label.uniquenames import name_topics
from topograph.stages.label.vocabulary import Vocabulary, index_terms, min_documents

if TYPE_CHECKING:
    from topograph.config import LabelSettings


@dataclass(frozen=True)
class Names:
    """The topics' names from each source; "" where there is none.

    Attributes
    ----------
    keywords, llm, curated : lists of str, one entry per topic
        Names made of terms, by a chat model, and by a person. The final names are unique.
    """

    keywords: list[str]
    llm: list[str]
    curated: list[str]

    @property
    def final(self) -> list[str]:
        """The name of each topic: by a person, or else the chat model, or else made of terms."""
        candidates = zip(self.curated, self.llm, self.keywords, strict=True)
        return [curated or llm or keywords for curated, llm, keywords in candidates]


@dataclass(frozen=True)
class Labels:
    """The result of `label`.

    Attributes
    ----------
    chosen : list of Chosen
        Terms and weights of each topic, and other rankings of terms.
    names : Names
        The names from each source; `names.final` are the names.
    representatives : list of list of int
        Rows of each topic's most central documents.
    quotes : list of (int, str)
        The row of a document, and a sentence from it that describes the topic.
    hierarchy : dict
        See `topograph.stages.label.hierarchy.label_tree`.
    vocabulary : Vocabulary
        The terms that there are, and the documents that carry them.
    """

    chosen: list[TopicTerms]
    names: Names
    representatives: list[list[int]]
    quotes: list[tuple[int, str]]
    hierarchy: dict[str, Any]
    vocabulary: Vocabulary


#: Nearest topics that are listed in the prompt of a topic.
NEIGHBOURS = 3
#: From the prompts of topics to their names; None where there is no name.
Namer = Callable[[list[TopicPrompt], Reader, Collection[str]], list[str | None]]


def label(
    texts: Sequence[str],
    vectors: np.ndarray,
    topics: np.ndarray,
    settings: LabelSettings,
    language: str,
    encoder: TermEncoder | None,
    given: Mapping[int, str] | None = None,
    namer: Namer | None = None,
) -> Labels:
    """Name topics.

    Parameters
    ----------
    texts : sequence of str, length n
    vectors : ndarray of float32, shape (n, d)
        Unit rows.
    topics : ndarray of int64, shape (n,)
        Numbered by size from 0; -1 for noise; at least one topic.
    settings : LabelSettings
        The section `label`.
    language : str
        Two-letter code; determines stop words, word segmentation and folding of variants.
    encoder : callable or None
        Encodes terms like the documents. If None, a term's vector is the mean of the documents
        that contain it.
    given : mapping of int to str, optional
        Names by a person; used first.
    namer : callable, optional
        Names topics by a chat model; these names are used second, those made of terms last.
    """
    reader = Reader(language, settings.stop_words)
    sizes = np.bincount(topics[topics >= 0])
    least = min_documents(len(texts), int(sizes.min()))
    vocabulary = index_terms(texts, reader, settings.phrase_words, least)
    phrase_finder = PhraseFinder(texts, topics, vocabulary, reader, settings.phrase_words)
    chooser = TermChooser(vocabulary, vectors, topics, encoder, reader, phrase_finder)
    weights = class_tfidf(vocabulary, topics)
    chosen = chooser.of_topics(weights, settings.terms, settings.name_terms)
    centres = centroids(vectors, topics)
    representatives = find_representatives(texts, vectors, topics, settings.representatives)
    documents = [[texts[row] for row in rows] for rows in representatives]
    names = _names(chosen, documents, centres, reader, given or {}, namer)
    quotes = _quotes(chosen, representatives, documents, reader)
    root = group_topics(centres, weights)
    hierarchy = _named_tree(root, sizes, chooser, names.final, settings)
    return Labels(chosen, names, representatives, quotes, hierarchy, vocabulary)


def _quotes(
    chosen: Sequence[TopicTerms],
    representatives: Sequence[Sequence[int]],
    documents: Sequence[Sequence[str]],
    reader: Reader,
) -> list[tuple[int, str]]:
    """For each topic, the row of a document and the sentence in it that describes the topic."""
    quotes = []
    for rows, own, inside in zip(representatives, chosen, documents, strict=True):
        most = own.terms[0][1] if own.terms else 0.0
        wanted = [*own.terms, *((part, most) for part in own.name)]  # the name counts most
        place, sentence = find_quote(inside, wanted, reader)
        quotes.append((rows[place], sentence))
    return quotes


def _named_tree(
    root: Node,
    sizes: np.ndarray,
    chooser: TermChooser,
    names: list[str],
    settings: LabelSettings,
) -> dict[str, Any]:
    """The hierarchy; names of groups differ from those of topics."""
    groups = [node.topics for node in inner_nodes(root)][1:]
    terms = [[term for term, _ in own] for own in chooser.of_groups(groups, settings.terms)]
    count = settings.name_terms
    group_names = name_topics(
        [own[:count] for own in terms], [own[count:] for own in terms], taken=names
    )
    by_topics = {tuple(own): name for own, name in zip(groups, group_names, strict=True)}
    return label_tree(
        root,
        sizes.tolist(),
        names,
        lambda node: by_topics.get(tuple(node.topics), "all topics"),
    )


def _names(
    chosen: Sequence[TopicTerms],
    documents: Sequence[Sequence[str]],
    centres: np.ndarray,
    reader: Reader,
    given: Mapping[int, str],
    namer: Namer | None,
) -> Names:
    terms = [[term for term, _ in own.terms] for own in chosen]
    human = [given.get(topic, "") for topic in range(len(terms))]
    taken = set(filter(None, human))
    parts, spare = [own.name for own in chosen], [own.spare for own in chosen]
    keywords = name_topics(parts, spare, taken)
    llm = [""] * len(terms)
    if namer is not None:
        near = _nearest(centres)
        subjects = [
            TopicPrompt(terms[topic], documents[topic], [keywords[other] for other in near[topic]])
            for topic in range(len(terms))
        ]
        llm = [name or "" for name in namer(subjects, reader, taken)]
        keywords = name_topics(parts, spare, taken | set(filter(None, llm)))
    return Names(keywords, llm, human)


def _nearest(centres: np.ndarray) -> list[list[int]]:
    """The topics nearest to each topic, by cosine of the centroids (float32, t x d)."""
    cosines = (centres @ centres.T).astype(np.float64)
    np.fill_diagonal(cosines, -np.inf)
    order = np.argsort(-cosines, axis=1, kind="stable")[:, : min(NEIGHBOURS, len(centres) - 1)]
    found: list[list[int]] = order.tolist()
    return found
