"""The data of a run in the explorer's page, as blocks of JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from topograph.figures.results import Results
from topograph.figures.style import (
    CONFIG,
    FEW,
    MANY,
    NOISE_COLOUR,
    REMOVED_BUTTONS,
    safe_topic_colours,
)
from topograph.rundir.columntypes import column_types, compared_columns
from topograph.stages.plot.explorer.columns import (
    Column,
    coded,
    corpus_column,
    date_column,
    rounded,
)

#: Documents whose texts stand in one block: small enough to unpack at once for a single text.
BLOCK_SIZE = 400
#: Nearest documents and topics that are listed.
NEAR_DOCUMENTS = 5
NEAR_TOPICS = 5
#: Buttons of plotly that the page does without, too: a picture of the map would lack the names, and
#: to scale automatically is to show all.
SPARE_BUTTONS = ("toImage", "autoScale2d")
#: Columns of `label/topics.parquet` that list a topic's terms in other ways, and what they show.
TERM_VIEWS = {
    "terms_ctfidf": "frequent here, rare elsewhere (c-TF-IDF)",
    "terms_keybert": "nearest in meaning (KeyBERT)",
    "terms_mmr": "near and different (MMR)",
    "terms_frex": "exclusive to the topic (FREX)",
}
#: Digits behind the point: of places on the map, and of shares.
PLACE_DIGITS = 4
SHARE_DIGITS = 4


def explorer_blocks(
    results: Results, title: str, hover_words: int, dot_size: float
) -> Iterator[tuple[str, Any]]:
    """All data of the page: names and contents of its blocks, ready for JSON.

    `run` is what is true of the whole and of the topics, `columns` holds a list for each column of
    the documents, and `texts-0`, `texts-1`, ... hold `BLOCK_SIZE` documents each.

    Parameters
    ----------
    results : Results
    title : str
        The page's heading.
    hover_words : int
        Words of the excerpt shown on hover.
    dot_size : float
        Diameter of a dot in pixels.
    """
    short, long = _corpus_columns(results.documents)
    blocks = -(-len(results.documents) // BLOCK_SIZE)
    codes = {
        "source": coded(results.documents["source"]),
        "reason": coded(results.assignments["reason"]),
        "move": coded(results.assignments["curation"]),
    }
    low, high = results.points[:, 0].min(), results.points[:, 0].max()
    yield (
        "run",
        {
            "title": title,
            "documents": len(results.documents),
            "noise": results.noise,
            "block_size": BLOCK_SIZE,
            "blocks": blocks,
            "hover_words": hover_words,
            "dot_size": dot_size,
            "span": round(float(high - low) or 1.0, PLACE_DIGITS),
            "config": {**CONFIG, "modeBarButtonsToRemove": [*REMOVED_BUTTONS, *SPARE_BUTTONS]},
            "noise_colour": NOISE_COLOUR,
            "few_colours": list(FEW),
            "many_colours": list(MANY),
            "topics": _topics(results),
            "hierarchy": results.hierarchy,
            **{f"{name}s": names for name, (_, names) in codes.items()},
            "term_views": list(TERM_VIEWS.values()),
            "columns": [
                {"name": c.name, "kind": c.kind, "labels": c.labels, "levels": c.levels}
                for c in short
            ],
            "long_fields": [column.name for column in long],
        },
    )
    values = {name: numbers for name, (numbers, _) in codes.items()}
    yield "columns", _column_block(results) | values | {"fields": [own.values for own in short]}
    yield from _text_blocks(results, long, blocks)


def _column_block(results: Results) -> dict[str, Any]:
    """Values of each document, as far as every run has them."""
    assignments = results.assignments
    return {
        "id": results.documents["doc_id"].to_list(),
        "title": results.documents["title"].to_list(),
        "x": rounded(results.points[:, 0], PLACE_DIGITS),
        "y": rounded(results.points[:, 1], PLACE_DIGITS),
        "topic": assignments["topic"].to_list(),
        "strength": rounded(assignments["strength"], SHARE_DIGITS),
        "stability": rounded(assignments["stability"], SHARE_DIGITS),
        "nearest": assignments["nearest_topic"].to_list(),
        "share": rounded(results.shares, SHARE_DIGITS) if results.noise else [],
        "margin": rounded(assignments["margin"], SHARE_DIGITS),
    }


def _corpus_columns(documents: pd.DataFrame) -> tuple[list[Column], list[Column]]:
    """The corpus' columns: those with values to filter and compare, and those to read only."""
    compared = compared_columns(documents)
    columns = [corpus_column(documents, name, kind) for name, kind in compared.items()]
    if documents["date"].notna().any():
        dates = date_column("date", documents["date"], documents["date_precision"])
        columns.insert(1, dates)
    rest = [
        corpus_column(documents, name, replace(kind, kind="text"))
        for name, kind in column_types(documents).items()
        if name not in compared and kind.kind != "date"
    ]
    return columns, rest


def _topics(results: Results) -> list[dict[str, Any]]:
    rows = {doc_id: row for row, doc_id in enumerate(results.documents["doc_id"])}
    safe = safe_topic_colours(results.places)
    cosines = results.similarity
    found = []
    for number, topic in enumerate(results.topics.to_dict("records")):
        order = np.argsort(-cosines[number], kind="stable")
        near = [int(other) for other in order if other != number][:NEAR_TOPICS]
        x, y = results.places[number]
        found.append(
            {
                "topic": number,
                "key": topic["topic_key"],
                "label": topic["label"],
                "size": int(topic["size"]),
                "terms": list(topic["terms"]),
                "weights": rounded(topic["weights"], 6),
                "views": [list(topic[view]) for view in TERM_VIEWS],
                "quote": topic["quote"],
                "quote_from": rows[topic["quote_from"]],
                "note": topic["note"],
                "stability": round(float(topic["stability"]), SHARE_DIGITS),
                "representatives": [rows[doc_id] for doc_id in topic["representatives"]],
                "near": [[other, round(float(cosines[number, other]), 4)] for other in near],
                "colour": results.colours[number],
                "safe_colour": safe[number],
                "x": round(float(x), PLACE_DIGITS),
                "y": round(float(y), PLACE_DIGITS),
            }
        )
    return found


def _text_blocks(
    results: Results, long: Sequence[Column], blocks: int
) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    texts = results.documents["text"].to_list()
    links = [list(own) for own in results.documents["links"]]
    near = results.neighbors[:, :NEAR_DOCUMENTS].tolist()
    for number in range(blocks):
        rows = range(number * BLOCK_SIZE, min((number + 1) * BLOCK_SIZE, len(texts)))
        yield (
            f"texts-{number}",
            [
                {
                    "text": texts[row],
                    "links": links[row],
                    "near": near[row],
                    "fields": [column.values[row] for column in long],
                }
                for row in rows
            ],
        )
