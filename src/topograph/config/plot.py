"""Settings of the stage `plot`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from topograph.sections.base import Auto, Section


class PlotSettings(Section):
    """From results to figures."""

    hover_words: int = Field(
        25, ge=0, le=200, description="Words of a document's opening shown on hover."
    )
    dot_size: Auto | Annotated[float, Field(ge=1, le=30)] = Field(
        "auto", description="Diameter of the map's dots, in pixels."
    )
    static: list[Literal["svg", "pdf", "png"]] = Field(
        [],
        description="Figures as files for papers, in `plot/static/`: any of `svg`, `pdf`, `png`. "
        "They need the extra `static` and Chromium, and a font of the machine for the corpus' "
        "script.",
    )
    static_columns: int = Field(
        2,
        ge=1,
        le=2,
        description="Columns of a page that such a figure spans: 85 or 178 millimetres.",
    )
