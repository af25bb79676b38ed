"""Settings of the stage `cluster`: which clusterer, its keys, and what holds for all of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, model_validator

from topograph.clusterers.registry import CLUSTERERS
from topograph.sections.base import Auto, Section
from topograph.sections.choices import (
    OneOf,
    enumerated,
    listed,
    refuse_keys_of_others,
    users_of_keys,
    with_keys,
)

#: Clusterers that a sample of the documents can be given to, and those of the neighbour graph.
SAMPLING = tuple(name for name, own in CLUSTERERS.items() if own.samples)
OF_GRAPH = tuple(name for name, own in CLUSTERERS.items() if own.of_graph)


def _names(some: Iterable[str]) -> str:
    return enumerated(f"`{name}`" for name in some)


class _Choice(Section):
    method: Annotated[str, OneOf(CLUSTERERS)] = Field(
        "hdbscan", description=f"The clusterer: {listed(CLUSTERERS)}."
    )
    n_topics: Auto | Annotated[int, Field(ge=1, le=10_000)] = Field(
        "auto",
        description="Number of topics; `auto`: the mean number that HDBSCAN's members find; for "
        "other clusterers, by the size of the corpus.",
    )
    members: Auto | Annotated[int, Field(ge=1, le=500)] = Field(
        "auto",
        description="Number of clusterings whose consensus is the result, each of a UMAP layout "
        "with another seed. More: more stable topics, more time.",
    )
    resample: Annotated[float, Field(ge=0.2, le=0.95)] | None = Field(
        None,
        description="Share of the documents in the random sample of each member: stability then "
        "says how far topics depend on single documents. Empty: all. "
        f"Only for {_names(SAMPLING)}.",
    )
    min_cluster_size: Auto | Annotated[int, Field(ge=2, le=1_000_000)] = Field(
        "auto", description="Fewest documents of a topic. Smaller: more, finer topics."
    )


if TYPE_CHECKING:
    _Keys = _Choice  # a clusterer reads its own keys
else:
    _Keys = with_keys(_Choice, CLUSTERERS)


class ClusterSettings(_Keys):
    """Finding topics: many clusterings of the spaces and the neighbour graph, and a consensus."""

    noise: Literal["keep", "assign"] = Field(
        "keep",
        description="What to do with noise: `assign` moves documents into their nearest topic.",
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
        description="A YAML file of known topics: names with `words`, `ids` of documents, or both. "
        "Their documents are pulled together, and topics get these names. Like the next two keys, "
        f"only for {_names(OF_GRAPH)}.",
    )
    guide: str | None = Field(
        None,
        min_length=1,
        examples=["journal"],
        description="A field of the corpus; documents with the same value are pulled together.",
    )
    guide_weight: float = Field(
        0.5,
        ge=0.0,
        le=1.0,
        description="Weight of `seed_topics` and `guide`: 0: no effect; 1: documents of different "
        "groups are not joined at all.",
    )
    seed: int = Field(42, ge=0, le=2**31 - 1, description="Random seed of the consensus.")

    @model_validator(mode="after")
    def _keys_fit_the_clusterer(self) -> ClusterSettings:
        users = users_of_keys(CLUSTERERS) | {"resample": SAMPLING}
        users |= dict.fromkeys(("seed_topics", "guide", "guide_weight"), OF_GRAPH)
        refuse_keys_of_others(self, "cluster", "clusterer", self.method, users)
        return self
