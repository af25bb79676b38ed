"""Principal components, by scikit-learn. No code is compiled for the processor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topograph.core.wording import Cite, counted
from topograph.reducers.base import (
    DimensionsKey,
    Neighborhood,
    Reducer,
    Spaces,
    fewer_dimensions,
)

if TYPE_CHECKING:
    import numpy as np
    import scipy.sparse


def join(
    vectors: np.ndarray, indices: np.ndarray, distances: np.ndarray
) -> scipy.sparse.csr_matrix:
    """The graph of cosines."""
    from topograph.reducers.graph import cosine_graph

    return cosine_graph(indices, distances)


def components(vectors: np.ndarray, wanted: int) -> np.ndarray:
    """Scores on the first principal components (float64, n x wanted), at least two of them.

    Vectors of one number lie on a line: their second score is 0.
    """
    import numpy as np
    from sklearn.decomposition import PCA
    from threadpoolctl import threadpool_limits

    n, width = vectors.shape
    with threadpool_limits(1):
        model = PCA(min(max(2, wanted), n, width), svd_solver="full")
        scores: np.ndarray = model.fit_transform(vectors.astype(np.float64))
    if scores.shape[1] < 2:
        scores = np.hstack([scores, np.zeros((n, 1))])
    return scores


def lay_out(neighborhood: Neighborhood, keys: DimensionsKey, threads: int) -> Spaces:
    """One space, and the map by its first two dimensions."""
    import numpy as np

    n, width = neighborhood.vectors.shape
    dimensions = min(keys.dimensions, n - 2, width)
    scores = components(neighborhood.vectors, dimensions).astype(np.float32)
    notes = fewer_dimensions(n, dimensions, keys.dimensions)
    used = {"members": 1, "dimensions": dimensions, "notes": notes}
    return Spaces(scores[:, :2], scores[None, :, :dimensions], used)


def sentence(seal: dict[str, Any], graph: str, cite: Cite) -> str:
    """The graph and the components."""
    count = counted(seal["summary"]["dimensions"], "principal component")
    return (
        f"A graph joined {graph}. Vectors were reduced to {count} for the spaces that clustering "
        "may read."
    )


REDUCER = Reducer(
    name="pca",
    description="principal components",
    keys=DimensionsKey,
    join=join,
    lay_out=lay_out,
    sentence=sentence,
)
