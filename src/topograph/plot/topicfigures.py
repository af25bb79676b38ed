"""Figures of the topics: sizes, stability, terms, similarity, hierarchy."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from topograph.plot.results import Results
from topograph.plot.style import (
    LABEL_LENGTH,
    NOISE_COLOUR,
    absent,
    all_shortened,
    height_of_rows,
    shortened,
    styled,
    wrapped,
)
from topograph.topics import NOISE

#: Strictnesses at which noise is counted.
STRICTNESS_STEPS = 101
#: Topics whose terms stand in a grid of small charts; more stand below each other in one.
GRID_TOPICS = 24
#: Columns of the grid of term bars.
TERM_COLUMNS = 3
#: Terms of a topic where there are many topics.
FEW_TERMS = 5
#: Groups of the treemap, for each square root of the number of topics.
GROUPS_OF_TREEMAP = 1.2
#: Topics whose names fit on the axes of a matrix.
AXIS_TOPICS = 60


def draw_sizes(results: Results) -> go.Figure:
    """Documents of each topic, and of noise, with the topic's stability on hover."""
    topics, noise = results.topics, results.noise
    labels = all_shortened(topics["label"], LABEL_LENGTH)
    figure = go.Figure(
        go.Bar(
            x=[*topics["size"], noise],
            y=[*labels, "no topic (noise)"],
            orientation="h",
            marker={"color": [*results.colours, NOISE_COLOUR]},
            text=[*topics["size"], noise],
            textposition="outside",
            cliponaxis=False,
            customdata=[f"stability {value:.2f}" for value in topics["stability"]] + [""],
            hovertemplate="%{y}: %{x} documents<br>%{customdata}<extra></extra>",
        )
    )
    return styled(
        figure,
        "Documents of each topic",
        yaxis={"autorange": "reversed", "automargin": True, "dtick": 1},
        xaxis={"title": "documents"},
        height=height_of_rows(len(topics) + 1),
    )


def draw_stability(results: Results) -> go.Figure:
    """Stability of each topic, and the quartiles of the stability of its documents."""
    topics = results.topics
    order = np.argsort(-topics["stability"].to_numpy(), kind="stable")
    own = results.assignments["stability"].to_numpy()
    quartiles = np.array(
        [np.quantile(own[results.assigned == topic], [0.25, 0.5, 0.75]) for topic in order]
    )
    labels = all_shortened(topics["label"].iloc[order], LABEL_LENGTH)
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
                name="its documents (median, quartiles)",
                marker={"color": "#222", "symbol": "diamond", "size": 7},
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
        "Stability over the layouts",
        yaxis={"range": [len(labels) - 0.5, -0.5], "automargin": True, "dtick": 1},
        xaxis={"title": "0: never found again, 1: always", "range": [0, 1.02]},
        legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "x": 1, "xanchor": "right"},
        height=height_of_rows(len(topics)),
    )


def draw_noise(results: Results) -> go.Figure:
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
        xaxis={"title": "cluster.strictness", "range": [0, 1.005]},
        yaxis={"title": "documents in no topic", "rangemode": "tozero"},
    )


def draw_terms(results: Results) -> go.Figure:
    """The terms of each topic with their weights."""
    if len(results.topics) > GRID_TOPICS:
        return _terms_in_a_column(results)
    topics = results.topics
    rows = -(-len(topics) // TERM_COLUMNS)
    figure = make_subplots(
        rows,
        TERM_COLUMNS,
        subplot_titles=[f"<b>{shortened(label, LABEL_LENGTH)}</b>" for label in topics["label"]],
        horizontal_spacing=0.16,
        vertical_spacing=0.25 / rows,
    )
    for i, (terms, weights) in enumerate(zip(topics["terms"], topics["weights"], strict=True)):
        figure.add_trace(
            go.Bar(
                x=list(weights),
                y=all_shortened(terms, 30),
                orientation="h",
                marker={"color": results.colours[i]},
                hovertemplate="%{y}: %{x:.3f}<extra></extra>",
            ),
            i // TERM_COLUMNS + 1,
            i % TERM_COLUMNS + 1,
        )
    figure.update_yaxes(autorange="reversed", automargin=True)
    figure.update_annotations(font_size=12)
    return styled(figure, "Terms of each topic", showlegend=False, height=90 + 270 * rows)


def _terms_in_a_column(results: Results) -> go.Figure:
    """A row for each topic's name, and one for each of its first terms: for many topics."""
    topics = results.topics
    names: list[str] = []
    weights: list[float | None] = []
    colours: list[str] = []
    for number, topic in enumerate(topics.to_dict("records")):
        few = all_shortened(list(topic["terms"])[:FEW_TERMS], 30)
        names += [f"<b>{shortened(topic['label'], LABEL_LENGTH)}</b>", *few]
        weights += [None, *list(topic["weights"])[: len(few)]]
        colours += [results.colours[number]] * (len(few) + 1)
    figure = go.Figure(
        go.Bar(
            x=weights,
            y=list(range(len(names))),
            text=names,
            textposition="none",
            orientation="h",
            marker={"color": colours},
            hovertemplate="%{text}: %{x:.3f}<extra></extra>",
        )
    )
    return styled(
        figure,
        "Terms of each topic",
        yaxis={
            "range": [len(names) - 0.5, -0.5], "automargin": True,
            "tickvals": list(range(len(names))), "ticktext": names,
        },
        xaxis={"title": "weight"},
        height=height_of_rows(len(names), 18),
    )  # fmt: skip


def draw_similarity(results: Results) -> go.Figure:
    """Cosine between the topics' centroids, in the order in which the topics merge."""
    order = leaves(results.hierarchy)
    labels = all_shortened(results.topics["label"].iloc[order], LABEL_LENGTH)
    figure = go.Figure(
        go.Heatmap(
            z=np.round(results.similarity[order][:, order], 4),
            x=labels,
            y=labels,
            colorscale="Cividis",
            zmax=1,
            colorbar={"title": "cosine"},
            hovertemplate="%{y}<br>%{x}<br>cosine %{z:.2f}<extra></extra>",
        )
    )
    shown = len(labels) <= AXIS_TOPICS
    return styled(
        figure,
        "Similarity of topics" + ("" if shown else " (names on hover)"),
        yaxis={"autorange": "reversed", "automargin": True, "showticklabels": shown},
        xaxis={"automargin": True, "tickangle": -40, "showticklabels": shown},
        height=height_of_rows(min(len(labels), AXIS_TOPICS), 22) + 150,
    )


def leaves(node: dict[str, Any]) -> list[int]:
    """The topics below a node of `label/hierarchy.json`, from first to last."""
    if "topic" in node:
        return [node["topic"]]
    return [topic for child in node["children"] for topic in leaves(child)]


def draw_hierarchy(results: Results) -> go.Figure:
    """The tree in which topics merge (dendrogram): joints stand at the height of the merge."""
    order = leaves(results.hierarchy)
    if len(order) < 2:
        return absent("Hierarchy of topics", "There is one topic only.")
    labels = all_shortened(results.topics["label"].iloc[order], LABEL_LENGTH)
    row_of = {topic: row for row, topic in enumerate(order)}
    x: list[float | None] = []
    y: list[float | None] = []
    joints: list[tuple[float, float, str]] = []

    def visit(node: dict[str, Any]) -> float:
        if "topic" in node:
            return float(row_of[node["topic"]])
        rows = [visit(child) for child in node["children"]]
        for child, row in zip(node["children"], rows, strict=True):
            x.extend([child["height"], node["height"], None])
            y.extend([row, row, None])
        x.extend([node["height"], node["height"], None])
        y.extend([min(rows), max(rows), None])
        middle = sum(rows) / len(rows)
        joints.append((node["height"], middle, f"{node['label']} ({node['size']})"))
        return middle

    visit(results.hierarchy)
    figure = go.Figure(
        [
            go.Scatter(
                x=x, y=y, mode="lines", line={"color": "#555", "width": 1.3}, hoverinfo="skip"
            ),
            go.Scatter(
                x=[height for height, _, _ in joints],
                y=[row for _, row, _ in joints],
                mode="markers",
                marker={"color": "#555", "size": 7},
                text=[wrapped(label, 40) for _, _, label in joints],
                hovertemplate="%{text}<br>merged at %{x:.2f}<extra></extra>",
            ),
            go.Scatter(
                x=[0.0] * len(order),
                y=list(range(len(order))),
                mode="markers",
                marker={"color": [results.colours[topic] for topic in order], "size": 10},
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
        xaxis={"title": "cosine distance at which topics merge", "rangemode": "tozero"},
        yaxis={
            "tickvals": list(range(len(order))), "ticktext": labels, "automargin": True,
            "range": [len(order) - 0.5, -0.5], "showgrid": False, "zeroline": False,
        },
        height=height_of_rows(len(order)),
    )  # fmt: skip


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


def draw_treemap(results: Results) -> go.Figure:
    """Topics as boxes within boxes of groups: the area of a box is its number of documents."""
    count = len(results.topics)
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
            labels.append(wrapped(names[topic], 24))
            values.append(sizes[topic])
            colours.append(results.colours[topic])
    figure = go.Figure(
        go.Treemap(
            ids=ids,
            parents=parents,
            labels=labels,
            values=values,
            branchvalues="total",
            marker={"colors": colours},
            hovertemplate="%{label}<br>%{value} documents<extra></extra>",
        )
    )
    return styled(figure, "Topics within groups (click a box to enter it)")
