"""Spherical k-means on the vectors.

Dhillon and Modha 2001, "Concept decompositions for large sparse text data using clustering",
https://doi.org/10.1023/A:1007612920971, from starts chosen by k-means++.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topograph.clusterers.base import Clusterer, Fits, Points
from topograph.clusterers.kmeans import TrimKeys
from topograph.clusterers.sentences import Seal, chosen_member, smallest
from topograph.core.wording import Cite

if TYPE_CHECKING:
    import numpy as np

    from topograph.clusterers.members import Member

#: Rounds at most; it stops when no document moves.
ROUNDS = 100


def spherical_kmeans_members(members: list[Member], count: int, trim: float) -> np.ndarray:
    """Spherical k-means for every member.

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
    import numpy as np

    from topograph.clusterers.members import trimmed, without_gaps

    fits = []
    for member in members:
        seen = member.points[member.seen]
        centres = _spherical_centres(seen, min(count, len(seen)), member.seed)
        similarity = member.points @ centres.T
        labels = similarity.argmax(axis=1)
        nearness = similarity[np.arange(len(labels)), labels]
        fits.append(trimmed(without_gaps(labels), -nearness, trim))
    return np.stack(fits)


def _spherical_centres(vectors: np.ndarray, count: int, seed: int) -> np.ndarray:
    import numpy as np
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


def fit(points: Points, keys: TrimKeys, threads: int) -> Fits:
    """Cluster the vectors several times."""
    return Fits(spherical_kmeans_members(points.ensemble_of_vectors(), points.count, keys.trim))


def sentence(seal: Seal, cite: Cite) -> str:
    """The clusterings, and which was taken."""
    return (
        f"Topics were found by spherical k-means ({cite('spherical-kmeans')}): "
        f"{chosen_member(seal)}. {smallest(seal)}"
    )


CLUSTERER = Clusterer(
    name="spherical_kmeans",
    description="spherical k-means on the vectors",
    keys=TrimKeys,
    fit=fit,
    samples=True,
    sentence=sentence,
)
