"""Topics that recur over the points of a sweep."""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import scipy.sparse

#: Two topics are the same if they share so much of their documents (Jaccard index).
SAME = 0.5


@dataclass(frozen=True)
class PersistentTopic:
    """A topic found at several points.

    Attributes
    ----------
    label : str
        Its most frequent name.
    found : tuple of (int, int)
        Point and topic, in order of the points; each point once.
    similarity : float
        Mean Jaccard index with the topic that is most like the others, 0 to 1.
    size : int
        Median number of documents.
    labels : tuple of str
        All its names, the most frequent first.
    core : ndarray of int64
        Documents in at least half of the topics found.
    """

    label: str
    found: tuple[tuple[int, int], ...]
    similarity: float
    size: int
    labels: tuple[str, ...]
    core: np.ndarray


def persistent_topics(
    partitions: Sequence[np.ndarray], labels: Sequence[Sequence[str]]
) -> list[PersistentTopic]:
    """Group the topics of all points by their documents.

    Repeatedly takes the topic that has a counterpart at most points (a topic there with a Jaccard
    index of at least `SAME`), together with its closest counterpart at each point.

    Parameters
    ----------
    partitions : sequence of ndarray of int64, shape (n_documents,)
        The topic of each document at each point, -1 for noise; the same documents in one order.
    labels : sequence of sequence of str
        The topics' names at each point.

    Returns
    -------
    list of PersistentTopic
        Those found most often first; topics found at one point only come last.
    """
    import numpy as np

    members, owners = _members(partitions, labels)
    sizes = np.asarray(members.sum(axis=1)).ravel()
    shared = (members @ members.T).tocsr()
    similar = _jaccard(shared, sizes)
    left = np.ones(len(owners), dtype=bool)
    points = np.array([point for point, _ in owners], dtype=np.int64)
    # counterparts only become fewer, so a score that still holds is the best one
    queue: list[tuple[int, float, int]] = [
        (-len(labels), -math.inf, row) for row in range(len(owners))
    ]
    found = []
    while queue:
        *score, row = heapq.heappop(queue)
        if not left[row]:
            continue
        best, total = _counterparts(similar, row, points, left)
        if score != [-len(best), -total]:
            heapq.heappush(queue, (-len(best), -total, row))
            continue
        left[best] = False
        names = Counter(labels[owners[row][0]][owners[row][1]] for row in best)
        core = np.asarray(members[best].sum(axis=0)).ravel() * 2 >= len(best)
        ordered = [name for name, _ in names.most_common()]
        found.append(
            PersistentTopic(
                ordered[0],
                tuple(owners[row] for row in sorted(best)),
                total / len(best),
                int(np.median(sizes[best])),
                tuple(ordered),
                np.flatnonzero(core),
            )
        )
    return found


def _members(
    partitions: Sequence[np.ndarray], labels: Sequence[Sequence[str]]
) -> tuple[scipy.sparse.csr_matrix, list[tuple[int, int]]]:
    """All topics of all points as rows of documents, and the point and number of each."""
    import numpy as np
    import scipy.sparse

    owners = [(point, topic) for point, own in enumerate(labels) for topic in range(len(own))]
    starts = np.cumsum([0, *(len(own) for own in labels)])
    rows, columns = [], []
    for start, assigned in zip(starts, partitions, strict=False):
        documents = np.flatnonzero(assigned >= 0)
        rows.append(start + assigned[documents])
        columns.append(documents)
    shape = (len(owners), len(partitions[0]) if partitions else 0)
    row, column = np.concatenate(rows), np.concatenate(columns)
    ones = np.ones(len(row), dtype=np.int64)
    return scipy.sparse.csr_matrix((ones, (row, column)), shape=shape), owners


def _jaccard(shared: scipy.sparse.csr_matrix, sizes: np.ndarray) -> scipy.sparse.csr_matrix:
    """Jaccard indices of at least `SAME`."""
    import scipy.sparse

    pairs = shared.tocoo()
    index = pairs.data / (sizes[pairs.row] + sizes[pairs.col] - pairs.data)
    keep = index >= SAME
    return scipy.sparse.csr_matrix(
        (index[keep], (pairs.row[keep], pairs.col[keep])), shape=shared.shape
    )


def _counterparts(
    similar: scipy.sparse.csr_matrix, row: int, points: np.ndarray, left: np.ndarray
) -> tuple[list[int], float]:
    """The closest topic at each point among those left, and the sum of their similarities."""
    begin, end = similar.indptr[row], similar.indptr[row + 1]
    closest: dict[int, tuple[float, int]] = {}
    for column, value in zip(similar.indices[begin:end], similar.data[begin:end], strict=True):
        if left[column]:
            point = int(points[column])
            closest[point] = max(closest.get(point, (-1.0, 0)), (float(value), -int(column)))
    return [-column for _, column in closest.values()], sum(value for value, _ in closest.values())
