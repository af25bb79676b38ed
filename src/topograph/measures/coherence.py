"""Coherence of topics: whether their terms occur near each other in the corpus.

NPMI and C_V as defined by Röder, Both and Hinneburg 2015, "Exploring the Space of Topic Coherence
Measures", https://doi.org/10.1145/2684822.2685324, with the probabilities, and so the values, of
gensim's `CoherenceModel` (`c_npmi` and `c_v`), in which most published numbers are given.

A window slides over a text word by word; a text shorter than it is one window. A term of several
words is in a window that holds all of them. As in gensim, a term leaves with its first copy: when
a window moves past one of two copies, the term counts as gone until another copy enters. Windows
and counts are whole numbers, so the values depend on no order of summation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from topograph.measures.notapplicable import NotApplicable, Value

#: Words of a window, as in the paper and in gensim.
NPMI_WINDOW, CV_WINDOW = 10, 110
#: Added to probabilities of pairs, so that their logarithm is finite.
EPSILON = 1e-12

#: A text as its clauses, each a list of words: no term of several words crosses two clauses.
Clauses = Sequence[list[str]]


@dataclass(frozen=True)
class TopicCounts:
    """Numbers of windows with a topic's terms.

    Attributes
    ----------
    windows : int
        Windows of the corpus.
    together : ndarray of int64, shape (n_terms, n_terms)
        Windows that hold both terms; on the diagonal those that hold the term.
    """

    windows: int
    together: np.ndarray


class _Matcher:
    """Finds terms in texts."""

    def __init__(self, terms: Iterable[str]) -> None:
        self.words: list[int] = []
        self._by_first: dict[str, list[tuple[int, list[str]]]] = {}
        for number, term in enumerate(terms):
            first, *rest = term.split()
            self.words.append(1 + len(rest))
            self._by_first.setdefault(first, []).append((number, rest))

    def find(self, clauses: Clauses) -> tuple[int, dict[int, list[int]]]:
        """Words of a text, and where each of the terms in it begins, ascending."""
        found: dict[int, list[int]] = {}
        by_first = self._by_first
        offset = 0
        for clause in clauses:
            for place, word in enumerate(clause):
                for number, rest in by_first.get(word, ()):
                    if not rest or clause[place + 1 : place + 1 + len(rest)] == rest:
                        found.setdefault(number, []).append(offset + place)
            offset += len(clause)
        return offset, found


def _presence(starts: Sequence[int], words: int, length: int, size: int) -> int:
    """The windows of one text that contain a term, as a bit mask: bit s is the s-th window."""
    if words > size:
        return 0
    last = max(length - size, 0)
    present = 0
    leaves = 0  # the copy that leaves next
    for start in starts:
        enters = min(max(start + words - size, 0), last)
        while starts[leaves] < enters:
            leaves += 1
        until = min(starts[leaves], last)
        present |= ((1 << (until - enters + 1)) - 1) << enters
    return present


def count_windows(
    topics: Sequence[Sequence[str]], texts: Iterable[Clauses], sizes: Sequence[int]
) -> dict[int, list[TopicCounts]]:
    """Count the windows that contain the terms of each topic, alone and in pairs.

    Parameters
    ----------
    topics : sequence of sequences of str
        Each topic's terms, no term twice in one topic; of several words with blanks between.
    texts : iterable of texts
        Each as its clauses, lists of words. Read once.
    sizes : sequence of int
        Words of a window.

    Returns
    -------
    dict
        For each size, counts of each topic.
    """
    terms = {term: None for own in topics for term in own}
    number = {term: i for i, term in enumerate(terms)}
    matcher = _Matcher(terms)
    places: list[list[tuple[int, int]]] = [[] for _ in terms]  # (topic, place in the topic)
    for topic, own in enumerate(topics):
        for place, term in enumerate(own):
            places[number[term]].append((topic, place))
    windows = dict.fromkeys(sizes, 0)
    together = {size: [[0] * len(own) ** 2 for own in topics] for size in sizes}
    for clauses in texts:
        length, found = matcher.find(clauses)
        for size in sizes:
            windows[size] += max(length - size + 1, 1)
            by_topic: dict[int, list[tuple[int, int]]] = {}
            for found_term, starts in found.items():
                present = _presence(starts, matcher.words[found_term], length, size)
                for topic, place in places[found_term]:
                    by_topic.setdefault(topic, []).append((place, present))
            for topic, present_terms in by_topic.items():
                _add(together[size][topic], len(topics[topic]), present_terms)
    return {
        size: [
            TopicCounts(windows[size], _symmetric(np.array(counts, dtype=np.int64), len(own)))
            for own, counts in zip(topics, together[size], strict=True)
        ]
        for size in sizes
    }


def _add(counts: list[int], terms: int, present: Sequence[tuple[int, int]]) -> None:
    """Add one text's windows to a topic's counts, those of a pair once."""
    for i, (place, mask) in enumerate(present):
        counts[place * terms + place] += mask.bit_count()
        for other, other_mask in present[:i]:
            counts[place * terms + other] += (mask & other_mask).bit_count()


def _symmetric(counts: np.ndarray, terms: int) -> np.ndarray:
    square = counts.reshape(terms, terms)
    whole: np.ndarray = square + square.T - np.diag(square.diagonal())
    return whole


def _npmi_matrix(counts: TopicCounts) -> np.ndarray:
    """NPMI of each pair of the terms that occur (float64, m x m)."""
    occurs = counts.together.diagonal() > 0
    joint = counts.together[np.ix_(occurs, occurs)] / counts.windows
    single = joint.diagonal()
    matrix: np.ndarray = np.log((joint + EPSILON) / np.outer(single, single)) / -np.log(
        joint + EPSILON
    )
    return matrix


_TOO_FEW = NotApplicable("fewer than two of the topic's terms occur in the texts")


def npmi(counts: TopicCounts) -> Value:
    """Mean normalised pointwise mutual information of all pairs of a topic's terms, in [-1, 1].

    About -1: the terms never meet; 0: as often as by chance; 1: only together. Terms that occur
    nowhere are left out. A pair that stands in each window of the corpus, of which there is nothing
    to learn, counts -1, as in gensim.
    """
    matrix = _npmi_matrix(counts)
    if len(matrix) < 2:
        return _TOO_FEW
    return float(matrix[~np.eye(len(matrix), dtype=bool)].mean())


def c_v(counts: TopicCounts) -> Value:
    """C_V of a topic's terms, in [-1, 1], rarely below 0.

    Each term's vector holds its NPMI with all terms of the topic, itself included; C_V is the mean
    cosine between a term's vector and the sum of all. Terms that occur nowhere are left out.
    """
    matrix = _npmi_matrix(counts)
    if len(matrix) < 2:
        return _TOO_FEW
    total = matrix.sum(axis=0)
    lengths = np.linalg.norm(matrix, axis=1) * np.linalg.norm(total)
    return float((matrix @ total / lengths).mean())


def roots(
    texts: Iterable[str],
    clauses: Callable[[str], list[list[str]]],
    root: Callable[[str], str],
) -> Iterator[list[list[str]]]:
    """Texts as clauses of words, with variants of a word made one.

    Parameters
    ----------
    texts : iterable of str
    clauses : callable
        Cuts a text into clauses of words.
    root : callable
        What is equal for variants of one word.

    >>> list(roots(["Graph A, graph b"], lambda text: [text.split()], str.lower))
    [[['graph', 'a,', 'graph', 'b']]]
    """
    known: dict[str, str] = {}
    for text in texts:
        parts = clauses(text)
        for part in parts:
            for place, word in enumerate(part):
                if word not in known:
                    known[word] = root(word)
                part[place] = known[word]
        yield parts
