"""Settings of the stage `reduce`: which reducer, its keys, and what holds for all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field, model_validator

from topograph.reducers.registry import REDUCERS
from topograph.sections.base import Auto, Section
from topograph.sections.choices import (
    OneOf,
    enumerated,
    listed,
    refuse_keys_of_others,
    users_of_keys,
    with_keys,
)

#: Reducers that may get approximate neighbours.
APPROXIMATE = tuple(name for name, own in REDUCERS.items() if own.approximate)


class _Choice(Section):
    method: Annotated[str, OneOf(REDUCERS)] = Field(
        "umap",
        description="The reducer, which makes the spaces for clustering and the map: "
        f"{listed(REDUCERS)}. `pca` and `none` run no compiled code of their own, and draw the map "
        "by principal components.",
    )
    seed: int = Field(42, ge=0, le=2**31 - 1, description="Random seed of all layouts.")
    neighbors: Auto | Annotated[int, Field(ge=2, le=200)] = Field(
        "auto",
        description="Nearest neighbours of each document in the graph. More: broader topics.",
    )
    exact_neighbors_up_to: int = Field(
        40_000,
        ge=0,
        le=10_000_000,
        description="Most documents for which "
        f"{enumerated(f'`{name}`' for name in APPROXIMATE)} uses exact neighbours; beyond, a "
        "faster search finds nearly all of them. Other methods always use exact neighbours.",
    )


if TYPE_CHECKING:
    _Keys = _Choice  # a reducer reads its own keys
else:
    _Keys = with_keys(_Choice, REDUCERS)


class ReduceSettings(_Keys):
    """Nearest neighbours, their graph, the map, and the spaces for clustering."""

    @model_validator(mode="after")
    def _keys_fit_the_reducer(self) -> ReduceSettings:
        users = users_of_keys(REDUCERS) | {"exact_neighbors_up_to": APPROXIMATE}
        refuse_keys_of_others(self, "reduce", "reducer", self.method, users)
        return self
