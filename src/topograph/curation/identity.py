"""Which topic is which, across re-runs: topics are known by the documents they hold.

A topic's fingerprint is a sample of its members, taken by the smallest hashes of their `doc_id`
(a bottom-k sketch: Broder 1997, "On the resemblance and containment of documents"), and its
terms. The sample is even, and the same wherever it is taken, so that it tells how much of the
topic another one holds. Small topics are in it whole.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

#: Members in a fingerprint at most.
SAMPLE = 60
#: Share of common documents (Jaccard) above which two topics are the same. Above one half at most
#: one topic can be.
SAME = 0.5
#: Share of a fingerprint's members that must be in the corpus for members to decide; else terms do
#: (the documents have other identifiers, or are others).
KNOWN = 0.3
#: Hexadecimal digits of a member in a fingerprint.
DIGITS = 8


@dataclass(frozen=True)
class Fingerprint:
    """What a topic holds.

    Attributes
    ----------
    size : int
        Documents.
    members : frozenset of str
        Hashes of the members with the smallest hashes.
    terms : tuple of str
        Best first.
    label : str
        The label of the time.
    """

    size: int
    members: frozenset[str]
    terms: tuple[str, ...] = ()
    label: str = ""


@dataclass(frozen=True)
class Match:
    """Where a fingerprint was found again.

    Attributes
    ----------
    topic : int or None
        The topic it is; None if none is.
    nearest : list of (int, float)
        The topics that overlap most, with their overlap, best first.
    """

    topic: int | None
    nearest: list[tuple[int, float]]


class Members:
    """The topics of a run as sets of hashed members.

    Parameters
    ----------
    doc_ids : sequence of str, length n
    topics : sequence of int, length n
        From 0; -1 counts for none.
    """

    def __init__(self, doc_ids: Sequence[str], topics: Sequence[int]) -> None:
        self.topic_of = {
            member_hash(doc_id): int(topic) for doc_id, topic in zip(doc_ids, topics, strict=True)
        }
        sets: dict[int, set[str]] = {}
        for member, topic in self.topic_of.items():
            sets.setdefault(topic, set()).add(member)
        self.count = max(sets, default=-1) + 1
        self.sets = [frozenset(sets.get(topic, ())) for topic in range(self.count)]

    def fingerprint(self, topic: int, terms: Iterable[str] = (), label: str = "") -> Fingerprint:
        """The fingerprint of a topic."""
        members = self.sets[topic]
        sample = frozenset(sorted(members)[:SAMPLE])
        return Fingerprint(len(members), sample, tuple(terms), label)

    def key(self, topic: int) -> str:
        """A key for a topic that has none yet, from its members."""
        return "t" + hashlib.sha256("".join(sorted(self.sets[topic])).encode()).hexdigest()[:7]

    def overlaps(self, print_: Fingerprint) -> list[tuple[int, float]] | None:
        """Topics that share members with a fingerprint and the share (Jaccard), best first.

        None if too few of its members are in the corpus to tell.
        """
        known = [member for member in print_.members if member in self.topic_of]
        if len(known) < KNOWN * len(print_.members) or not known:
            return None
        size = print_.size * len(known) / len(print_.members)
        counts: dict[int, int] = {}
        for member in known:
            topic = self.topic_of[member]
            if topic >= 0:
                counts[topic] = counts.get(topic, 0) + 1
        shares = []
        for topic, count in counts.items():
            common = size * count / len(known)
            shares.append((topic, common / (size + len(self.sets[topic]) - common)))
        return sorted(shares, key=lambda pair: (-pair[1], pair[0]))


def member_hash(doc_id: str) -> str:
    """The hash of a document by which it is known in fingerprints."""
    return hashlib.sha256(doc_id.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


def find_again(
    prints: Mapping[str, Sequence[Fingerprint]],
    members: Members,
    terms: Callable[[], Sequence[Sequence[str]]] | None = None,
) -> dict[str, Match]:
    """Find topics again by what they hold; each topic for one key at most.

    Parameters
    ----------
    prints : mapping of str to sequence of Fingerprint
        What is known of each key; the fingerprint that overlaps most counts.
    members : Members
        The topics among which they are looked for.
    terms : callable, optional
        Gives the terms of the topics; asked for once, and only where the documents of a fingerprint
        are not in the corpus.

    Returns
    -------
    dict
        A match for each key; the topic is None where none has more than half in common, or where
        another key has more in common with it.
    """
    known_terms: Sequence[Sequence[str]] | None = None
    found: dict[str, list[tuple[int, float]]] = {}
    for key, own in prints.items():
        best: dict[int, float] = {}
        for print_ in own:
            overlaps = members.overlaps(print_)
            if overlaps is None:
                if known_terms is None and terms and print_.terms:
                    known_terms = terms()
                overlaps = _by_terms(print_, known_terms or ())
            for topic, share in overlaps:
                best[topic] = max(share, best.get(topic, 0.0))
        found[key] = sorted(best.items(), key=lambda pair: (-pair[1], pair[0]))
    pairs = sorted(
        (-share, topic, key)
        for key, overlaps in found.items()
        for topic, share in overlaps
        if share > SAME
    )
    topics: dict[str, int] = {}
    for _, topic, key in pairs:
        if key not in topics and topic not in topics.values():
            topics[key] = topic
    return {key: Match(topics.get(key), overlaps) for key, overlaps in found.items()}


def _by_terms(print_: Fingerprint, terms: Sequence[Sequence[str]]) -> list[tuple[int, float]]:
    own = {term.casefold() for term in print_.terms}
    shares = []
    for topic, others in enumerate(terms):
        other = {term.casefold() for term in others}
        if own & other:
            shares.append((topic, len(own & other) / len(own | other)))
    return sorted(shares, key=lambda pair: (-pair[1], pair[0]))
