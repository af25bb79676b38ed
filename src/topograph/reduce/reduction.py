"""Neighbours, map and clustering spaces, whatever the corpus."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from topograph.errors import TopographError
from topograph.reduce.neighbors import nearest_neighbors

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
    map : ndarray of float32, shape (n, 2)
    space : ndarray of float32, shape (members, n, dimensions)
    used : dict
        Values used for `auto`, and notes on what was done otherwise than usual.
    """

    indices: np.ndarray
    distances: np.ndarray
    map: np.ndarray
    space: np.ndarray
    used: dict[str, object]


def auto_neighbors(n: int) -> int:
    """Neighbours by the corpus' size: UMAP's usual 15, an eighth of a small corpus, at least 5."""
    return max(1, min(15, max(5, round(n / 8)), n - 1))


def auto_epochs(n: int) -> int:
    """Optimisation rounds by the corpus' size; more than these change no partition."""
    return 300 if n < 1000 else 200 if n < 10_000 else 100


def auto_members(n: int) -> int:
    """Layouts of the ensemble by the corpus' size: small corpora are the unstable ones."""
    return next(
        count for limit, count in ((500, 40), (2000, 20), (20_000, 10), (n + 1, 5)) if n < limit
    )


def reduce(
    vectors: np.ndarray, settings: ReduceSettings, members: int | str, threads: int = 1
) -> Reduced:
    """Find neighbours and lay them out.

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
            f"set reduce.neighbors to at most {n - 1}, or to auto.",
        )
    if n < SMALLEST_LAYOUT:
        return _too_few(vectors, n - 1)
    indices, distances = nearest_neighbors(vectors, k, threads)
    if (vectors == vectors[0]).all():
        return _too_few(vectors, k, "all documents have the same vector")

    from topograph.reduce.layout import Layout, fuzzy_graph, lay_out

    epochs = auto_epochs(n) if settings.epochs == "auto" else int(settings.epochs)
    count = auto_members(n) if members == "auto" else int(members)
    dimensions = min(settings.dimensions, n - 2)
    wanted = [Layout(2, settings.map_min_dist, epochs, settings.seed)]
    wanted += [Layout(dimensions, 0.0, epochs, seed) for seed in member_seeds(settings.seed, count)]
    graph = fuzzy_graph(vectors, indices, distances)
    eye, *spaces = lay_out(vectors, graph, wanted, threads)
    used: dict[str, object] = {
        "neighbors": k,
        "epochs": epochs,
        "members": count,
        "dimensions": dimensions,
        "notes": [],
    }
    if dimensions < settings.dimensions:
        used["notes"] = [f"{n} documents allow for {dimensions} dimensions"]
    return Reduced(indices, distances, eye, np.stack(spaces), used)


def member_seeds(seed: int, count: int) -> list[int]:
    """Seeds of the members, all different, drawn from one."""
    # the first `count` different ones of more than are needed
    drawn = np.random.SeedSequence(seed).generate_state(2 * count + 8, np.uint32)
    return list(dict.fromkeys(drawn.tolist()))[:count]


def _too_few(vectors: np.ndarray, k: int, why: str = "") -> Reduced:
    """Documents on a circle: there is no neighbourhood to show."""
    n = len(vectors)
    if k:
        indices, distances = nearest_neighbors(vectors, k)
    else:
        indices, distances = np.empty((n, 0), np.int32), np.empty((n, 0), np.float32)
    angle = 2 * np.pi * np.arange(n) / n
    circle = np.stack([np.cos(angle), np.sin(angle)], axis=1).astype(np.float32)
    note = why or f"{n} documents are too few for a layout (at least {SMALLEST_LAYOUT})"
    used: dict[str, object] = {
        "neighbors": k,
        "epochs": 0,
        "members": 1,
        "dimensions": 2,
        "notes": [note + "; they stand on a circle, in no meaningful order"],
    }
    return Reduced(indices, distances, circle, np.zeros((1, n, 2), np.float32), used)
