"""Comparison of a sweep's points: Pareto front, agreement, and which key moves which measure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np


class Interaction(NamedTuple):
    """Two axes, and the share of a measure's variance that only their combination explains."""

    first: int
    second: int
    share: float


def pareto_front(values: np.ndarray) -> np.ndarray:
    """Which points no other point dominates.

    A point dominates another if it is at least as good by all measures and better by one.

    Parameters
    ----------
    values : ndarray of float, shape (n_points, n_measures)
        Higher is better. Points with a missing value (NaN) are not on the front.

    Returns
    -------
    ndarray of bool, shape (n_points,)
    """
    import numpy as np

    known = ~np.isnan(values).any(axis=1)
    front: np.ndarray = known.copy()
    for number in np.flatnonzero(known):
        others = values[known]
        dominates = (others >= values[number]).all(axis=1) & (others > values[number]).any(axis=1)
        front[number] = not dominates.any()
    return front


def agreement_with_neighbours(
    partitions: Sequence[np.ndarray], pairs: Sequence[tuple[int, int]]
) -> np.ndarray:
    """Mean adjusted Rand index of each point with its neighbours (Hubert and Arabie 1985).

    Noise counts as one more topic.

    Parameters
    ----------
    partitions : sequence of ndarray of int64, shape (n_documents,)
        The same documents in the same order.
    pairs : sequence of tuple
        Neighbouring points.

    Returns
    -------
    ndarray of float64, shape (n_points,)
        NaN for a point without neighbours.
    """
    import numpy as np
    from sklearn.metrics import adjusted_rand_score

    found: list[list[float]] = [[] for _ in partitions]
    for one, other in pairs:
        value = float(adjusted_rand_score(partitions[one], partitions[other]))
        found[one].append(value)
        found[other].append(value)
    return np.array([np.mean(own) if own else np.nan for own in found])


def main_effects(values: np.ndarray, groups: np.ndarray) -> np.ndarray:
    """Share of a measure's variance that each axis explains (eta squared).

    Parameters
    ----------
    values : ndarray of float, shape (n_points,)
        NaN where the measure has no value.
    groups : ndarray of int64, shape (n_points, n_axes)
        The group of each point on each axis.

    Returns
    -------
    ndarray of float64, shape (n_axes,)
        From 0 to 1; NaN if the measure does not vary.
    """
    import numpy as np

    known = ~np.isnan(values)
    return np.array(
        [
            _explained(values[known], groups[known, column : column + 1])
            for column in range(groups.shape[1])
        ]
    )


def strongest_interaction(values: np.ndarray, groups: np.ndarray) -> Interaction | None:
    """The pair of axes whose combination explains most beyond the two axes by themselves.

    A pair counts if all its combinations occur, or if most occur at several points. Otherwise it
    would explain everything. None if no pair counts.
    """
    import numpy as np

    known = ~np.isnan(values)
    values, groups = values[known], groups[known]
    best: Interaction | None = None
    for first, second in combinations(range(groups.shape[1]), 2):
        pair = groups[:, [first, second]]
        cells = len(np.unique(pair, axis=0))
        levels = [len(np.unique(own)) for own in pair.T]
        if min(levels) < 2 or (cells < levels[0] * levels[1] and len(values) < 2 * cells):
            continue
        share = _explained(values, pair) - _additive(values, pair)
        if np.isfinite(share) and (best is None or share > best.share):
            best = Interaction(first, second, float(max(share, 0.0)))
    return best


def _explained(values: np.ndarray, groups: np.ndarray) -> float:
    """Share of the variance between the groups' means."""
    import numpy as np

    total = float(((values - values.mean()) ** 2).sum()) if len(values) else 0.0
    if total < 1e-12:
        return float("nan")
    _, cell = np.unique(groups, axis=0, return_inverse=True)
    cell = cell.ravel()
    means = np.bincount(cell, values) / np.bincount(cell)
    return 1 - float(((values - means[cell]) ** 2).sum()) / total


def _additive(values: np.ndarray, pair: np.ndarray) -> float:
    """Share of the variance that the sum of two axes' effects explains (least squares)."""
    import numpy as np

    columns = [np.ones(len(values))]
    for own in pair.T:
        columns += [own == level for level in np.unique(own)[1:]]
    design = np.column_stack(columns).astype(float)
    fitted = design @ np.linalg.lstsq(design, values, rcond=None)[0]
    total = float(((values - values.mean()) ** 2).sum())
    return 1 - float(((values - fitted) ** 2).sum()) / total if total > 1e-12 else float("nan")
