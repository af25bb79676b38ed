"""The terms of a group of documents: frequent inside, rare outside, near in meaning, no repeats.

Three steps. Candidates come from c-TF-IDF (Grootendorst 2022, "BERTopic",
https://arxiv.org/abs/2203.05794) over numbers of documents, times how much more frequent a term is
inside the group than outside. They are reranked by meaning, as in KeyBERT (Grootendorst 2020,
https://doi.org/10.5281/zenodo.4461265): the cosine of the term's vector to the group's centroid,
less its mean cosine to the other groups', which takes out words that fit everywhere ("observe",
"learning"). Last, near-repeats are folded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from topograph.label.vocabulary import LEAST_DOCUMENTS, Vocabulary

#: Candidates that are reranked by meaning.
CANDIDATES = 40
#: A phrase takes the place of a word of its own if it has this share of the word's documents.
KEEP_PHRASE = 0.5
#: A phrase that stands in a longer one in this share of its documents is but a piece of it
#: ("large language" of "large language models").
FRAGMENT = 0.9


@dataclass(frozen=True)
class Candidate:
    """A term on its way to be chosen.

    Attributes
    ----------
    term : str
    weight : float
        Positive; the larger the better.
    documents : float
        Documents of the group that carry it.
    """

    term: str
    weight: float
    documents: float


def distinctness(vocabulary: Vocabulary, inside: np.ndarray) -> np.ndarray:
    """How much more frequent each term is inside a group of documents than outside.

    Parameters
    ----------
    vocabulary : Vocabulary
    inside : ndarray of bool, shape (n,)

    Returns
    -------
    ndarray of float64, shape (n_terms,)
        1 - (share outside / share inside), in [0, 1]; 0 for terms no more frequent inside.
    """
    share_in = vocabulary.documents_with(inside) / max(int(inside.sum()), 1)
    share_out = vocabulary.documents_with(~inside) / max(int((~inside).sum()), 1)
    ratio = np.divide(share_out, share_in, out=np.ones_like(share_in), where=share_in > 0)
    return np.clip(1.0 - ratio, 0.0, 1.0)


def find_candidates(
    vocabulary: Vocabulary, inside: np.ndarray, weights: np.ndarray
) -> list[Candidate]:
    """The best terms of a group by words alone, best first.

    Parameters
    ----------
    vocabulary : Vocabulary
    inside : ndarray of bool, shape (n,)
        The group.
    weights : ndarray of float64, shape (n_terms,)
        The group's c-TF-IDF, or another measure of frequency inside.
    """
    counts = vocabulary.documents_with(inside)
    score = weights * distinctness(vocabulary, inside)
    score = score * (counts >= min(LEAST_DOCUMENTS, int(inside.sum())))
    if not score.any():  # the group is the whole corpus, or nothing recurs in it
        score = weights * (counts > 0)
    order = np.lexsort((np.arange(len(score)), -score))[:CANDIDATES]
    return [
        Candidate(vocabulary.terms[i], float(score[i]), float(counts[i]))
        for i in order
        if score[i] > 0
    ]


def rerank(
    candidates: Sequence[Candidate],
    term_vectors: Mapping[str, np.ndarray],
    centre: np.ndarray,
    others: np.ndarray,
) -> list[Candidate]:
    """Order candidates by words and meaning together.

    Parameters
    ----------
    candidates : sequence of Candidate
    term_vectors : mapping of str to ndarray of float32, shape (d,)
        Unit vectors of the terms, by the encoder of the documents.
    centre : ndarray of float32, shape (d,)
        Unit centroid of the group.
    others : ndarray of float32, shape (m, d)
        Unit centroids of the other groups; m may be 0.

    Returns
    -------
    list of Candidate
        With weight sqrt(words) * max(0, meaning), best first; those of weight 0 come last, in
        their old order.
    """
    weighed = []
    for candidate in candidates:
        vector = term_vectors[candidate.term]
        elsewhere = float((others @ vector).mean()) if len(others) else 0.0
        meaning = max(0.0, float(centre @ vector) - elsewhere)
        weighed.append(replace(candidate, weight=candidate.weight**0.5 * meaning))
    return sorted(weighed, key=lambda candidate: -candidate.weight)


def fold(
    candidates: Sequence[Candidate], stemmer: Callable[[str], frozenset[str]], count: int
) -> list[tuple[str, float]]:
    """Drop near-repeats: no chosen term shares a stem with a better one.

    A phrase takes the place of a word of its own if it stands in a fair share of the word's
    documents: "diffusion" gives way to "diffusion models".

    Parameters
    ----------
    candidates : sequence of Candidate
        Best first.
    stemmer : callable
        The stems of a term's words.
    count : int
        Terms wanted.

    >>> from topograph.words import Stemmer
    >>> fold([Candidate("merging", 3.0, 4), Candidate("model merging", 2.0, 3),
    ...       Candidate("graphs", 1.0, 2), Candidate("graph", 0.9, 2)], Stemmer("en"), 5)
    [('model merging', 3.0), ('graphs', 1.0)]
    """
    chosen: list[tuple[str, float]] = []
    taken: set[str] = set()
    for candidate in candidates:
        if taken & stemmer(candidate.term):
            continue
        best, whole = candidate, True
        for longer in candidates:
            if (
                len(longer.term.split()) > len(best.term.split())
                and f" {best.term} " in f" {longer.term} "
                and longer.documents >= KEEP_PHRASE * candidate.documents
            ):
                if not taken & stemmer(longer.term):
                    best = longer
                elif longer.documents >= FRAGMENT * candidate.documents:
                    whole = " " not in candidate.term
        if not whole:
            continue
        chosen.append((best.term, candidate.weight))
        taken |= stemmer(best.term)
        if len(chosen) == count:
            break
    return chosen
