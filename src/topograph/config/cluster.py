"""Settings of the stage `cluster`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from topograph.sections.base import Auto, Section
from topograph.sections.choices import refuse_keys_of_others

#: Keys of `cluster` that mean something to some clusterers only.
KEYS_OF_CLUSTERERS = {
    "min_samples": ("hdbscan",),
    "selection": ("hdbscan",),
    "trim": ("kmeans", "spherical_kmeans"),
    "resample": ("hdbscan", "kmeans", "spherical_kmeans"),
    "seed_topics": ("hdbscan", "leiden"),
    "guide": ("hdbscan", "leiden"),
    "guide_weight": ("hdbscan", "leiden"),
}


class ClusterSettings(Section):
    """From spaces and the neighbour graph to topics: many clusterings and their consensus."""

    method: Literal["hdbscan", "kmeans", "spherical_kmeans", "agglomerative", "leiden"] = Field(
        "hdbscan",
        description="The clusterer. `hdbscan`: HDBSCAN on every space finds the number of topics, "
        "noise and stability, and its agreement weighs the neighbour graph, whose communities are "
        "the topics; `leiden`: the graph's communities alone; `kmeans` on every space; "
        "`spherical_kmeans` and `agglomerative` (average linkage) on the vectors.",
    )
    n_topics: Auto | Annotated[int, Field(ge=1, le=10_000)] = Field(
        "auto",
        description="Number of topics; `auto`: as many as HDBSCAN finds, the mean over its "
        "members; for other clusterers by the corpus' size.",
    )
    members: Auto | Annotated[int, Field(ge=1, le=500)] = Field(
        "auto",
        description="Fits whose consensus is the result, each on a UMAP layout with a seed of "
        "its own. More: stabler topics, more time.",
    )
    resample: Annotated[float, Field(ge=0.2, le=0.95)] | None = Field(
        None,
        description="Share of the documents that each member sees, drawn anew for each: stability "
        "then tells how far topics hang on single documents. Unset: all.",
    )
    min_cluster_size: Auto | Annotated[int, Field(ge=2, le=1_000_000)] = Field(
        "auto", description="Documents a topic has at least. Smaller: more and finer topics."
    )
    min_samples: Annotated[int, Field(ge=1, le=1000)] = Field(
        1, description="HDBSCAN's caution. Larger: more noise, denser topics."
    )
    selection: Literal["auto", "eom", "leaf"] = Field(
        "auto",
        description="HDBSCAN's choice from its tree: `eom` the most persistent clusters, `leaf` "
        "the finest ones: more topics. `auto`: `leaf` below 500 documents, where few clusters "
        "persist, else `eom`.",
    )
    trim: float = Field(
        0.0,
        ge=0.0,
        le=0.5,
        description="Share of the documents, those farthest from their centre, that `kmeans` and "
        "`spherical_kmeans` leave out as noise.",
    )
    noise: Literal["keep", "assign"] = Field(
        "keep",
        description="What happens to noise: `assign` moves documents into their nearest topic.",
    )
    strictness: float = Field(
        0.8,
        ge=0.0,
        le=1.0,
        description="How much noise `noise: assign` moves: documents with at least 1 - strictness "
        "of their neighbourhood in the nearest topic; 1: all of it.",
    )
    seed_topics: str | None = Field(
        None,
        min_length=1,
        examples=["config/seed_topics.yaml"],
        description="A YAML file of topics known beforehand: names with `words`, `ids` of "
        "documents, or both. Documents are drawn to them, and topics bear their names. Like the "
        "next two for `hdbscan` and `leiden` only.",
    )
    guide: str | None = Field(
        None,
        min_length=1,
        examples=["journal"],
        description="A field of the corpus whose equal values draw documents together.",
    )
    guide_weight: float = Field(
        0.5,
        ge=0.0,
        le=1.0,
        description="How much `seed_topics` and `guide` count: 0 nothing, 1 documents said to "
        "differ are not joined at all.",
    )
    seed: int = Field(42, ge=0, le=2**31 - 1, description="Random seed of the consensus.")

    @model_validator(mode="after")
    def _keys_fit_the_clusterer(self) -> ClusterSettings:
        refuse_keys_of_others(self, "cluster", "clusterer", self.method, KEYS_OF_CLUSTERERS)
        return self
