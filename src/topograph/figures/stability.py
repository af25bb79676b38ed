"""Stability of the topics, as a figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topograph.figures.base import Figure
from topograph.figures.medium import SCREEN, Medium
from topograph.figures.results import Results
from topograph.figures.style import of_all, styled

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    import plotly.graph_objects as go


def draw_stability(results: Results, medium: Medium = SCREEN) -> go.Figure:
    """Stability of each topic, and the quartiles of the stability of its documents."""
    import numpy as np
    import plotly.graph_objects as go

    shown = medium.fitting(len(results.topics))
    topics = results.topics.head(shown)
    order = np.argsort(-topics["stability"].to_numpy(), kind="stable")
    own = results.assignments["stability"].to_numpy()
    quartiles = np.array(
        [np.quantile(own[results.assigned == topic], [0.25, 0.5, 0.75]) for topic in order]
    ).reshape(-1, 3)
    labels = medium.names(topics["label"].iloc[order])
    figure = go.Figure(_traces(topics["stability"].iloc[order], quartiles, labels))
    return styled(
        figure,
        "Stability of the topics",
        yaxis={"range": [len(labels) - 0.5, -0.5], "automargin": True, "dtick": 1,
               "type": "category"},
        xaxis={
            "title": "stability (1: found in every partition)"
            + of_all(shown, len(results.topics)),
            "range": [0, 1.02],
        },
        legend={
            "orientation": "h", "xanchor": "center", "x": 0.5, "xref": "container",
            "yanchor": "top", "y": 1 if medium.paper else 0.985, "yref": "container",
        },
        height=medium.height_of_rows(len(labels)),
        meta={"shown": shown, "of": len(results.topics)},
    )  # fmt: skip


def _traces(
    stability: pd.Series, quartiles: np.ndarray, labels: list[str]
) -> list[go.Bar | go.Scatter]:
    """A bar for each topic, and the quartiles of its documents (float64, n_topics x 3)."""
    import plotly.graph_objects as go

    middle = quartiles[:, 1]
    return [
        go.Bar(
            x=stability,
            y=labels,
            orientation="h",
            name="topic",
            marker={"color": "#9db7d8"},
            hovertemplate="%{y}<br>topic: %{x:.2f}<extra></extra>",
        ),
        go.Scatter(
            x=middle,
            y=labels,
            mode="markers",
            name="its documents: median, quartiles",
            marker={"color": "#222", "symbol": "diamond", "size": 7},
            cliponaxis=False,
            error_x={
                "type": "data",
                "array": quartiles[:, 2] - middle,
                "arrayminus": middle - quartiles[:, 0],
                "color": "#222",
                "thickness": 1,
            },
            hovertemplate="%{y}<br>documents: %{x:.2f}<extra></extra>",
        ),
    ]


FIGURE = Figure(
    name="stability",
    title="Stability of the topics",
    caption="Stability of each topic (mean Jaccard index of its best match in each repeated "
    "partition), and median and quartiles of the stability of its documents.",
    category="quality",
    draw=lambda results, asked: draw_stability(results, asked.medium),
)
