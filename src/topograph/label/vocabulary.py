"""Which document carries which term."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import scipy.sparse

from topograph.words import DOCUMENT_END, phrases

#: Documents a term stands in at least, or it is no term: a word of one paper is not a topic.
LEAST_DOCUMENTS = 2


@dataclass(frozen=True)
class Vocabulary:
    """The terms of a corpus.

    Attributes
    ----------
    terms : list of str
        In alphabetical order; of variants with one root the most frequent.
    variants : dict of str to int
        Every spelling found, with the position of its term.
    carries : csr_matrix of float64, shape (n, n_terms)
        1 where the document carries the term.
    """

    terms: list[str]
    variants: dict[str, int]
    carries: scipy.sparse.csr_matrix

    def documents_with(self, inside: np.ndarray) -> np.ndarray:
        """How many documents of a group carry each term: float64, shape (n_terms,)."""
        counts: np.ndarray = np.asarray(self.carries[inside].sum(axis=0)).ravel()
        return counts


def index_terms(documents: Sequence[set[str]], root: Callable[[str], str]) -> Vocabulary:
    """Index the terms that at least two documents carry (one, if no term recurs).

    Parameters
    ----------
    documents : sequence of set of str
        The distinct phrases of each document.
    root : callable
        Phrases with equal roots are variants of one term.
    """
    spellings: dict[str, Counter[str]] = {}
    carried: list[set[str]] = []
    counts: Counter[str] = Counter()
    for found in documents:
        roots = set()
        for phrase in found:
            own = root(phrase)
            roots.add(own)
            spellings.setdefault(own, Counter())[phrase] += 1
        counts.update(roots)
        carried.append(roots)
    least = LEAST_DOCUMENTS if max(counts.values(), default=0) >= LEAST_DOCUMENTS else 1
    chosen = {
        min(spellings[own].items(), key=lambda item: (-item[1], item[0]))[0]: own
        for own, count in counts.items()
        if count >= least
    }
    terms = sorted(chosen)
    column = {chosen[term]: i for i, term in enumerate(terms)}
    variants = {phrase: i for own, i in column.items() for phrase in spellings[own]}
    rows: list[int] = []
    columns: list[int] = []
    for row, roots in enumerate(carried):
        known = sorted(column[own] for own in roots if own in column)
        rows += [row] * len(known)
        columns += known
    carries = scipy.sparse.csr_matrix(
        (np.ones(len(rows)), (rows, columns)), shape=(len(documents), len(terms))
    )
    return Vocabulary(terms, variants, carries)


class PhraseAnalyzer:
    """Analyzer for scikit-learn's CountVectorizer over topics, each a string of joined documents.

    Every document gives each of its terms once, so that a topic's count of a term is the number
    of its documents that carry it.
    """

    def __init__(self, vocabulary: Vocabulary, stop: frozenset[str], longest: int) -> None:
        self._vocabulary = vocabulary
        self._stop = stop
        self._longest = longest

    def __call__(self, joined: str) -> list[str]:
        """Terms of the joined documents, each as often as documents carry it."""
        terms, variants = self._vocabulary.terms, self._vocabulary.variants
        found: list[str] = []
        for document in joined.split(DOCUMENT_END):
            known = phrases(document, self._stop, self._longest) & variants.keys()
            found += [terms[i] for i in sorted({variants[phrase] for phrase in known})]
        return found
