"""Documents of each topic, as a figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topograph.figures.base import Figure
from topograph.figures.medium import SCREEN, Medium
from topograph.figures.results import Results
from topograph.figures.style import NOISE_COLOUR, of_all, styled

if TYPE_CHECKING:
    import plotly.graph_objects as go

#: Room for a number behind the longest bar.
HEADROOM = 1.12


def draw_sizes(results: Results, medium: Medium = SCREEN) -> go.Figure:
    """Documents of each topic, and of noise, with the topic's stability on hover."""
    import plotly.graph_objects as go

    topics, noise = results.topics, results.noise
    shown = medium.fitting(len(topics) + 1) - 1
    kept = topics.head(shown)
    counts = [*kept["size"], noise]
    figure = go.Figure(
        go.Bar(
            x=counts,
            y=[*medium.names(kept["label"]), "no topic (noise)"],
            orientation="h",
            marker={"color": [*results.colours[:shown], NOISE_COLOUR]},
            text=counts,
            textposition="outside",
            cliponaxis=False,
            customdata=[f"stability {value:.2f}" for value in kept["stability"]] + [""],
            hovertemplate="%{y}: %{x} documents<br>%{customdata}<extra></extra>",
        )
    )
    return styled(
        figure,
        "Documents of each topic",
        yaxis={"range": [len(counts) - 0.5, -0.5], "automargin": True, "dtick": 1,
               "type": "category"},
        xaxis={"title": f"documents{of_all(shown, len(topics))}", "rangemode": "tozero",
               "range": [0, max(counts) * HEADROOM]},
        height=medium.height_of_rows(len(counts)),
        meta={"shown": shown, "of": len(topics)},
    )  # fmt: skip


FIGURE = Figure(
    name="sizes",
    title="Documents of each topic",
    caption="Number of documents of each topic, and of noise.",
    category="topics",
    draw=lambda results, asked: draw_sizes(results, asked.medium),
)
