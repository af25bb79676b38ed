"""The points of a sweep side by side: common documents, and places among the values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from topograph.errors import TopographError
from topograph.jobs.sweep.design import groups, positions
from topograph.jobs.sweep.reading import PointResults

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class Comparison:
    """The points of a sweep, with what several tables need of them all; computed on first use.

    Attributes
    ----------
    points : sequence of PointResults
    axes : sequence of mapping
        `key` and `values` of each axis; see `topograph.config.axes.Axis`.
    """

    points: Sequence[PointResults]
    axes: Sequence[Mapping[str, Any]]

    @cached_property
    def doc_ids(self) -> list[str]:
        """The documents that all points have, in the order of the first point.

        Raises
        ------
        TopographError
            If the points have no document in common.
        """
        first, *others = (own.doc_ids for own in self.points)
        shared = set(first).intersection(*others)
        if not shared:
            raise TopographError(
                "The points of the sweep have no document in common.",
                "the keys of `parse` that vary give every document another identifier.",
                "vary other keys, or set parse.fields.id.",
            )
        return [name for name in first if name in shared]

    def rows(self, point: PointResults) -> np.ndarray:
        """The rows of the common documents at a point."""
        import pandas as pd

        rows: np.ndarray = pd.Index(point.doc_ids).get_indexer(pd.Index(self.doc_ids))
        return rows

    @cached_property
    def partitions(self) -> list[np.ndarray]:
        """The topic of each common document at each point (int64), -1 for noise."""
        return [own.assigned[self.rows(own)] for own in self.points]

    @cached_property
    def ranks(self) -> np.ndarray:
        """See `topograph.jobs.sweep.design.positions`."""
        return positions([own.values for own in self.points], self.axes)

    @cached_property
    def groups(self) -> np.ndarray:
        """See `topograph.jobs.sweep.design.groups`."""
        return groups(self.ranks)
