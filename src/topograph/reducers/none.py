"""No reduction: clustering reads the vectors as they are; the map is of principal components."""

from __future__ import annotations

from typing import Any

from topograph.core.wording import Cite
from topograph.reducers.base import Neighborhood, Reducer, Spaces
from topograph.reducers.pca import components, join
from topograph.sections.base import Section


def lay_out(neighborhood: Neighborhood, keys: Section, threads: int) -> Spaces:
    """The vectors as one space, and the map by their first two principal components."""
    import numpy as np

    vectors = neighborhood.vectors
    eye = components(vectors, 2)[:, :2].astype(np.float32)
    used = {"members": 1, "dimensions": vectors.shape[1], "notes": []}
    return Spaces(eye, vectors[None].astype(np.float32), used)


def sentence(seal: dict[str, Any], graph: str, cite: Cite) -> str:
    """The graph alone."""
    return f"A graph joined {graph}."


REDUCER = Reducer(
    name="none",
    description="the vectors as they are",
    join=join,
    lay_out=lay_out,
    sentence=sentence,
)
