"""Other rankings of a topic's terms.

Each returns candidates, best first; the caller folds near-repeats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from topograph.stages.label.terms import GroupTerms, TermCandidate, best

#: Names of the rankings, as in the columns of `label/topics.parquet`.
VIEWS = ("ctfidf", "keybert", "mmr", "frex")
#: Weight of diversity in maximal marginal relevance, as in BERTopic and KeyBERT.
DIVERSITY = 0.3
#: Weight of exclusivity in FREX, as in the R package stm.
EXCLUSIVITY = 0.5


def by_ctfidf(carried: GroupTerms, terms: Sequence[str]) -> list[TermCandidate]:
    """By c-TF-IDF alone (Grootendorst 2022, https://arxiv.org/abs/2203.05794)."""
    return best(carried, carried.weights * carried.recurring(), terms)


def by_meaning(
    candidates: Sequence[TermCandidate], term_vectors: Mapping[str, np.ndarray], centre: np.ndarray
) -> list[TermCandidate]:
    """By cosine to the topic's centroid (KeyBERT: https://doi.org/10.5281/zenodo.4461265).

    Parameters
    ----------
    candidates : sequence of TermCandidate
    term_vectors : mapping of str to ndarray of float32, shape (d,)
    centre : ndarray of float32, shape (d,)
        Unit centroid of the topic.
    """
    near = [
        replace(candidate, weight=float(term_vectors[candidate.term] @ centre))
        for candidate in candidates
    ]
    return sorted(near, key=lambda candidate: -candidate.weight)


def by_marginal_relevance(
    candidates: Sequence[TermCandidate], term_vectors: Mapping[str, np.ndarray]
) -> list[TermCandidate]:
    """Similar to the topic and different from each other (Carbonell and Goldstein 1998, MMR).

    Parameters
    ----------
    candidates : sequence of TermCandidate
        Weighted by cosine to the topic, best first (see `by_meaning`).
    term_vectors : mapping of str to ndarray of float32, shape (d,)

    Returns
    -------
    list of TermCandidate
        In the order of selection, with unchanged weights.
    """
    if not candidates:
        return []
    vectors = np.stack([term_vectors[candidate.term] for candidate in candidates])
    relevance = np.array([candidate.weight for candidate in candidates])
    repeated = np.full(len(candidates), -np.inf)
    left = np.ones(len(candidates), dtype=bool)
    order = [0]
    for _ in candidates[1:]:
        left[order[-1]] = False
        repeated = np.maximum(repeated, vectors @ vectors[order[-1]])
        score = (1 - DIVERSITY) * relevance - DIVERSITY * repeated
        order.append(int(np.argmax(np.where(left, score, -np.inf))))
    return [candidates[i] for i in order]


def by_exclusiveness(carried: GroupTerms, terms: Sequence[str]) -> list[TermCandidate]:
    """Frequent in the topic and rare elsewhere: FREX, over documents.

    The weighted harmonic mean of the ranks of a term by frequency and by exclusivity among the
    terms of the topic (Bischof and Airoldi 2012, "Summarizing topical content with word frequency
    and exclusivity").
    """
    kept = np.flatnonzero(carried.recurring())
    own = GroupTerms(
        carried.columns[kept],
        carried.inside[kept],
        carried.outside[kept],
        carried.weights[kept],
        carried.size,
    )
    frequency = _rank(own.inside)
    exclusivity = _rank(own.inside / (own.inside + own.outside))
    return best(own, 1.0 / (EXCLUSIVITY / exclusivity + (1.0 - EXCLUSIVITY) / frequency), terms)


def _rank(values: np.ndarray) -> np.ndarray:
    """For each value, the share of values that are not larger (empirical distribution function)."""
    ordered = np.sort(values)
    share: np.ndarray = np.searchsorted(ordered, values, side="right") / max(len(values), 1)
    return share
