"""Noise by strictness, as a figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topograph.core.topics import NOISE
from topograph.figures.base import Figure
from topograph.figures.medium import SCREEN, Medium
from topograph.figures.results import Results
from topograph.figures.style import absent, styled

if TYPE_CHECKING:
    import plotly.graph_objects as go

#: Strictnesses at which noise is counted.
STRICTNESS_STEPS = 101


def draw_noise(results: Results, medium: Medium = SCREEN) -> go.Figure:
    """Documents that remain noise, by the strictness with which noise is assigned."""
    import numpy as np
    import plotly.graph_objects as go

    title = "Noise by strictness"
    if not results.noise:
        return absent(title, "Every document has a topic.")
    shares = np.sort(results.shares[results.assigned == NOISE])
    strictness = np.round(np.linspace(0, 1, STRICTNESS_STEPS), 4)
    left = np.searchsorted(shares, np.round(1 - strictness, 4))
    figure = go.Figure(
        go.Scatter(
            x=strictness,
            y=left,
            mode="lines",
            line={"shape": "hv", "color": "#555"},
            hovertemplate="strictness %{x}: %{y} documents in no topic<extra></extra>",
        )
    )
    return styled(
        figure,
        title,
        xaxis={"title": "strictness (<i>cluster.strictness</i>)", "range": [0, 1.005]},
        yaxis={
            "title": "documents in no topic",
            "rangemode": "tozero",
            "tickformat": ",d",
            "nticks": min(8, results.noise + 1),
        },
        height=round(0.6 * medium.width) if medium.paper else None,
    )


FIGURE = Figure(
    name="noise",
    title="Noise by strictness",
    caption="Number of documents that remain noise if noise is assigned to the nearest topics "
    "(cluster.noise: assign), for each value of cluster.strictness.",
    category="quality",
    draw=lambda results, asked: draw_noise(results, asked.medium),
)
