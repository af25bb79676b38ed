"""Settings of the stage `reduce`."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from topograph.config.section import Auto, Section


class ReduceSettings(Section):
    """From vectors to neighbours, the map, and the spaces that clustering reads (UMAP)."""

    seed: int = Field(42, ge=0, le=2**31 - 1, description="Random seed of all layouts.")
    neighbors: Auto | Annotated[int, Field(ge=2, le=200)] = Field(
        "auto",
        description="Nearest neighbours a document is joined with. More: broader topics.",
    )
    dimensions: int = Field(5, ge=2, le=50, description="Dimensions of the clustering spaces.")
    epochs: Auto | Annotated[int, Field(ge=10, le=5000)] = Field(
        "auto", description="Optimisation rounds of each layout."
    )
    map_min_dist: float = Field(
        0.1, ge=0.0, le=0.99, description="Closest distance of two dots on the map."
    )
