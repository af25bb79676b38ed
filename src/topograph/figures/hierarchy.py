"""Hierarchy of topics, as a figure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topograph.core.wording import counted
from topograph.figures.base import Figure
from topograph.figures.medium import SCREEN, Medium
from topograph.figures.results import Results
from topograph.figures.style import absent, styled, wrapped
from topograph.figures.tree import leaves

if TYPE_CHECKING:
    import plotly.graph_objects as go


def draw_hierarchy(results: Results, medium: Medium = SCREEN) -> go.Figure:
    """The tree in which topics merge (dendrogram); joints are at the height of the merge.

    On paper, where there are more topics than rows, the tree ends in groups of topics.
    """
    import plotly.graph_objects as go

    if len(results.topics) < 2:
        return absent("Hierarchy of topics", "There is one topic only.")
    ends = _ends(results.hierarchy, medium.fitting(len(results.topics)))
    labels = medium.names(
        f"{node['label']} ({counted(len(leaves(node)), 'topic')})" if "children" in node
        else str(results.topics["label"].iloc[node["topic"]])
        for node in ends
    )  # fmt: skip
    colours = ["#555" if "children" in node else results.colours[node["topic"]] for node in ends]
    x, y, joints = _lines(results.hierarchy, ends)
    figure = go.Figure(
        [
            go.Scatter(
                x=x, y=y, mode="lines", line={"color": "#555", "width": 1.3}, hoverinfo="skip"
            ),
            go.Scatter(
                x=[height for height, _, _ in joints],
                y=[row for _, row, _ in joints],
                mode="markers",
                marker={"color": "#555", "size": 5 if medium.paper else 7},
                text=[wrapped(label, 40) for _, _, label in joints],
                hovertemplate="%{text}<br>merged at %{x:.2f}<extra></extra>",
            ),
            go.Scatter(
                x=[node["height"] for node in ends],
                y=list(range(len(ends))),
                mode="markers",
                marker={"color": colours, "size": 7 if medium.paper else 10},
                cliponaxis=False,
                text=labels,
                hovertemplate="%{text}<extra></extra>",
            ),
        ]
    )
    return styled(
        figure,
        "Hierarchy of topics",
        showlegend=False,
        xaxis={"title": "cosine distance of the merge", "rangemode": "tozero"},
        yaxis={
            "tickvals": list(range(len(ends))), "ticktext": labels, "automargin": True,
            "range": [len(ends) - 0.5, -0.5], "showgrid": False, "zeroline": False,
            "ticklabelstandoff": 7,
        },
        height=medium.height_of_rows(len(ends)),
    )  # fmt: skip


def _lines(
    root: dict[str, Any], ends: list[dict[str, Any]]
) -> tuple[list[float | None], list[float | None], list[tuple[float, float, str]]]:
    """The lines of a dendrogram, with None between them, and its joints: height, row, what it is.

    Parameters
    ----------
    root : dict
        A node of `label/hierarchy.json`.
    ends : list of dict
        The nodes below it at which the tree ends, one a row.
    """
    row_of = {id(node): row for row, node in enumerate(ends)}
    x: list[float | None] = []
    y: list[float | None] = []
    joints: list[tuple[float, float, str]] = []

    def visit(node: dict[str, Any]) -> float:
        if id(node) in row_of:
            return float(row_of[id(node)])
        rows = [visit(child) for child in node["children"]]
        for child, row in zip(node["children"], rows, strict=True):
            x.extend([child["height"], node["height"], None])
            y.extend([row, row, None])
        x.extend([node["height"], node["height"], None])
        y.extend([min(rows), max(rows), None])
        middle = sum(rows) / len(rows)
        joints.append((node["height"], middle, f"{node['label']} ({node['size']})"))
        return middle

    visit(root)
    return x, y, joints


def _ends(root: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """Nodes of the tree when joints are opened, the highest first, as long as `count` will do."""
    nodes: list[dict[str, Any]] = list(root["children"])
    while True:
        joints = [
            place for place, node in enumerate(nodes)
            if len(nodes) - 1 + len(node.get("children", nodes)) <= count
        ]  # fmt: skip
        if not joints:
            return nodes
        highest = max(joints, key=lambda place: (nodes[place]["height"], -place))
        nodes[highest : highest + 1] = nodes[highest]["children"]


FIGURE = Figure(
    name="hierarchy",
    title="Hierarchy of topics",
    caption="The order in which topics merge, by average linkage of their mean vectors: the "
    "farther to the right, the less similar.",
    category="topics",
    draw=lambda results, asked: draw_hierarchy(results, asked.medium),
)
