"""The explorer: one self-contained HTML page over map, topics and documents."""

from __future__ import annotations

import json
from importlib import resources
from typing import TYPE_CHECKING, Any

import numpy as np

from topograph.plot.figures import LABEL_LENGTH, hover_text
from topograph.plot.style import CONFIG, NOISE_COLOUR, shortened, topic_colours, wrapped

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
    places = [np.median(points[assigned == topic].astype(float), axis=0) for topic in topics["topic"]]
    return {
        "config": CONFIG,
        "noise_colour": NOISE_COLOUR,
        "dot_size": dot_size,
        "topics": [
            {
                "topic": int(row.topic),
                "label": str(row.label),
                "on_map": f"<b>{wrapped(str(row.label), 18)}</b>",
                "size": int(row.size),
                "terms": list(row.terms),
                "stability": round(float(row.stability), 4),
                "colour": colours[i],
                "x": round(float(places[i][0]), 4),
                "y": round(float(places[i][1]), 4),
            }
            for i, row in enumerate(topics.rename(columns={"size": "n"}).assign(size=topics["size"]).itertuples(index=False))
        ],
        "documents": [
            {
                "id": document.doc_id,
                "title": document.title,
                "text": document.text,
                "hover": hover_text(document.title, document.text, hover_words),
                "topic": int(place.topic),
                "stability": round(float(place.stability), 4),
                "nearest": int(place.nearest_topic),
                "reason": place.reason,
                "source": document.source,
                "links": list(document.links),
                "x": round(float(x), 4),
                "y": round(float(y), 4),
            }
            for document, place, (x, y) in zip(
                documents.itertuples(), assignments.itertuples(), points, strict=True
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
    import html

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
