"""Topics against the corpus' columns, as a figure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from topograph.artifacts import TABLES
from topograph.plot.medium import SCREEN, Medium
from topograph.plot.results import Results
from topograph.plot.statistics import adjusted, association, cell_p_values, contingency, wilson
from topograph.plot.style import (
    absent,
    all_shortened,
    escaped,
    shortened,
    styled,
    value_text,
)

#: Values of a column that are compared; of more, the least frequent are one group ...
MOST_VALUES = 40
OTHER = "(other)"
#: ... unless the rest holds less than this share of the documents: then it is no grouping.
COVERED = 0.5
#: Numbers are compared in so many groups of equal size.
NUMBER_GROUPS = 4
#: Room for the names of values, in pixels.
NAMES_BELOW = 120
#: Cells that differ from chance at this false discovery rate are marked.
RATE = 0.05


@dataclass(frozen=True)
class Groups:
    """A column of the corpus as groups of documents.

    Attributes
    ----------
    name : str
    codes : ndarray of int64, shape (n,)
        The group of each document, -1 for none.
    labels : list of str
    """

    name: str
    codes: np.ndarray
    labels: list[str]


def groups_of_column(values: pd.Series) -> Groups | None:
    """A column's groups: its values, or quarters of the documents if it holds numbers.

    Returns
    -------
    Groups or None
        None if there is nothing to compare: one value, or too many texts.
    """
    name = str(values.name)
    numeric = pd.api.types.is_numeric_dtype(values) and not pd.api.types.is_bool_dtype(values)
    if numeric and values.nunique() > NUMBER_GROUPS * 2:
        binned = pd.qcut(values, NUMBER_GROUPS, duplicates="drop")
        codes = binned.cat.codes.to_numpy().astype(np.int64)
        ends = values.groupby(codes).agg(["min", "max"]).drop(index=-1, errors="ignore")
        labels = [f"{low:.6g} to {high:.6g}" for low, high in ends.itertuples(index=False)]
    else:
        texts = values.map(lambda value: None if pd.isna(value) else value_text(value))
        counts = texts.value_counts()
        if len(counts) > MOST_VALUES:
            frequent = counts.sort_index().sort_values(ascending=False, kind="stable")
            frequent = frequent.head(MOST_VALUES - 1)
            if frequent.sum() < COVERED * counts.sum():
                return None
            texts = texts.where(texts.isna() | texts.isin(frequent.index), OTHER)
        labels = sorted(set(texts.dropna()))
        places = {label: place for place, label in enumerate(labels)}
        codes = np.array([places.get(text, -1) for text in texts], dtype=np.int64)
    return Groups(name, codes, labels) if len(labels) > 1 else None


def compared_columns(documents: pd.DataFrame) -> list[Groups]:
    """The columns of the corpus, and the language, that have groups to compare."""
    own = [name for name in documents.columns if name not in TABLES["parse/documents.parquet"]]
    found = [groups_of_column(documents[name]) for name in ["language", *own]]
    return [groups for groups in found if groups is not None]


def draw_metadata(results: Results, medium: Medium = SCREEN) -> go.Figure:
    """How much more or less often a column's values stand in a topic than in the whole corpus."""
    title = "Topics against the corpus' columns"
    columns = compared_columns(results.documents)
    if not columns:
        return absent(title, "The corpus has no column with a few values to compare.")
    count = len(results.topics)
    shown = medium.fitting(count, NAMES_BELOW)
    tables = [contingency(results.assigned, c.codes, (count, len(c.labels))) for c in columns]
    # all cells of all columns are looked at: all are corrected together
    cells = adjusted(np.concatenate([cell_p_values(table).ravel() for table in tables]))
    tests = [association(table) for table in tables]
    known = [test.p_value for test in tests if test is not None]
    overall = iter(adjusted(np.array(known)).tolist() if known else [])
    figure = go.Figure()
    subtitles: list[str] = []
    start = 0
    for groups, table, test in zip(columns, tables, tests, strict=True):
        p_values = cells[start : start + table.size].reshape(table.shape)
        start += table.size
        figure.add_trace(
            _column_trace(results, groups, table, p_values, medium).update(visible=not subtitles)
        )
        told = "one value only" if test is None else (
            f"Cramér's V {test.cramers_v:.2f}, corrected p {_p_text(next(overall))}"
            f"{' (simulated)' if test.simulated else ''}"
        )  # fmt: skip
        subtitles.append(f"{groups.name}: {told}")
    buttons = [
        {
            "label": shortened(groups.name, 30), "method": "update",
            "args": [
                {"visible": [own is groups for own in columns]},
                {"title.subtitle.text": escaped(subtitles[i])},
            ],
        }
        for i, groups in enumerate(columns)
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


def apart(figure: go.Figure, medium: Medium) -> list[go.Figure]:
    """For paper: a figure for each column that `draw_metadata` has put into one."""
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
    results: Results, groups: Groups, table: np.ndarray, p_values: np.ndarray, medium: Medium
) -> go.Heatmap:
    sums = table.sum(axis=1, keepdims=True)
    all_of_them = np.bincount(groups.codes[groups.codes >= 0], minlength=len(groups.labels))
    expected = all_of_them / all_of_them.sum()
    with np.errstate(invalid="ignore"):
        shares = table / np.where(sums > 0, sums, np.nan)
    low, high = wilson(table, np.broadcast_to(sums, table.shape))
    told = [
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
        customdata=told,
        text=np.where(p_values < RATE, np.where(difference > 0, "+", "−"), ""),
        texttemplate="%{text}",
        colorscale="PuOr",
        zmin=-limit or -1.0,
        zmax=limit or 1.0,
        colorbar={"title": "points above<br>the corpus<br>(+ and −:<br>no chance)"},
        hovertemplate="%{y}<br>%{x}<br>%{customdata}<extra></extra>",
    )
