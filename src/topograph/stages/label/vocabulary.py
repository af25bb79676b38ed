"""Which document carries which term.

Every text is read once, as a stream of word numbers; phrases are counted as pairs of numbers, a
word longer at each level. So memory grows with the words of the corpus and not with the phrases
it could be cut into, of which there are fifty times as many.
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

#: Documents a term stands in at least, or it is no term: a word of one paper is not a topic.
LEAST_DOCUMENTS = 2
#: In large corpora a term stands in one document of so many at least, ...
ONE_DOCUMENT_OF = 5000
#: ... unless that is more than this part of the smallest topic.
PART_OF_TOPIC = 5
#: A phrase that the same word precedes or follows in this share of its documents is but a piece
#: of a longer one ("large language" of "large language models").
PIECE = 0.9
#: In a language without a list of stop words, words that this share of the documents carry (and
#: so many documents at least) are taken for such.
EVERYWHERE, EVERYWHERE_DOCUMENTS = 0.2, 10
_HYPHEN = re.compile("[-‐‑]")


@dataclass(frozen=True)
class Vocabulary:
    """The terms of a corpus.

    Attributes
    ----------
    terms : list of str
        In alphabetical order; of variants with one root the most frequent.
    carries : csr_matrix of float32, shape (n, n_terms)
        1 where the document carries the term.
    closes : ndarray of float64, shape (n_terms,)
        How often no further word that could stand in a term follows it, in (0, 1): "semantic"
        hardly ever closes what it begins, "segmentation" does.
    words : dict of str to int
        The column of each term that is a single word, by its root.
    """

    terms: list[str]
    carries: scipy.sparse.csr_matrix
    closes: np.ndarray
    words: dict[str, int]

    @cached_property
    def by_term(self) -> scipy.sparse.csc_matrix:
        """The same as `carries`, ordered by term."""
        return self.carries.tocsc()

    def rows_with(self, column: int) -> np.ndarray:
        """Rows of the documents that carry a term (int32, ascending)."""
        starts, rows = self.by_term.indptr, self.by_term.indices
        found: np.ndarray = rows[starts[column] : starts[column + 1]]
        return found

    def documents_with(self, groups: np.ndarray) -> scipy.sparse.csr_matrix:
        """How many documents of each group carry each term.

        Parameters
        ----------
        groups : ndarray of int64, shape (n,)
            The group of each document, from 0; -1 for none.

        Returns
        -------
        csr_matrix of float64, shape (n_groups, n_terms)
        """
        rows = np.flatnonzero(groups >= 0)
        count = int(groups.max(initial=-1)) + 1
        inside = scipy.sparse.csr_matrix(
            (np.ones(len(rows)), (groups[rows], rows)), shape=(count, len(groups))
        )
        return scipy.sparse.csr_matrix(inside @ self.carries)


def least_documents(n: int, smallest_topic: int) -> int:
    """Documents a term stands in at least: 2, and more in large corpora.

    >>> least_documents(95, 4), least_documents(100_000, 133), least_documents(100_000, 20)
    (2, 20, 4)
    """
    return max(LEAST_DOCUMENTS, min(n // ONE_DOCUMENT_OF, smallest_topic // PART_OF_TOPIC))


@dataclass(frozen=True)
class _Stream:
    """The corpus as numbers, one entry a word, with a gap after each clause.

    `words` and `roots` hold the number of the word and of its root (-1: a gap), `documents` the
    document; `spellings` the words by their numbers.
    """

    words: np.ndarray
    roots: np.ndarray
    documents: np.ndarray
    spellings: list[str]
    n_documents: int


@dataclass(frozen=True)
class _Phrases:
    """Phrases of one length: where each begins, and the numbers of its root and its spelling."""

    starts: np.ndarray
    keys: np.ndarray
    spelled: np.ndarray


def index_terms(
    texts: Iterable[str], reader: Reader, longest: int, least: int = LEAST_DOCUMENTS
) -> Vocabulary:
    """Index the terms that at least `least` documents carry (one, if no word recurs).

    Parameters
    ----------
    texts : iterable of str
        The documents.
    reader : Reader
        Tells words, and which of them open or close a term: each phrase begins and ends with a
        content word; of three words or more, the inner ones may be words that link ("state of
        charge"). Phrases whose words have equal roots are variants of one term. Pieces of longer
        phrases are left out.
    longest : int
        Words of the longest phrase.
    least : int
        Documents a term stands in at least.
    """
    stream = _read(texts, reader)
    content = np.array([reader.is_content(word) for word in stream.spellings], dtype=bool)
    if not reader.listed:
        content &= ~_everywhere(stream)
    links = np.array([reader.may_link(word) for word in stream.spellings], dtype=bool) | content
    carrying = np.append(content, False)[stream.words]  # the last entry is that of gaps
    starts = np.flatnonzero(carrying)
    phrases = _Phrases(starts, stream.roots[starts], stream.words[starts])
    terms: list[str] = []
    rows: list[np.ndarray] = []
    columns: list[np.ndarray] = []
    closes: list[np.ndarray] = []
    for length in range(1, longest + 1):
        closed = _of(phrases, carrying[phrases.starts + length - 1])
        keys, owners, counts = _carried(closed.keys, stream, closed.starts)
        if length == 1 and counts.max(initial=0) < least:
            least = LEAST_DOCUMENTS if counts.max(initial=0) >= LEAST_DOCUMENTS else 1
        enough = counts >= least
        if length > 1:
            enough &= ~_pieces(_of(closed, enough[closed.keys]), stream, length, carrying, counts)
        kept = np.flatnonzero(enough)
        column = np.full(len(counts), -1)
        column[kept] = np.arange(len(kept)) + len(terms)
        inside = column[keys] >= 0
        rows.append(owners[inside])
        columns.append(column[keys[inside]])
        closed = _of(closed, column[closed.keys] >= 0)
        terms += _best_spellings(closed, stream, length, reader)
        closes.append(_closing(closed, carrying[closed.starts + length])[kept])
        if length < longest:
            linked = _of(phrases, links[stream.words[phrases.starts + length - 1]])
            phrases = _longer(linked, stream, length, least)
    cells = np.concatenate(rows), np.concatenate(columns)
    return _in_order(terms, cells, np.concatenate(closes), stream.n_documents, reader)


def _in_order(
    terms: list[str],
    cells: tuple[np.ndarray, np.ndarray],
    closes: np.ndarray,
    n: int,
    reader: Reader,
) -> Vocabulary:
    """Terms in alphabetical order, and which of n documents carry them (cells: rows, columns)."""
    rows, columns = cells
    order = np.array(sorted(range(len(terms)), key=terms.__getitem__), dtype=np.int64)
    place = np.empty(len(terms), dtype=np.int64)
    place[order] = np.arange(len(terms))
    carries = scipy.sparse.csr_matrix(
        (np.ones(len(rows), np.float32), (rows, place[columns])), shape=(n, len(terms))
    )
    ordered = [terms[i] for i in order]
    words = {reader.root(term): column for column, term in enumerate(ordered) if " " not in term}
    return Vocabulary(ordered, carries, closes[order], words)


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
    stream, owners = _joined(stream, owners, spellings, reader)
    by_root: dict[str, int] = {}
    root_of = np.array(
        [by_root.setdefault(reader.root(word), len(by_root)) for word in spellings] + [-1]
    )
    return _Stream(stream, root_of[stream], owners, spellings, len(ends))


def _joined(
    words: np.ndarray, owners: np.ndarray, spellings: list[str], reader: Reader
) -> tuple[np.ndarray, np.ndarray]:
    """The words of a stream and their documents; what some hyphen and others write apart is one.

    "Top up" is "top-up" where documents have both. Only pairs that are no phrase are joined, as the
    second of them names nothing alone: "time series" stays what it is beside "time-series".
    """
    wholes: dict[tuple[str, str], list[int]] = {}
    for number, word in enumerate(spellings):
        parts = tuple(_HYPHEN.split(reader.lowercase(word)))
        if len(parts) == 2 and reader.is_content(parts[0]) and not reader.is_content(parts[1]):
            wholes.setdefault(parts, []).append(number)
    firsts = {first: place for place, first in enumerate(sorted({first for first, _ in wholes}))}
    seconds = {last: place for place, last in enumerate(sorted({last for _, last in wholes}))}
    whole = np.full((len(firsts) + 1, len(seconds) + 1), -1)  # the last of each is any other word
    places = np.flatnonzero(np.isin(words, [n for numbers in wholes.values() for n in numbers]))
    held = np.unique(np.stack([words[places], owners[places]]), axis=1)[0]
    for (first, last), numbers in wholes.items():
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


def _everywhere(stream: _Stream) -> np.ndarray:
    """Words that nearly every document has (bool, by the word's number)."""
    starts = np.flatnonzero(stream.words >= 0)
    _, _, counts = _carried(stream.words[starts], stream, starts)
    counts = np.append(counts, np.zeros(len(stream.spellings) - len(counts)))
    most = max(EVERYWHERE_DOCUMENTS, EVERYWHERE * stream.n_documents)
    found: np.ndarray = counts >= most
    return found


def _of(phrases: _Phrases, chosen: np.ndarray) -> _Phrases:
    return _Phrases(phrases.starts[chosen], phrases.keys[chosen], phrases.spelled[chosen])


def _carried(
    keys: np.ndarray, stream: _Stream, starts: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Pairs of a key and a document that has it, and the number of such documents by key."""
    pairs = np.unique(keys.astype(np.int64) * stream.n_documents + stream.documents[starts])
    found = pairs // max(stream.n_documents, 1)
    return found, pairs % max(stream.n_documents, 1), np.bincount(found)


def _pieces(
    phrases: _Phrases, stream: _Stream, length: int, carrying: np.ndarray, counts: np.ndarray
) -> np.ndarray:
    """Phrases that one word stands beside in nearly all of their documents (bool, by the key)."""
    found = np.zeros(len(counts), dtype=bool)
    for step in (-1, length):
        # before the first word of all stands the gap behind the last one
        beside = phrases.starts + step
        beside, own = beside[carrying[beside]], phrases.keys[carrying[beside]]
        pairs = own.astype(np.int64) * (int(stream.roots.max(initial=0)) + 1)
        known, first, keys = np.unique(
            pairs + stream.roots[beside], return_index=True, return_inverse=True
        )
        if len(known):
            starts = beside - step
            _, _, together = _carried(keys, stream, starts)
            found[own[first][together >= PIECE * counts[own[first]]]] = True
    return found


def _closing(phrases: _Phrases, followed: np.ndarray) -> np.ndarray:
    """The share of a phrase's places where its run of words ends; one place is added as half."""
    places = np.bincount(phrases.keys)
    inside = np.bincount(phrases.keys, weights=followed)
    share: np.ndarray = (places - inside + 0.5) / (places + 1.0)
    return share


def _best_spellings(phrases: _Phrases, stream: _Stream, length: int, reader: Reader) -> list[str]:
    """The spelling that most documents use of each root, in the order of the roots.

    A word with a capital counts half, but in German: in titles and at the start of sentences any
    word may have one, while names always do. It does not count beside another such word, or where
    its abbreviation follows, as both give capitals to any word ("Test-Time Adaptation (TTA)").
    """
    free = _of(phrases, ~_dressed_up(phrases, stream, length, reader))
    _, _, counts = _carried(free.spelled, stream, free.starts)
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


def _dressed_up(phrases: _Phrases, stream: _Stream, length: int, reader: Reader) -> np.ndarray:
    """Which phrases have a capital that says nothing, of a title or an abbreviation (bool).

    A word with one stands beside them, or an abbreviation follows.

    An abbreviation has two capitals and ends with the first letter of the phrase's last word.
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
    """Phrases of one word more; those whose beginning is too rare already are left out."""
    frequent = np.bincount(phrases.keys)[phrases.keys] >= least if len(phrases.keys) else []
    phrases = _of(phrases, np.asarray(frequent, dtype=bool))
    following = phrases.starts + length  # a gap follows every clause, so this never runs over
    phrases = _of(phrases, stream.words[following] >= 0)
    following = phrases.starts + length
    keys = phrases.keys.astype(np.int64) * (int(stream.roots.max(initial=0)) + 1)
    spelled = phrases.spelled.astype(np.int64) * len(stream.spellings)
    return _Phrases(
        phrases.starts,
        np.unique(keys + stream.roots[following], return_inverse=True)[1],
        np.unique(spelled + stream.words[following], return_inverse=True)[1],
    )
