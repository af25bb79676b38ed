"""What a topic's name is made of: a phrase that says what most of its documents are about.

Where no phrase does, one that is about the rest stands beside it ("transformers, time series").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from topograph.label.terms import Candidate, initials, repeats, stems_of

if TYPE_CHECKING:
    from topograph.label.vocabulary import Vocabulary
    from topograph.words import Reader

#: How much better a phrase names a topic than a single word does.
PHRASE = 1.6
#: A phrase, and a single word, names a topic alone if this share of its documents are about it, ...
MOST, MOST_OF_WORD = 0.5, 0.7
#: ... which is so many times that of any other topic; a word, if of its shares in all topics this
#: part is the topic's own, too.
LEAD, OWN = 1.5, 0.5
#: Cosine of two terms above which they say the same.
SAME = 0.7
#: What a term is worth that is not near the topic in meaning.
LEAST_WEIGHT = 1e-6
#: What a document counts that a part before is about already.
TOLD = 0.1


@dataclass(frozen=True)
class _Part:
    """A term as part of a name.

    `documents` are the rows of the topic's documents that are about it, `lead` how many times their
    share is that of any other topic, `own` the topic's part of the shares in all topics, `worth`
    what it is worth but for the documents.
    """

    term: str
    phrase: bool
    stems: frozenset[str]
    documents: frozenset[int]
    lead: float
    own: float
    worth: float


class NameChooser:
    """Chooses the parts of names.

    Parameters
    ----------
    vocabulary : Vocabulary
    topics : ndarray of int64, shape (n,)
        Topic of each document, from 0; -1 for none.
    reader : Reader
    """

    def __init__(self, vocabulary: Vocabulary, topics: np.ndarray, reader: Reader) -> None:
        self._vocabulary = vocabulary
        self._reader = reader
        self._topics = topics
        self._sizes = np.bincount(topics[topics >= 0])
        self._carriers = vocabulary.carries.tocsc()
        self._column = {term: column for column, term in enumerate(vocabulary.terms)}
        self._words = {
            reader.root(term): column
            for column, term in enumerate(vocabulary.terms)
            if " " not in term
        }

    def parts(
        self,
        topic: int,
        candidates: Sequence[Candidate],
        term_vectors: Mapping[str, np.ndarray] | None,
        most: int,
    ) -> list[str]:
        """The parts of a topic's name, best first; none without candidates.

        A candidate is worth its weight, more if it is a phrase, less the rarer a run of words ends
        with it, the fewer of the topic's documents are about it and the more of other topics' are.

        Parameters
        ----------
        topic : int
        candidates : sequence of Candidate
            With their weight by words and meaning, see `topograph.label.terms.rerank`.
        term_vectors : mapping of str to ndarray of float32, shape (d,), or None
            Unit vectors of the candidates, by an encoder: means of documents are all alike.
        most : int
            Parts at most.
        """
        left = self._parts(topic, candidates)
        size = int(self._sizes[topic])
        chosen: list[_Part] = []
        about: frozenset[int] = frozenset()
        while left and len(chosen) < most:
            best = max(left, key=lambda part: part.worth * _count(part.documents, about) ** 0.5)
            chosen.append(best)
            about |= best.documents
            if _enough(chosen[0], len(about) / size):
                break
            left = [
                part
                for part in left
                if not repeats(part.stems, best.stems)
                and not _says_the_same(part.term, best.term, term_vectors)
            ]
        return [part.term for part in chosen]

    def by_fitness(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """Candidates by their weight and how fit for a name they are as words, best first."""
        weighed = [
            replace(candidate, weight=candidate.weight * self._fitness(candidate.term))
            for candidate in candidates
        ]
        return sorted(weighed, key=lambda candidate: -candidate.weight)

    def _fitness(self, term: str) -> float:
        """More of a phrase, less the rarer a run of words ends with the term."""
        phrase = PHRASE if " " in self._reader.roots(term) else 1.0
        closes = float(self._vocabulary.closes[self._column[term]])
        return phrase * float(closes ** (1 / 3))

    def _parts(self, topic: int, candidates: Sequence[Candidate]) -> list[_Part]:
        variants: dict[str, set[int]] = {}
        for candidate in candidates:
            if " " not in candidate.term:
                stem = self._reader.stem.word(self._reader.root(candidate.term))
                variants.setdefault(stem, set()).add(self._column[candidate.term])
        return [self._part(topic, candidate, variants) for candidate in candidates]

    def _part(self, topic: int, candidate: Candidate, variants: Mapping[str, set[int]]) -> _Part:
        """A candidate, its documents told by the word of it that is most of this topic alone."""
        roots = self._reader.roots(candidate.term)
        column = self._column[candidate.term]
        short = {self._words[word] for word in initials(roots) if word in self._words}
        told = []
        for word in [word for word in roots.split() if word in self._words] or [""]:
            alike = variants.get(self._reader.stem.word(word), set())
            word_itself = {self._words[word]} if word else set()
            documents = self._documents({column} | short | alike | word_itself)
            shares = np.bincount(self._topics[documents], minlength=len(self._sizes)) / self._sizes
            others = float(np.delete(shares, topic).max(initial=0.0))
            lead = float(shares[topic]) / others if others else np.inf
            told.append((float(shares[topic] / shares.sum()), lead, documents))
        own, lead, documents = max(told, key=lambda one: one[0])
        return _Part(
            candidate.term,
            " " in roots,
            stems_of(candidate.term, self._reader),
            frozenset(documents[self._topics[documents] == topic].tolist()),
            lead,
            own,
            (candidate.weight + LEAST_WEIGHT) * self._fitness(candidate.term) * own**0.5,
        )

    def _documents(self, columns: Iterable[int]) -> np.ndarray:
        """Rows of the documents of any topic that carry one of some terms."""
        starts, rows = self._carriers.indptr, self._carriers.indices
        found = np.unique(np.concatenate([rows[starts[c] : starts[c + 1]] for c in columns]))
        kept: np.ndarray = found[self._topics[found] >= 0]
        return kept


def _count(documents: frozenset[int], about: frozenset[int]) -> float:
    """Documents, those told of before for a part."""
    return len(documents - about) + TOLD * len(documents & about)


def _enough(first: _Part, about: float) -> bool:
    """Whether a name says what a topic is about: from its first part, and the share told of."""
    if first.lead < LEAD:
        return False
    return about >= MOST if first.phrase else first.own >= OWN and about >= MOST_OF_WORD


def _says_the_same(one: str, other: str, vectors: Mapping[str, np.ndarray] | None) -> bool:
    return vectors is not None and float(vectors[one] @ vectors[other]) >= SAME
