"""The members of the ensemble: the clusterer on every space, or with several seeds."""

from __future__ import annotations

import numpy as np

#: A member of HDBSCAN in which one cluster holds more of the documents than this has collapsed.
COLLAPSED_FROM = 0.5
#: Runs of k-means with other starts, of which the best is taken.
STARTS = 3
#: Rounds of spherical k-means at most; it stops when no document moves.
ROUNDS = 100
#: Average linkage holds all pairs of documents: more than these do not fit into memory.
AGGLOMERATIVE_UP_TO = 20_000


def hdbscan_members(
    space: np.ndarray, size: int, min_samples: int, selection: str
) -> tuple[np.ndarray, int]:
    """HDBSCAN on every space.

    Campello, Moulavi and Sander 2013, "Density-Based Clustering Based on Hierarchical Density
    Estimates", https://doi.org/10.1007/978-3-642-37456-2_14, by the package hdbscan. Choosing the
    most persistent clusters (eom) sometimes gives two, one of which holds nearly everything; such
    a member takes the leaves of the same tree instead.

    Parameters
    ----------
    space : ndarray of float32, shape (members, n, d)
    size, min_samples : int
        Documents of the smallest cluster, and HDBSCAN's caution; at most n each.
    selection : {"eom", "leaf"}

    Returns
    -------
    labels : ndarray of int64, shape (members, n)
        Clusters from 0 within each member, -1 for noise.
    collapsed : int
        Members that had to take the leaves.
    """
    from hdbscan import HDBSCAN

    def fit(points: np.ndarray, choice: str) -> np.ndarray:
        labels: np.ndarray = (
            HDBSCAN(
                min_cluster_size=size,
                min_samples=min_samples,
                cluster_selection_method=choice,
                core_dist_n_jobs=1,
            )
            .fit(points.astype(np.float64))
            .labels_
        )
        return labels.astype(np.int64)

    fits, collapsed = [], 0
    for points in space:
        labels = fit(points, selection)
        if selection == "eom" and _largest_share(labels) > COLLAPSED_FROM:
            leaves = fit(points, "leaf")
            if leaves.max() > labels.max():
                labels, collapsed = leaves, collapsed + 1
        fits.append(labels)
    return np.stack(fits), collapsed


def _largest_share(labels: np.ndarray) -> float:
    clustered = labels[labels >= 0]
    return float(np.bincount(clustered).max() / len(labels)) if len(clustered) else 0.0


def kmeans_members(space: np.ndarray, count: int, seed: int, trim: float) -> np.ndarray:
    """k-means on every space (Lloyd 1982, by scikit-learn).

    Parameters
    ----------
    space : ndarray of float32, shape (members, n, d)
    count : int
        Clusters.
    seed : int
    trim : float
        Share of the documents, those farthest from their centre, that become noise.

    Returns
    -------
    ndarray of int64, shape (members, n)
    """
    from sklearn.cluster import KMeans

    fits = []
    for number, points in enumerate(space):
        model = KMeans(count, n_init=STARTS, random_state=seed + number).fit(points)
        far = np.linalg.norm(points - model.cluster_centers_[model.labels_], axis=1)
        fits.append(_trimmed(model.labels_.astype(np.int64), far, trim))
    return np.stack(fits)


def spherical_kmeans_members(
    vectors: np.ndarray, count: int, members: int, seed: int, trim: float
) -> np.ndarray:
    """Spherical k-means on the vectors, once for each member.

    Dhillon and Modha 2001, "Concept decompositions for large sparse text data using clustering",
    https://doi.org/10.1023/A:1007612920971, from starts chosen by k-means++.

    Parameters
    ----------
    vectors : ndarray of float32, shape (n, d)
        Unit rows.
    count, members, seed : int
    trim : float
        Share of the documents, those with the least cosine to their centre, that become noise.

    Returns
    -------
    ndarray of int64, shape (members, n)
    """
    from sklearn.cluster import kmeans_plusplus

    fits = []
    for number in range(members):
        centres, _ = kmeans_plusplus(vectors, count, random_state=seed + number)
        labels = np.full(len(vectors), -1)
        for _ in range(ROUNDS):
            similarity = vectors @ centres.T
            found = similarity.argmax(axis=1)
            if (found == labels).all():
                break
            labels = found
            sums = np.zeros_like(centres)
            np.add.at(sums, labels, vectors)
            norms = np.linalg.norm(sums, axis=1, keepdims=True)
            centres = np.where(norms > 0, sums / np.maximum(norms, 1e-12), centres)
        nearness = similarity[np.arange(len(vectors)), labels]
        fits.append(_trimmed(_without_gaps(labels), -nearness, trim))
    return np.stack(fits)


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
