"""The figures: each a function from tables to a plotly figure."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from topograph.plot.results import Results
from topograph.plot.style import (
    NOISE_COLOUR,
    all_shortened,
    shortened,
    styled,
    wrapped,
)
from topograph.topics import NOISE

LABEL_LENGTH = 48
#: Columns of the grid of term bars.
TERM_COLUMNS = 3


def auto_dot_size(n: int) -> float:
    """Diameter of a dot in pixels: smaller where there are more, from 10 down to 3."""
    return float(np.clip(24.0 / max(n, 1) ** 0.2, 3.0, 10.0))


def hover_text(title: str, text: str, words: int) -> str:
    """Title and opening of a document, escaped and wrapped; the opening once if it is the title."""
    parts = text.split()
    opening = " ".join(parts[:words]) + (" …" if len(parts) > words else "")
    if not words:
        return wrapped(title, 60)
    if opening.startswith(title.removesuffix(" …")):
        return wrapped(opening, 60)
    return f"<b>{wrapped(title, 60)}</b><br>{wrapped(opening, 60)}"


def draw_map(results: Results, hover_words: int, dot_size: float) -> go.Figure:
    """One dot a document, coloured and named by topic.

    Parameters
    ----------
    results : Results
    hover_words : int
        Words of the opening shown on hover.
    dot_size : float
        Diameter in pixels.
    """
    documents, topics, points = results.documents, results.topics, results.points
    figure = go.Figure()
    hover = np.array(
        [
            hover_text(title, text, hover_words)
            for title, text in zip(documents["title"], documents["text"], strict=True)
        ],
        dtype=object,
    )
    groups = [(NOISE, "no topic (noise)", NOISE_COLOUR)]
    groups += [
        (int(topic), str(label), results.colours[topic])
        for topic, label in zip(topics["topic"], topics["label"], strict=True)
    ]
    for topic, label, colour in groups:
        rows = np.flatnonzero(results.assigned == topic)
        if not len(rows):
            continue
        name = shortened(label, LABEL_LENGTH)
        figure.add_trace(
            go.Scattergl(
                x=points[rows, 0],
                y=points[rows, 1],
                mode="markers",
                name=f"{name} ({len(rows)})",
                text=hover[rows],
                hovertemplate=f"%{{text}}<br><i>{name}</i><extra></extra>",
                marker={
                    "color": colour,
                    "size": dot_size * (0.75 if topic == NOISE else 1.0),
                    "opacity": 0.85,
                    "line": {"width": 0},
                },
            )
        )
        if topic != NOISE:
            x, y = results.places[topic]
            figure.add_annotation(
                x=x,
                y=y,
                text=f"<b>{wrapped(label, 18)}</b>",
                showarrow=False,
                font={"size": 11, "color": "#222"},
                bgcolor="rgba(255,255,255,0.65)",
            )
    hidden = {"visible": False, "showgrid": False, "zeroline": False}
    return styled(
        figure,
        f"{len(documents)} documents, {len(topics)} topics",
        xaxis=hidden,
        yaxis=hidden | {"scaleanchor": "x"},
        legend={"title": {"text": "Topic (documents)"}, "itemsizing": "constant"},
        dragmode="pan",
    )


def draw_sizes(results: Results) -> go.Figure:
    """Documents of each topic, and of noise, with the topic's stability on hover."""
    topics, noise = results.topics, results.noise
    labels = all_shortened(topics["label"], LABEL_LENGTH)
    figure = go.Figure(
        go.Bar(
            x=[*topics["size"], noise],
            y=[*labels, "no topic (noise)"],
            orientation="h",
            marker={"color": [*results.colours, NOISE_COLOUR]},
            text=[*topics["size"], noise],
            customdata=[f"stability {value:.2f}" for value in topics["stability"]] + [""],
            hovertemplate="%{y}: %{x} documents<br>%{customdata}<extra></extra>",
        )
    )
    return styled(
        figure,
        "Documents of each topic",
        yaxis={"autorange": "reversed", "automargin": True},
        xaxis={"title": "documents"},
    )


def draw_terms(results: Results) -> go.Figure:
    """The terms of each topic with their weights, one small chart a topic."""
    topics = results.topics
    rows = -(-len(topics) // TERM_COLUMNS)
    figure = make_subplots(
        rows,
        TERM_COLUMNS,
        subplot_titles=[f"<b>{shortened(label, LABEL_LENGTH)}</b>" for label in topics["label"]],
        horizontal_spacing=0.16,
        vertical_spacing=0.25 / rows,
    )
    for i, (terms, weights) in enumerate(zip(topics["terms"], topics["weights"], strict=True)):
        figure.add_trace(
            go.Bar(
                x=list(weights),
                y=all_shortened(terms, 30),
                orientation="h",
                marker={"color": results.colours[i]},
                hovertemplate="%{y}: %{x:.3f}<extra></extra>",
            ),
            i // TERM_COLUMNS + 1,
            i % TERM_COLUMNS + 1,
        )
    figure.update_yaxes(autorange="reversed", automargin=True)
    figure.update_annotations(font_size=12)
    return styled(figure, "Terms of each topic", showlegend=False, height=90 + 270 * rows)


def draw_similarity(results: Results) -> go.Figure:
    """Cosine between the topics' centroids."""
    labels = all_shortened(results.topics["label"], LABEL_LENGTH)
    figure = go.Figure(
        go.Heatmap(
            z=np.round(results.similarity, 4),
            x=labels,
            y=labels,
            colorscale="Cividis",
            zmax=1,
            colorbar={"title": "cosine"},
            hovertemplate="%{y}<br>%{x}<br>cosine %{z:.2f}<extra></extra>",
        )
    )
    return styled(
        figure,
        "Similarity of topics",
        yaxis={"autorange": "reversed", "automargin": True},
        xaxis={"automargin": True, "tickangle": -40},
    )


def draw_hierarchy(results: Results) -> go.Figure:
    """The tree of topics as an icicle: the width of a box is its number of documents."""
    ids: list[str] = []
    parents: list[str] = []
    labels: list[str] = []
    sizes: list[int] = []
    colours: list[str] = []
    palette = results.colours

    def visit(node: dict[str, Any], parent: str) -> None:
        own = str(len(ids))
        ids.append(own)
        parents.append(parent)
        labels.append(wrapped(node["label"], 24))
        sizes.append(node["size"])
        colours.append(palette[node["topic"]] if "topic" in node else "#e8e8e8")
        for child in node.get("children", []):
            visit(child, own)

    visit(results.hierarchy, "")
    figure = go.Figure(
        go.Icicle(
            ids=ids,
            parents=parents,
            labels=labels,
            values=sizes,
            branchvalues="total",
            marker={"colors": colours},
            tiling={"orientation": "h"},
            hovertemplate="%{label}<br>%{value} documents<extra></extra>",
        )
    )
    return styled(figure, "Hierarchy of topics (click a box to enter it)")


def draw_all(results: Results, hover_words: int, dot_size: float) -> dict[str, go.Figure]:
    """All figures of a run by name; see the single functions for the parameters."""
    return {
        "map": draw_map(results, hover_words, dot_size),
        "sizes": draw_sizes(results),
        "terms": draw_terms(results),
        "similarity": draw_similarity(results),
        "hierarchy": draw_hierarchy(results),
    }
