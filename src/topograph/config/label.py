"""Settings of the stage `label`."""

from __future__ import annotations

from pydantic import Field

from topograph.config.section import Section


class LabelSettings(Section):
    """From topics to terms, names, representatives and a hierarchy."""

    terms: int = Field(10, ge=3, le=50, description="Terms listed for a topic.")
    phrase_words: int = Field(
        3, ge=1, le=4, description="Words of the longest phrase that may be a term."
    )
    name_terms: int = Field(2, ge=1, le=4, description="Terms a topic's name is made of.")
    representatives: int = Field(
        3, ge=1, le=20, description="Representative documents listed for a topic."
    )
    stop_words: list[str] = Field(
        [], description="Words never used in terms, on top of those of the corpus' language."
    )
