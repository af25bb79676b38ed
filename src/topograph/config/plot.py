"""Settings of the stage `plot`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from topograph.sections.base import Auto, Section


class PlotSettings(Section):
    """Drawing figures."""

    hover_words: int = Field(
        25, ge=0, le=200, description="Words of a document's excerpt shown on hover."
    )
    dot_size: Auto | Annotated[float, Field(ge=1, le=30)] = Field(
        "auto", description="Diameter of the map's dots, in pixels."
    )
    static: list[Literal["svg", "pdf", "png"]] = Field(
        [],
        description="Formats of figures for papers, in `plot/static/`: any of `svg`, `pdf`, `png`. "
        "Requires the extra `static`, Chromium, and an installed font for the corpus' script.",
    )
    static_columns: int = Field(
        2,
        ge=1,
        le=2,
        description="Columns of a page that a figure for papers spans: 85 or 178 millimetres.",
    )
