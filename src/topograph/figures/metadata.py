"""Topics and the columns of the corpus, as a figure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from topograph.figures.base import Figure
from topograph.figures.groups import Groups, compared_groups
from topograph.figures.medium import SCREEN, Medium
from topograph.figures.results import Results
from topograph.figures.statistics import (
    association,
    cell_p_values,
    contingency,
    wilson,
)
from topograph.figures.style import (
    absent,
    all_shortened,
    escaped,
    shortened,
    styled,
)

if TYPE_CHECKING:
    import numpy as np
    import plotly.graph_objects as go

#: Room for the names of values, in pixels.
NAMES_BELOW = 120
#: Cells that differ from chance at this false discovery rate are marked.
RATE = 0.05


@dataclass(frozen=True)
class _Counts:
    """How many documents of each topic are in each group, and in any."""

    table: np.ndarray
    rows: np.ndarray
    columns: np.ndarray

    @property
    def p_values(self) -> np.ndarray:
        return cell_p_values(self.table, self.rows, self.columns)


def _counts(results: Results, groups: Groups) -> _Counts:
    import numpy as np

    topics = results.assigned[groups.rows]
    shape = (len(results.topics), len(groups.labels))
    table = contingency(topics, groups.codes, shape)
    # documents of topics that have a value at all
    valued = np.unique(groups.rows) if not groups.several else _valued(results, groups.name)
    inside = results.assigned[valued]
    rows = np.bincount(inside[inside >= 0], minlength=shape[0])
    return _Counts(table, rows, table.sum(axis=0))


def _valued(results: Results, name: str) -> np.ndarray:
    import numpy as np

    return np.flatnonzero(results.documents[name].notna().to_numpy())


def draw_metadata(results: Results, medium: Medium = SCREEN) -> go.Figure:
    """How much more or less frequent a column's values are in a topic than in the corpus."""
    import numpy as np
    import plotly.graph_objects as go
    from scipy.stats import false_discovery_control

    title = "Topics and the columns of the corpus"
    columns = compared_groups(results.documents)
    if not columns:
        return absent(title, "The corpus has no column with a few values to compare.")
    count = len(results.topics)
    shown = medium.fitting(count, NAMES_BELOW)
    counts = [_counts(results, groups) for groups in columns]
    # all cells of all columns are looked at: all are corrected together
    cells = false_discovery_control(np.concatenate([own.p_values.ravel() for own in counts]))
    subtitles = _subtitles(columns, counts)
    figure = go.Figure()
    start = 0
    for groups, own in zip(columns, counts, strict=True):
        p_values = cells[start : start + own.table.size].reshape(own.table.shape)
        trace = _column_trace(results, groups, own, p_values, medium)
        figure.add_trace(trace.update(visible=not figure.data))
        start += own.table.size
    buttons = [
        {
            "label": shortened(groups.name, 30), "method": "update",
            "args": [
                {"visible": [other is groups for other in columns]},
                {"title.subtitle.text": escaped(subtitle)},
            ],
        }
        for groups, subtitle in zip(columns, subtitles, strict=True)
    ]  # fmt: skip
    menu = {"buttons": buttons, "x": 1, "xanchor": "right", "y": 1.0, "yanchor": "bottom"}
    return styled(
        figure,
        title,
        subtitles[0],
        yaxis={"range": [shown - 0.5, -0.5], "automargin": True, "dtick": 1, "type": "category"},
        xaxis={"type": "category", "automargin": True, "dtick": 1},
        updatemenus=[menu] if len(columns) > 1 else [],
        height=medium.height_of_rows(shown) + NAMES_BELOW,
        meta={"shown": shown, "of": count},
    )


def _subtitles(columns: list[Groups], counts: list[_Counts]) -> list[str]:
    """Association of each column with the topics; p-values are corrected over all columns."""
    from scipy.stats import false_discovery_control

    tests = [
        None if groups.several else association(own.table)
        for groups, own in zip(columns, counts, strict=True)
    ]
    known = [test.p_value for test in tests if test is not None]
    overall = iter(false_discovery_control(known).tolist() if known else [])
    subtitles = []
    for groups, test in zip(columns, tests, strict=True):
        result = "several values per document" if groups.several else "one value only"
        if test is not None:
            result = (
                f"Cramér's V {test.cramers_v:.2f}, corrected p {_p_text(next(overall))}"
                f"{' (simulated)' if test.simulated else ''}"
            )
        subtitles.append(f"{groups.name}: {result}")
    return subtitles


def apart(figure: go.Figure, medium: Medium) -> list[go.Figure]:
    """For paper: one figure for each column, from the figure of `draw_metadata`."""
    import plotly.graph_objects as go

    menus = figure.layout.updatemenus
    if not menus:
        return [figure]
    made = []
    for number, trace in enumerate(figure.data):
        own = go.Figure([trace], figure.layout)
        own.update_traces(visible=True)
        count = len(trace.x)
        title = menus[0].buttons[number].label
        own.update_xaxes(title=title, tickangle=medium.angle(count), dtick=medium.every(count))
        own.layout.title.subtitle.text = menus[0].buttons[number].args[1]["title.subtitle.text"]
        own.layout.updatemenus = ()
        made.append(own)
    return made


def _p_text(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def _column_trace(
    results: Results, groups: Groups, counts: _Counts, p_values: np.ndarray, medium: Medium
) -> go.Heatmap:
    import numpy as np
    import plotly.graph_objects as go

    table, sums = counts.table, counts.rows[:, None]
    # noise included
    valued = len(_valued(results, groups.name)) if groups.several else len(groups.rows)
    expected = np.bincount(groups.codes, minlength=len(groups.labels)) / valued
    with np.errstate(invalid="ignore"):
        shares = table / np.where(sums > 0, sums, np.nan)
    low, high = wilson(table, np.broadcast_to(sums, table.shape))
    hover = [
        [
            f"{table[i, j]} of {sums[i, 0]} documents: {shares[i, j]:.1%} "
            f"(95 % interval {low[i, j]:.1%} to {high[i, j]:.1%})<br>in the whole corpus "
            f"{expected[j]:.1%}; corrected p {_p_text(p_values[i, j])}"
            if sums[i, 0] else "no document has a value"
            for j in range(len(groups.labels))
        ]
        for i in range(len(table))
    ]  # fmt: skip
    difference = np.round(100 * (shares - expected), 3)
    limit = float(np.nanmax(np.abs(difference))) if np.isfinite(difference).any() else 1.0
    return go.Heatmap(
        z=difference,
        x=all_shortened(groups.labels, 24 if medium.paper else 40),
        y=medium.names(results.topics["label"]),
        customdata=hover,
        text=np.where(p_values < RATE, np.where(difference > 0, "+", "−"), ""),
        texttemplate="%{text}",
        colorscale="PuOr",
        zmin=-limit or -1.0,
        zmax=limit or 1.0,
        colorbar={"title": "points above<br>the corpus<br>(+ and −:<br>significant)"},
        hovertemplate="%{y}<br>%{x}<br>%{customdata}<extra></extra>",
    )


FIGURE = Figure(
    name="metadata",
    title="Topics and the columns of the corpus",
    caption="Percentage points by which a value is more or less frequent in a topic than in the "
    "corpus. + and − mark significant cells (Fisher's exact test, false discovery rate of 5 % "
    "over all cells of all columns).",
    category="metadata",
    draw=lambda results, asked: draw_metadata(results, asked.medium),
    subtitled=True,
    apart=apart,
)
