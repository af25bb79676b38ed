"""Topics and known classes, as a figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topograph.core.labelcolumn import labels_of
from topograph.figures.base import Figure
from topograph.figures.medium import SCREEN, Medium
from topograph.figures.results import Results
from topograph.figures.statistics import contingency
from topograph.figures.style import (
    LABEL_LENGTH,
    absent,
    all_shortened,
    styled,
)

if TYPE_CHECKING:
    import numpy as np
    import plotly.graph_objects as go


def draw_classes(results: Results, column: str, medium: Medium = SCREEN) -> go.Figure:
    """The distribution of each class over the topics, with measures of agreement.

    Parameters
    ----------
    results : Results
    column : str
        The corpus' column that holds the classes; empty if there is none.

    Raises
    ------
    TopographError
        If the corpus has no such column.
    """
    import numpy as np
    import pandas as pd
    import plotly.graph_objects as go

    title = "Topics and known classes"
    if not column:
        return absent(title, "No column with known classes is set (evaluate.label_column).")
    texts = pd.Series(labels_of(results.documents, column), dtype=object)
    counts = texts.value_counts()
    below = 120 if medium.paper else 200
    frequent = counts.sort_index().sort_values(ascending=False, kind="stable")
    labels = sorted(frequent.index[: medium.fitting(len(counts), below)])
    places = {label: place for place, label in enumerate(labels)}
    codes = np.array([places.get(text, -1) for text in texts], dtype=np.int64)
    all_codes = pd.factorize(texts)[0].astype(np.int64)
    assigned = np.where(results.assigned < 0, len(results.topics), results.assigned)
    table = contingency(codes, assigned, (len(labels), len(results.topics) + 1))
    sums = np.maximum(table.sum(axis=1, keepdims=True), 1)
    length = medium.line if medium.paper else LABEL_LENGTH
    names = [*all_shortened(results.topics["label"], length), "no topic (noise)"]
    # topics in the order of the classes that most of their documents are of: a diagonal, if right
    order = np.argsort(table[:, :-1].argmax(axis=0), kind="stable").tolist()
    order.append(len(results.topics))
    figure = go.Figure(
        go.Heatmap(
            z=np.round(table / sums, 4)[:, order],
            x=[names[place] for place in order],
            y=medium.names(labels),
            customdata=table[:, order],
            colorscale="Cividis",
            zmin=0,
            colorbar={"title": "share of<br>the class"},
            hovertemplate="%{y}<br>%{x}<br>%{customdata} documents, %{z:.1%}<extra></extra>",
        )
    )
    return styled(
        figure,
        f"{title} ({column})",
        agreement_text(all_codes, results.assigned),
        yaxis={"autorange": "reversed", "automargin": True, "dtick": 1, "type": "category"},
        xaxis={
            "automargin": True,
            "tickangle": medium.angle(len(order)),
            "dtick": medium.every(len(order)),
            "type": "category",
        },
        height=medium.height_of_rows(len(labels)) + below,
    )


def agreement_text(codes: np.ndarray, assigned: np.ndarray) -> str:
    """Agreement of classes and topics in words, with and without noise.

    Parameters
    ----------
    codes, assigned : ndarray of int64, shape (n,)
        Class and topic of each document; documents without a class (-1) count nowhere.
    """
    from sklearn.metrics import adjusted_mutual_info_score, adjusted_rand_score

    measures = []
    for name, kept in (("all", codes >= 0), ("without noise", (codes >= 0) & (assigned >= 0))):
        if kept.any():
            index = adjusted_rand_score(codes[kept], assigned[kept])
            information = adjusted_mutual_info_score(codes[kept], assigned[kept])
            measures.append(f"{name}: ARI {index:.2f}, AMI {information:.2f}")
    return "; ".join(measures)


FIGURE = Figure(
    name="classes",
    title="Topics and known classes",
    caption="How the documents of each known class are distributed over the topics, with adjusted "
    "Rand index and adjusted mutual information.",
    category="quality",
    draw=lambda results, asked: draw_classes(results, asked.label_column, asked.medium),
    subtitled=True,
)
