"""Neighbours, their graph, the map and the clustering spaces, whatever the corpus."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse
from threadpoolctl import threadpool_limits

from topograph.core.neighbors import nearest_neighbors
from topograph.core.wording import counted
from topograph.errors import TopographError
from topograph.stages.reduce.approximate import approximate_neighbors
from topograph.stages.reduce.graph import cosine_graph, fuzzy_graph

if TYPE_CHECKING:
    from topograph.config import ReduceSettings

#: Fewer documents than this have no neighbourhoods that UMAP could lay out.
SMALLEST_LAYOUT = 5


@dataclass(frozen=True)
class Reduced:
    """What `reduce` gives.

    Attributes
    ----------
    indices : ndarray of int32, shape (n, k)
    distances : ndarray of float32, shape (n, k)
        Nearest neighbours by cosine, the document itself not among them.
    graph : csr_matrix of float32, shape (n, n)
        The neighbours and how strongly they are joined; symmetric.
    map : ndarray of float32, shape (n, 2)
    space : ndarray of float32, shape (members, n, dimensions)
    used : dict
        Values used for `auto`, and notes on what was done otherwise than usual.
    """

    indices: np.ndarray
    distances: np.ndarray
    graph: scipy.sparse.csr_matrix
    map: np.ndarray
    space: np.ndarray
    used: dict[str, Any]


def auto_neighbors(n: int) -> int:
    """Neighbours by the corpus' size: UMAP's usual 15, a sixth of a small corpus, at least 5."""
    return max(1, min(15, max(5, round(n / 6)), n - 1))


#: Optimisation rounds of a layout for clustering. More do not change partitions more than another
#: seed does; the map for the eye profits from more.
MEMBER_EPOCHS = 100


def auto_map_epochs(n: int) -> int:
    """Optimisation rounds of the map by the corpus' size."""
    return 500 if n < 1000 else 200


def auto_members(n: int) -> int:
    """Layouts of the ensemble by the corpus' size: small corpora are the unstable ones."""
    return next(
        count for limit, count in ((500, 40), (2000, 20), (20_000, 10), (n + 1, 5)) if n < limit
    )


def reduce(
    vectors: np.ndarray, settings: ReduceSettings, members: int | str, threads: int = 1
) -> Reduced:
    """Find neighbours, join them in a graph, and lay it out.

    Parameters
    ----------
    vectors : ndarray of float32, shape (n, d)
        Unit rows in the canonical order.
    settings : ReduceSettings
        The section `reduce`.
    members : int or "auto"
        Layouts for clustering (`cluster.members`).
    threads : int
        Cores to use; the result does not depend on it.

    Raises
    ------
    TopographError
        If the settings ask for more neighbours than there are documents.
    """
    n = len(vectors)
    k = auto_neighbors(n) if settings.neighbors == "auto" else int(settings.neighbors)
    if k >= n > 1 and settings.neighbors != "auto":
        raise TopographError(
            f"reduce.neighbors is {k}, and the corpus has {n} documents.",
            "a document cannot have as many neighbours as there are documents.",
            "set reduce.neighbors to auto."
            if n < 3
            else f"set reduce.neighbors to at most {n - 1}, or to auto.",
        )
    if n < SMALLEST_LAYOUT:
        few = f"{counted(n, 'document')} {'is' if n == 1 else 'are'} too few for a layout"
        return _no_layout(vectors, n - 1, f"{few} (at least {SMALLEST_LAYOUT})")
    if (vectors == vectors[0]).all():
        return _no_layout(vectors, k, "all documents have the same vector")
    exact = settings.method != "umap" or n <= settings.exact_neighbors_up_to
    if exact:
        indices, distances = nearest_neighbors(vectors, k, threads)
    else:
        indices, distances = approximate_neighbors(vectors, k)
    if settings.method == "umap":
        graph = fuzzy_graph(vectors, indices, distances)
        eye, space, used = _by_umap(vectors, graph, settings, members, threads)
    else:
        graph = cosine_graph(indices, distances)
        eye, space, used = _by_pca(vectors, settings)
    used = {"neighbors": k, "exact_neighbors": exact} | used
    return Reduced(indices, distances, graph, eye, space, used)


def _by_umap(
    vectors: np.ndarray,
    graph: scipy.sparse.csr_matrix,
    settings: ReduceSettings,
    members: int | str,
    threads: int,
) -> tuple[np.ndarray, np.ndarray, dict[str, Any]]:
    """The map, the spaces and the values used: one layout for the eye, one for each member."""
    from topograph.stages.reduce.layout import Layout, lay_out

    n = len(vectors)
    automatic = settings.epochs == "auto"
    of_map = auto_map_epochs(n) if automatic else int(settings.epochs)
    of_member = MEMBER_EPOCHS if automatic else int(settings.epochs)
    count = auto_members(n) if members == "auto" else int(members)
    dimensions = min(settings.dimensions, n - 2)
    wanted = [Layout(2, settings.map_min_dist, of_map, settings.seed)]
    wanted += [
        Layout(dimensions, 0.0, of_member, seed) for seed in member_seeds(settings.seed, count)
    ]
    eye, *spaces = lay_out(vectors, graph, wanted, threads)
    used = {
        "epochs": {"map": of_map, "spaces": of_member},
        "members": count,
        "dimensions": dimensions,
        "notes": _fewer_dimensions(n, dimensions, settings),
    }
    return eye, np.stack(spaces), used


def _by_pca(
    vectors: np.ndarray, settings: ReduceSettings
) -> tuple[np.ndarray, np.ndarray, dict[str, Any]]:
    """The map, one space and the values used, from principal components or the vectors as is."""
    from sklearn.decomposition import PCA

    n, width = vectors.shape
    dimensions = width if settings.method == "none" else min(settings.dimensions, n - 2, width)
    with threadpool_limits(1):
        wanted = min(max(2, dimensions if settings.method == "pca" else 2), n, width)
        scores = PCA(wanted, svd_solver="full").fit_transform(vectors.astype(np.float64))
    if scores.shape[1] < 2:  # vectors of one number lie on a line
        scores = np.hstack([scores, np.zeros((n, 1))])
    space = vectors if settings.method == "none" else scores[:, :dimensions]
    notes = [] if settings.method == "none" else _fewer_dimensions(n, dimensions, settings)
    used = {"members": 1, "dimensions": dimensions, "notes": notes}
    return scores[:, :2].astype(np.float32), space[None].astype(np.float32), used


def _fewer_dimensions(n: int, dimensions: int, settings: ReduceSettings) -> list[str]:
    if dimensions == settings.dimensions:
        return []
    return [f"{n} documents allow for {dimensions} dimensions"]


def member_seeds(seed: int, count: int) -> list[int]:
    """Seeds of the members, all different, drawn from one."""
    # the first `count` different ones of more than are needed
    drawn = np.random.SeedSequence(seed).generate_state(2 * count + 8, np.uint32)
    return list(dict.fromkeys(drawn.tolist()))[:count]


def _no_layout(vectors: np.ndarray, k: int, why: str) -> Reduced:
    """Documents on a circle: there is no neighbourhood to show."""
    n = len(vectors)
    if k:
        indices, distances = nearest_neighbors(vectors, k)
    else:
        indices, distances = np.empty((n, 0), np.int32), np.empty((n, 0), np.float32)
    angle = 2 * np.pi * np.arange(n) / n
    circle = np.stack([np.cos(angle), np.sin(angle)], axis=1).astype(np.float32)
    used: dict[str, Any] = {
        "neighbors": k,
        "exact_neighbors": True,
        "members": 1,
        "dimensions": 2,
        "notes": [why + "; the map is a circle, in no meaningful order"],
    }
    space = np.zeros((1, n, 2), np.float32)
    return Reduced(indices, distances, cosine_graph(indices, distances), circle, space, used)
