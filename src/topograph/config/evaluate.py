"""Settings of the stage `evaluate`."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, field_validator

from topograph.config.section import Auto, Section

#: The largest number of repeats.
MOST_REPEATS = 50


class EvaluateSettings(Section):
    """From results to measures."""

    coherence_terms: Auto | Annotated[int, Field(ge=2, le=50)] = Field(
        "auto",
        description="Terms of a topic that coherence and diversity look at; `auto`: as many as "
        "`label.terms`, at most 10.",
    )
    trustworthiness_neighbors: Auto | Annotated[int, Field(ge=1, le=200)] = Field(
        "auto", description="Neighbourhood size at which the map's trustworthiness is measured."
    )
    label_column: str | None = Field(
        None,
        description="Column of documents.parquet that holds labels known beforehand; topics are "
        "held against them. Documents without label are left out. Empty: none.",
    )
    repeats: int = Field(
        0,
        ge=0,
        le=MOST_REPEATS,
        description="How many more times the topics are found, each with another random seed, and "
        "once more compiled for a generic processor; their agreement is written into the metrics. "
        "Each takes as long as `reduce` and `cluster` together. 0: none.",
    )

    @field_validator("label_column", mode="before")
    @classmethod
    def _empty_is_nothing(cls, value: Any) -> Any:
        return None if value == "" else value
