"""Identity of topics across re-runs, by the documents they contain.

A topic's fingerprint is a sample of its members, the ones with the smallest hashes of `doc_id`
(a bottom-k sketch: Broder 1997, "On the resemblance and containment of documents"), and its
terms. The sample is uniform and reproducible, so that it estimates the overlap with other topics.
For small topics, it contains all members.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

#: Most members in a fingerprint.
SAMPLE_SIZE = 60
#: Jaccard index above which two topics are the same. Above one half, at most one topic can match.
SAME_TOPIC = 0.5
#: Share of a fingerprint's members that must be in the corpus. Below it, terms are compared
#: instead: the documents are others or have other identifiers.
KNOWN_SHARE = 0.3
#: Hexadecimal digits of a member's hash.
DIGITS = 8


@dataclass(frozen=True)
class Fingerprint:
    """A sample of a topic's members, and its terms.

    Attributes
    ----------
    size : int
        Documents.
    members : frozenset of str
        The smallest hashes of members.
    terms : tuple of str
        Best first.
    label : str
        The label when the fingerprint was taken.
    """

    size: int
    members: frozenset[str]
    terms: tuple[str, ...] = ()
    label: str = ""


@dataclass(frozen=True)
class Match:
    """The topic that matches a fingerprint.

    Attributes
    ----------
    topic : int or None
        The same topic, or None.
    nearest : list of (int, float)
        Overlapping topics and their overlap, best first.
    """

    topic: int | None
    nearest: list[tuple[int, float]]


class TopicMembers:
    """The topics of a run as sets of hashed members.

    Parameters
    ----------
    doc_ids : sequence of str, length n
    topics : sequence of int, length n
        Numbered from 0; -1 is noise.
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
        sample = frozenset(sorted(members)[:SAMPLE_SIZE])
        return Fingerprint(len(members), sample, tuple(terms), label)

    def key(self, topic: int) -> str:
        """A new key for a topic, derived from its members."""
        return "t" + hashlib.sha256("".join(sorted(self.sets[topic])).encode()).hexdigest()[:7]

    def overlaps(self, fingerprint: Fingerprint) -> list[tuple[int, float]] | None:
        """Topics that share members with a fingerprint, with their Jaccard index, best first.

        None if too few of its members are in the corpus.
        """
        known = [member for member in fingerprint.members if member in self.topic_of]
        if len(known) < KNOWN_SHARE * len(fingerprint.members) or not known:
            return None
        size = fingerprint.size * len(known) / len(fingerprint.members)
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
    """The hash of a document in fingerprints."""
    return hashlib.sha256(doc_id.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


def match_topics(
    prints: Mapping[str, Sequence[Fingerprint]],
    members: TopicMembers,
    terms: Callable[[], Sequence[Sequence[str]]] | None = None,
) -> dict[str, Match]:
    """Match keys with topics by their content; each topic matches one key at most.

    Parameters
    ----------
    prints : mapping of str to sequence of Fingerprint
        The fingerprints of each key; the one that overlaps most counts.
    members : Members
        The topics to match.
    terms : callable, optional
        Returns the terms of the topics. Called at most once, and only if the documents of a
        fingerprint are not in the corpus.

    Returns
    -------
    dict
        A match for each key. Its topic is None if no topic has a Jaccard index above one half, or
        if another key overlaps more with that topic.
    """
    known_terms: Sequence[Sequence[str]] | None = None
    found: dict[str, list[tuple[int, float]]] = {}
    for key, own in prints.items():
        best: dict[int, float] = {}
        for fingerprint in own:
            overlaps = members.overlaps(fingerprint)
            if overlaps is None:
                if known_terms is None and terms and fingerprint.terms:
                    known_terms = terms()
                overlaps = _by_terms(fingerprint, known_terms or ())
            for topic, share in overlaps:
                best[topic] = max(share, best.get(topic, 0.0))
        found[key] = sorted(best.items(), key=lambda pair: (-pair[1], pair[0]))
    pairs = sorted(
        (-share, topic, key)
        for key, overlaps in found.items()
        for topic, share in overlaps
        if share > SAME_TOPIC
    )
    topics: dict[str, int] = {}
    for _, topic, key in pairs:
        if key not in topics and topic not in topics.values():
            topics[key] = topic
    return {key: Match(topics.get(key), overlaps) for key, overlaps in found.items()}


def _by_terms(fingerprint: Fingerprint, terms: Sequence[Sequence[str]]) -> list[tuple[int, float]]:
    own = {term.casefold() for term in fingerprint.terms}
    shares = []
    for topic, others in enumerate(terms):
        other = {term.casefold() for term in others}
        if own & other:
            shares.append((topic, len(own & other) / len(own | other)))
    return sorted(shares, key=lambda pair: (-pair[1], pair[0]))
