"""The results of a run that figures and explorer show."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from topograph.core.topics import NOISE, centroids
from topograph.figures.style import topic_colours

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    import scipy.sparse

    from topograph.rundir.stagefiles import StageFiles


@dataclass(frozen=True)
class Results:
    """The results of a run that figures and explorer show.

    Attributes
    ----------
    documents, assignments : DataFrame
        One row per document, in the same order.
    topics : DataFrame
        One row per topic.
    vectors : ndarray of float32, shape (n, d)
        Unit rows.
    points : ndarray of float32, shape (n, 2)
        The map.
    neighbors : ndarray of int, shape (n, k)
        Nearest documents of each, the nearest first.
    hierarchy : dict
        Content of `label/hierarchy.json`.
    memberships : csr_matrix of float, shape (n, n_topics)
        Share of each document's neighbourhood in each topic.
    """

    documents: pd.DataFrame
    assignments: pd.DataFrame
    topics: pd.DataFrame
    vectors: np.ndarray
    points: np.ndarray
    neighbors: np.ndarray
    hierarchy: dict[str, Any]
    memberships: scipy.sparse.csr_matrix

    @cached_property
    def assigned(self) -> np.ndarray:
        """Topic of each document: int64, shape (n,); noise is -1."""
        topics: np.ndarray = self.assignments["topic"].to_numpy()
        return topics

    @cached_property
    def noise(self) -> int:
        """Number of documents in no topic."""
        return int((self.assigned == NOISE).sum())

    @cached_property
    def shares(self) -> np.ndarray:
        """For each noise document, the share of its neighbourhood in the nearest topic.

        float64, shape (n,); 0 for documents that have a topic. With `cluster.noise: assign` a
        document joins its nearest topic if this is at least 1 - `cluster.strictness`.
        """
        import numpy as np

        found = np.zeros(len(self.assigned))
        nearest = self.assignments["nearest_topic"].to_numpy()
        rows = np.flatnonzero((self.assigned == NOISE) & (nearest != NOISE))
        found[rows] = np.asarray(self.memberships[rows, nearest[rows]]).ravel()
        return found

    @cached_property
    def centres(self) -> np.ndarray:
        """Unit mean vectors of the topics: float32, shape (n_topics, d)."""
        return centroids(self.vectors, self.assigned)

    @cached_property
    def similarity(self) -> np.ndarray:
        """Cosines between the topics' centres: float64, shape (n_topics, n_topics)."""
        import numpy as np

        centres = self.centres.astype(np.float64)
        cosines: np.ndarray = centres @ centres.T
        return cosines

    @cached_property
    def places(self) -> np.ndarray:
        """Medians of the topics' documents on the map: float64, shape (n_topics, 2)."""
        import numpy as np

        return np.array(
            [
                np.median(self.points[self.assigned == topic].astype(np.float64), axis=0)
                for topic in range(len(self.topics))
            ]
        ).reshape(-1, 2)

    @cached_property
    def colours(self) -> list[str]:
        """`#rrggbb` of each topic, the same in all figures."""
        return topic_colours(self.places)


def read_results(files: StageFiles) -> Results:
    """Read what figures and explorer show.

    Parameters
    ----------
    files : StageFiles
        Of a stage that reads what `plot` reads.

    Raises
    ------
    TopographError
        If files are missing, changed, or do not belong together.
    """
    assignments = files.read_table("label/assignments.parquet")
    return Results(
        documents=files.read_table("parse/documents.parquet"),
        assignments=assignments,
        topics=files.read_table("label/topics.parquet"),
        vectors=files.read_array("embed/embeddings.npy"),
        points=files.read_array("reduce/map.npy"),
        neighbors=files.read_arrays("reduce/neighbors.npz")["indices"],
        hierarchy=files.read_json("label/hierarchy.json"),
        memberships=memberships_of(
            files.read_sparse("cluster/memberships.npz"),
            files.read_table("cluster/assignments.parquet")["topic"].to_numpy(),
            assignments["topic"].to_numpy(),
        ),
    )


def memberships_of(
    shares: scipy.sparse.csr_matrix, found: np.ndarray, final: np.ndarray
) -> scipy.sparse.csr_matrix:
    """The memberships of `cluster/memberships.npz` in the final topics.

    Parameters
    ----------
    shares : csr_matrix of float32, shape (n, topics as found)
        Content of the file.
    found, final : ndarray of int64, shape (n,)
        Topic of each document as found, and after curation, which renumbers and merges topics.

    Returns
    -------
    csr_matrix of float64, shape (n, n_topics)
    """
    import numpy as np
    import scipy.sparse

    before, after = shares.shape[1], int(final.max()) + 1
    both = (found != NOISE) & (final != NOISE)
    common = np.zeros((before, after))
    np.add.at(common, (found[both], final[both]), 1)
    # a topic became the one that most of its documents are in; one that was dropped is in none
    kept = np.flatnonzero(common.sum(axis=1))
    became = scipy.sparse.csr_matrix(
        (np.ones(len(kept)), (kept, common[kept].argmax(axis=1))), shape=(before, after)
    )
    return (shares @ became).tocsr()
