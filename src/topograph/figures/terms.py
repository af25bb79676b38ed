"""The terms of each topic, as a figure."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from topograph.figures.base import Figure
from topograph.figures.medium import LETTER_WIDTH, LINE_HEIGHT, MOST_HEIGHT, SCREEN, Medium
from topograph.figures.results import Results
from topograph.figures.style import HIDDEN_AXIS, lightened, shortened, styled

if TYPE_CHECKING:
    import plotly.graph_objects as go

#: Terms per topic if there are many topics, and the number from which there are many.
FEW_TERMS = 5
MANY_TOPICS = 60
#: Fewest terms of a topic on paper; where these do not fit, the smallest topics are left out.
FEWEST_TERMS = 3
#: Width of a chart, as a share of the place it has.
CHART = 0.94
#: Height of a term's row on a screen, in pixels.
TERM_ROW = 21


def draw_terms(results: Results, medium: Medium = SCREEN) -> go.Figure:
    """A small chart for each topic: its terms, each written on a bar of its weight.

    All charts stand in one pair of axes: many topics are drawn as fast as few, and a term has the
    width of a chart, whatever stands beside it.
    """
    import plotly.graph_objects as go

    most = max(map(len, results.topics["terms"]), default=0)
    shown, count = _fitting(len(results.topics), most, medium)
    letters = int(medium.width / medium.panels * CHART / (medium.letters * LETTER_WIDTH)) - 2
    figure = go.Figure()
    names: list[tuple[float, int, str]] = []
    for topic in results.topics.head(shown).to_dict("records"):
        number = int(topic["topic"])
        column, top = number % medium.panels, number // medium.panels * (count + 2)
        terms, weights = list(topic["terms"])[:count], list(topic["weights"])[:count]
        names.append((column, top, f"<b>{shortened(topic['label'], letters - 4)}</b>"))
        names += [
            (column, top + 1 + place, shortened(term, letters))
            for place, term in enumerate(terms)
        ]  # fmt: skip
        colour = lightened(results.colours[number])
        figure.add_trace(_bars(terms, weights, column, top + 1, colour))
    figure.add_trace(
        go.Scatter(
            x=[column for column, _, _ in names],
            y=[row for _, row, _ in names],
            text=[text for _, _, text in names],
            mode="text",
            textposition="middle right",
            hoverinfo="skip",
            cliponaxis=False,
        )
    )
    rows = math.ceil(shown / medium.panels) * (count + 2)
    row = medium.letters * LINE_HEIGHT + 1 if medium.paper else TERM_ROW
    return styled(
        figure,
        "Terms of each topic",
        "Bars: weight of a term, as a share of the highest weight of its topic",
        showlegend=False,
        xaxis=HIDDEN_AXIS | {"range": [-0.01, medium.panels], "fixedrange": True},
        yaxis=HIDDEN_AXIS | {"range": [rows - 1.2, -0.8]},
        barmode="overlay",
        height=round(rows * row) + (10 if medium.paper else 100),
        meta={"shown": shown, "of": len(results.topics)},
    )


def _bars(terms: list[str], weights: list[float], column: int, top: int, colour: str) -> go.Bar:
    """The bars of a topic's terms, from a row on."""
    import plotly.graph_objects as go

    highest = max(weights, default=0.0) or 1.0
    return go.Bar(
        base=[column] * len(terms),
        x=[CHART * max(weight, 0.0) / highest for weight in weights],
        y=[top + place for place in range(len(terms))],
        orientation="h",
        width=0.86,
        marker={"color": colour},
        customdata=[
            [shortened(term, 200), weight] for term, weight in zip(terms, weights, strict=True)
        ],
        hovertemplate="%{customdata[0]}: %{customdata[1]:.3f}<extra></extra>",
    )


def _fitting(topics: int, terms: int, medium: Medium) -> tuple[int, int]:
    """How many topics are shown, and with how many terms each."""
    if not medium.paper:
        return topics, min(terms, FEW_TERMS) if topics > MANY_TOPICS else terms
    lines = int((MOST_HEIGHT - 10) / (medium.letters * LINE_HEIGHT + 1))
    charts = max(1, math.ceil(topics / medium.panels))
    count = max(min(terms, lines // charts - 2), min(terms, FEWEST_TERMS))
    return min(topics, lines // (count + 2) * medium.panels), count


FIGURE = Figure(
    name="terms",
    title="Terms of each topic",
    caption="The terms that set each topic apart. Bars: weight of a term, as a share of the "
    "highest weight of its topic.",
    category="topics",
    draw=lambda results, asked: draw_terms(results, asked.medium),
)
