"""The definition of a clusterer, its input and its result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from topograph.core.wording import Cite
from topograph.sections.base import Section

if TYPE_CHECKING:
    import numpy as np

    from topograph.clusterers.members import Member

#: Members if there is only one space, and fits differ by their starts or samples.
MEMBERS_OF_ONE_SPACE = 10


@dataclass(frozen=True)
class Points:
    """The input of a clusterer.

    Attributes
    ----------
    vectors : ndarray of float32, shape (n, d)
        Unit rows.
    space : ndarray of float32, shape (spaces, n, dimensions)
        The spaces of the stage `reduce`.
    least : int
        Documents that a topic has at least.
    count : int
        Clusters, for clusterers that have to be given their number.
    members : int or "auto"
        `cluster.members`.
    resample : float or None
        Share of the documents that each member sees; None for all.
    seed : int
    """

    vectors: np.ndarray
    space: np.ndarray
    least: int
    count: int
    members: int | str
    resample: float | None
    seed: int

    def ensemble(self) -> list[Member]:
        """The members: one per space, or several with samples of their own where there is one."""
        return self._ensemble(self.space, self.resample is not None)

    def ensemble_of_vectors(self) -> list[Member]:
        """Members on the vectors themselves, which differ by their seeds."""
        return self._ensemble(self.vectors[None], True)

    def _ensemble(self, space: np.ndarray, differ: bool) -> list[Member]:
        from topograph.clusterers.members import ensemble

        count = len(space)
        if count == 1 and differ:
            count = MEMBERS_OF_ONE_SPACE if self.members == "auto" else int(self.members)
        return ensemble(space, count, self.resample, self.seed)


@dataclass(frozen=True)
class Fits:
    """The clusterings of the members.

    Attributes
    ----------
    labels : ndarray of int64, shape (members, n)
        Clusters from 0 within each member, -1 for noise.
    used : dict
        Values used for `auto` and counts, for the seal.
    notes : list of str
        What was done otherwise than usual.
    """

    labels: np.ndarray
    used: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def nothing_to_check(n: int, keys: Any) -> None:
    """The keys fit a corpus of any size."""


@dataclass(frozen=True, kw_only=True)
class Clusterer:
    """A clusterer. Each module of `topograph.clusterers` that finds clusters defines its own.

    Attributes
    ----------
    name : str
        The value of `cluster.method`.
    description : str
        What it is; a short phrase.
    sentence : callable
        From the seal of the stage `cluster` and a `Cite` to what the methods paragraph says.
    fit : callable or None
        From `Points`, its keys and the number of cores, on which the result does not depend, to
        `Fits`. None for one that partitions the neighbour graph alone.
    keys : type of Section
        Its keys in the section `cluster`.
    of_graph : bool
        Whether topics are communities of the neighbour graph, weighed by the members' agreement,
        so that seed topics and fields can guide it. Otherwise the member that agrees best with all
        others is the result.
    samples : bool
        Whether `cluster.resample` applies to it.
    check : callable
        Raises `TopographError` if its keys do not fit a corpus of `n` documents.
    """

    name: str
    description: str
    sentence: Callable[[dict[str, Any], Cite], str]
    fit: Callable[[Points, Any, int], Fits] | None
    keys: type[Section] = Section
    of_graph: bool = False
    samples: bool = False
    check: Callable[[int, Any], None] = nothing_to_check
