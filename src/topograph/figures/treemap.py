"""Topics within groups, as a figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topograph.figures.base import Figure
from topograph.figures.medium import SCREEN, Medium
from topograph.figures.results import Results
from topograph.figures.style import INK, lightened, styled, wrapped
from topograph.figures.tree import groups_of_topics, leaves

if TYPE_CHECKING:
    import plotly.graph_objects as go

#: Groups, for each square root of the number of topics.
GROUPS_OF_TREEMAP = 1.2
#: Figures wider than so many pixels have room for longer lines in boxes.
BROAD = 500


def draw_treemap(results: Results, medium: Medium = SCREEN) -> go.Figure:
    """Topics as boxes within boxes of groups: the area of a box is its number of documents."""
    import plotly.graph_objects as go

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


FIGURE = Figure(
    name="treemap",
    title="Topics within groups",
    caption="The hierarchy as nested boxes; areas are numbers of documents.",
    category="topics",
    draw=lambda results, asked: draw_treemap(results, asked.medium),
)
