"""c-TF-IDF: weights of terms in topics.

Grootendorst 2022, "BERTopic: Neural topic modeling with a class-based TF-IDF procedure",
https://arxiv.org/abs/2203.05794, over the numbers of documents that contain a term. BERTopic
computes the same values again when the model is saved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse

if TYPE_CHECKING:
    from topograph.stages.label.vocabulary import Vocabulary


def pad_terms(
    vocabulary: Vocabulary, topics: np.ndarray
) -> tuple[list[str], scipy.sparse.csr_matrix]:
    """At least two terms, and counts of documents by topic, noise first.

    BERTopic's c-TF-IDF needs two terms; fillers are characters that no text contains.
    """
    counts = vocabulary.documents_with(topics + int(topics.min() < 0))
    missing = max(0, 2 - len(vocabulary.terms))
    filler = scipy.sparse.csr_matrix(np.ones((counts.shape[0], missing)))
    words = [*vocabulary.terms, "\x00", "\x01"][: len(vocabulary.terms) + missing]
    return words, scipy.sparse.csr_matrix(scipy.sparse.hstack([counts, filler]))


def class_tfidf(vocabulary: Vocabulary, topics: np.ndarray) -> scipy.sparse.csr_matrix:
    """The weight of each term in each topic.

    A term's share of all terms of the topic, times log(1 + A / f): f counts the term in all topics
    and noise, A is the mean number of terms in a topic, rounded down.

    Parameters
    ----------
    vocabulary : Vocabulary
    topics : ndarray of int64, shape (n,)
        From 0, -1 for noise.

    Returns
    -------
    csr_matrix of float64, shape (n_topics, n_terms)
        Without noise.
    """
    from sklearn.preprocessing import normalize

    _, counts = pad_terms(vocabulary, topics)
    frequency = np.asarray(counts.sum(axis=0)).ravel()
    inverse = np.log(int(counts.sum(axis=1).mean()) / frequency + 1)
    weights = normalize(counts, norm="l1") @ scipy.sparse.diags(inverse, format="csr")
    first = int(topics.min() < 0)
    own: scipy.sparse.csr_matrix = weights.tocsr()[first:, : len(vocabulary.terms)]
    return own
