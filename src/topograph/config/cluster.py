"""Settings of the stage `cluster`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from topograph.config.section import Auto, Section


class ClusterSettings(Section):
    """From spaces to topics (HDBSCAN on every member, then their consensus)."""

    members: Auto | Annotated[int, Field(ge=1, le=500)] = Field(
        "auto",
        description="Fits whose consensus is the result, each on a UMAP layout with a seed of "
        "its own. More: stabler topics, more time.",
    )
    min_cluster_size: Auto | Annotated[int, Field(ge=2, le=1_000_000)] = Field(
        "auto", description="Documents a topic has at least. Smaller: more and finer topics."
    )
    min_samples: Annotated[int, Field(ge=1, le=1000)] = Field(
        1, description="HDBSCAN's caution. Larger: more noise, denser topics."
    )
    selection: Literal["leaf", "eom"] = Field(
        "leaf",
        description="HDBSCAN's choice from its tree: `leaf` the finest clusters, `eom` the most "
        "persistent ones.",
    )
