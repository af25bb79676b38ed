"""UMAP: a fuzzy graph of the neighbours, laid out many times for clustering and once for the map.

McInnes, Healy and Melville 2018, "UMAP", https://arxiv.org/abs/1802.03426, by umap-learn. The fuzzy
graph measures each neighbour against the others of the same document, so that dense and sparse
regions count alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from topograph.core.wording import Cite
from topograph.reducers.base import (
    DimensionsKey,
    Neighborhood,
    Reducer,
    Spaces,
    fewer_dimensions,
)
from topograph.sections.base import Auto

if TYPE_CHECKING:
    import numpy as np
    import scipy.sparse


class UmapKeys(DimensionsKey):
    """Keys of `umap`."""

    epochs: Auto | Annotated[int, Field(ge=10, le=5000)] = Field(
        "auto",
        description="Optimisation rounds of each layout; `auto`: 100 for the spaces, more for "
        "the map.",
    )
    map_min_dist: float = Field(
        0.1, ge=0.0, le=0.99, description="Closest distance of two dots on the map."
    )


#: Optimisation rounds of a layout for clustering. More do not change partitions more than another
#: seed does; the map for the eye profits from more.
MEMBER_EPOCHS = 100


def auto_map_epochs(n: int) -> int:
    """Optimisation rounds of the map by the corpus' size."""
    return 500 if n < 1000 else 200


def auto_members(n: int) -> int:
    """Number of layouts by the size of the corpus: small corpora are less stable."""
    return next(
        count for limit, count in ((500, 40), (2000, 20), (20_000, 10), (n + 1, 5)) if n < limit
    )


def fuzzy_graph(
    vectors: np.ndarray, indices: np.ndarray, distances: np.ndarray
) -> scipy.sparse.csr_matrix:
    """UMAP's fuzzy graph of the neighbours.

    Parameters
    ----------
    vectors : ndarray of float32, shape (n, d)
    indices, distances : ndarray, shape (n, k)
        Neighbours without the point itself.

    Returns
    -------
    csr_matrix of float32, shape (n, n)
        Symmetric, weights in (0, 1].
    """
    import numpy as np

    from topograph.reducers.compilation import import_umap
    from topograph.reducers.graph import tidy

    import_umap()
    from umap.umap_ import fuzzy_simplicial_set

    n = len(vectors)
    own = np.arange(n, dtype=np.int32)[:, None]  # umap counts a point as its own first neighbour
    with_self = np.hstack([own, indices])
    graph: scipy.sparse.csr_matrix
    graph, _, _ = fuzzy_simplicial_set(
        vectors,
        n_neighbors=with_self.shape[1],
        random_state=np.random.RandomState(0),
        metric="precomputed",
        knn_indices=with_self,
        knn_dists=np.hstack([np.zeros((n, 1), np.float32), distances]),
    )
    return tidy(graph)


def lay_out_spaces(neighborhood: Neighborhood, keys: UmapKeys, threads: int) -> Spaces:
    """One layout for the map, and one for each member."""
    import numpy as np

    from topograph.reducers.layout import Layout, lay_out

    vectors, seed = neighborhood.vectors, neighborhood.seed
    n = len(vectors)
    automatic = keys.epochs == "auto"
    of_map = auto_map_epochs(n) if automatic else int(keys.epochs)
    of_member = MEMBER_EPOCHS if automatic else int(keys.epochs)
    members = neighborhood.members
    count = auto_members(n) if members == "auto" else int(members)
    dimensions = min(keys.dimensions, n - 2)
    wanted = [Layout(2, keys.map_min_dist, of_map, seed)]
    wanted += [Layout(dimensions, 0.0, of_member, own) for own in member_seeds(seed, count)]
    eye, *spaces = lay_out(vectors, neighborhood.graph, wanted, threads)
    used = {
        "epochs": {"map": of_map, "spaces": of_member},
        "members": count,
        "dimensions": dimensions,
        "notes": fewer_dimensions(n, dimensions, keys.dimensions),
    }
    return Spaces(eye, np.stack(spaces), used)


def member_seeds(seed: int, count: int) -> list[int]:
    """Seeds of the members, all different, drawn from one."""
    import numpy as np

    # the first `count` different ones of more than are needed
    drawn = np.random.SeedSequence(seed).generate_state(2 * count + 8, np.uint32)
    return list(dict.fromkeys(drawn.tolist()))[:count]


def sentence(seal: dict[str, Any], graph: str, cite: Cite) -> str:
    """The graph and its layouts."""
    summary, settings = seal["summary"], seal["settings"]["reduce"]
    return (
        f"UMAP ({cite('umap')}; umap-learn {seal['versions']['umap-learn']}) joined {graph} "
        f"in a fuzzy graph. It laid this graph out {summary['members']} times in "
        f"{summary['dimensions']} dimensions, each time with another random seed (drawn from "
        f"{settings['seed']}; {summary['epochs']['spaces']} epochs, minimum distance 0), "
        f"and once in two for the map ({summary['epochs']['map']} epochs, minimum distance "
        f"{settings['map_min_dist']:g})."
    )


REDUCER = Reducer(
    name="umap",
    description="layouts of the neighbour graph",
    keys=UmapKeys,
    join=fuzzy_graph,
    lay_out=lay_out_spaces,
    approximate=True,
    sentence=sentence,
)
