"""Neighbours, their graph, the map and the clustering spaces of a corpus of any size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse

from topograph.core.neighbors import nearest_neighbors
from topograph.core.wording import counted
from topograph.errors import TopographError
from topograph.reducers.base import Neighborhood, Reducer
from topograph.reducers.graph import cosine_graph
from topograph.reducers.registry import reducer_named
from topograph.sections.choices import own_keys
from topograph.stages.reduce.approximate import approximate_neighbors

if TYPE_CHECKING:
    from topograph.config import ReduceSettings

#: Fewer documents than this have no neighbourhoods that UMAP could lay out.
SMALLEST_LAYOUT = 5


@dataclass(frozen=True)
class Reduced:
    """The result of `reduce`.

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


def reduce(
    vectors: np.ndarray,
    settings: ReduceSettings,
    members: int | str,
    threads: int = 1,
    reducer: Reducer | None = None,
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
    reducer : Reducer, optional
        Instead of the one that `settings.method` names.

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
    reducer = reducer or reducer_named(settings.method)
    exact = not reducer.approximate or n <= settings.exact_neighbors_up_to
    if exact:
        indices, distances = nearest_neighbors(vectors, k, threads)
    else:
        indices, distances = approximate_neighbors(vectors, k)
    graph = reducer.join(vectors, indices, distances)
    neighborhood = Neighborhood(vectors, graph, members, settings.seed)
    found = reducer.lay_out(neighborhood, own_keys(settings, reducer.keys), threads)
    used = {"neighbors": k, "exact_neighbors": exact} | found.used
    return Reduced(indices, distances, graph, found.map, found.space, used)


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
        "laid_out": False,
        "members": 1,
        "dimensions": 2,
        "notes": [why + "; the map is a circle, in no meaningful order"],
    }
    space = np.zeros((1, n, 2), np.float32)
    return Reduced(indices, distances, cosine_graph(indices, distances), circle, space, used)
