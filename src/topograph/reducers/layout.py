"""UMAP layouts of one fuzzy graph.

McInnes, Healy and Melville 2018, "UMAP", https://arxiv.org/abs/1802.03426, by umap-learn. The graph
is laid out as often as wanted, in two dimensions for the eye and in a few for clustering, each
time with a seed of its own.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import partial

import numpy as np
import scipy.sparse
from threadpoolctl import threadpool_limits

from topograph.reducers.compilation import import_umap
from topograph.system.parallel import fork_map

#: umap-learn's own defaults for what is not configurable here.
NEGATIVE_SAMPLES = 5
LEARNING_RATE = 1.0
REPULSION = 1.0
SPREAD = 1.0


@dataclass(frozen=True)
class Layout:
    """The options of one layout.

    Attributes
    ----------
    dimensions : int
    min_dist : float
        Closest distance of two points.
    epochs : int
        Optimisation rounds.
    seed : int
    """

    dimensions: int
    min_dist: float
    epochs: int
    seed: int


def lay_out(
    vectors: np.ndarray,
    graph: scipy.sparse.csr_matrix,
    layouts: list[Layout],
    threads: int = 1,
) -> list[np.ndarray]:
    """Lay the graph out once for each entry of `layouts`.

    Parameters
    ----------
    vectors : ndarray of float32, shape (n, d)
    graph : csr_matrix, shape (n, n)
    layouts : list of Layout
    threads : int
        Processes to use; the result does not depend on it, each layout is computed by one.

    Returns
    -------
    list of ndarray of float32, each of shape (n, dimensions)
    """
    one = partial(_lay_out_one, vectors, graph)
    with threadpool_limits(1):
        first = one(layouts[0])  # compiles, or loads what was compiled, before processes fork
        return [first, *fork_map(one, layouts[1:], len(vectors), threads)]


def _lay_out_one(vectors: np.ndarray, graph: scipy.sparse.csr_matrix, layout: Layout) -> np.ndarray:
    import_umap()
    from umap.umap_ import find_ab_params, simplicial_set_embedding

    a, b = find_ab_params(SPREAD, layout.min_dist)
    # umap's spectral start needs more points than dimensions
    start = "spectral" if len(vectors) > 2 * layout.dimensions + 2 else "random"
    with warnings.catch_warnings():
        # umap warns that a spectral start fell back to a random one, which nobody can correct
        warnings.simplefilter("ignore", UserWarning)
        points, _ = simplicial_set_embedding(
            vectors,
            graph.copy(),  # it removes weak edges in place
            n_components=layout.dimensions,
            initial_alpha=LEARNING_RATE,
            a=a,
            b=b,
            gamma=REPULSION,
            negative_sample_rate=NEGATIVE_SAMPLES,
            n_epochs=layout.epochs,
            init=start,
            random_state=np.random.RandomState(layout.seed),
            metric="euclidean",
            metric_kwds={},
            densmap=False,
            densmap_kwds={},
            output_dens=False,
            parallel=False,
        )
    return np.ascontiguousarray(points, dtype=np.float32)
