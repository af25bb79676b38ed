"""Similarity of topics, as a figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topograph.figures.base import Figure
from topograph.figures.medium import SCREEN, Medium
from topograph.figures.results import Results
from topograph.figures.style import LABEL_LENGTH, absent, all_shortened, styled
from topograph.figures.tree import leaves

if TYPE_CHECKING:
    import plotly.graph_objects as go

#: Topics whose names fit on the axes of a matrix.
AXIS_TOPICS = 60


def draw_similarity(results: Results, medium: Medium = SCREEN) -> go.Figure:
    """Cosine between the topics' centroids, in the order in which the topics merge.

    On paper the columns have the topics' numbers, which precede the names of the rows.
    """
    import numpy as np
    import plotly.graph_objects as go

    order = leaves(results.hierarchy)
    if len(order) < 2:
        return absent("Similarity of topics", "There is one topic only.")
    names = [str(label) for label in results.topics["label"].iloc[order]]
    fits = len(order) <= min(AXIS_TOPICS, medium.fitting(len(order)))
    rows = columns = all_shortened(names, LABEL_LENGTH)
    height = medium.height_of_rows(min(len(order), AXIS_TOPICS)) + 150
    if medium.paper:
        rows = medium.names([f"{topic} {name}" for topic, name in zip(order, names, strict=True)])
        columns = [str(topic) for topic in order]
        height = medium.height_of_rows(len(order)) if fits else round(0.8 * medium.width)
    figure = go.Figure(
        go.Heatmap(
            z=np.round(results.similarity[order][:, order], 4),
            x=columns,
            y=rows,
            colorscale="Cividis",
            zmax=1,
            colorbar={"title": "cosine"},
            hovertemplate="%{y}<br>%{x}<br>cosine %{z:.2f}<extra></extra>",
        )
    )
    unnamed = " (names on hover)" if not (fits or medium.paper) else ""
    return styled(
        figure,
        "Similarity of topics" + unnamed,
        yaxis={"autorange": "reversed", "automargin": True, "showticklabels": fits, "dtick": 1,
               "type": "category"},
        xaxis={"automargin": True, "tickangle": medium.angle(len(order), 0), "dtick": 1,
               "showticklabels": fits, "type": "category"}
        | ({"title": "topic" if fits else f"{len(order)} topics, in the order of the hierarchy"}
           if medium.paper else {}),
        height=height,
    )  # fmt: skip


FIGURE = Figure(
    name="similarity",
    title="Similarity of topics",
    caption="Cosine between the mean vectors of the topics, in the order of the hierarchy.",
    category="topics",
    draw=lambda results, asked: draw_similarity(results, asked.medium),
)
