"""The parts of a topic's name: a phrase that most of its documents are about.

If no phrase covers enough documents, a second part covers the rest ("transformers, time series").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from topograph.stages.label.terms import KEEP_PHRASE, TermCandidate, initials, shares_stem, stems_of
from topograph.stages.label.vocabulary import LEAST_DOCUMENTS

if TYPE_CHECKING:
    from topograph.language.words import Reader
    from topograph.stages.label.vocabulary import Vocabulary

#: Weight of a phrase relative to a single word.
PHRASE = 1.6
#: A phrase, or a word, is enough for a name if this share of the documents are about it, ...
MOST, MOST_OF_WORD = 0.5, 0.7
#: ... and this share is `LEAD` times that of any other topic; for a word, also if the topic has
#: this part (`OWN`) of the word's shares in all topics.
LEAD, OWN = 1.5, 0.5
#: A word, or a phrase as frequent in another topic, is replaced by a phrase that contains it if at
#: least this share of its documents in the topic, and two, contain the phrase, ...
GROWS = 0.2
WORTH = 0.7
#: ... and the phrase has at least this part of its similarity to the topic.
KEEPS_MEANING = 0.9
#: A part beside a phrase with a `FAIR` share of the documents needs `NEAR` times its similarity to
#: the topic (a phrase less), or a `FAIR` share of the documents.
NEAR, FAIR = 0.5, 0.25
#: A sufficient name gets another part if a phrase covers this share of the remaining documents.
REST = 0.7
#: Cosine above which two terms have the same meaning.
SAME = 0.7
#: Weight of a term that is not similar to the topic.
LEAST_WEIGHT = 1e-6
#: Weight of a document that an earlier part already covers.
COVERED_WEIGHT = 0.1


@dataclass(frozen=True)
class _Part:
    """A term as part of a name.

    `documents`: rows of the topic's documents that are about it; `lead`: their share, divided by
    the largest share in another topic; `own`: the topic's part of the shares in all topics;
    `worth`: the score without the number of documents; `carried`: number of documents that contain
    the term itself; `alone`: their share, divided by the largest share in another topic.
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
        Topic of each document, from 0; -1 for noise.
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
        """The parts of a topic's name, best first; empty without candidates.

        The score of a candidate is its weight, increased for phrases, and decreased the less often
        it ends a run of words, the fewer of the topic's documents are about it, and the more
        documents of other topics are.

        Parameters
        ----------
        topic : int
        candidates : sequence of TermCandidate
            With weights from `topograph.stages.label.terms.rerank`.
        term_vectors : mapping of str to ndarray of float32, shape (d,), or None
            Unit vectors of the candidates from an encoder; None for means of documents, which are
            all similar.
        most : int
            Most parts.
        """
        left = self._parts(topic, candidates)
        size = int(self._sizes[topic])
        chosen: list[_Part] = []
        about: frozenset[int] = frozenset()
        while left and len(chosen) < most:
            best = max(left, key=lambda part: part.worth * _count(part.documents, about) ** 0.5)
            best = _longer_phrase(best, left, size)
            chosen.append(best)
            about |= best.documents
            left = [
                part
                for part in left
                if not shares_stem(part.stems, best.stems)
                and not _says_the_same(part.term, best.term, term_vectors)
                and _adds(part, chosen[0], size)
            ]
            if _is_sufficient(chosen[0], len(about) / size) and not _has_further_phrase(
                left, about, size
            ):
                break
        return [part.term for part in chosen]

    def by_fitness(self, candidates: Sequence[TermCandidate]) -> list[TermCandidate]:
        """Candidates ordered by weight and fitness for a name, best first."""
        weighed = [
            replace(candidate, weight=candidate.weight * self._fitness(candidate.term))
            for candidate in candidates
        ]
        return sorted(weighed, key=lambda candidate: -candidate.weight)

    def _fitness(self, term: str) -> float:
        """Fitness for a name: larger for phrases and for terms that often end a run of words."""
        phrase = PHRASE if " " in self._reader.roots(term) else 1.0
        closes = float(self._vocabulary.closing_share[self._column[term]])
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
        """A candidate as a part; its documents are those of its most distinctive word."""
        roots = self._reader.roots(candidate.term)
        column = self._column[candidate.term]
        short = {self._words[word] for word in initials(roots) if word in self._words}
        options = []
        for word in [word for word in roots.split() if word in self._words] or [""]:
            alike = variants.get(self._reader.stem.word(word), set())
            word_itself = {self._words[word]} if word else set()
            documents = self._documents({column} | short | alike | word_itself)
            options.append((*self._standing(topic, documents), documents))
        own, lead, documents = max(options, key=lambda one: one[0])
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
        """A topic's part of the shares of some documents in all topics; its lead over the next."""
        shares = np.bincount(self._topics[documents], minlength=len(self._sizes)) / self._sizes
        others = float(np.delete(shares, topic).max(initial=0.0))
        lead = float(shares[topic]) / others if others else np.inf
        return float(shares[topic] / shares.sum()), lead

    def _documents(self, columns: Iterable[int]) -> np.ndarray:
        """Rows of the documents in topics that contain one of some terms."""
        found = np.unique(np.concatenate(list(map(self._vocabulary.rows_with, columns))))
        kept: np.ndarray = found[self._topics[found] >= 0]
        return kept


def _count(documents: frozenset[int], about: frozenset[int]) -> float:
    """Number of documents; those already covered count less."""
    return len(documents - about) + COVERED_WEIGHT * len(documents & about)


def _is_sufficient(first: _Part, about: float) -> bool:
    """Whether a name is sufficient, given its first part and the share of documents it covers."""
    if first.lead < LEAD:
        return False
    return about >= MOST if first.phrase else first.own >= OWN and about >= MOST_OF_WORD


def _longer_phrase(part: _Part, others: Sequence[_Part], size: int) -> _Part:
    """A phrase that contains a part ("adaptation": "domain adaptation"), or the part.

    The phrase is specific to the topic, and enough of the part's documents contain it; more are
    needed if the part is sufficient alone.
    """
    complete = part.phrase or _is_sufficient(part, len(part.documents) / size)
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
    """Whether a part is relevant enough to be added to a phrase that covers many documents."""
    much = first.phrase and len(first.documents) >= FAIR * size
    meaning = part.meaning * (PHRASE if part.phrase else 1.0)
    return not much or meaning >= NEAR * first.meaning or len(part.documents) >= FAIR * size


def _has_further_phrase(left: Sequence[_Part], about: frozenset[int], size: int) -> bool:
    """Whether a phrase specific to the topic covers most documents that the name does not."""
    rest = size - len(about)
    return any(
        part.phrase
        and part.alone >= LEAD
        and len(part.documents - about) >= max(LEAST_DOCUMENTS, REST * rest)
        for part in left
    )


def _says_the_same(one: str, other: str, vectors: Mapping[str, np.ndarray] | None) -> bool:
    return vectors is not None and float(vectors[one] @ vectors[other]) >= SAME
