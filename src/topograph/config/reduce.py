"""Settings of the stage `reduce`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from topograph.sections.base import Auto, Section


class ReduceSettings(Section):
    """From vectors to neighbours, their graph, the map, and the spaces that clustering reads."""

    method: Literal["umap", "pca", "none"] = Field(
        "umap",
        description="How vectors become the spaces that clustering reads: `umap` layouts of the "
        "neighbour graph; `pca` principal components; `none` the vectors as they are. The last two "
        "run no compiled code of their own and draw the map by principal components.",
    )
    seed: int = Field(42, ge=0, le=2**31 - 1, description="Random seed of all layouts.")
    neighbors: Auto | Annotated[int, Field(ge=2, le=200)] = Field(
        "auto",
        description="Nearest neighbours a document is joined with. More: broader topics.",
    )
    exact_neighbors_up_to: int = Field(
        40_000,
        ge=0,
        le=10_000_000,
        description="Documents up to which `umap` gets exact neighbours; of more, nearly all are "
        "found by a faster search. The other methods always get exact ones.",
    )
    dimensions: int = Field(5, ge=2, le=50, description="Dimensions of the clustering spaces.")
    epochs: Auto | Annotated[int, Field(ge=10, le=5000)] = Field(
        "auto",
        description="Optimisation rounds of each layout; `auto`: 100 for the spaces, more for "
        "the map.",
    )
    map_min_dist: float = Field(
        0.1, ge=0.0, le=0.99, description="Closest distance of two dots on the map."
    )
