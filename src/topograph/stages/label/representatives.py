"""Representative documents of a topic, and a quote from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from topograph.core.topics import centroids
from topograph.language.sentences import sentences

if TYPE_CHECKING:
    from topograph.language.words import Reader

#: Cosine above which two documents are near-repeats; only one of them is used.
SAME = 0.95
#: Fewest and most words of a quote.
SHORTEST_QUOTE, LONGEST_QUOTE = 6, 45
#: Fewest words in the length penalty: shorter sentences are not preferred.
FULL = 15
#: Factor for the score of a sentence that refers to the one before.
DEPENDENT = 0.7


def find_representatives(
    texts: Sequence[str], vectors: np.ndarray, topics: np.ndarray, count: int
) -> list[list[int]]:
    """Rows of the documents nearest to their topic's centroid, most central first.

    Leaves out near-repeats of more central documents, by text and by vector.

    Parameters
    ----------
    texts : sequence of str, length n
    vectors : ndarray of float32, shape (n, d)
        Unit rows.
    topics : ndarray of int64, shape (n,)
    count : int
        Documents per topic; fewer if the topic has fewer distinct documents.
    """
    chosen = []
    for topic, centre in enumerate(centroids(vectors, topics)):
        rows = np.flatnonzero(topics == topic)
        own: list[int] = []
        for row in rows[np.argsort(-(vectors[rows] @ centre), kind="stable")]:
            if len(own) == count:
                break
            alike = any(texts[row] == texts[other] for other in own) or (
                len(own) and float((vectors[own] @ vectors[row]).max()) > SAME
            )
            if not alike:
                own.append(int(row))
        chosen.append(own)
    return chosen


def find_quote(
    texts: Sequence[str], terms: Sequence[tuple[str, float]], reader: Reader
) -> tuple[int, str]:
    """The sentence with the most terms of a topic for its length.

    Parameters
    ----------
    texts : sequence of str
        The topic's representative documents, most central first.
    terms : sequence of (str, float)
        The topic's terms and their weights.
    reader : Reader
        Finds the terms in a sentence.

    Returns
    -------
    int and str
        Position of the document, and the sentence. Sentences that are too short or too long are
        used only if there are no others.
    """
    wanted = [(reader.roots(term), weight) for term, weight in terms]
    longest = max((root.count(" ") + 1 for root, _ in wanted), default=1)
    found: list[tuple[bool, float, int, int, str]] = []
    for place, text in enumerate(texts):
        for position, sentence in enumerate(sentences(text)):
            words = len(sentence.split())
            carried = reader.phrase_roots(sentence, longest)
            weight = sum(weight for root, weight in wanted if root in carried)
            fits = SHORTEST_QUOTE <= words <= LONGEST_QUOTE or " " not in sentence.strip()
            score = weight / max(words, FULL) ** 0.5
            score *= DEPENDENT if reader.depends_on_previous(sentence) else 1.0
            found.append((not fits, -score, place, position, sentence.strip()))
    _, _, place, _, sentence = min(found)
    return place, sentence
