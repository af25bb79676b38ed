"""What a topic's name is made of: a phrase that says what most of its documents are about.

Where no phrase does, one that is about the rest stands beside it ("transformers, time series").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from topograph.stages.label.terms import KEEP_PHRASE, TermCandidate, initials, repeats, stems_of
from topograph.stages.label.vocabulary import LEAST_DOCUMENTS

if TYPE_CHECKING:
    from topograph.language.words import Reader
    from topograph.stages.label.vocabulary import Vocabulary

#: How much better a phrase names a topic than a single word does.
PHRASE = 1.6
#: A phrase, and a single word, names a topic alone if this share of its documents are about it, ...
MOST, MOST_OF_WORD = 0.5, 0.7
#: ... which is so many times that of any other topic; a word, if of its shares in all topics this
#: part is the topic's own, too.
LEAD, OWN = 1.5, 0.5
#: A word, or a phrase that is as much of another topic, gives way to a phrase of it if this share
#: of its documents in the topic carry the phrase, two at least, ...
GROWS = 0.2
WORTH = 0.7
#: ... and the phrase is nearly as near in meaning to the topic.
KEEPS_MEANING = 0.9
#: Beside a phrase that a fair share of the documents are about stands what is this part as near in
#: meaning to the topic (a phrase less), or what such a share is about, too.
NEAR, FAIR = 0.5, 0.25
#: A name that says enough has another part if a phrase is about this share of what is left.
REST = 0.7
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
    what it is worth but for the documents. `carried` are the documents that carry the term itself,
    `alone` how many times their share is that of any other topic.
    """

    term: str
    roots: str
    phrase: bool
    stems: frozenset[str]
    carried: float
    alone: float
    meaning: float
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
        self._column = {term: column for column, term in enumerate(vocabulary.terms)}
        self._words = vocabulary.words

    def parts(
        self,
        topic: int,
        candidates: Sequence[TermCandidate],
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
            With their weight by words and meaning, see `topograph.stages.label.terms.rerank`.
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
            best = _whole(best, left, size)
            chosen.append(best)
            about |= best.documents
            left = [
                part
                for part in left
                if not repeats(part.stems, best.stems)
                and not _says_the_same(part.term, best.term, term_vectors)
                and _adds(part, chosen[0], size)
            ]
            if _enough(chosen[0], len(about) / size) and not _another(left, about, size):
                break
        return [part.term for part in chosen]

    def by_fitness(self, candidates: Sequence[TermCandidate]) -> list[TermCandidate]:
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

    def _parts(self, topic: int, candidates: Sequence[TermCandidate]) -> list[_Part]:
        variants: dict[str, set[int]] = {}
        for candidate in candidates:
            if " " not in candidate.term:
                stem = self._reader.stem.word(self._reader.root(candidate.term))
                variants.setdefault(stem, set()).add(self._column[candidate.term])
        return [self._part(topic, candidate, variants) for candidate in candidates]

    def _part(
        self, topic: int, candidate: TermCandidate, variants: Mapping[str, set[int]]
    ) -> _Part:
        """A candidate, its documents told by the word of it that is most of this topic alone."""
        roots = self._reader.roots(candidate.term)
        column = self._column[candidate.term]
        short = {self._words[word] for word in initials(roots) if word in self._words}
        told = []
        for word in [word for word in roots.split() if word in self._words] or [""]:
            alike = variants.get(self._reader.stem.word(word), set())
            word_itself = {self._words[word]} if word else set()
            documents = self._documents({column} | short | alike | word_itself)
            told.append((*self._standing(topic, documents), documents))
        own, lead, documents = max(told, key=lambda one: one[0])
        return _Part(
            candidate.term,
            roots,
            " " in roots,
            stems_of(candidate.term, self._reader),
            candidate.documents,
            self._standing(topic, self._documents({column}))[1],
            candidate.meaning,
            frozenset(documents[self._topics[documents] == topic].tolist()),
            lead,
            own,
            (candidate.weight + LEAST_WEIGHT) * self._fitness(candidate.term) * own**0.5,
        )

    def _standing(self, topic: int, documents: np.ndarray) -> tuple[float, float]:
        """A topic's part of the shares of some documents in all topics; its lead before any."""
        shares = np.bincount(self._topics[documents], minlength=len(self._sizes)) / self._sizes
        others = float(np.delete(shares, topic).max(initial=0.0))
        lead = float(shares[topic]) / others if others else np.inf
        return float(shares[topic] / shares.sum()), lead

    def _documents(self, columns: Iterable[int]) -> np.ndarray:
        """Rows of the documents of any topic that carry one of some terms."""
        found = np.unique(np.concatenate(list(map(self._vocabulary.rows_with, columns))))
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


def _whole(part: _Part, others: Sequence[_Part], size: int) -> _Part:
    """The phrase that a part is known in ("adaptation": "domain adaptation"), or the part.

    The phrase is the topic's alone, and carried by enough of the documents that carry the part:
    more where the part would do.
    """
    complete = part.phrase or _enough(part, len(part.documents) / size)
    share, worth = (KEEP_PHRASE, 1.0) if complete else (GROWS, WORTH)
    inside = f" {part.roots} "
    longer = [
        other
        for other in others
        if other.phrase
        and len(other.roots) > len(part.roots)
        and inside in f" {other.roots} "
        and other.alone >= LEAD
        and other.carried >= max(LEAST_DOCUMENTS, share * part.carried)
        and other.worth >= worth * part.worth
        and other.meaning >= KEEPS_MEANING * part.meaning
    ]
    if not longer:
        return part
    whole = max(longer, key=lambda other: other.worth)
    return replace(
        whole, documents=whole.documents | part.documents, lead=max(whole.lead, part.lead)
    )


def _adds(part: _Part, first: _Part, size: int) -> bool:
    """Whether a part is worth its place beside a phrase that says much: it may not be a trifle."""
    much = first.phrase and len(first.documents) >= FAIR * size
    meaning = part.meaning * (PHRASE if part.phrase else 1.0)
    return not much or meaning >= NEAR * first.meaning or len(part.documents) >= FAIR * size


def _another(left: Sequence[_Part], about: frozenset[int], size: int) -> bool:
    """Whether a phrase of the topic alone tells of most documents that a name does not tell of."""
    rest = size - len(about)
    return any(
        part.phrase
        and part.alone >= LEAD
        and len(part.documents - about) >= max(LEAST_DOCUMENTS, REST * rest)
        for part in left
    )


def _says_the_same(one: str, other: str, vectors: Mapping[str, np.ndarray] | None) -> bool:
    return vectors is not None and float(vectors[one] @ vectors[other]) >= SAME
