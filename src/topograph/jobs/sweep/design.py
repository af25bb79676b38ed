"""Where the points of a sweep lie among its values: neighbours, and groups of an axis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from topograph.system.jsontext import canonical_json

if TYPE_CHECKING:
    import numpy as np

#: Most groups of the values of an axis, if points were drawn from a range.
MOST_GROUPS = 6


def positions(points: Sequence[Mapping[str, Any]], axes: Sequence[Mapping[str, Any]]) -> np.ndarray:
    """Ranks of each point's values on each axis.

    Listed values rank in the order of the list, numbers of a range by size.

    Parameters
    ----------
    points : sequence of mapping
        The values of each point, by key.
    axes : sequence of mapping
        `key` and `values` of each axis; `values` is empty for a range from which points are drawn.

    Returns
    -------
    ndarray of int64, shape (n_points, n_axes)
    """
    import numpy as np

    ranks = np.zeros((len(points), len(axes)), dtype=np.int64)
    for column, axis in enumerate(axes):
        own = [point[axis["key"]] for point in points]
        order = axis["values"] or sorted(set(own))
        rank = {canonical_json(value): place for place, value in enumerate(order)}
        ranks[:, column] = [rank[canonical_json(value)] for value in own]
    return ranks


def neighbouring(ranks: np.ndarray) -> list[tuple[int, int]]:
    """Pairs of points that are next to each other.

    A point's neighbours are those at the least distance from it, where the distance is the sum over
    all axes of the difference in rank, each as a share of the axis: in a grid, the points one step
    away on the axis with most values.
    """
    import numpy as np

    if len(ranks) < 2:
        return []
    scaled = ranks / np.maximum(ranks.max(axis=0), 1)
    pairs: set[tuple[int, int]] = set()
    for number, own in enumerate(scaled):
        steps = np.abs(ranks - ranks[number]).sum(axis=1)
        distances = np.abs(scaled - own).sum(axis=1)
        steps[number], distances[number] = np.iinfo(np.int64).max, np.inf
        beside = steps == 1  # one step of one key
        if not beside.any():
            beside = distances <= distances.min() + 1e-12
        pairs |= {(min(number, int(k)), max(number, int(k))) for k in np.flatnonzero(beside)}
    return sorted(pairs)


def groups(ranks: np.ndarray) -> np.ndarray:
    """Groups of the values of each axis, for comparing means: at most `MOST_GROUPS` of equal size.

    Returns
    -------
    ndarray of int64, shape (n_points, n_axes)
    """
    import numpy as np

    found = ranks.copy()
    for column in range(ranks.shape[1]):
        own = ranks[:, column]
        if len(np.unique(own)) > MOST_GROUPS:
            cuts = np.quantile(own, np.linspace(0, 1, MOST_GROUPS + 1)[1:-1])
            found[:, column] = np.searchsorted(cuts, own, side="left")
    return found
