"""Apply a curation to the topics that were found.

The order is: drop, merge and split topics; move and pin documents; rename topics and add notes. An
entry whose topic no longer exists is skipped and reported, with the nearest topics.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from topograph.core.topics import NOISE
from topograph.curation.file import NOISE_NAME, Curation, DocumentEntry, TopicEntry
from topograph.curation.identity import SAME_TOPIC, Match, TopicMembers, match_topics
from topograph.errors import TopographError

#: Nearest topics that are listed for an entry without a topic.
NEAREST = 3


@dataclass
class CuratedTopics:
    """Topics after curation.

    Attributes
    ----------
    topics : ndarray of int64, shape (n,)
        Numbered by size from 0; -1 for noise.
    keys : list of str
        The key of each topic.
    names, notes : dict of int to str
        Names and notes in the curation, by topic.
    moves : list of str, length n
        How the curation moved a document; "" if it did not.
    applied, refused : list of str
        Changes that were made, and changes that were not, with the reason.
    """

    topics: np.ndarray
    keys: list[str]
    names: dict[int, str] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)
    applied: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


def curate(
    curation: Curation,
    topics: np.ndarray,
    keys: Sequence[str],
    doc_ids: Sequence[str],
    vectors: np.ndarray,
    terms: Callable[[], Sequence[Sequence[str]]] | None = None,
) -> CuratedTopics:
    """Apply a curation.

    Parameters
    ----------
    curation : Curation
    topics : ndarray of int64, shape (n,)
        As found, numbered by size from 0; -1 for noise.
    keys : sequence of str
        The keys of these topics.
    doc_ids : sequence of str, length n
    vectors : ndarray of float32, shape (n, d)
        Unit rows, used to split topics.
    terms : callable, optional
        Returns the terms of the topics as found, for entries whose documents have other
        identifiers now.

    Raises
    ------
    TopographError
        If all documents are noise afterwards.
    """
    work = _Curator(curation, topics, list(keys), list(doc_ids), vectors)
    work.find(terms)
    for entry in curation.topics:
        if entry.drop:
            work.drop(entry)
    for entry in curation.topics:
        if entry.merge_into:
            work.merge(entry)
    for entry in curation.topics:
        if entry.split:
            work.split(entry)
    work.find_parts()
    for document in curation.documents:
        work.place_document(document)
    for entry in curation.topics:
        work.write(entry)
    return work.result()


class _Curator:
    """The topics during curation; `_place` holds the present topic of each document."""

    def __init__(
        self,
        curation: Curation,
        topics: np.ndarray,
        keys: list[str],
        doc_ids: list[str],
        vectors: np.ndarray,
    ) -> None:
        self._curation = curation
        self._entries = curation.by_key
        self._found = topics
        self._place = topics.copy()
        self._keys = keys
        self._doc_ids = doc_ids
        self._rows = {doc_id: row for row, doc_id in enumerate(doc_ids)}
        self._vectors = vectors
        self._at: dict[str, int] = {}
        self._names: dict[int, str] = {}
        self._notes: dict[int, str] = {}
        self._moves = [""] * len(doc_ids)
        self._applied: list[str] = []
        self._refused: list[str] = []

    def _is_part(self, key: str) -> bool:
        """Whether a key is that of a part of a split topic."""
        parent, dash, _ = key.rpartition("-")
        return bool(dash) and parent in self._entries and self._entries[parent].split is not None

    def find(self, terms: Callable[[], Sequence[Sequence[str]]] | None) -> None:
        """Find the topics of the entries with actions."""
        wanted = [key for key in self._entries if key in self._curation.referenced]
        self._look_for([key for key in wanted if not self._is_part(key)], self._found, terms)

    def find_parts(self) -> None:
        """Find the parts of split topics that have entries."""
        wanted = [key for key in self._entries if key in self._curation.referenced]
        self._look_for([key for key in wanted if self._is_part(key)], self._place, None)

    def _look_for(
        self,
        wanted: list[str],
        topics: np.ndarray,
        terms: Callable[[], Sequence[Sequence[str]]] | None,
    ) -> None:
        prints = {key: [self._entries[key].fingerprint] for key in wanted}
        matches = match_topics(prints, TopicMembers(self._doc_ids, topics.tolist()), terms)
        for key, match in matches.items():
            if match.topic is not None:
                self._at[key] = match.topic
            else:
                self._refused.append(self._lost(self._entries[key], match))

    def _lost(self, entry: TopicEntry, match: Match) -> str:
        near = ", ".join(
            f"{self._keys[topic]} (overlap {share:.2f})" for topic, share in match.nearest[:NEAREST]
        )
        why = "no topic shares more than half of its documents"
        if match.nearest and match.nearest[0][1] > SAME_TOPIC:
            why = "its topic also matches another entry, which overlaps with it as much or more"
        return f"{_named(entry)}: not found: {why}; nearest: {near or 'none'}"

    def drop(self, entry: TopicEntry) -> None:
        """Make a topic's documents noise."""
        if entry.key in self._at:
            self._put(self._found == self._at[entry.key], NOISE, "dropped")
            self._done(entry, "dropped")

    def merge(self, entry: TopicEntry) -> None:
        """Move a topic's documents to another topic."""
        target = self._entries[entry.merge_into or ""]
        if entry.key not in self._at or target.key not in self._at:
            if entry.key in self._at:
                self._refused.append(f"{_named(entry)}: not merged: {_named(target)} was not found")
            return
        while target.merge_into and self._entries[target.merge_into].key in self._at:
            target = self._entries[target.merge_into]
        self._put(self._found == self._at[entry.key], self._at[target.key], "merged")
        self._done(entry, f"merged into {_named(target)}")

    def split(self, entry: TopicEntry) -> None:
        """Split a topic by k-means of its documents' vectors."""
        if entry.key not in self._at:
            return
        rows = np.flatnonzero(self._place == self._at[entry.key])
        count = entry.split or 2
        distinct = len(np.unique(self._vectors[rows], axis=0))
        if distinct < count:
            self._refused.append(
                f"{_named(entry)}: not split into {count}: it has {distinct} distinct documents"
            )
            return
        from sklearn.cluster import KMeans

        parts = KMeans(count, n_init=10, random_state=0).fit_predict(self._vectors[rows])
        sizes = np.bincount(parts, minlength=count)
        first = [int(np.flatnonzero(parts == part)[0]) for part in range(count)]
        order = sorted(range(count), key=lambda part: (-sizes[part], first[part]))
        for number, part in enumerate(order, start=1):
            self._keys.append(f"{self._keys[self._at[entry.key]]}-{number}")
            mask = np.zeros(len(self._place), dtype=bool)
            mask[rows[parts == part]] = True
            self._put(mask, len(self._keys) - 1, "split")
        self._done(entry, f"split into {count}")

    def place_document(self, entry: DocumentEntry) -> None:
        """Move or pin a document."""
        name = f"document {entry.doc_id}"
        row = self._rows.get(entry.doc_id)
        target = NOISE if entry.to == NOISE_NAME else self._at.get(entry.to)
        if row is None:
            self._refused.append(f"{name}: no longer in the corpus")
        elif target is None:
            self._refused.append(f"{name}: not moved: the topic {entry.to} was not found")
        elif self._place[row] != target:
            origin = NOISE if entry.from_ == NOISE_NAME else self._at.get(entry.from_ or "")
            if entry.move and self._place[row] != origin:
                self._refused.append(
                    f"{name}: not moved: it is in {self._key_at(row)} now, not in {entry.from_}; "
                    "use pin to move it in any case"
                )
                return
            mask = np.zeros(len(self._place), dtype=bool)
            mask[row] = True
            self._put(mask, target, "moved" if entry.move else "pinned")
            how = "moved" if entry.move else "pinned"
            self._applied.append(f"{name}: {how} to {entry.to}{_noted(entry)}")
        else:
            self._applied.append(f"{name}: is already in {entry.to}{_noted(entry)}")

    def write(self, entry: TopicEntry) -> None:
        """Give a topic its name and its note."""
        if entry.key not in self._at or not (entry.rename or entry.note):
            return
        topic = self._at[entry.key]
        if not (self._place == topic).any():
            if not entry.changes_members:
                what = "renamed" if entry.rename else "noted"
                self._refused.append(f"{_named(entry)}: not {what}: it has no documents left")
            return
        if entry.rename and entry.rename.casefold() in map(str.casefold, self._names.values()):
            self._refused.append(f"{_named(entry)}: not renamed: {entry.rename} is already used")
        elif entry.rename:
            self._names[topic] = entry.rename
            self._done(entry, f"renamed to {entry.rename}")
        elif entry.note:
            self._done(entry, "noted")
        if entry.note:
            self._notes[topic] = entry.note

    def _done(self, entry: TopicEntry, what: str) -> None:
        self._applied.append(f"{_named(entry)}: {what}{_noted(entry)}")

    def _key_at(self, row: int) -> str:
        topic = int(self._place[row])
        return NOISE_NAME if topic == NOISE else self._keys[topic]

    def _put(self, mask: np.ndarray, topic: int, how: str) -> None:
        self._place[mask] = topic
        for row in np.flatnonzero(mask):
            self._moves[row] = how

    def result(self) -> CuratedTopics:
        """Number the topics by size."""
        numbers, sizes = np.unique(self._place[self._place >= 0], return_counts=True)
        if not len(numbers):
            raise TopographError(
                "No topic remains after curation.",
                "the curation drops all topics or moves all documents to noise.",
                "keep at least one topic in the curation file in config/runs/.",
            )
        order = sorted(range(len(numbers)), key=lambda i: (-sizes[i], numbers[i]))
        final = np.full(len(self._keys) + 1, NOISE, dtype=np.int64)
        for new, i in enumerate(order):
            final[numbers[i]] = new
        kept = [int(numbers[i]) for i in order]
        return CuratedTopics(
            np.where(self._place >= 0, final[self._place], NOISE),
            [self._keys[old] for old in kept],
            {int(final[old]): name for old, name in self._names.items()},
            {int(final[old]): note for old, note in self._notes.items() if final[old] >= 0},
            self._moves,
            self._applied,
            self._refused,
        )


def _named(entry: TopicEntry) -> str:
    return f"{entry.key} ({entry.label})" if entry.label else entry.key


def _noted(entry: TopicEntry | DocumentEntry) -> str:
    """The note of an entry on one line, since a dropped topic has no other place for it."""
    return f" (note: {' '.join(entry.note.split())})" if entry.note else ""


def with_names(text: str, keys: Sequence[str], names: Sequence[str]) -> str:
    """A message about a curation, with the new names of the nearest topics.

    >>> with_names("t1: lost; nearest: t2 (overlap 0.40)", ["t2"], ["graphs"])
    't1: lost; nearest: t2 "graphs" (overlap 0.40)'
    """
    for key, name in zip(keys, names, strict=True):
        text = text.replace(f"{key} (overlap", f'{key} "{name}" (overlap')
    return text
