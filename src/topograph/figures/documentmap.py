"""The map of the documents, as a figure."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from topograph.core.topics import NOISE
from topograph.core.wording import counted
from topograph.figures.base import Figure
from topograph.figures.medium import LETTER_WIDTH, LINE_HEIGHT, MOST_HEIGHT, SCREEN, Medium
from topograph.figures.namelayout import covered, place_apart
from topograph.figures.results import Results
from topograph.figures.style import (
    HIDDEN_AXIS,
    LABEL_LENGTH,
    NOISE_COLOUR,
    shortened,
    styled,
    text_width,
    wrapped,
)

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    import plotly.graph_objects as go

#: Beyond this many documents, hover texts contain only titles.
MANY_DOCUMENTS = 20_000
#: Largest number of topics with names on the map; on paper, more topics get numbers instead.
NAMED_TOPICS = 24
#: Letters per line of a name on the map, and the largest distance of a name without a line to it.
NAME_LINE = 18
NAME_DISTANCE = 14.0
#: Size of the map on a screen, in pixels: the room beside the legend of a small window.
SCREEN_AREA = (700.0, 600.0)
#: Room around the dots, as a share of the map.
AROUND = 0.04
#: Narrowest paper on which topics are named on the map, and not numbered.
NAMED_WIDTH = 500
#: Width of an entry of the legend on paper, in pixels, and the share of a page that it may fill.
LEGEND_ENTRY = 150
LEGEND_SHARE = 0.55
#: Height of a line of the legend, as a share of the letters' size.
LEGEND_LINE = 2.05


def auto_dot_size(n: int) -> float:
    """Diameter of a dot in pixels, from 10 down to 3: the more dots, the smaller."""
    import numpy as np

    return round(float(np.clip(24.0 / max(n, 1) ** 0.2, 3.0, 10.0)), 1)


def hover_text(title: str, text: str, words: int) -> str:
    """Title and excerpt of a document, escaped and wrapped; the excerpt alone if it begins so."""
    parts = text.split()
    excerpt = " ".join(parts[:words]) + (" …" if len(parts) > words else "")
    if not words:
        return wrapped(title, 60)
    if excerpt.startswith(title.removesuffix(" …")):
        return wrapped(excerpt, 60)
    return f"<b>{wrapped(title, 60)}</b><br>{wrapped(excerpt, 60)}"


def _hover_texts(documents: pd.DataFrame, words: int) -> np.ndarray:
    """The hover text of each document: object, shape (n,)."""
    import numpy as np

    words = 0 if len(documents) > MANY_DOCUMENTS else words
    texts = zip(documents["title"], documents["text"], strict=True)
    return np.array([hover_text(title, text, words) for title, text in texts], dtype=object)


def draw_map(
    results: Results, hover_words: int, dot_size: float, medium: Medium = SCREEN
) -> go.Figure:
    """One dot per document, coloured and named by topic.

    Parameters
    ----------
    results : Results
    hover_words : int
        Words of the excerpt shown on hover; with many documents only titles are shown, to limit
        the size of the file.
    dot_size : float
        Diameter in pixels, on a screen.
    medium : Medium
        On paper, if not all topics can be named on the map, they get numbers, which the legend
        explains.
    """
    import numpy as np
    import plotly.graph_objects as go

    documents, topics = results.documents, results.topics
    hover = _hover_texts(documents, hover_words)
    numbered = medium.paper and (medium.width < NAMED_WIDTH or len(topics) > NAMED_TOPICS)
    legend = _legend_columns(len(topics), medium)
    listed_topics = _legend_topics(len(topics), legend, medium) if numbered else len(topics)
    length = round((medium.width / legend - 40) / (LETTER_WIDTH * (medium.letters - 1))) - 9
    letters = length if numbered else LABEL_LENGTH
    figure = go.Figure()
    for topic, colour in [(NOISE, NOISE_COLOUR), *enumerate(results.colours)]:
        rows = np.flatnonzero(results.assigned == topic)
        if not len(rows):
            continue
        label = "no topic (noise)" if topic == NOISE else str(topics["label"].iloc[topic])
        name = shortened(label, letters)
        if numbered and topic != NOISE:
            name = f"<b>{topic}</b> {name}"
        size = _dot(dot_size, medium) * (0.75 if topic == NOISE else 1.0)
        listed = not medium.paper or topic < listed_topics
        figure.add_trace(_dots(results.points[rows], name, hover[rows], colour, size, listed))
    entries = sum(bool(trace.showlegend) for trace in figure.data)
    below = math.ceil(entries / legend) * medium.letters * LEGEND_LINE + 8 if numbered else 0
    area = _area(results.points, medium, below)
    named = list(range(listed_topics)) if numbered else named_topics(results)
    _name_topics(figure, results, medium, area, named, numbered)
    if medium.paper:
        figure.update_layout(
            height=round(area[1] + below),
            showlegend=numbered,
            meta={"below": below, "shown": listed_topics, "of": len(topics)},
        )
    low, high = _range(results.points)
    return styled(
        figure,
        f"{counted(len(documents), 'document')}, {counted(len(topics), 'topic')}",
        xaxis=HIDDEN_AXIS | ({"range": [low[0], high[0]]} if medium.paper else {}),
        yaxis=HIDDEN_AXIS
        | {"scaleanchor": "x"}
        | ({"range": [low[1], high[1]]} if medium.paper else {}),
        legend=_legend(legend, below, medium),
        dragmode="pan",
    )


def _dots(
    points: np.ndarray, name: str, hover: np.ndarray, colour: str, size: float, listed: bool
) -> go.Scattergl:
    """The dots of a topic with an escaped name; `listed`: whether it is in the legend."""
    import plotly.graph_objects as go

    return go.Scattergl(
        x=points[:, 0],
        y=points[:, 1],
        mode="markers",
        name=f"{name} ({len(points)})",
        text=hover,
        hovertemplate=f"%{{text}}<br><i>{name}</i><extra></extra>",
        showlegend=listed,
        marker={"color": colour, "size": size, "opacity": 0.85, "line": {"width": 0}},
    )


def _legend(columns: int, below: float, medium: Medium) -> dict[str, Any]:
    """The legend: beside the map on a screen, below it on paper if the map has numbers."""
    if not medium.paper:
        return {"title": {"text": "Topic (documents)"}, "itemsizing": "constant"}
    return {
        "orientation": "h", "x": 0, "xanchor": "left", "y": 0, "yanchor": "top",
        "entrywidthmode": "fraction", "entrywidth": 0.97 / columns, "itemsizing": "constant",
        "maxheight": below + 20, "traceorder": "normal",
    }  # fmt: skip


def _dot(size: float, medium: Medium) -> float:
    """Diameter of a dot: on paper it is smaller, in proportion to the map."""
    return size if not medium.paper else round(max(1.5, size * medium.width / SCREEN.width), 2)


def _legend_columns(topics: int, medium: Medium) -> int:
    """Columns of the legend on paper: few topics have long lines."""
    entry = LEGEND_ENTRY if topics > NAMED_TOPICS else 2 * LEGEND_ENTRY
    return max(1, medium.width // entry)


def _legend_topics(topics: int, columns: int, medium: Medium) -> int:
    """Number of topics that fit in the legend with the noise; the largest are listed."""
    lines = int(LEGEND_SHARE * MOST_HEIGHT / (medium.letters * LEGEND_LINE))
    return min(topics, lines * columns - 1)


def _range(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The corners of the map, with some room around the dots."""
    low, high = points.min(axis=0).astype(float), points.max(axis=0).astype(float)
    pad = AROUND * max(float((high - low).max()), 1e-6)
    return low - pad, high + pad


def _area(points: np.ndarray, medium: Medium, below: float) -> tuple[float, float]:
    """Width and height of the map in pixels; on paper, the height follows from the dots."""
    import numpy as np

    if not medium.paper:
        return SCREEN_AREA
    low, high = _range(points)
    width, height = high - low
    share = float(np.clip(height / width, 0.4, 1.2))
    return float(medium.width), min(share * medium.width, MOST_HEIGHT - below)


def _name_topics(
    figure: go.Figure,
    results: Results,
    medium: Medium,
    area: tuple[float, float],
    topics: list[int],
    numbered: bool,
) -> None:
    """Write names, or numbers, on the map so that none covers another."""
    import numpy as np

    if not topics:
        return
    labels = [str(topic) if numbered else wrapped(
        str(results.topics["label"].iloc[topic]), NAME_LINE) for topic in topics]  # fmt: skip
    letters = medium.letters - 1 if medium.paper else 11.0
    lines = [label.split("<br>") for label in labels]
    sizes = np.array(
        [
            (
                max(map(text_width, own)) * letters * (LETTER_WIDTH + 0.07) + 6,
                len(own) * letters * LINE_HEIGHT + 4,
            )
            for own in lines
        ]
    )
    low, high = _range(results.points)
    scale = min(np.array(area) / (high - low))
    middle = (high + low) / 2
    wanted = (results.places[topics] - middle) * scale + np.array(area) / 2
    placed = place_apart(wanted, sizes, area)
    hidden = covered(placed, sizes)
    for topic, label, start, end, size, gone in zip(
        topics, labels, wanted, placed, sizes, hidden, strict=True
    ):
        if gone:
            continue
        shift = end - start
        far = bool((np.abs(shift) > size / 2 + NAME_DISTANCE / 2).any())
        x, y = results.places[topic]
        figure.add_annotation(
            x=x, y=y, text=f"<b>{label}</b>", ax=float(round(shift[0], 1)),
            ay=float(round(-shift[1], 1)), showarrow=True, arrowhead=0, arrowwidth=0.8,
            arrowcolor="#555" if far else "rgba(0,0,0,0)", borderpad=1,
            font={"size": letters, "color": "#222"}, bgcolor="rgba(255,255,255,0.7)",
        )  # fmt: skip


def named_topics(results: Results) -> list[int]:
    """The topics that are named on the map: the largest."""
    return list(range(min(len(results.topics), NAMED_TOPICS)))


FIGURE = Figure(
    name="map",
    title="Map of the documents",
    caption="One dot per document, coloured by topic; grey: noise. Close dots are similar in "
    "meaning; distances between far groups, and the axes, have no meaning.",
    category="documents",
    draw=lambda results, asked: draw_map(results, asked.hover_words, asked.dot_size, asked.medium),
    named=True,
)
