"""Figures as HTML: one page each with a shared plotly.js, and all of them in one file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topograph.figures.registry import figure_named
from topograph.figures.style import CONFIG, why_absent
from topograph.web.pages import render

if TYPE_CHECKING:
    import plotly.graph_objects as go

#: The copy of plotly.js beside the figures.
SCRIPT = "plotly.min.js"
#: Height of a figure that has none of its own, among others.
GALLERY_HEIGHT = "600px"


def to_page(figure: go.Figure, name: str, title: str) -> str:
    """A whole HTML page that shows the figure with the copy of plotly.js beside it.

    Parameters
    ----------
    figure : Figure
        As high as it says, or as the window.
    name : str
        Identifier of the figure's element; plotly's own is random.
    title : str
        Of the browser's tab.
    """
    return render(
        __package__,
        "figure.html",
        title=title,
        body=_element(figure, name, SCRIPT, "96vh"),
        script=SCRIPT,
        element=name,
        named=figure_named(name).named,
    )


def _element(figure: go.Figure, name: str, script: str | bool, height: str) -> str:
    """The figure's part of a page."""
    own = figure.layout.height
    body: str = figure.to_html(
        full_html=False,
        include_plotlyjs=script,
        div_id=name,
        config=CONFIG,
        default_height=f"{own}px" if own else height,
    )
    return body


def to_gallery(figures: dict[str, go.Figure], title: str, plotly_script: str) -> str:
    """One file with all figures and their captions, which needs no other.

    Parameters
    ----------
    figures : dict
        By name; figures that are not applicable are listed at the end, with the reason.
    title : str
    plotly_script : str
        Source of plotly.js.
    """
    shown: list[dict[str, Any]] = []
    absent: list[dict[str, str]] = []
    for name, figure in figures.items():
        kind = figure_named(name)
        if why := why_absent(figure):
            absent.append({"title": kind.title, "why": why})
            continue
        body = _element(figure, name, False, GALLERY_HEIGHT)
        shown.append({"name": name, "title": kind.title, "caption": kind.caption, "body": body})
    return render(
        __package__,
        "gallery.html",
        title=title,
        figures=shown,
        absent=absent,
        plotly=plotly_script,
    )
