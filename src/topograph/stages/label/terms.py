"""The terms of a group of documents: frequent inside, rare outside, similar, without repeats.

There are three steps. Candidates are ranked by c-TF-IDF (Grootendorst 2022, "BERTopic",
https://arxiv.org/abs/2203.05794) over numbers of documents, times how much more frequent a term is
inside the group than outside. They are reranked by meaning, as in KeyBERT (Grootendorst 2020,
https://doi.org/10.5281/zenodo.4461265): the cosine of the term's vector to the group's centroid
minus its mean cosine to those of other groups, which removes words that fit everywhere ("observe",
"learning"). Then near-repeats are folded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING

import numpy as np

from topograph.language.segmentation import UNSPACED
from topograph.stages.label.vocabulary import LEAST_DOCUMENTS

if TYPE_CHECKING:
    from topograph.language.words import Reader

#: Candidates that are reranked by meaning.
CANDIDATES = 40
#: Further phrases that are considered for names.
PHRASES = 25
#: A phrase replaces a word in it if it has this share of the word's documents.
KEEP_PHRASE = 0.5
#: A phrase that is part of a longer one in this share of its documents is a fragment of it
#: ("large language" of "large language models").
FRAGMENT = 0.9
#: Fewest letters of a stem that repeats a stem containing it ("magnet", "ferromagnet"); fewest
#: characters in scripts without spaces.
WITHIN, WITHIN_UNSPACED = 6, 2
#: Fewest common first letters of stems that repeat each other, and their share of the shorter one.
BEGINNING, COMMON = 5, 0.8
_UNSPACED = re.compile(UNSPACED)


@dataclass(frozen=True)
class TermCandidate:
    """A candidate for the terms of a group.

    Attributes
    ----------
    term : str
    weight : float
        Positive; larger is better.
    documents : float
        Number of the group's documents that contain it.
    meaning : float
        Similarity to the group minus that to other groups, a difference of cosines in [-2, 2]; 0
        before it is computed.
    """

    term: str
    weight: float
    documents: float
    meaning: float = 0.0


@dataclass(frozen=True)
class GroupTerms:
    """The terms in a group of documents; each array has one entry per term.

    Attributes
    ----------
    columns : ndarray of int64
        Positions in the vocabulary, ascending.
    inside, outside : ndarray of float64
        Shares of the group's documents, and of all others, that contain the term.
    weights : ndarray of float64
        The group's c-TF-IDF, or another measure of frequency inside.
    size : int
        Number of documents in the group.
    """

    columns: np.ndarray
    inside: np.ndarray
    outside: np.ndarray
    weights: np.ndarray
    size: int

    @property
    def documents(self) -> np.ndarray:
        """Number of the group's documents that contain each term."""
        counts: np.ndarray = np.rint(self.inside * self.size)
        return counts

    def recurring(self) -> np.ndarray:
        """Which terms two documents of the group contain (all terms in a group of one)."""
        found: np.ndarray = self.documents >= min(LEAST_DOCUMENTS, self.size)
        return found


def distinctness(carried: GroupTerms) -> np.ndarray:
    """How much more frequent each term is inside a group of documents than outside.

    Returns
    -------
    ndarray of float64, shape (n_carried,)
        1 - (share outside / share inside), in [0, 1]; 0 for terms no more frequent inside.
    """
    ratio: np.ndarray = np.clip(1.0 - carried.outside / carried.inside, 0.0, 1.0)
    return ratio


def best(carried: GroupTerms, score: np.ndarray, terms: Sequence[str]) -> list[TermCandidate]:
    """The `CANDIDATES` terms with the highest positive scores, best first."""
    order = np.lexsort((carried.columns, -score))[:CANDIDATES]
    documents = carried.documents
    return [
        TermCandidate(terms[carried.columns[i]], float(score[i]), float(documents[i]))
        for i in order
        if score[i] > 0
    ]


def find_candidates(carried: GroupTerms, terms: Sequence[str]) -> list[TermCandidate]:
    """The best terms of a group by words alone, best first.

    Parameters
    ----------
    carried : Carried
        The terms in the group.
    terms : sequence of str
        The vocabulary.
    """
    return best(carried, by_words(carried), terms)


def find_phrases(carried: GroupTerms, terms: Sequence[str]) -> list[TermCandidate]:
    """The best phrases of two or more words of a group by words alone, best first."""
    phrases = np.array([" " in terms[column] for column in carried.columns], dtype=bool)
    return best(carried, by_words(carried) * phrases, terms)[:PHRASES]


def by_words(carried: GroupTerms) -> np.ndarray:
    """The score of each term by words alone (float64, n_carried)."""
    # a term in two documents may be chance, in ten it is not
    support = 1.0 - 1.0 / np.maximum(carried.documents, 1.0)
    score: np.ndarray = carried.weights * distinctness(carried) * support
    if not score.any():  # the group is the whole corpus, or no term recurs in it
        score = carried.weights * (carried.recurring() if carried.recurring().any() else 1.0)
    return score


def rerank(
    candidates: Sequence[TermCandidate],
    term_vectors: Mapping[str, np.ndarray],
    centre: np.ndarray,
    others: np.ndarray,
) -> list[TermCandidate]:
    """Order candidates by words and meaning together.

    Parameters
    ----------
    candidates : sequence of TermCandidate
    term_vectors : mapping of str to ndarray of float32, shape (d,)
        Unit vectors of the terms from the encoder of the documents.
    centre : ndarray of float32, shape (d,)
        Unit centroid of the group.
    others : ndarray of float32, shape (d,)
        Mean of the unit centroids of the other groups; zeros if there are none.

    Returns
    -------
    list of TermCandidate
        With weight sqrt(words) * max(0, meaning), best first; candidates with weight 0 come last,
        in their old order.
    """
    direction = centre - others
    weighed = []
    for candidate in candidates:
        meaning = float(direction @ term_vectors[candidate.term])
        weight = candidate.weight**0.5 * max(0.0, meaning)
        weighed.append(replace(candidate, weight=weight, meaning=meaning))
    return sorted(weighed, key=lambda candidate: -candidate.weight)


def fold_repeats(
    candidates: Sequence[TermCandidate], reader: Reader, count: int
) -> list[tuple[str, float]]:
    """Remove near-repeats, so that no term shares a stem with a better one.

    A phrase replaces a word in it if it occurs in a fair share of the word's documents: "diffusion"
    becomes "diffusion models".

    Parameters
    ----------
    candidates : sequence of TermCandidate
        Best first.
    reader : Reader
        Finds roots and stems of words.
    count : int
        Most terms.

    >>> from topograph.language.words import Reader
    >>> found = [("merging", 3.0, 4), ("model merging", 2.0, 3), ("graphs", 1.0, 2),
    ...          ("graph", 0.9, 2)]
    >>> fold_repeats([TermCandidate(*own) for own in found], Reader("en"), 5)
    [('model merging', 3.0), ('graphs', 1.0)]
    """
    roots = {candidate.term: f" {reader.roots(candidate.term)} " for candidate in candidates}
    stems = {candidate.term: stems_of(candidate.term, reader) for candidate in candidates}
    chosen: list[tuple[str, float]] = []
    taken: set[str] = set()
    for candidate in candidates:
        if shares_stem(stems[candidate.term], taken):
            continue
        best, whole = candidate, True
        for longer in candidates:
            if (
                len(roots[longer.term]) > len(roots[best.term])
                and roots[best.term] in roots[longer.term]
                and longer.documents >= KEEP_PHRASE * candidate.documents
            ):
                if not shares_stem(stems[longer.term], taken):
                    best = longer
                elif longer.documents >= FRAGMENT * candidate.documents:
                    # a single word may be a term, except in scripts without spaces
                    whole = reader.spaced and roots[candidate.term].count(" ") < 3
        if not whole:
            continue
        chosen.append((best.term, candidate.weight))
        taken |= stems[best.term]
        if len(chosen) == count:
            break
    return chosen


def stems_of(term: str, reader: Reader) -> frozenset[str]:
    """Stems of a term's words and their parts, and its initials, to find repeats.

    >>> from topograph.language.words import Reader
    >>> sorted(stems_of("fine-tuning rates", Reader("en")))
    ['fine', 'finetun', 'fr', 'rate', 'tune']
    """
    roots = reader.roots(term)
    return reader.stem(term) | reader.stem(roots) | initials(roots)


def shares_stem(stems: Iterable[str], taken: Iterable[str]) -> bool:
    """Whether one of the stems equals one of those taken, except for its beginning or end.

    >>> shares_stem({"superconductor"}, {"superconduct"}), shares_stem({"ferromagnet"}, {"magnet"})
    (True, True)
    >>> shares_stem({"withdrawl"}, {"withdraw"}), shares_stem({"paragraph"}, {"graph"})
    (True, False)
    """
    return any(_alike(*sorted((stem, other), key=len)) for stem in stems for other in taken)


def _alike(short: str, long: str) -> bool:
    if short == long:
        return True
    if len(short) >= (WITHIN_UNSPACED if _UNSPACED.match(short) else WITHIN) and short in long:
        return True
    common = sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(short, long, strict=False))
    )
    return common >= BEGINNING and common >= COMMON * len(short)


def initials(words: str) -> frozenset[str]:
    """The initials of a phrase; empty for a single word.

    >>> initials("large language model"), initials("graph")
    (frozenset({'llm'}), frozenset())
    """
    own = words.split()
    return frozenset(["".join(word[0] for word in own)] if len(own) > 1 else [])
