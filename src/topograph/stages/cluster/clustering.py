"""Fit the members and combine them into one clustering."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse

from topograph.clusterers.base import Clusterer, Fits, Points
from topograph.clusterers.registry import clusterer_named
from topograph.core.topics import NOISE
from topograph.core.wording import counted
from topograph.errors import TopographError
from topograph.sections.choices import own_keys
from topograph.stages.cluster.stability import Stability, stability_of

if TYPE_CHECKING:
    from topograph.config import ClusterSettings

#: A document is noise if more than this share of the members leave it out ...
LEFT_OUT_FROM = 0.5
#: ... and no more than this share of its neighbourhood is in its topic.
THIN_MEMBERSHIP = 0.3
#: If the mean stability of the topics is below this, a note reports it.
UNSTABLE_BELOW = 0.5
#: Topics of a free number that are less stable than this are none: partitions of points without any
#: structure have a stability of 0.2 to 0.4, topics of labelled corpora of 0.4 to 1.
NO_TOPIC_BELOW = 0.35
NO_NEIGHBORS = "no two documents are joined as neighbours; all documents are one topic"
NOTHING_STANDS_OUT = "no group of documents stands out; all documents are one topic"


@dataclass(frozen=True)
class ClusterInput:
    """The input of `cluster`.

    Attributes
    ----------
    vectors : ndarray of float32, shape (n, d)
        Unit rows in the canonical order.
    graph : csr_matrix, shape (n, n)
        Neighbours, symmetric.
    space : ndarray of float32, shape (members, n, dimensions)
    """

    vectors: np.ndarray
    graph: scipy.sparse.csr_matrix
    space: np.ndarray


@dataclass(frozen=True)
class Evidence:
    """Evidence on how well each document fits its topic.

    Attributes
    ----------
    weighed : csr_matrix of float64, shape (n, n)
        Neighbours, weighed by how often members keep them together.
    repeated : ndarray of int64, shape (repeats, n)
        Partitions that the topics are held against; -1 for noise.
    left_out : ndarray of float64, shape (n,)
        Share of the members that call the document noise.
    """

    weighed: scipy.sparse.csr_matrix
    repeated: np.ndarray
    left_out: np.ndarray


@dataclass(frozen=True)
class Clustering:
    """The result of `cluster`.

    Attributes
    ----------
    topics : ndarray of int64, shape (n,)
        By size, 0 the largest; -1 for noise.
    memberships : csr_matrix of float64, shape (n, n_topics)
        Share of each document's neighbourhood in each topic; rows add up to 1, or to 0 for a
        document without neighbours.
    stability : Stability
        How far repeated partitions agree.
    evidence : Evidence
        Of which memberships and stability are made.
    used : dict
        Values used for `auto`, and notes on what was done otherwise than usual.
    """

    topics: np.ndarray
    memberships: scipy.sparse.csr_matrix
    stability: Stability
    evidence: Evidence
    used: dict[str, Any] = field(default_factory=dict)

    @property
    def strength(self) -> np.ndarray:
        """Each document's membership in its own topic, in [0, 1]; 0 for noise."""
        return membership_in(self.memberships, self.topics)


def membership_in(memberships: scipy.sparse.csr_matrix, topics: np.ndarray) -> np.ndarray:
    """Each document's membership in a topic of its own: float64, shape (n,); 0 for noise."""
    placed = np.flatnonzero(topics >= 0)
    found = np.zeros(len(topics))
    found[placed] = np.asarray(memberships[placed, topics[placed]]).ravel()
    return found


def clustering_of(topics: np.ndarray, evidence: Evidence, used: dict[str, Any]) -> Clustering:
    """A partition with its memberships and stability, its topics numbered by size.

    Parameters
    ----------
    topics : ndarray of int64, shape (n,)
        At least one that is not noise (-1).
    evidence : Evidence
    used : dict
    """
    from topograph.stages.cluster.consensus import number_by_size

    numbered = number_by_size(topics)
    return Clustering(
        numbered,
        _memberships(evidence.weighed, numbered),
        stability_of(evidence.repeated, numbered, evidence.left_out),
        evidence,
        used,
    )


def auto_min_cluster_size(n: int) -> int:
    """Documents of the smallest topic: grows with the square root of the corpus' size."""
    return max(3, round(0.42 * math.sqrt(n)))


def auto_topics(n: int, least: int) -> int:
    """Number of topics if the clusterer cannot determine it: their mean size is twice the least."""
    return max(1, round(n / (2 * least)))


def cluster(
    corpus: ClusterInput,
    settings: ClusterSettings,
    threads: int = 1,
    clusterer: Clusterer | None = None,
) -> Clustering:
    """Cluster with every member and take the consensus.

    Parameters
    ----------
    corpus : ClusterInput
    settings : ClusterSettings
        The section `cluster`.
    threads : int
        Cores to use; the result does not depend on it.
    clusterer : Clusterer, optional
        Instead of the one that `settings.method` names.

    Raises
    ------
    TopographError
        If the settings do not fit the corpus' size.
    """
    clusterer = clusterer or clusterer_named(settings.method)
    n = len(corpus.vectors)
    least = _least_size(n, settings, clusterer)
    used: dict[str, Any] = {"min_cluster_size": least, "notes": []}
    why = _why_one_topic(corpus, settings, clusterer, least)
    if why:
        return _one_topic(n, used, why)
    fits = _fit(corpus, settings, clusterer, least, threads)
    labels = None if fits is None else fits.labels
    if fits is not None:
        used |= fits.used
    if labels is None or clusterer.of_graph:
        topics, weighed, repeated = _agreed(corpus, labels, settings, used, threads)
        if topics.max() < 0:
            return _one_topic(n, used, NOTHING_STANDS_OUT)
    else:
        repeated = labels
        topics, weighed = _most_agreeing(corpus, labels, least)
    members = repeated if labels is None else labels
    left_out = (members < 0).mean(axis=0)
    if clusterer.of_graph:
        left_out[np.diff(corpus.graph.indptr) == 0] = 1.0  # no member has a place for it
    used["topics_of_members"] = sorted((members.max(axis=1) + 1).tolist())
    used["members"] = len(members)
    notes = [] if fits is None else fits.notes
    return _finish(topics, Evidence(weighed, repeated, left_out), settings, used, notes)


def _why_one_topic(
    corpus: ClusterInput, settings: ClusterSettings, clusterer: Clusterer, least: int
) -> str:
    """Why all documents are one topic without clustering; "" if they are not."""
    n = len(corpus.vectors)
    if n < 2 * least:
        few = f"{counted(n, 'document')} {'is' if n == 1 else 'are'} too few"
        return f"{few} for two topics of {least}; all documents are one topic"
    if settings.n_topics == 1:
        return "one topic was asked for; it holds all documents"
    if not corpus.space.any():
        return NOTHING_STANDS_OUT
    return "" if corpus.graph.nnz or not clusterer.of_graph else NO_NEIGHBORS


def _fit(
    corpus: ClusterInput, settings: ClusterSettings, clusterer: Clusterer, least: int, threads: int
) -> Fits | None:
    """The clusterings of the members; None for a clusterer of the graph alone."""
    if clusterer.fit is None:
        return None
    n = len(corpus.vectors)
    count = auto_topics(n, least) if settings.n_topics == "auto" else int(settings.n_topics)
    points = Points(
        corpus.vectors, corpus.space, least, min(count, n), settings.members, settings.resample,
        settings.seed,
    )  # fmt: skip
    return clusterer.fit(points, own_keys(settings, clusterer.keys), threads)


def _agreed(
    corpus: ClusterInput,
    labels: np.ndarray | None,
    settings: ClusterSettings,
    used: dict[str, Any],
    threads: int,
) -> tuple[np.ndarray, scipy.sparse.csr_matrix, np.ndarray]:
    """The consensus of graph and members; all documents are noise if no group stands out.

    Returns what `topograph.stages.cluster.consensus.consensus` does, and adds to `used`.
    """
    from topograph.stages.cluster.consensus import EDGES_KEPT, MEMBERS_SHARE, consensus

    n, least = len(corpus.vectors), used["min_cluster_size"]
    if settings.n_topics != "auto":
        wanted = int(settings.n_topics)
    elif labels is None:
        wanted = auto_topics(n, least)
    else:
        wanted = round(float((labels.max(axis=1) + 1).mean()))
    if wanted == 0:
        return np.full(n, NOISE), corpus.graph, np.full((1, n), NOISE)
    topics, weighed, repeated = consensus(
        corpus.graph, labels, wanted, least, settings.seed, threads, _equal_rows(corpus.vectors)
    )
    used["consensus"] = {
        "members_share": 0.0 if labels is None else MEMBERS_SHARE,
        "repeats": len(repeated),
        "edges_kept": EDGES_KEPT,
    }
    if settings.n_topics == "auto":
        topics, dissolved = _without_unstable(topics, repeated)
        if dissolved:
            used["dissolved"] = {"communities": dissolved, "below": NO_TOPIC_BELOW}
    return topics, weighed, repeated


def _most_agreeing(
    corpus: ClusterInput, labels: np.ndarray, least: int
) -> tuple[np.ndarray, scipy.sparse.csr_matrix]:
    """The member that agrees best with the others, and the graph weighed by all of them."""
    from topograph.stages.cluster.consensus import medoid, weigh
    from topograph.stages.cluster.partition import merge_small

    chosen = labels[medoid(labels)]
    placed = np.flatnonzero(chosen >= 0)
    topics = np.full(len(chosen), NOISE)
    inner = corpus.graph[placed][:, placed].tocsr()
    topics[placed] = merge_small(inner, chosen[placed], least)
    return topics, weigh(corpus.graph, labels, 1.0)


def _without_unstable(topics: np.ndarray, repeated: np.ndarray) -> tuple[np.ndarray, int]:
    """The topics without those that rarely recur in repeated partitions; the number of these."""
    from topograph.stages.cluster.consensus import number_by_size

    weak = np.flatnonzero(stability_of(repeated, topics).topics < NO_TOPIC_BELOW)
    return number_by_size(np.where(np.isin(topics, weak), NOISE, topics)), len(weak)


def _equal_rows(vectors: np.ndarray) -> np.ndarray:
    """A number for each row, from 0 without gaps, the same for equal ones."""
    numbers: dict[bytes, int] = {}
    return np.array([numbers.setdefault(row.tobytes(), len(numbers)) for row in vectors])


def _least_size(n: int, settings: ClusterSettings, clusterer: Clusterer) -> int:
    """The smallest size of a topic; settings that do not fit the corpus are refused."""
    automatic = settings.min_cluster_size == "auto"
    least = auto_min_cluster_size(n) if automatic else int(settings.min_cluster_size)
    if not automatic and least > n:
        raise TopographError(
            f"cluster.min_cluster_size is {least}, and the corpus has {counted(n, 'document')}.",
            "no topic can have more documents than there are.",
            "set it to auto." if n < 2 else f"set it to at most {n}, or to auto.",
        )
    if n >= 2 * least:
        clusterer.check(n, own_keys(settings, clusterer.keys))
    if settings.n_topics != "auto" and n >= 2 * least and int(settings.n_topics) * least > n:
        raise TopographError(
            f"cluster.n_topics is {settings.n_topics}, and the corpus has {n} documents.",
            f"topics have at least {least} documents each (cluster.min_cluster_size).",
            f"set it to at most {n // least}"
            + (", or cluster.min_cluster_size lower." if least > 2 else "."),
        )
    return least


def _finish(
    topics: np.ndarray,
    evidence: Evidence,
    settings: ClusterSettings,
    used: dict[str, Any],
    notes_of_members: list[str],
) -> Clustering:
    """Determine noise, measure stability, and note what is unusual."""
    least = used["min_cluster_size"]
    memberships = _memberships(evidence.weighed, topics)
    thin = _thin_documents(topics, memberships, evidence.left_out, least)
    result = clustering_of(np.where(thin, NOISE, topics), evidence, used)
    used["partitions"] = len(evidence.repeated)
    if thin.any():
        used["noise_rule"] = {"left_out_from": LEFT_OUT_FROM, "thin_membership": THIN_MEMBERSHIP}
    used["notes"] += _notes(result, settings, notes_of_members)
    return result


def _notes(result: Clustering, settings: ClusterSettings, of_members: list[str]) -> list[str]:
    """What is unusual about a clustering, in words."""
    used, notes = result.used, []
    found = len(result.stability.topics)
    if settings.n_topics != "auto" and found < int(settings.n_topics):
        notes.append(
            f"{settings.n_topics} topics were requested, and {found} found: there are no more "
            f"groups of at least {used['min_cluster_size']} documents"
        )
    if "dissolved" in used:
        groups = counted(used["dissolved"]["communities"], "group")
        notes.append(
            f"{groups} of documents rarely recurred in repeated partitions; they are noise"
        )
    notes += of_members
    if found == 1 and not (result.topics == NOISE).any():
        notes.append("no second group of documents stands out; all are one topic")
    elif result.stability.topics.mean() < UNSTABLE_BELOW:
        notes.append(
            f"the topics are unstable (mean stability {result.stability.topics.mean():.2f}): "
            "another sample of such documents would have other topics; the corpus may have no "
            "clear topics"
        )
    return notes


def _memberships(weighed: scipy.sparse.csr_matrix, topics: np.ndarray) -> scipy.sparse.csr_matrix:
    """Share of each document's edge weights that lead into each topic."""
    placed = np.flatnonzero(topics >= 0)
    belongs = scipy.sparse.csr_matrix(
        (np.ones(len(placed)), (placed, topics[placed])),
        shape=(len(topics), int(topics.max()) + 1),
    )
    into = (weighed @ belongs).tocsr()
    total = np.asarray(into.sum(axis=1)).ravel()
    scale = scipy.sparse.diags(np.divide(1.0, total, out=np.zeros_like(total), where=total > 0))
    shares: scipy.sparse.csr_matrix = (scale @ into).tocsr()
    shares.sort_indices()
    return shares


def _thin_documents(
    topics: np.ndarray,
    memberships: scipy.sparse.csr_matrix,
    left_out: np.ndarray,
    least: int,
) -> np.ndarray:
    """Documents that become noise: both conditions hold, and the topic keeps its least size."""
    own = membership_in(memberships, topics)
    thin = (topics >= 0) & (left_out > LEFT_OUT_FROM) & (own < THIN_MEMBERSHIP)
    for topic in range(int(topics.max()) + 1):
        candidates = np.flatnonzero(thin & (topics == topic))
        spare = int((topics == topic).sum()) - least
        if len(candidates) > spare:
            order = candidates[np.argsort(own[candidates], kind="stable")]
            thin[order[max(spare, 0) :]] = False
    return thin


def _one_topic(n: int, used: dict[str, Any], note: str) -> Clustering:
    used["notes"].append(note)
    used["members"] = used["partitions"] = 1
    all_in_it = np.zeros(n, np.int64)
    itself = scipy.sparse.identity(n, format="csr")  # who has no neighbour is in it, too
    return clustering_of(all_in_it, Evidence(itself, all_in_it[None], np.zeros(n)), used)
