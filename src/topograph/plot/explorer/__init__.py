"""The explorer: one self-contained HTML page over map, topics and documents."""

from __future__ import annotations

import html
import json
from importlib import resources
from typing import TYPE_CHECKING, Any

import numpy as np

from topograph.plot.figures import hover_text
from topograph.plot.style import CONFIG, NOISE_COLOUR, topic_colours, wrapped

if TYPE_CHECKING:
    import pandas as pd


def explorer_data(
    documents: pd.DataFrame,
    assignments: pd.DataFrame,
    topics: pd.DataFrame,
    points: np.ndarray,
    hover_words: int,
    dot_size: float,
) -> dict[str, Any]:
    """All that the page knows, ready for JSON; see `draw_map` for the parameters."""
    colours = topic_colours(len(topics))
    assigned = assignments["topic"].to_numpy()
    places = [
        np.median(points[assigned == topic].astype(float), axis=0) for topic in topics["topic"]
    ]
    return {
        "config": CONFIG,
        "noise_colour": NOISE_COLOUR,
        "dot_size": dot_size,
        "topics": [
            {
                "topic": topic["topic"],
                "label": topic["label"],
                "on_map": f"<b>{wrapped(topic['label'], 18)}</b>",
                "size": topic["size"],
                "terms": list(topic["terms"]),
                "stability": round(topic["stability"], 4),
                "colour": colour,
                "x": round(float(x), 4),
                "y": round(float(y), 4),
            }
            for topic, colour, (x, y) in zip(
                topics.to_dict("records"), colours, places, strict=True
            )
        ],
        "documents": [
            {
                "id": document["doc_id"],
                "title": document["title"],
                "text": document["text"],
                "hover": hover_text(document["title"], document["text"], hover_words),
                "topic": place["topic"],
                "stability": round(place["stability"], 4),
                "nearest": place["nearest_topic"],
                "reason": place["reason"],
                "source": document["source"],
                "links": list(document["links"]),
                "x": round(float(x), 4),
                "y": round(float(y), 4),
            }
            for document, place, (x, y) in zip(
                documents.to_dict("records"), assignments.to_dict("records"), points, strict=True
            )
        ],
    }


def explorer_page(title: str, data: dict[str, Any], plotly_script: str) -> str:
    """The page with data, style, code and plotly.js inside.

    Parameters
    ----------
    title : str
    data : dict
        From `explorer_data`.
    plotly_script : str
        Source of plotly.js.
    """
    here = resources.files(__package__)
    # inside <script>, only `<` could end the element; JSON may write it as an escape
    embedded = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    page = here.joinpath("page.html").read_text(encoding="utf-8")
    parts = {
        "title": html.escape(title),
        "style": here.joinpath("style.css").read_text(encoding="utf-8"),
        "script": here.joinpath("explorer.js").read_text(encoding="utf-8"),
        "plotly": plotly_script,
        "data": embedded,
    }
    pieces = page.split("{{ ")
    filled = [pieces[0]]
    for piece in pieces[1:]:
        name, rest = piece.split(" }}", 1)
        filled += [parts[name], rest]
    return "".join(filled)
