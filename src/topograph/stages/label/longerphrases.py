"""Phrases around a word of a topic that are too rare to be terms.

"Adaptation" is a poor name for a small topic in which one document has "domain adaptation" and
another "adaptation to new domains". The phrase is too rare for a term, but both are about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from topograph.stages.label.vocabulary import LEAST_DOCUMENTS

if TYPE_CHECKING:
    from topograph.language.words import Reader
    from topograph.stages.label.vocabulary import Vocabulary

#: Most documents of a topic that are searched; in more documents, a useful phrase is a term.
MOST_READ = 60
#: In topics of at most this size, one document with the phrase is enough if no phrase has two.
SMALL_TOPIC = 20
#: Most steps between words that are near each other.
NEAR = 6
#: Least share of the word's documents in which the words of the phrase are near each other.
SHARE = 0.2
#: A word is distinctive if it is rarer by this part outside the topic than inside.
RARER = 0.5


class PhraseFinder:
    """Finds the phrases around a word in the documents of its topic.

    Parameters
    ----------
    texts : sequence of str, length n
    topics : ndarray of int64, shape (n,)
        Topic of each document, from 0; -1 for none.
    vocabulary : Vocabulary
        The terms of the texts.
    reader : Reader
    longest : int
        Words of the longest phrase.
    """

    def __init__(
        self,
        texts: Sequence[str],
        topics: np.ndarray,
        vocabulary: Vocabulary,
        reader: Reader,
        longest: int,
    ) -> None:
        self._texts = texts
        self._topics = topics
        self._sizes = np.bincount(topics[topics >= 0]).tolist()
        self._reader = reader
        self._longest = longest
        self._vocabulary = vocabulary

    def around(self, topic: int, word: str) -> list[tuple[str, int]]:
        """Phrases with a word, all of whose words are distinctive for the topic.

        Returns
        -------
        list of (str, int)
            In alphabetical order, with the number of searched documents in which the words are
            near each other.
        """
        root = self._reader.root(word)
        if root not in self._vocabulary.words:
            return []
        rows = self._vocabulary.rows_with(self._vocabulary.words[root])
        own = rows[self._topics[rows] == topic][:MOST_READ]
        documents = [self._reader.clauses(self._texts[row]) for row in own]
        streams = [
            [self._stem(each) for words in clauses for each in words] for clauses in documents
        ]
        often: list[tuple[str, int]] = []
        once: list[tuple[str, int]] = []
        for phrase, holders in sorted(self._written(topic, root, documents).items()):
            stems = {self._stem(each) for each in phrase}
            count = sum(lie_near(stems, stream) for stream in streams)
            if count >= SHARE * len(own):
                places = often if len(holders) >= LEAST_DOCUMENTS else once
                places.append((self._reader.join(phrase), count))
        return often or (once if self._sizes[topic] <= SMALL_TOPIC else [])

    def _written(
        self, topic: int, root: str, documents: Sequence[Sequence[Sequence[str]]]
    ) -> dict[tuple[str, ...], set[int]]:
        """The phrases around a word, with the documents that contain them."""
        written: dict[tuple[str, ...], set[int]] = {}
        for number, clauses in enumerate(documents):
            for words in clauses:
                for phrase in closed_phrases(words, root, self._reader, self._longest):
                    if all(self._is_distinctive(topic, each) for each in phrase):
                        spelled = tuple(self._spelled(each) for each in phrase)
                        written.setdefault(spelled, set()).add(number)
        return written

    def _is_distinctive(self, topic: int, word: str) -> bool:
        """Whether a word is clearly more frequent in the topic than elsewhere."""
        column = self._vocabulary.words.get(self._reader.root(word))
        if column is None:
            return False
        rows = self._vocabulary.rows_with(column)
        size = self._sizes[topic]
        inside = int((self._topics[rows] == topic).sum())
        if inside < LEAST_DOCUMENTS:
            return False
        others = max(len(self._topics) - size, 1)
        outside = (len(rows) - inside) / others
        return bool(outside <= (1.0 - RARER) * inside / size)

    def _spelled(self, word: str) -> str:
        """A word as written, or in lowercase if that is its most frequent spelling."""
        column = self._vocabulary.words.get(self._reader.root(word))
        known = "" if column is None else self._vocabulary.terms[column]
        small = word[1:].islower() and known.islower()
        return self._reader.lowercase(word) if small else word

    def _stem(self, word: str) -> str:
        return self._reader.stem.word(self._reader.root(word))


def closed_phrases(
    words: Sequence[str], root: str, reader: Reader, longest: int
) -> Iterable[Sequence[str]]:
    """Runs of two or more content words that contain a word and end where the run ends.

    Leaves out the ends of capitalised names ("Rico" of "Porto Rico").

    Parameters
    ----------
    words : sequence of str
        A clause.
    root : str
        The root of the word.
    reader : Reader
        Finds roots and content words.
    longest : int
        Most words of a run.

    >>> from topograph.language.words import Reader
    >>> words = "unsupervised domain adaptation of large models".split()
    >>> [" ".join(found) for found in closed_phrases(words, "adaptation", Reader("en"), 3)]
    ['unsupervised domain adaptation', 'domain adaptation']
    """
    content = [reader.is_content(word) for word in words]
    roots = [reader.root(word) for word in words]
    for start in range(len(words)):
        for end in range(start + 2, min(start + longest, len(words)) + 1):
            cut = end < len(words) and content[end]
            name = start > 0 and words[start - 1][:1].isupper() and words[start][:1].isupper()
            if root in roots[start:end] and all(content[start:end]) and not cut and not name:
                yield words[start:end]


def lie_near(stems: Iterable[str], stream: Sequence[str]) -> bool:
    """Whether all stems occur within a few steps of one of them.

    >>> lie_near({"adapt", "domain"}, "we adapt model to new domain".split())
    True
    >>> lie_near({"adapt", "domain"}, ["adapt", *"abcdefg", "domain"])
    False
    """
    first, *others = sorted(stems)
    for place in (place for place, stem in enumerate(stream) if stem == first):
        window = stream[max(place - NEAR, 0) : place + NEAR + 1]
        if all(other in window for other in others):
            return True
    return False
