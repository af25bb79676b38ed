"""Settings of the stage `plot`."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from topograph.config.section import Auto, Section


class PlotSettings(Section):
    """From results to figures."""

    hover_words: int = Field(
        25, ge=0, le=200, description="Words of a document's opening shown on hover."
    )
    dot_size: Auto | Annotated[float, Field(ge=1, le=30)] = Field(
        "auto", description="Diameter of the map's dots, in pixels."
    )
    classes: str = Field(
        "",
        description="Column of the corpus that holds the right classes, to draw how far topics "
        "agree with them. Empty: none.",
    )
