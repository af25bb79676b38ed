"""Figures of the topics: sizes, stability, noise, similarity, hierarchy."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from topograph.core.topics import NOISE
from topograph.core.wording import counted
from topograph.stages.plot.medium import SCREEN, Medium
from topograph.stages.plot.results import Results
from topograph.stages.plot.style import (
    INK,
    LABEL_LENGTH,
    NOISE_COLOUR,
    absent,
    all_shortened,
    lightened,
    styled,
    wrapped,
)

#: Strictnesses at which noise is counted.
STRICTNESS_STEPS = 101
#: Groups of the treemap, for each square root of the number of topics.
GROUPS_OF_TREEMAP = 1.2
#: Topics whose names fit on the axes of a matrix.
AXIS_TOPICS = 60
#: Room for a number behind the longest bar.
HEADROOM = 1.12
#: Figures wider than so many pixels have room for longer lines in boxes.
BROAD = 500


def draw_sizes(results: Results, medium: Medium = SCREEN) -> go.Figure:
    """Documents of each topic, and of noise, with the topic's stability on hover."""
    topics, noise = results.topics, results.noise
    shown = medium.fitting(len(topics) + 1) - 1
    kept = topics.head(shown)
    counts = [*kept["size"], noise]
    figure = go.Figure(
        go.Bar(
            x=counts,
            y=[*medium.names(kept["label"]), "no topic (noise)"],
            orientation="h",
            marker={"color": [*results.colours[:shown], NOISE_COLOUR]},
            text=counts,
            textposition="outside",
            cliponaxis=False,
            customdata=[f"stability {value:.2f}" for value in kept["stability"]] + [""],
            hovertemplate="%{y}: %{x} documents<br>%{customdata}<extra></extra>",
        )
    )
    return styled(
        figure,
        "Documents of each topic",
        yaxis={"range": [len(counts) - 0.5, -0.5], "automargin": True, "dtick": 1,
               "type": "category"},
        xaxis={"title": f"documents{_of_all(shown, len(topics))}", "rangemode": "tozero",
               "range": [0, max(counts) * HEADROOM]},
        height=medium.height_of_rows(len(counts)),
        meta={"shown": shown, "of": len(topics)},
    )  # fmt: skip


def _of_all(shown: int, count: int) -> str:
    """What an axis says where not all topics fit."""
    return "" if shown == count else f"<br>(the {shown} largest of {count} topics)"


def draw_stability(results: Results, medium: Medium = SCREEN) -> go.Figure:
    """Stability of each topic, and the quartiles of the stability of its documents."""
    shown = medium.fitting(len(results.topics))
    topics = results.topics.head(shown)
    order = np.argsort(-topics["stability"].to_numpy(), kind="stable")
    own = results.assignments["stability"].to_numpy()
    quartiles = np.array(
        [np.quantile(own[results.assigned == topic], [0.25, 0.5, 0.75]) for topic in order]
    ).reshape(-1, 3)
    labels = medium.names(topics["label"].iloc[order])
    middle = quartiles[:, 1]
    figure = go.Figure(
        [
            go.Bar(
                x=topics["stability"].iloc[order],
                y=labels,
                orientation="h",
                name="topic",
                marker={"color": "#9db7d8"},
                hovertemplate="%{y}<br>topic: %{x:.2f}<extra></extra>",
            ),
            go.Scatter(
                x=middle,
                y=labels,
                mode="markers",
                name="its documents: median, quartiles",
                marker={"color": "#222", "symbol": "diamond", "size": 7},
                cliponaxis=False,
                error_x={
                    "type": "data",
                    "array": quartiles[:, 2] - middle,
                    "arrayminus": middle - quartiles[:, 0],
                    "color": "#222",
                    "thickness": 1,
                },
                hovertemplate="%{y}<br>documents: %{x:.2f}<extra></extra>",
            ),
        ]
    )
    return styled(
        figure,
        "Stability of the topics",
        yaxis={"range": [len(labels) - 0.5, -0.5], "automargin": True, "dtick": 1,
               "type": "category"},
        xaxis={
            "title": "stability (1: found in every partition)"
            + _of_all(shown, len(results.topics)),
            "range": [0, 1.02],
        },
        legend={
            "orientation": "h", "xanchor": "center", "x": 0.5, "xref": "container",
            "yanchor": "top", "y": 1 if medium.paper else 0.985, "yref": "container",
        },
        height=medium.height_of_rows(len(labels)),
        meta={"shown": shown, "of": len(results.topics)},
    )  # fmt: skip


def draw_noise(results: Results, medium: Medium = SCREEN) -> go.Figure:
    """Documents that stay in no topic, by the strictness with which noise joins topics."""
    title = "Noise by strictness"
    if not results.noise:
        return absent(title, "Every document has a topic.")
    shares = np.sort(results.shares[results.assigned == NOISE])
    strictness = np.round(np.linspace(0, 1, STRICTNESS_STEPS), 4)
    left = np.searchsorted(shares, np.round(1 - strictness, 4))
    figure = go.Figure(
        go.Scatter(
            x=strictness,
            y=left,
            mode="lines",
            line={"shape": "hv", "color": "#555"},
            hovertemplate="strictness %{x}: %{y} documents in no topic<extra></extra>",
        )
    )
    return styled(
        figure,
        title,
        xaxis={"title": "strictness (<i>cluster.strictness</i>)", "range": [0, 1.005]},
        yaxis={
            "title": "documents in no topic",
            "rangemode": "tozero",
            "tickformat": ",d",
            "nticks": min(8, results.noise + 1),
        },
        height=round(0.6 * medium.width) if medium.paper else None,
    )


def draw_similarity(results: Results, medium: Medium = SCREEN) -> go.Figure:
    """Cosine between the topics' centroids, in the order in which the topics merge.

    On paper the columns bear the topics' numbers, which stand before the names of the rows.
    """
    order = leaves(results.hierarchy)
    if len(order) < 2:
        return absent("Similarity of topics", "There is one topic only.")
    names = [str(label) for label in results.topics["label"].iloc[order]]
    fits = len(order) <= min(AXIS_TOPICS, medium.fitting(len(order)))
    rows = columns = all_shortened(names, LABEL_LENGTH)
    height = medium.height_of_rows(min(len(order), AXIS_TOPICS)) + 150
    if medium.paper:
        rows = medium.names([f"{topic} {name}" for topic, name in zip(order, names, strict=True)])
        columns = [str(topic) for topic in order]
        height = medium.height_of_rows(len(order)) if fits else round(0.8 * medium.width)
    figure = go.Figure(
        go.Heatmap(
            z=np.round(results.similarity[order][:, order], 4),
            x=columns,
            y=rows,
            colorscale="Cividis",
            zmax=1,
            colorbar={"title": "cosine"},
            hovertemplate="%{y}<br>%{x}<br>cosine %{z:.2f}<extra></extra>",
        )
    )
    unnamed = " (names on hover)" if not (fits or medium.paper) else ""
    return styled(
        figure,
        "Similarity of topics" + unnamed,
        yaxis={"autorange": "reversed", "automargin": True, "showticklabels": fits, "dtick": 1,
               "type": "category"},
        xaxis={"automargin": True, "tickangle": medium.angle(len(order), 0), "dtick": 1,
               "showticklabels": fits, "type": "category"}
        | ({"title": "topic" if fits else f"{len(order)} topics, in the order of the hierarchy"}
           if medium.paper else {}),
        height=height,
    )  # fmt: skip


def leaves(node: dict[str, Any]) -> list[int]:
    """The topics below a node of `label/hierarchy.json`, from first to last."""
    if "topic" in node:
        return [node["topic"]]
    return [topic for child in node["children"] for topic in leaves(child)]


def draw_hierarchy(results: Results, medium: Medium = SCREEN) -> go.Figure:
    """The tree in which topics merge (dendrogram): joints stand at the height of the merge.

    On paper, where there are more topics than rows, the tree ends in groups of topics.
    """
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


def groups_of_topics(root: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """Nodes of the tree when its highest joints are opened until there are `count`."""
    nodes = [root]
    while len(nodes) < count:
        joints = [place for place, node in enumerate(nodes) if "children" in node]
        if not joints:
            break
        highest = max(joints, key=lambda place: (nodes[place]["height"], -place))
        nodes[highest : highest + 1] = nodes[highest]["children"]
    return nodes


def draw_treemap(results: Results, medium: Medium = SCREEN) -> go.Figure:
    """Topics as boxes within boxes of groups: the area of a box is its number of documents."""
    count = len(results.topics)
    line = 24 if medium.width > BROAD else 14
    sizes = results.topics["size"].tolist()
    names = results.topics["label"].tolist()
    root = "all"
    ids, parents = [root], [""]
    labels, values, colours = ["all topics"], [sum(sizes)], ["#e8e8e8"]
    for number, group in enumerate(
        groups_of_topics(results.hierarchy, round(GROUPS_OF_TREEMAP * count**0.5))
    ):
        parent = root
        if "children" in group:
            parent = f"group {number}"
            ids.append(parent)
            parents.append(root)
            labels.append(wrapped(group["label"], 24))
            values.append(group["size"])
            colours.append("#e8e8e8")
        for topic in leaves(group):
            ids.append(str(topic))
            parents.append(parent)
            labels.append(wrapped(names[topic], line))
            values.append(sizes[topic])
            colours.append(lightened(results.colours[topic]))
    height = round(0.75 * medium.width) if medium.paper else None
    figure = go.Figure(
        go.Treemap(
            ids=ids,
            parents=parents,
            labels=labels,
            values=values,
            branchvalues="total",
            marker={"colors": colours},
            textfont={"color": INK},
            hovertemplate="%{label}<br>%{value} documents<extra></extra>",
        )
    )
    return styled(figure, "Topics within groups (click a box to enter it)", height=height)
