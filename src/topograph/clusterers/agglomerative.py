"""Average linkage of the vectors' cosine distances, by scipy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topograph.clusterers.base import Clusterer, Fits, Points
from topograph.clusterers.sentences import Seal, smallest
from topograph.core.wording import Cite
from topograph.errors import TopographError
from topograph.sections.base import Section

if TYPE_CHECKING:
    import numpy as np

#: Limit of documents: the distances of all pairs are kept in memory.
MOST_DOCUMENTS = 20_000


def agglomerative_member(vectors: np.ndarray, count: int) -> np.ndarray:
    """Average linkage of the vectors' cosine distances, cut into `count` clusters.

    Parameters
    ----------
    vectors : ndarray of float32, shape (n, d)
        At most `MOST_DOCUMENTS` rows.
    count : int

    Returns
    -------
    ndarray of int64, shape (1, n)
    """
    import numpy as np
    from scipy.cluster.hierarchy import fcluster, linkage

    from topograph.clusterers.members import without_gaps

    tree = linkage(vectors.astype(np.float64), "average", metric="cosine")
    labels: np.ndarray = fcluster(tree, count, "maxclust").astype(np.int64) - 1
    return without_gaps(labels)[None]


def fit(points: Points, keys: Section, threads: int) -> Fits:
    """Cluster the vectors once.

    Raises
    ------
    TopographError
        If there are too many documents.
    """
    n = len(points.vectors)
    if n > MOST_DOCUMENTS:
        raise TopographError(
            f"cluster.method is agglomerative, and the corpus has {n} documents.",
            "it keeps the distances of all pairs in memory, which is possible for up to "
            f"{MOST_DOCUMENTS} documents.",
            "set cluster.method to hdbscan, spherical_kmeans or leiden.",
        )
    return Fits(agglomerative_member(points.vectors, points.count))


def sentence(seal: Seal, cite: Cite) -> str:
    """How the topics were found."""
    return f"Topics were found by average linkage of cosine distances. {smallest(seal)}"


CLUSTERER = Clusterer(
    name="agglomerative",
    description="average linkage of the vectors",
    fit=fit,
    sentence=sentence,
)
