"""k-means on every space (Lloyd 1982, by scikit-learn)."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from pydantic import Field

from topograph.clusterers.base import Clusterer, Fits, Points
from topograph.clusterers.sentences import Seal, chosen_member, smallest
from topograph.core.wording import Cite
from topograph.sections.base import Section

if TYPE_CHECKING:
    import numpy as np

    from topograph.clusterers.members import Member

#: Runs with other starts, of which the best is taken.
STARTS = 3


class TrimKeys(Section):
    """The key of clusterers that can leave out the documents farthest from their centre."""

    trim: float = Field(
        0.0,
        ge=0.0,
        le=0.5,
        description="Share of the documents, those farthest from their centre, that are left out "
        "as noise.",
    )


def kmeans_members(members: list[Member], count: int, trim: float) -> np.ndarray:
    """k-means for every member.

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
    import numpy as np
    from sklearn.cluster import KMeans

    from topograph.clusterers.members import trimmed, without_gaps

    fits = []
    for member in members:
        model = KMeans(min(count, len(member.seen)), n_init=STARTS, random_state=member.seed)
        with warnings.catch_warnings():
            # documents may have equal vectors; a note reports it if fewer topics are found
            warnings.filterwarnings("ignore", "Number of distinct clusters")
            model.fit(member.points[member.seen])
        labels = model.predict(member.points).astype(np.int64)
        far = np.linalg.norm(member.points - model.cluster_centers_[labels], axis=1)
        fits.append(trimmed(without_gaps(labels), far, trim))
    return np.stack(fits)


def fit(points: Points, keys: TrimKeys, threads: int) -> Fits:
    """Cluster every space."""
    return Fits(kmeans_members(points.ensemble(), points.count, keys.trim))


def sentence(seal: Seal, cite: Cite) -> str:
    """The clusterings, and which was taken."""
    return f"Topics were found by k-means: {chosen_member(seal)}. {smallest(seal)}"


CLUSTERER = Clusterer(
    name="kmeans",
    description="k-means on every space",
    keys=TrimKeys,
    fit=fit,
    samples=True,
    sentence=sentence,
)
