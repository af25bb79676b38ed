"""The members of the ensemble: their input, and steps that their clusterings share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np


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
    import numpy as np

    n = space.shape[1]
    members = []
    for number in range(count):
        seen = np.arange(n)
        if share is not None:
            random = np.random.default_rng([seed, number])
            seen = np.sort(random.permutation(n)[: max(2, round(share * n))])
        members.append(Member(space[number % len(space)], seen, seed + number))
    return members


def spread(member: Member, labels: np.ndarray) -> np.ndarray:
    """The labels of the documents a member sees (int64, shape (m,)), and of the nearest for others.

    Returns
    -------
    ndarray of int64, shape (n,)
    """
    from scipy.spatial import cKDTree

    n = len(member.points)
    if len(member.seen) == n:
        return labels
    _, nearest = cKDTree(member.points[member.seen]).query(member.points)
    spread: np.ndarray = labels[nearest]
    spread[member.seen] = labels
    return spread


def trimmed(labels: np.ndarray, far: np.ndarray, share: float) -> np.ndarray:
    """The labels, noise for the given share of documents that are farthest."""
    import numpy as np

    outside = np.argsort(-far, kind="stable")[: int(share * len(labels))]
    labels = labels.copy()
    labels[outside] = -1
    return labels


def without_gaps(labels: np.ndarray) -> np.ndarray:
    """The same clusters, numbered from 0 without gaps."""
    import numpy as np

    numbered: np.ndarray = np.unique(labels, return_inverse=True)[1]
    return numbered.astype(np.int64)
