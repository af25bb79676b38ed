"""The terms of a corpus, and the documents that contain them.

Each text is tokenised once, into a stream of word numbers. Phrases are counted as pairs of numbers,
one word longer at each level. So memory grows with the number of words and not with the number of
possible phrases, which is fifty times larger.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse

if TYPE_CHECKING:
    from topograph.language.words import Reader

#: Fewest documents that contain a term.
LEAST_DOCUMENTS = 2
#: In large corpora, a term must occur in one of this number of documents, ...
ONE_DOCUMENT_OF = 5000
#: ... or in 1 / `PART_OF_TOPIC` of the size of the smallest topic, if that is less.
PART_OF_TOPIC = 5
#: A phrase that the same word precedes or follows in this share of its documents is a fragment of a
#: longer one ("large language" of "large language models").
FRAGMENT = 0.9
#: In a language without a list of stop words, words in this share of the documents (and at least
#: this number) are treated as stop words.
EVERYWHERE, EVERYWHERE_DOCUMENTS = 0.2, 10
_HYPHEN = re.compile("[-‐‑]")


@dataclass(frozen=True)
class Vocabulary:
    """The terms of a corpus.

    Attributes
    ----------
    terms : list of str
        In alphabetical order; of variants with the same root, the most frequent.
    incidence : csr_matrix of float32, shape (n, n_terms)
        1 where the document contains the term.
    closing_share : ndarray of float64, shape (n_terms,)
        Share of occurrences after which no content word follows, in (0, 1): low for "semantic",
        high for "segmentation".
    words : dict of str to int
        Columns of single-word terms, by root.
    """

    terms: list[str]
    incidence: scipy.sparse.csr_matrix
    closing_share: np.ndarray
    words: dict[str, int]

    @cached_property
    def by_term(self) -> scipy.sparse.csc_matrix:
        """`incidence` in CSC format."""
        return self.incidence.tocsc()

    def rows_with(self, column: int) -> np.ndarray:
        """Rows of the documents that contain a term (int32, ascending)."""
        starts, rows = self.by_term.indptr, self.by_term.indices
        found: np.ndarray = rows[starts[column] : starts[column + 1]]
        return found

    def documents_with(self, groups: np.ndarray) -> scipy.sparse.csr_matrix:
        """Number of documents in each group that contain each term.

        Parameters
        ----------
        groups : ndarray of int64, shape (n,)
            The group of each document, from 0; -1 for no group.

        Returns
        -------
        csr_matrix of float64, shape (n_groups, n_terms)
        """
        rows = np.flatnonzero(groups >= 0)
        count = int(groups.max(initial=-1)) + 1
        inside = scipy.sparse.csr_matrix(
            (np.ones(len(rows)), (groups[rows], rows)), shape=(count, len(groups))
        )
        return scipy.sparse.csr_matrix(inside @ self.incidence)


def min_documents(n: int, smallest_topic: int) -> int:
    """Fewest documents that contain a term: 2, and more in large corpora.

    >>> min_documents(95, 4), min_documents(100_000, 133), min_documents(100_000, 20)
    (2, 20, 4)
    """
    return max(LEAST_DOCUMENTS, min(n // ONE_DOCUMENT_OF, smallest_topic // PART_OF_TOPIC))


@dataclass(frozen=True)
class _Stream:
    """The corpus as numbers, one entry per word, with a gap after each clause.

    `words` and `roots` are the numbers of the word and its root (-1 for a gap), `documents` the
    rows of documents, `spellings` the words by number.
    """

    words: np.ndarray
    roots: np.ndarray
    documents: np.ndarray
    spellings: list[str]
    n_documents: int


@dataclass(frozen=True)
class _Phrases:
    """Phrases of one length: their starts, and the numbers of their roots and spellings."""

    starts: np.ndarray
    keys: np.ndarray
    spelled: np.ndarray


def index_terms(
    texts: Iterable[str], reader: Reader, longest: int, least: int = LEAST_DOCUMENTS
) -> Vocabulary:
    """Index the terms that at least `least` documents contain (one, if no word recurs).

    Parameters
    ----------
    texts : iterable of str
        The documents.
    reader : Reader
        Tokenises texts and finds content words. Each phrase begins and ends with a content word;
        inside phrases of three or more words, linking words are allowed ("state of charge").
        Phrases whose words have equal roots are variants of one term. Fragments of longer phrases
        are left out.
    longest : int
        Most words of a phrase.
    least : int
        Fewest documents that contain a term.
    """
    stream = _read(texts, reader)
    content = np.array([reader.is_content(word) for word in stream.spellings], dtype=bool)
    if not reader.listed:
        content &= ~_frequent_words(stream)
    links = np.array([reader.may_link(word) for word in stream.spellings], dtype=bool) | content
    carrying = np.append(content, False)[stream.words]  # the last entry is that of gaps
    starts = np.flatnonzero(carrying)
    phrases = _Phrases(starts, stream.roots[starts], stream.words[starts])
    terms: list[str] = []
    rows: list[np.ndarray] = []
    columns: list[np.ndarray] = []
    closes: list[np.ndarray] = []
    for length in range(1, longest + 1):
        closed = _select(phrases, carrying[phrases.starts + length - 1])
        keys, owners, counts = _document_counts(closed.keys, stream, closed.starts)
        if length == 1 and counts.max(initial=0) < least:
            least = LEAST_DOCUMENTS if counts.max(initial=0) >= LEAST_DOCUMENTS else 1
        enough = counts >= least
        if length > 1:
            enough &= ~_fragments(
                _select(closed, enough[closed.keys]), stream, length, carrying, counts
            )
        kept = np.flatnonzero(enough)
        column = np.full(len(counts), -1)
        column[kept] = np.arange(len(kept)) + len(terms)
        inside = column[keys] >= 0
        rows.append(owners[inside])
        columns.append(column[keys[inside]])
        closed = _select(closed, column[closed.keys] >= 0)
        terms += _best_spellings(closed, stream, length, reader)
        closes.append(_closing(closed, carrying[closed.starts + length])[kept])
        if length < longest:
            linked = _select(phrases, links[stream.words[phrases.starts + length - 1]])
            phrases = _longer(linked, stream, length, least)
    cells = np.concatenate(rows), np.concatenate(columns)
    return _in_order(terms, cells, np.concatenate(closes), stream.n_documents, reader)


def _in_order(
    terms: list[str],
    cells: tuple[np.ndarray, np.ndarray],
    closing_share: np.ndarray,
    n: int,
    reader: Reader,
) -> Vocabulary:
    """Terms in alphabetical order, and the documents that contain them (cells: rows, columns)."""
    rows, columns = cells
    order = np.array(sorted(range(len(terms)), key=terms.__getitem__), dtype=np.int64)
    place = np.empty(len(terms), dtype=np.int64)
    place[order] = np.arange(len(terms))
    incidence = scipy.sparse.csr_matrix(
        (np.ones(len(rows), np.float32), (rows, place[columns])), shape=(n, len(terms))
    )
    ordered = [terms[i] for i in order]
    words = {reader.root(term): column for column, term in enumerate(ordered) if " " not in term}
    return Vocabulary(ordered, incidence, closing_share[order], words)


def _read(texts: Iterable[str], reader: Reader) -> _Stream:
    numbers: dict[str, int] = {}
    words = array("i")
    ends: list[int] = []
    for text in texts:
        for clause in reader.clauses(text):
            words.extend([numbers.setdefault(word, len(numbers)) for word in clause])
            words.append(-1)
        ends.append(len(words))
    spellings = list(numbers)
    stream = np.frombuffer(words, dtype=np.int32) if words else np.empty(0, np.int32)
    lengths = np.diff(np.array([0, *ends]))
    owners = np.repeat(np.arange(len(ends), dtype=np.int32), lengths)
    stream, owners = _join_hyphenated(stream, owners, spellings, reader)
    by_root: dict[str, int] = {}
    root_of = np.array(
        [by_root.setdefault(reader.root(word), len(by_root)) for word in spellings] + [-1]
    )
    return _Stream(stream, root_of[stream], owners, spellings, len(ends))


def _join_hyphenated(
    words: np.ndarray, owners: np.ndarray, spellings: list[str], reader: Reader
) -> tuple[np.ndarray, np.ndarray]:
    """Join pairs of words that other documents write with a hyphen.

    "Top up" becomes "top-up" if documents have both. Only pairs whose second word is not a content
    word are joined: "time series" is not changed by "time-series".
    """
    hyphenated: dict[tuple[str, str], list[int]] = {}
    for number, word in enumerate(spellings):
        parts = tuple(_HYPHEN.split(reader.lowercase(word)))
        if len(parts) == 2 and reader.is_content(parts[0]) and not reader.is_content(parts[1]):
            hyphenated.setdefault(parts, []).append(number)
    firsts = {
        first: place for place, first in enumerate(sorted({first for first, _ in hyphenated}))
    }
    seconds = {last: place for place, last in enumerate(sorted({last for _, last in hyphenated}))}
    whole = np.full((len(firsts) + 1, len(seconds) + 1), -1)  # last: other words
    places = np.flatnonzero(np.isin(words, [n for numbers in hyphenated.values() for n in numbers]))
    held = np.unique(np.stack([words[places], owners[places]]), axis=1)[0]
    for (first, last), numbers in hyphenated.items():
        counts = [int((held == number).sum()) for number in numbers]
        if sum(counts) >= LEAST_DOCUMENTS:
            whole[firsts[first], seconds[last]] = numbers[int(np.argmax(counts))]
    lower = [reader.lowercase(word) for word in spellings]
    first_of = np.array([firsts.get(word, -1) for word in lower] + [-1])
    second_of = np.array([seconds.get(word, -1) for word in lower] + [-1])
    together = whole[first_of[words[:-1]], second_of[words[1:]]]
    places = np.flatnonzero(together >= 0)
    joined = words.copy()
    joined[places] = together[places]
    return np.delete(joined, places + 1), np.delete(owners, places + 1)


def _frequent_words(stream: _Stream) -> np.ndarray:
    """Words that very many documents contain (bool, by the word's number)."""
    starts = np.flatnonzero(stream.words >= 0)
    _, _, counts = _document_counts(stream.words[starts], stream, starts)
    counts = np.append(counts, np.zeros(len(stream.spellings) - len(counts)))
    most = max(EVERYWHERE_DOCUMENTS, EVERYWHERE * stream.n_documents)
    found: np.ndarray = counts >= most
    return found


def _select(phrases: _Phrases, chosen: np.ndarray) -> _Phrases:
    return _Phrases(phrases.starts[chosen], phrases.keys[chosen], phrases.spelled[chosen])


def _document_counts(
    keys: np.ndarray, stream: _Stream, starts: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Pairs of keys and documents that contain them, and the number of documents by key."""
    pairs = np.unique(keys.astype(np.int64) * stream.n_documents + stream.documents[starts])
    found = pairs // max(stream.n_documents, 1)
    return found, pairs % max(stream.n_documents, 1), np.bincount(found)


def _fragments(
    phrases: _Phrases, stream: _Stream, length: int, carrying: np.ndarray, counts: np.ndarray
) -> np.ndarray:
    """Phrases that have the same word beside them in nearly all documents (bool, by key)."""
    found = np.zeros(len(counts), dtype=bool)
    for step in (-1, length):
        # index -1, before the first word, is the gap at the end
        beside = phrases.starts + step
        beside, own = beside[carrying[beside]], phrases.keys[carrying[beside]]
        pairs = own.astype(np.int64) * (int(stream.roots.max(initial=0)) + 1)
        known, first, keys = np.unique(
            pairs + stream.roots[beside], return_index=True, return_inverse=True
        )
        if len(known):
            starts = beside - step
            _, _, together = _document_counts(keys, stream, starts)
            found[own[first][together >= FRAGMENT * counts[own[first]]]] = True
    return found


def _closing(phrases: _Phrases, followed: np.ndarray) -> np.ndarray:
    """The share of a phrase's occurrences at the end of a run of words, with one pseudo-count."""
    places = np.bincount(phrases.keys)
    inside = np.bincount(phrases.keys, weights=followed)
    share: np.ndarray = (places - inside + 0.5) / (places + 1.0)
    return share


def _best_spellings(phrases: _Phrases, stream: _Stream, length: int, reader: Reader) -> list[str]:
    """The most frequent spelling of each root, in the order of the roots.

    Capitalised words count half (except in German), since any word can be capitalised in titles and
    at the start of sentences. They do not count beside another capitalised word or before their
    abbreviation, where any word is capitalised ("Test-Time Adaptation (TTA)").
    """
    free = _select(phrases, ~_uninformative_capitals(phrases, stream, length, reader))
    _, _, counts = _document_counts(free.spelled, stream, free.starts)
    counts = np.append(counts, np.zeros(int(phrases.spelled.max(initial=0)) + 1 - len(counts)))
    numbers, first = np.unique(phrases.spelled, return_index=True)
    best: dict[int, tuple[float, bool, str]] = {}
    for number, place in zip(numbers, first, strict=True):
        start = phrases.starts[place]
        words = stream.words[start : start + length]
        text = reader.join([stream.spellings[word] for word in words])
        titled = not reader.nouns_have_capitals and any(
            word[:1].isupper() and word[1:].islower() for word in text.split()
        )
        candidate = (-float(counts[number]) * (0.5 if titled else 1.0), titled, text)
        key = int(phrases.keys[place])
        best[key] = min(best.get(key, candidate), candidate)
    return [best[key][-1] for key in sorted(best)]


def _uninformative_capitals(
    phrases: _Phrases, stream: _Stream, length: int, reader: Reader
) -> np.ndarray:
    """Which phrases are capitalised because of a title or an abbreviation (bool).

    A capitalised word is beside them, or their abbreviation follows. An abbreviation has two
    capitals and ends with the first letter of the phrase's last word.
    """
    spellings = [*stream.spellings, ""]  # the last is that of gaps
    titled = np.array([word[:1].isupper() and word[1:].islower() for word in spellings])
    first = np.array([ord(reader.lowercase(word[0])) if word else 0 for word in spellings])
    last = np.array(
        [
            ord(reader.lowercase(word.removesuffix("s")[-1]))
            if sum(map(str.isupper, word)) > 1
            else -1
            for word in spellings
        ]
    )
    words = np.append(stream.words, [-1, -1])
    end = phrases.starts + length
    behind = (words[end] == -1) & (last[words[end + 1]] == first[words[end - 1]])
    opening = titled[words[phrases.starts]] & titled[words[phrases.starts - 1]]
    found: np.ndarray = opening | (titled[words[end - 1]] & (titled[words[end]] | behind))
    return found


def _longer(phrases: _Phrases, stream: _Stream, length: int, least: int) -> _Phrases:
    """Phrases with one more word; those whose beginning is too rare are left out."""
    frequent = np.bincount(phrases.keys)[phrases.keys] >= least if len(phrases.keys) else []
    phrases = _select(phrases, np.asarray(frequent, dtype=bool))
    following = phrases.starts + length  # a gap follows every clause, so this never runs over
    phrases = _select(phrases, stream.words[following] >= 0)
    following = phrases.starts + length
    keys = phrases.keys.astype(np.int64) * (int(stream.roots.max(initial=0)) + 1)
    spelled = phrases.spelled.astype(np.int64) * len(stream.spellings)
    return _Phrases(
        phrases.starts,
        np.unique(keys + stream.roots[following], return_inverse=True)[1],
        np.unique(spelled + stream.words[following], return_inverse=True)[1],
    )
