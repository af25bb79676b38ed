"""Topics over time, as a figure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topograph.figures.base import Figure
from topograph.figures.medium import LETTER_WIDTH, SCREEN, Medium
from topograph.figures.periods import in_periods
from topograph.figures.results import Results
from topograph.figures.statistics import contingency, wilson
from topograph.figures.style import (
    LABEL_LENGTH,
    absent,
    all_shortened,
    escaped,
    shortened,
    styled,
)
from topograph.language.lowercase import lowercase

if TYPE_CHECKING:
    import numpy as np
    import plotly.graph_objects as go

#: Topics whose lines are shown at first; others can be switched on in the legend.
SHOWN_LINES = 6
#: Terms listed for a period.
PERIOD_TERMS = 3
#: A period with fewer documents has no share, if most periods have this many times as many.
FEW_DOCUMENTS = 10
FEWER_THAN_MOST = 5
#: Charts of topics on paper, and height of one in pixels.
MOST_CHARTS = 12
CHART_HEIGHT = 105


def draw_time(results: Results, medium: Medium = SCREEN) -> go.Figure:
    """Each topic's share of the documents of a period with its 95 % interval, or their number.

    On paper each of the largest topics has a small chart of its own.
    """
    import numpy as np
    import plotly.graph_objects as go

    title = "Topics over time"
    documents, topics = results.documents, results.topics
    periods, names = in_periods(documents["date"], documents["date_precision"])
    if len(names) < 2:
        if names:
            return absent(title, f"All dates are in {names[0]}.")
        return absent(title, "The documents have no dates (parse.fields.date names their field).")
    table = contingency(results.assigned, periods, (len(topics), len(names)))
    totals = np.bincount(periods[periods >= 0], minlength=len(names))
    low, high = wilson(table, totals)
    dated = has_share(totals)
    with np.errstate(invalid="ignore", divide="ignore"):
        shares = np.where(dated, table / totals, np.nan)
    low, high = low[:, dated], high[:, dated]
    there = [name for name, kept in zip(names, dated, strict=True) if kept]
    if medium.paper:
        return _charts(results, medium, names, dated, shares, low, high)
    figure = go.Figure()
    for topic, label in enumerate(all_shortened(topics["label"], LABEL_LENGTH)):
        period_terms = _terms_by_period(results, topic, periods, len(names))
        counts = [
            [int(count), int(total), terms]
            for count, total, terms in zip(table[topic], totals, period_terms, strict=True)
        ]
        common = {
            "legendgroup": str(topic),
            "visible": True if topic < SHOWN_LINES else "legendonly",
        }
        colour = results.colours[topic]
        band = [*high[topic], *low[topic][::-1]]
        figure.add_trace(_band([*there, *there[::-1]], band, colour).update(common))
        line = _line(names, shares[topic], label, colour, counts)
        figure.add_trace(line.update(common))
    return styled(
        figure,
        title,
        xaxis={"type": "category", "categoryarray": names},
        yaxis={"title": "share of the period's documents, 95 % interval", "rangemode": "tozero"},
        subtitle=_left_out(totals, dated),
        updatemenus=[_shares_or_counts(shares, low, high, table)],
        legend={"title": {"text": "Topic (click to show)"}},
    )


def _band(names: list[str], ends: list[float], colour: str) -> go.Scatter:
    """The interval around the shares of a topic: its upper ends, then its lower ones backwards."""
    import plotly.graph_objects as go

    return go.Scatter(
        x=names, y=ends, fill="toself", fillcolor=colour, opacity=0.15, line={"width": 0},
        hoverinfo="skip", showlegend=False,
    )  # fmt: skip


def _line(
    names: list[str], shares: np.ndarray, label: str, colour: str, counts: list[list[Any]]
) -> go.Scatter:
    """The shares of a topic; `counts`: its documents, those of the period, and its terms there."""
    import plotly.graph_objects as go

    return go.Scatter(
        x=names, y=shares, mode="lines+markers", name=label, line={"color": colour, "width": 2},
        customdata=counts,
        hovertemplate="%{x}: %{y:.1%} (%{customdata[0]} of %{customdata[1]})"
        "<br>%{customdata[2]}<extra>%{fullData.name}</extra>",
    )  # fmt: skip


def has_share(totals: np.ndarray) -> np.ndarray:
    """Which periods have enough documents for a meaningful share: bool, shape (n,).

    A period has too few if it has fewer than ten, and fewer than a fifth of what the periods with
    documents have in the median.

    Parameters
    ----------
    totals : ndarray of int64, shape (n,)
        Documents of each period.
    """
    import numpy as np

    usual = float(np.median(totals[totals > 0]))
    kept: np.ndarray = totals >= max(min(FEW_DOCUMENTS, usual / FEWER_THAN_MOST), 1)
    return kept


def _left_out(totals: np.ndarray, dated: np.ndarray) -> str:
    """The note on periods without a share."""
    few = int(((totals > 0) & ~dated).sum())
    if not few:
        return ""
    periods = "1 period has" if few == 1 else f"{few} periods have"
    return f"{periods} too few documents (under {FEW_DOCUMENTS}) for shares; counts show them"


def _charts(
    results: Results,
    medium: Medium,
    names: list[str],
    dated: np.ndarray,
    shares: np.ndarray,
    low: np.ndarray,
    high: np.ndarray,
) -> go.Figure:
    """Shares of the largest topics, a small chart each, on one scale."""
    import numpy as np
    import plotly.graph_objects as go
    from plotly.subplots import make_subplots

    shown = min(len(results.topics), MOST_CHARTS)
    rows = -(-shown // medium.panels)
    letters = int(medium.width / medium.panels / (medium.letters * LETTER_WIDTH)) - 4
    titles = [shortened(label, letters) for label in results.topics["label"].head(shown)]
    figure = make_subplots(
        rows, medium.panels, shared_yaxes=True, subplot_titles=titles,
        horizontal_spacing=0.03, vertical_spacing=min(0.3 / rows, 0.2),
    )  # fmt: skip

    places = np.flatnonzero(dated)
    for topic in range(shown):
        colour = results.colours[topic]
        figure.add_trace(
            go.Scatter(
                x=[*places, *places[::-1]], y=[*high[topic], *low[topic][::-1]], fill="toself",
                fillcolor=colour, opacity=0.25, line={"width": 0}, mode="lines",
            ),
            **_cell(topic, medium.panels),
        )  # fmt: skip
        figure.add_trace(
            go.Scatter(
                x=list(range(len(names))), y=shares[topic], mode="lines+markers",
                line={"color": colour, "width": 1.3}, marker={"size": 3},
            ),
            **_cell(topic, medium.panels),
        )  # fmt: skip
    _arrange(figure, names, (shown, rows, medium.panels), float(high[:shown].max()))
    return styled(
        figure,
        "Topics over time",
        showlegend=False,
        height=60 + CHART_HEIGHT * rows,
        meta={"shown": shown, "of": len(results.topics)},
    )


def _cell(topic: int, panels: int) -> dict[str, int]:
    """The position of a topic's chart, with this number of charts per row."""
    return {"row": topic // panels + 1, "col": topic % panels + 1}


def _arrange(
    figure: go.Figure, names: list[str], grid: tuple[int, int, int], highest: float
) -> None:
    """Give small charts common axes; `grid` is how many there are, their rows and columns."""
    shown, rows, panels = grid
    figure.update_xaxes(
        tickvals=[(len(names) - 1) / 2], ticktext=[f"{names[0]} to {names[-1]}"], tickangle=0,
        range=[-0.05 * len(names), 1.05 * len(names) - 1], showgrid=False, showticklabels=False,
    )  # fmt: skip
    for topic in range(shown, rows * panels):  # places without a chart
        figure.update_xaxes(visible=False, **_cell(topic, panels))
        figure.update_yaxes(visible=False, **_cell(topic, panels))
    for topic in range(max(0, shown - panels), shown):
        figure.update_xaxes(showticklabels=True, **_cell(topic, panels))
    figure.update_yaxes(range=[0, 1.04 * highest], nticks=4, tickformat=".0%")
    figure.update_yaxes(
        title="share, 95 % interval", col=1, row=(rows + 1) // 2
    )  # fmt: skip


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
    """A topic's terms that are in most of its documents of a period."""
    import numpy as np

    terms = [str(term) for term in results.topics["terms"].iloc[topic]]
    carried = np.zeros((count, len(terms)), dtype=np.int64)
    texts = results.documents["text"]
    folded = [_folded(term) for term in terms]
    for row in np.flatnonzero((results.assigned == topic) & (periods >= 0)):
        text = _folded(texts.iloc[row])
        carried[periods[row]] += [term in text for term in folded]
    found = []
    for counts in carried:
        order = np.argsort(-counts, kind="stable")[:PERIOD_TERMS]
        found.append(escaped(", ".join(terms[place] for place in order if counts[place])))
    return found


def _folded(text: str) -> str:
    """A text without case; a term's Turkish letters are those of the texts it is made from."""
    return lowercase(text).replace("ı", "i")


FIGURE = Figure(
    name="time",
    title="Topics over time",
    caption="Each topic's share of the documents of a period, with Wilson's 95 % interval.",
    category="metadata",
    draw=lambda results, asked: draw_time(results, asked.medium),
    subtitled=True,
)
