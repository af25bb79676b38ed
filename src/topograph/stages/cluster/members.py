"""The members of the ensemble: the clusterer on every space, or with several seeds."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np

from topograph.system.parallel import fork_map

#: A member of HDBSCAN in which one cluster holds more of the documents than this has collapsed.
COLLAPSED_FROM = 0.5
#: Runs of k-means with other starts, of which the best is taken.
STARTS = 3
#: Rounds of spherical k-means at most; it stops when no document moves.
ROUNDS = 100
#: Average linkage holds all pairs of documents: more than these do not fit into memory.
AGGLOMERATIVE_UP_TO = 20_000


@dataclass(frozen=True)
class Member:
    """What one member clusters.

    Attributes
    ----------
    points : ndarray of float32, shape (n, d)
    seen : ndarray of int64, shape (m,)
        Documents it sees, ascending; the others take what is next to them.
    seed : int
    """

    points: np.ndarray
    seen: np.ndarray
    seed: int


def ensemble(space: np.ndarray, count: int, share: float | None, seed: int) -> list[Member]:
    """The members: every space in turn, each with its own sample of the documents.

    Parameters
    ----------
    space : ndarray of float32, shape (spaces, n, d)
    count : int
        Members.
    share : float, optional
        Share of the documents each sees; without it all.
    seed : int
    """
    n = space.shape[1]
    members = []
    for number in range(count):
        seen = np.arange(n)
        if share is not None:
            random = np.random.default_rng([seed, number])
            seen = np.sort(random.permutation(n)[: max(2, round(share * n))])
        members.append(Member(space[number % len(space)], seen, seed + number))
    return members


def hdbscan_members(
    members: list[Member], size: int, min_samples: int, selection: str, threads: int = 1
) -> tuple[np.ndarray, int]:
    """HDBSCAN for every member.

    Campello, Moulavi and Sander 2013, "Density-Based Clustering Based on Hierarchical Density
    Estimates", https://doi.org/10.1007/978-3-642-37456-2_14, by the package hdbscan. Choosing the
    most persistent clusters (eom) sometimes gives two, one of which holds nearly everything; such
    a member takes the leaves of the same tree instead. A document that a member does not see goes
    with the nearest one that it sees.

    Parameters
    ----------
    members : list of Member
    size, min_samples : int
        Documents of the smallest cluster, and HDBSCAN's caution; at most n each. A member that
        sees a share of the documents asks for that share of the size.
    selection : {"eom", "leaf"}
    threads : int
        Processes to use; the result does not depend on it.

    Returns
    -------
    labels : ndarray of int64, shape (members, n)
        Clusters from 0 within each member, -1 for noise.
    collapsed : int
        Members that had to take the leaves.
    """

    def fit(member: Member) -> tuple[np.ndarray, bool]:
        points = member.points[member.seen].astype(np.float64)
        least = max(2, round(size * len(member.seen) / len(member.points)))
        labels = _hdbscan(points, least, min_samples, selection)
        collapsed = False
        if selection == "eom" and _largest_share(labels) > COLLAPSED_FROM:
            leaves = _hdbscan(points, least, min_samples, "leaf")
            if leaves.max() > labels.max():
                labels, collapsed = leaves, True
        return _spread(member, labels), collapsed

    n = len(members[0].points)
    labels, collapsed = zip(*fork_map(fit, members, n, threads), strict=True)
    return np.stack(labels), sum(collapsed)


def _hdbscan(points: np.ndarray, size: int, min_samples: int, selection: str) -> np.ndarray:
    from hdbscan import HDBSCAN

    model = HDBSCAN(
        min_cluster_size=size,
        min_samples=min(min_samples, len(points) - 1),
        cluster_selection_method=selection,
        core_dist_n_jobs=1,
    )
    labels: np.ndarray = model.fit(points).labels_
    return labels.astype(np.int64)


def _spread(member: Member, labels: np.ndarray) -> np.ndarray:
    """The labels of the documents a member sees, and for each other one that of the nearest."""
    from scipy.spatial import cKDTree

    n = len(member.points)
    if len(member.seen) == n:
        return labels
    _, nearest = cKDTree(member.points[member.seen]).query(member.points)
    spread: np.ndarray = labels[nearest]
    spread[member.seen] = labels
    return spread


def _largest_share(labels: np.ndarray) -> float:
    clustered = labels[labels >= 0]
    return float(np.bincount(clustered).max() / len(labels)) if len(clustered) else 0.0


def kmeans_members(members: list[Member], count: int, trim: float) -> np.ndarray:
    """k-means for every member (Lloyd 1982, by scikit-learn).

    Parameters
    ----------
    members : list of Member
    count : int
        Clusters.
    trim : float
        Share of the documents, those farthest from their centre, that become noise.

    Returns
    -------
    ndarray of int64, shape (members, n)
        Fewer clusters than `count` where there are not so many different points.
    """
    from sklearn.cluster import KMeans

    fits = []
    for member in members:
        model = KMeans(min(count, len(member.seen)), n_init=STARTS, random_state=member.seed)
        with warnings.catch_warnings():
            # documents of equal vectors; topics fewer than asked for are told of in the end
            warnings.filterwarnings("ignore", "Number of distinct clusters")
            model.fit(member.points[member.seen])
        labels = model.predict(member.points).astype(np.int64)
        far = np.linalg.norm(member.points - model.cluster_centers_[labels], axis=1)
        fits.append(_trimmed(_without_gaps(labels), far, trim))
    return np.stack(fits)


def spherical_kmeans_members(members: list[Member], count: int, trim: float) -> np.ndarray:
    """Spherical k-means for every member.

    Dhillon and Modha 2001, "Concept decompositions for large sparse text data using clustering",
    https://doi.org/10.1023/A:1007612920971, from starts chosen by k-means++.

    Parameters
    ----------
    members : list of Member
        Their points are unit rows.
    count : int
    trim : float
        Share of the documents, those with the least cosine to their centre, that become noise.

    Returns
    -------
    ndarray of int64, shape (members, n)
    """
    fits = []
    for member in members:
        seen = member.points[member.seen]
        centres = _spherical_centres(seen, min(count, len(seen)), member.seed)
        similarity = member.points @ centres.T
        labels = similarity.argmax(axis=1)
        nearness = similarity[np.arange(len(labels)), labels]
        fits.append(_trimmed(_without_gaps(labels), -nearness, trim))
    return np.stack(fits)


def _spherical_centres(vectors: np.ndarray, count: int, seed: int) -> np.ndarray:
    from sklearn.cluster import kmeans_plusplus

    centres: np.ndarray = kmeans_plusplus(vectors, count, random_state=seed)[0]
    labels = np.full(len(vectors), -1)
    for _ in range(ROUNDS):
        found = (vectors @ centres.T).argmax(axis=1)
        if (found == labels).all():
            break
        labels = found
        sums = np.zeros_like(centres)
        np.add.at(sums, labels, vectors)
        norms = np.linalg.norm(sums, axis=1, keepdims=True)
        centres = np.where(norms > 0, sums / np.maximum(norms, 1e-12), centres)
    return centres


def agglomerative_member(vectors: np.ndarray, count: int) -> np.ndarray:
    """Average linkage of the vectors' cosine distances (by scipy), cut into `count` clusters.

    Parameters
    ----------
    vectors : ndarray of float32, shape (n, d)
        At most `AGGLOMERATIVE_UP_TO` rows.
    count : int

    Returns
    -------
    ndarray of int64, shape (1, n)
    """
    from scipy.cluster.hierarchy import fcluster, linkage

    tree = linkage(vectors.astype(np.float64), "average", metric="cosine")
    labels: np.ndarray = fcluster(tree, count, "maxclust").astype(np.int64) - 1
    return _without_gaps(labels)[None]


def _trimmed(labels: np.ndarray, far: np.ndarray, share: float) -> np.ndarray:
    """The labels, noise for the given share of documents that are farthest."""
    outside = np.argsort(-far, kind="stable")[: int(share * len(labels))]
    labels = labels.copy()
    labels[outside] = -1
    return labels


def _without_gaps(labels: np.ndarray) -> np.ndarray:
    numbered: np.ndarray = np.unique(labels, return_inverse=True)[1]
    return numbered.astype(np.int64)
