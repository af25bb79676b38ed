"""The terms of a group of documents: frequent inside, rare outside, near in meaning, no repeats.

Three steps. Candidates come from c-TF-IDF (Grootendorst 2022, "BERTopic",
https://arxiv.org/abs/2203.05794) over numbers of documents, times how much more frequent a term is
inside the group than outside. They are reranked by meaning, as in KeyBERT (Grootendorst 2020,
https://doi.org/10.5281/zenodo.4461265): the cosine of the term's vector to the group's centroid,
less its mean cosine to the other groups', which takes out words that fit everywhere ("observe",
"learning"). Last, near-repeats are folded.
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
#: Phrases that are looked at besides, for names.
PHRASES = 25
#: A phrase takes the place of a word of its own if it has this share of the word's documents.
KEEP_PHRASE = 0.5
#: A phrase that stands in a longer one in this share of its documents is but a piece of it
#: ("large language" of "large language models").
FRAGMENT = 0.9
#: A stem of so many letters within another one repeats it ("magnet", "ferromagnet"); of a script
#: without spaces, of so many characters.
WITHIN, WITHIN_UNSPACED = 6, 2
#: So does one that begins alike, for so many letters and this part of the shorter one.
BEGINNING, COMMON = 5, 0.8
_UNSPACED = re.compile(UNSPACED)


@dataclass(frozen=True)
class TermCandidate:
    """A term on its way to be chosen.

    Attributes
    ----------
    term : str
    weight : float
        Positive; the larger the better.
    documents : float
        Documents of the group that carry it.
    meaning : float
        How much nearer it is in meaning to the group than to the others, a difference of cosines
        in [-2, 2]; 0 before it is known.
    """

    term: str
    weight: float
    documents: float
    meaning: float = 0.0


@dataclass(frozen=True)
class Carried:
    """The terms that a group of documents carries; one entry a term in each array.

    Attributes
    ----------
    columns : ndarray of int64
        Positions in the vocabulary, ascending.
    inside, outside : ndarray of float64
        Shares of the group's documents, and of all others, that carry the term.
    weights : ndarray of float64
        The group's c-TF-IDF, or another measure of frequency inside.
    size : int
        Documents of the group.
    """

    columns: np.ndarray
    inside: np.ndarray
    outside: np.ndarray
    weights: np.ndarray
    size: int

    @property
    def documents(self) -> np.ndarray:
        """Documents of the group that carry each term."""
        counts: np.ndarray = np.rint(self.inside * self.size)
        return counts

    def recurring(self) -> np.ndarray:
        """Which terms two documents of the group carry (all of a group of one)."""
        found: np.ndarray = self.documents >= min(LEAST_DOCUMENTS, self.size)
        return found


def distinctness(carried: Carried) -> np.ndarray:
    """How much more frequent each term is inside a group of documents than outside.

    Returns
    -------
    ndarray of float64, shape (n_carried,)
        1 - (share outside / share inside), in [0, 1]; 0 for terms no more frequent inside.
    """
    ratio: np.ndarray = np.clip(1.0 - carried.outside / carried.inside, 0.0, 1.0)
    return ratio


def best(carried: Carried, score: np.ndarray, terms: Sequence[str]) -> list[TermCandidate]:
    """The terms of the highest positive score, best first, as many as are looked at."""
    order = np.lexsort((carried.columns, -score))[:CANDIDATES]
    documents = carried.documents
    return [
        TermCandidate(terms[carried.columns[i]], float(score[i]), float(documents[i]))
        for i in order
        if score[i] > 0
    ]


def find_candidates(carried: Carried, terms: Sequence[str]) -> list[TermCandidate]:
    """The best terms of a group by words alone, best first.

    Parameters
    ----------
    carried : Carried
        What the group carries.
    terms : sequence of str
        The vocabulary.
    """
    return best(carried, by_words(carried), terms)


def find_phrases(carried: Carried, terms: Sequence[str]) -> list[TermCandidate]:
    """The best phrases of a group, single words aside, by words alone, best first."""
    phrases = np.array([" " in terms[column] for column in carried.columns], dtype=bool)
    return best(carried, by_words(carried) * phrases, terms)[:PHRASES]


def by_words(carried: Carried) -> np.ndarray:
    """What each term is worth by words alone (float64, n_carried)."""
    # what two documents have in common may be chance, what ten have is not
    support = 1.0 - 1.0 / np.maximum(carried.documents, 1.0)
    score: np.ndarray = carried.weights * distinctness(carried) * support
    if not score.any():  # the group is the whole corpus, or nothing recurs in it
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
    candidates : sequence of Candidate
    term_vectors : mapping of str to ndarray of float32, shape (d,)
        Unit vectors of the terms, by the encoder of the documents.
    centre : ndarray of float32, shape (d,)
        Unit centroid of the group.
    others : ndarray of float32, shape (d,)
        Mean of the unit centroids of the other groups; zeros without such.

    Returns
    -------
    list of Candidate
        With weight sqrt(words) * max(0, meaning), best first; those of weight 0 come last, in
        their old order.
    """
    direction = centre - others
    weighed = []
    for candidate in candidates:
        meaning = float(direction @ term_vectors[candidate.term])
        weight = candidate.weight**0.5 * max(0.0, meaning)
        weighed.append(replace(candidate, weight=weight, meaning=meaning))
    return sorted(weighed, key=lambda candidate: -candidate.weight)


def fold(
    candidates: Sequence[TermCandidate], reader: Reader, count: int
) -> list[tuple[str, float]]:
    """Drop near-repeats: no chosen term shares a stem with a better one.

    A phrase takes the place of a word of its own if it stands in a fair share of the word's
    documents: "diffusion" gives way to "diffusion models".

    Parameters
    ----------
    candidates : sequence of Candidate
        Best first.
    reader : Reader
        Tells roots and stems of the terms' words.
    count : int
        Terms wanted.

    >>> from topograph.language.words import Reader
    >>> found = [("merging", 3.0, 4), ("model merging", 2.0, 3), ("graphs", 1.0, 2),
    ...          ("graph", 0.9, 2)]
    >>> fold([TermCandidate(*own) for own in found], Reader("en"), 5)
    [('model merging', 3.0), ('graphs', 1.0)]
    """
    roots = {candidate.term: f" {reader.roots(candidate.term)} " for candidate in candidates}
    stems = {candidate.term: stems_of(candidate.term, reader) for candidate in candidates}
    chosen: list[tuple[str, float]] = []
    taken: set[str] = set()
    for candidate in candidates:
        if repeats(stems[candidate.term], taken):
            continue
        best, whole = candidate, True
        for longer in candidates:
            if (
                len(roots[longer.term]) > len(roots[best.term])
                and roots[best.term] in roots[longer.term]
                and longer.documents >= KEEP_PHRASE * candidate.documents
            ):
                if not repeats(stems[longer.term], taken):
                    best = longer
                elif longer.documents >= FRAGMENT * candidate.documents:
                    # a word may stand alone, but not where any two characters are one
                    whole = reader.spaced and roots[candidate.term].count(" ") < 3
        if not whole:
            continue
        chosen.append((best.term, candidate.weight))
        taken |= stems[best.term]
        if len(chosen) == count:
            break
    return chosen


def stems_of(term: str, reader: Reader) -> frozenset[str]:
    """By what a term is known to repeat another: stems of its words and their parts, initials.

    >>> from topograph.language.words import Reader
    >>> sorted(stems_of("fine-tuning rates", Reader("en")))
    ['fine', 'finetun', 'fr', 'rate', 'tune']
    """
    roots = reader.roots(term)
    return reader.stem(term) | reader.stem(roots) | initials(roots)


def repeats(stems: Iterable[str], taken: Iterable[str]) -> bool:
    """Whether one of some stems is, but for its beginning or end, one of those taken.

    >>> repeats({"superconductor"}, {"superconduct"}), repeats({"ferromagnet"}, {"magnet"})
    (True, True)
    >>> repeats({"withdrawl"}, {"withdraw"}), repeats({"paragraph"}, {"graph"})
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
    """What abbreviates a phrase: its first letters; nothing for a single word.

    >>> initials("large language model"), initials("graph")
    (frozenset({'llm'}), frozenset())
    """
    own = words.split()
    return frozenset(["".join(word[0] for word in own)] if len(own) > 1 else [])
