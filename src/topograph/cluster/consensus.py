"""From many partitions to one, and how far the many agree with it.

Co-association and average linkage: Fred and Jain 2005, "Combining multiple clusterings using
evidence accumulation", https://doi.org/10.1109/TPAMI.2005.113. Clusters of clusters (the
meta-clustering algorithm): Strehl and Ghosh 2002, "Cluster ensembles", JMLR 3.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import scipy.sparse
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import squareform

#: Up to this many documents the co-association matrix (n x n) is built; beyond, the members'
#: clusters are clustered instead, which is linear in the number of documents.
CO_ASSOCIATION_UP_TO = 2500
#: A document belongs to a cluster of clusters that holds it in at least this share of members.
LEAST_SUPPORT = 0.3


def consensus(labels: np.ndarray, min_size: int) -> np.ndarray:
    """One partition out of many.

    The number of topics is the median number of clusters of the members.

    Parameters
    ----------
    labels : ndarray of int64, shape (members, n)
        -1 for noise.
    min_size : int
        Documents a topic has at least.

    Returns
    -------
    ndarray of int64, shape (n,)
        Topics numbered by size, 0 the largest, of equals the one whose first document comes
        first; -1 for noise.
    """
    if len(labels) == 1:
        return number_by_size(labels[0], min_size)
    wanted = round(float(np.median(labels.max(axis=1) + 1)))
    if wanted == 0:
        return np.full(labels.shape[1], -1, dtype=np.int64)
    if labels.shape[1] <= CO_ASSOCIATION_UP_TO:
        return number_by_size(_by_co_association(labels, wanted, min_size), min_size)
    return number_by_size(_by_meta_clusters(labels, wanted, min_size), min_size)


def number_by_size(labels: np.ndarray, min_size: int = 1) -> np.ndarray:
    """Renumber clusters by size, the largest 0; those below `min_size` become noise.

    >>> number_by_size(np.array([7, 3, 3, -1, 9]), min_size=1)
    array([ 1,  0,  0, -1,  2])
    """
    found, first, sizes = np.unique(labels, return_index=True, return_counts=True)
    kept = [
        (-size, start, label)
        for label, start, size in zip(found, first, sizes, strict=True)
        if label >= 0 and size >= min_size
    ]
    numbered = np.full(len(labels), -1, dtype=np.int64)
    for number, (_, _, label) in enumerate(sorted(kept)):
        numbered[labels == label] = number
    return numbered


def _indicators(labels: np.ndarray) -> scipy.sparse.csr_matrix:
    """All members' clusters as rows over the documents (0/1), shape (clusters, n)."""
    n = labels.shape[1]
    counts = labels.max(axis=1) + 1
    offsets = np.concatenate([[0], np.cumsum(counts)])
    member, document = np.nonzero(labels >= 0)
    rows = offsets[member] + labels[member, document]
    ones = np.ones(len(rows))
    return scipy.sparse.csr_matrix((ones, (rows, document)), shape=(offsets[-1], n))


def _by_co_association(labels: np.ndarray, wanted: int, min_size: int) -> np.ndarray:
    clusters = _indicators(labels)
    together = (clusters.T @ clusters).toarray() / len(labels)
    distance = 1.0 - together
    np.fill_diagonal(distance, 0.0)
    tree = linkage(squareform(distance, checks=False), method="average")
    return _cut(tree, wanted, min_size)


def _cut(tree: np.ndarray, wanted: int, min_size: int) -> np.ndarray:
    """Cut a linkage where `wanted` clusters have `min_size` leaves.

    Of such cuts the one that covers most leaves is taken, and of these the lowest.
    """
    best: tuple[int, int, float] | None = None
    for height, count, covered in _cuts(tree, min_size):
        if height > 1.0 - 1e-9:
            break  # documents that no member puts together
        key = (abs(count - wanted), -covered, height)
        if best is None or key < best:
            best = key
    if best is None:
        return np.full(len(tree) + 1, -1, dtype=np.int64)
    cut: np.ndarray = fcluster(tree, best[2], "distance").astype(np.int64) - 1
    return cut


def _cuts(tree: np.ndarray, min_size: int) -> Iterator[tuple[float, int, int]]:
    """(height, clusters of at least `min_size`, leaves in them) after each merge height."""
    n = len(tree) + 1
    sizes = np.concatenate([np.ones(n), tree[:, 3]]).astype(int)
    count = n if min_size <= 1 else 0
    covered = count
    for step, (left, right, height, size) in enumerate(tree):
        for part in (int(left), int(right)):
            if sizes[part] >= min_size:
                count -= 1
                covered -= sizes[part]
        if size >= min_size:
            count += 1
            covered += int(size)
        if step + 1 == len(tree) or tree[step + 1, 2] > height:
            yield float(height), count, covered


def _by_meta_clusters(labels: np.ndarray, wanted: int, min_size: int) -> np.ndarray:
    clusters = _indicators(labels)
    if clusters.shape[0] < 2:
        only: np.ndarray = labels.max(axis=0)
        return only
    overlap = (clusters @ clusters.T).toarray()
    sizes = overlap.diagonal()
    distance = 1.0 - overlap / (sizes[:, None] + sizes[None, :] - overlap)
    tree = linkage(squareform(distance, checks=False), method="average")
    best: tuple[int, Any] | None = None
    for height in np.unique(tree[:, 2])[::-1]:
        group = fcluster(tree, height, "distance") - 1
        pooled = scipy.sparse.csr_matrix((np.ones(len(group)), (group, np.arange(len(group)))))
        support = (pooled @ clusters).toarray() / len(labels)
        assigned = np.where(support.max(axis=0) >= LEAST_SUPPORT, support.argmax(axis=0), -1)
        large = np.bincount(assigned[assigned >= 0], minlength=1) >= min_size
        gap = abs(int(large.sum()) - wanted)
        if best is None or gap < best[0]:
            best = (gap, assigned)
        if gap == 0 or large.sum() > 2 * wanted:
            break
    assert best is not None  # two clusters make one merge
    found: np.ndarray = best[1]
    return found


def votes(labels: np.ndarray, topics: np.ndarray) -> np.ndarray:
    """How many members place each document in each topic.

    A member's cluster stands for the topic with which it has the largest Jaccard index.

    Parameters
    ----------
    labels : ndarray of int64, shape (members, n)
    topics : ndarray of int64, shape (n,)

    Returns
    -------
    ndarray of float64, shape (n, n_topics)
        Shares of the members, in [0, 1]; what is missing from 1 is noise.
    """
    _, matched, documents, clusters = _matches(labels, topics)
    share = np.zeros((len(topics), int(topics.max()) + 1))
    np.add.at(share, (documents, matched[clusters]), 1.0 / len(labels))
    return share


def topic_stability(labels: np.ndarray, topics: np.ndarray) -> np.ndarray:
    """Mean over the members of the Jaccard index of each topic's best match, in [0, 1].

    Hennig 2007, "Cluster-wise assessment of cluster stability",
    https://doi.org/10.1016/j.csda.2006.11.025.
    """
    jaccard, _, _, _ = _matches(labels, topics)
    counts = labels.max(axis=1) + 1
    ends = np.cumsum(counts)
    total = np.zeros(int(topics.max()) + 1)
    for end, count in zip(ends, counts, strict=True):
        if count:
            total += jaccard[end - count : end].max(axis=0)
    return total / len(labels)


def _matches(
    labels: np.ndarray, topics: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Jaccard (clusters x topics), best topic of each cluster, and the clusters' documents."""
    clusters = _indicators(labels)
    inside = topics >= 0
    members = scipy.sparse.csr_matrix(
        (np.ones(inside.sum()), (np.flatnonzero(inside), topics[inside])),
        shape=(len(topics), int(topics.max()) + 1),
    )
    overlap = (clusters @ members).toarray()
    sizes = np.asarray(clusters.sum(axis=1))
    union = sizes + np.asarray(members.sum(axis=0)) - overlap
    jaccard = overlap / union
    rows, documents = clusters.nonzero()
    return jaccard, jaccard.argmax(axis=1), documents, rows
