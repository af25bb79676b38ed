"""How different the topics' terms are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from topograph.measures.notapplicable import NotApplicable, Value

#: Weight of ranks in RBO, that of Bianchi et al.: the first ten ranks make up 86 %.
PERSISTENCE = 0.9

_NO_TERMS = NotApplicable("no topic has a term")


def topic_diversity(terms: Sequence[Sequence[str]]) -> Value:
    """Share of distinct terms among the topics' terms, in (0, 1]; 1: no term is shared.

    Dieng, Ruiz and Blei 2020, "Topic Modeling in Embedding Spaces",
    https://doi.org/10.1162/tacl_a_00325.

    >>> topic_diversity([["a", "b"], ["b", "c"]])
    0.75
    """
    listed = [term for own in terms for term in own]
    return len(set(listed)) / len(listed) if listed else _NO_TERMS


def own_terms(terms: Sequence[Sequence[str]]) -> list[Value]:
    """For each topic the share of its terms that no other topic lists, in [0, 1].

    >>> own_terms([["a", "b"], ["b", "c"]])
    [0.5, 0.5]
    """
    topics_with = Counter(term for own in terms for term in set(own))
    return [
        sum(topics_with[term] == 1 for term in own) / len(own)
        if own
        else NotApplicable("the topic has no terms")
        for own in terms
    ]


def rank_biased_overlap(terms: Sequence[Sequence[str]], p: float = PERSISTENCE) -> np.ndarray:
    """Rank-biased overlap of each two lists of terms, extrapolated; 0: disjoint, 1: equal.

    Webber, Moffat and Zobel 2010, "A similarity measure for indefinite rankings",
    https://doi.org/10.1145/1852102.1852106, RBO_EXT, equation 32 for lists of unequal length.

    Parameters
    ----------
    terms : sequence of sequences of str
        The lists, best first, none empty, none with a term twice.
    p : float
        Persistence, in (0, 1): the smaller, the more the first ranks count.

    Returns
    -------
    ndarray of float64, shape (n, n)
    """
    lengths = np.array([len(own) for own in terms])
    shorter = np.minimum.outer(lengths, lengths)
    longer = np.maximum.outer(lengths, lengths)
    shared = _shared_terms(terms)
    total = np.zeros((len(terms), len(terms)))
    overlap, at_shorter, at_longer = (np.zeros_like(total) for _ in range(3))
    for depth in range(1, int(lengths.max()) + 1):
        np.add.at(overlap, shared[depth - 1], 1.0)
        at_shorter[shorter == depth] = overlap[shorter == depth]
        at_longer[longer == depth] = overlap[longer == depth]
        share = overlap / depth
        beyond = depth > shorter  # one list has ended: its last agreement is carried on
        share += np.where(beyond, at_shorter * (depth - shorter) / (shorter * depth), 0.0)
        total += np.where(depth <= longer, share * p**depth, 0.0)
    end = (at_longer - at_shorter) / longer + at_shorter / shorter
    result: np.ndarray = total * (1 - p) / p + end * p**longer
    return result


def _shared_terms(terms: Sequence[Sequence[str]]) -> list[tuple[list[int], list[int]]]:
    """For each depth the pairs of lists, as rows and columns, that come to share a term at it."""
    places: dict[str, list[tuple[int, int]]] = {}
    for row, own in enumerate(terms):
        for rank, term in enumerate(own):
            places.setdefault(term, []).append((row, rank))
    shared: list[tuple[list[int], list[int]]] = [([], []) for _ in range(max(map(len, terms)))]
    for occurrences in places.values():
        for row, rank in occurrences:
            for column, other_rank in occurrences:
                rows, columns = shared[max(rank, other_rank)]
                rows.append(row)
                columns.append(column)
    return shared


def inverted_rbo(terms: Sequence[Sequence[str]]) -> tuple[Value, list[Value]]:
    """1 less the mean rank-biased overlap of all pairs of topics, in [0, 1]; 1: no common terms.

    Bianchi, Terragni and Hovy 2021, "Pre-training is a Hot Topic",
    https://doi.org/10.18653/v1/2021.acl-short.96.

    Returns
    -------
    float or NotApplicable, and list of float or NotApplicable
        Of all topics; of each topic towards the others.
    """
    filled = [place for place, own in enumerate(terms) if own]
    if len(filled) < 2:
        reason = NotApplicable("fewer than two topics have terms")
        return reason, [reason] * len(terms)
    difference = 1.0 - rank_biased_overlap([terms[place] for place in filled])
    np.fill_diagonal(difference, 0.0)
    means = difference.sum(axis=1) / (len(filled) - 1)
    by_topic: list[Value] = [NotApplicable("the topic has no terms")] * len(terms)
    for place, mean in zip(filled, means, strict=True):
        by_topic[place] = float(np.clip(mean, 0.0, 1.0))
    return float(np.clip(means.mean(), 0.0, 1.0)), by_topic
