"""Phrases that a word of a topic is known in, though hardly two documents write them alike.

"Adaptation" says little of a small topic in which one document has "domain adaptation" and another
"adaptation to new domains": too few for a term, yet both are about the phrase.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from topograph.stages.label.vocabulary import LEAST_DOCUMENTS

if TYPE_CHECKING:
    from topograph.language.words import Reader
    from topograph.stages.label.vocabulary import Vocabulary

#: Documents of a topic that are read for a word; in more of them, a phrase worth telling is a term.
READ = 60
#: In a topic of so many documents at most, one that writes a phrase is enough if no phrase has two.
SMALL = 20
#: Words lie near each other if at most so many steps apart.
NEAR = 6
#: A phrase says what a word means in the topic if this share of the word's documents are about it.
SHARE = 0.2
#: How much rarer than in the topic a word of a phrase is elsewhere, to tell of the topic.
RARER = 0.5


class WholeFinder:
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
        """The phrases that hold a word, all words of which tell of the topic.

        Returns
        -------
        list of (str, int)
            In alphabetical order, with the documents of the topic in which its words are near each
            other, of those read.
        """
        root = self._reader.root(word)
        if root not in self._vocabulary.words:
            return []
        rows = self._vocabulary.rows_with(self._vocabulary.words[root])
        own = rows[self._topics[rows] == topic][:READ]
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
        return often or (once if self._sizes[topic] <= SMALL else [])

    def _written(
        self, topic: int, root: str, documents: Sequence[Sequence[Sequence[str]]]
    ) -> dict[tuple[str, ...], set[int]]:
        """The phrases around a word, and which of some documents write them."""
        written: dict[tuple[str, ...], set[int]] = {}
        for number, clauses in enumerate(documents):
            for words in clauses:
                for phrase in closed_phrases(words, root, self._reader, self._longest):
                    if all(self._tells(topic, each) for each in phrase):
                        spelled = tuple(self._spelled(each) for each in phrase)
                        written.setdefault(spelled, set()).add(number)
        return written

    def _tells(self, topic: int, word: str) -> bool:
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
        """A word as written, small where the corpus mostly writes it so."""
        column = self._vocabulary.words.get(self._reader.root(word))
        known = "" if column is None else self._vocabulary.terms[column]
        small = word[1:].islower() and known.islower()
        return self._reader.lowercase(word) if small else word

    def _stem(self, word: str) -> str:
        return self._reader.stem.word(self._reader.root(word))


def closed_phrases(
    words: Sequence[str], root: str, reader: Reader, longest: int
) -> Iterable[Sequence[str]]:
    """The runs of words of content that hold a word, two at least, and that none follows.

    None is the end of a name in capitals ("Rico" of "Porto Rico").

    Parameters
    ----------
    words : sequence of str
        A clause.
    root : str
        Of the word.
    reader : Reader
        Tells roots, and which words have content.
    longest : int
        Words of the longest run.

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
    """Whether some stems lie within a few steps of one of them.

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
