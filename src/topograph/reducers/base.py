"""The definition of a reducer, its input and its result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import Field

from topograph.core.wording import Cite
from topograph.sections.base import Section

if TYPE_CHECKING:
    import numpy as np
    import scipy.sparse


class DimensionsKey(Section):
    """The key of reducers that make spaces of few dimensions."""

    dimensions: int = Field(5, ge=2, le=50, description="Dimensions of the clustering spaces.")


@dataclass(frozen=True)
class Neighborhood:
    """The input of a reducer.

    Attributes
    ----------
    vectors : ndarray of float32, shape (n, d)
        Unit rows.
    graph : csr_matrix of float32, shape (n, n)
        The neighbours, joined by the reducer.
    members : int or "auto"
        Spaces wanted (`cluster.members`).
    seed : int
    """

    vectors: np.ndarray
    graph: scipy.sparse.csr_matrix
    members: int | str
    seed: int


@dataclass(frozen=True)
class Spaces:
    """The result of a reducer.

    Attributes
    ----------
    map : ndarray of float32, shape (n, 2)
    space : ndarray of float32, shape (spaces, n, dimensions)
    used : dict
        Values used for `auto`, and `notes` on what was done otherwise than usual.
    """

    map: np.ndarray
    space: np.ndarray
    used: dict[str, Any]


def fewer_dimensions(n: int, dimensions: int, asked: int) -> list[str]:
    """The note on spaces of fewer dimensions than configured, if there are fewer."""
    return [] if dimensions == asked else [f"{n} documents allow for {dimensions} dimensions"]


@dataclass(frozen=True, kw_only=True)
class Reducer:
    """A reducer. Each module of `topograph.reducers` that makes spaces defines its own.

    Attributes
    ----------
    name : str
        The value of `reduce.method`.
    description : str
        What it is; a short phrase.
    join : callable
        From vectors (float32, n x d), the indices (int32, n x k) and distances (float32, n x k)
        of their nearest neighbours to the graph (csr_matrix of float32, n x n, symmetric).
    lay_out : callable
        From a `Neighborhood`, its keys and the number of cores, on which the result does not
        depend, to `Spaces`.
    sentence : callable
        From the seal of the stage `reduce`, what the graph joins in words, and a `Cite` to what
        the methods paragraph says.
    keys : type of Section
        Its keys in the section `reduce`.
    approximate : bool
        Whether the neighbours of large corpora may be found approximately.
    """

    name: str
    description: str
    join: Callable[[np.ndarray, np.ndarray, np.ndarray], scipy.sparse.csr_matrix]
    lay_out: Callable[[Neighborhood, Any, int], Spaces]
    sentence: Callable[[dict[str, Any], str, Cite], str]
    keys: type[Section] = Section
    approximate: bool = False
