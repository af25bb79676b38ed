"""The map of the documents, as a figure."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from topograph.plot.results import Results
from topograph.plot.style import (
    LABEL_LENGTH,
    NOISE_COLOUR,
    shortened,
    styled,
    wrapped,
)
from topograph.topics import NOISE

#: Beyond this many documents, hovering tells their titles only.
MANY_DOCUMENTS = 20_000
#: Topics beyond this many are named on the map only as long as there is room.
NAMED_TOPICS = 24
#: Room of a name, as shares of the map's width and height: about 150 by 30 pixels.
NAME_WIDTH, NAME_HEIGHT = 0.15, 0.045


def auto_dot_size(n: int) -> float:
    """Diameter of a dot in pixels: smaller where there are more, from 10 down to 3."""
    return round(float(np.clip(24.0 / max(n, 1) ** 0.2, 3.0, 10.0)), 1)


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
        Words of the opening shown on hover; with many documents titles only, for the file's size.
    dot_size : float
        Diameter in pixels.
    """
    documents, topics, points = results.documents, results.topics, results.points
    if len(documents) > MANY_DOCUMENTS:
        hover_words = 0
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
    for topic in named_topics(results):
        x, y = results.places[topic]
        figure.add_annotation(
            x=x,
            y=y,
            text=f"<b>{wrapped(topics['label'].iloc[topic], 18)}</b>",
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


def named_topics(results: Results) -> list[int]:
    """The topics that are named on the map: all if few, else the largest with room."""
    places = results.places
    if len(places) <= NAMED_TOPICS:
        return list(range(len(places)))
    span = np.ptp(results.points.astype(np.float64), axis=0).max()
    room = np.array([NAME_WIDTH, NAME_HEIGHT]) * span
    named: list[int] = []
    for topic, place in enumerate(places):
        if all((np.abs(place - places[other]) >= room).any() for other in named):
            named.append(topic)
    return named
