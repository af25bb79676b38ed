"""Topics over time, as a figure."""

from __future__ import annotations

import html
from typing import Any

import numpy as np
import plotly.graph_objects as go

from topograph.plot.periods import in_periods
from topograph.plot.results import Results
from topograph.plot.statistics import contingency, wilson
from topograph.plot.style import LABEL_LENGTH, absent, all_shortened, styled

#: Topics whose lines are shown at first; the others wait in the legend.
SHOWN_LINES = 6
#: Terms told for a period.
PERIOD_TERMS = 3


def draw_time(results: Results) -> go.Figure:
    """Each topic's share of the documents of a period with its 95 % interval, or their number."""
    title = "Topics over time"
    documents, topics = results.documents, results.topics
    periods, names = in_periods(documents["date"], documents["date_precision"])
    if len(names) < 2:
        why = "The documents have no dates." if not names else f"All dates are in {names[0]}."
        return absent(title, why)
    table = contingency(results.assigned, periods, (len(topics), len(names)))
    totals = np.bincount(periods[periods >= 0], minlength=len(names))
    low, high = wilson(table, totals)
    with np.errstate(invalid="ignore"):
        shares = table / np.where(totals > 0, totals, np.nan)
    figure = go.Figure()
    dated = np.flatnonzero(totals)  # a period without documents has no share and no interval
    there = [names[period] for period in dated]
    low, high = low[:, dated], high[:, dated]
    for topic, label in enumerate(all_shortened(topics["label"], LABEL_LENGTH)):
        told = _terms_by_period(results, topic, periods, len(names))
        shown = True if topic < SHOWN_LINES else "legendonly"
        common: dict[str, Any] = {"legendgroup": str(topic), "visible": shown}
        colour = results.colours[topic]
        figure.add_trace(
            go.Scatter(
                x=[*there, *there[::-1]], y=[*high[topic], *low[topic][::-1]], fill="toself",
                fillcolor=colour, opacity=0.15, line={"width": 0}, hoverinfo="skip",
                showlegend=False, **common,
            )
        )  # fmt: skip
        figure.add_trace(
            go.Scatter(
                x=names, y=shares[topic], mode="lines+markers", name=label,
                line={"color": colour, "width": 2},
                customdata=[
                    [int(count), int(total), terms]
                    for count, total, terms in zip(table[topic], totals, told, strict=True)
                ],
                hovertemplate="%{x}: %{y:.1%} (%{customdata[0]} of %{customdata[1]})"
                "<br>%{customdata[2]}<extra>%{fullData.name}</extra>",
                **common,
            )
        )  # fmt: skip
    return styled(
        figure,
        title,
        xaxis={"type": "category", "categoryarray": names},
        yaxis={"title": "share of the period's documents, 95 % interval", "rangemode": "tozero"},
        updatemenus=[_shares_or_counts(shares, low, high, table)],
        legend={"title": {"text": "Topic (click to show)"}},
    )


def _shares_or_counts(
    shares: np.ndarray, low: np.ndarray, high: np.ndarray, table: np.ndarray
) -> dict[str, Any]:
    """Buttons between shares with intervals and plain counts."""
    bands = [[*up, *down[::-1]] for up, down in zip(high, low, strict=True)]
    as_shares = [y for pair in zip(bands, shares.tolist(), strict=True) for y in pair]
    empty: list[float] = []
    as_counts = [y for own in table.tolist() for y in (empty, own)]
    per_cent, plain = "%{x}: %{y:.1%}", "%{x}: %{y}"
    tail = (
        " (%{customdata[0]} of %{customdata[1]})<br>%{customdata[2]}<extra>%{fullData.name}</extra>"
    )
    title = "yaxis.title.text"
    return {
        "type": "buttons", "direction": "right", "x": 1, "xanchor": "right", "y": 1.02,
        "yanchor": "bottom",
        "buttons": [
            {"label": "shares", "method": "update", "args": [
                {"y": as_shares, "hovertemplate": per_cent + tail},
                {title: "share of the period's documents, 95 % interval"}]},
            {"label": "counts", "method": "update", "args": [
                {"y": as_counts, "hovertemplate": plain + tail}, {title: "documents"}]},
        ],
    }  # fmt: skip


def _terms_by_period(results: Results, topic: int, periods: np.ndarray, count: int) -> list[str]:
    """Of a topic's terms, those that most of its documents of a period carry."""
    terms = [str(term) for term in results.topics["terms"].iloc[topic]]
    carried = np.zeros((count, len(terms)), dtype=np.int64)
    texts = results.documents["text"]
    for row in np.flatnonzero((results.assigned == topic) & (periods >= 0)):
        text = texts.iloc[row].lower()
        carried[periods[row]] += [term.lower() in text for term in terms]
    told = []
    for counts in carried:
        order = np.argsort(-counts, kind="stable")[:PERIOD_TERMS]
        told.append(html.escape(", ".join(terms[place] for place in order if counts[place])))
    return told
