"""All figures of a run."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from topograph.figures.base import Asked
from topograph.figures.medium import PAPER
from topograph.figures.registry import FIGURES
from topograph.figures.results import Results
from topograph.figures.style import why_absent

if TYPE_CHECKING:
    import plotly.graph_objects as go


def draw_all(results: Results, asked: Asked) -> dict[str, go.Figure]:
    """All figures of a run by name.

    What a corpus has no data for is a figure that says so (`topograph.figures.style.absent`).
    """
    return {name: own.draw(results, asked) for name, own in FIGURES.items()}


def draw_for_paper(results: Results, asked: Asked, columns: int) -> dict[str, go.Figure]:
    """All figures in one or two columns of a page; one figure per column of the metadata.

    What the corpus has no data for is left out. A figure that becomes several has their number
    behind its name from the second on, and stands at the end.
    """
    medium = PAPER[columns]
    figures = draw_all(results, replace(asked, hover_words=0, medium=medium))
    shown = {name: figure for name, figure in figures.items() if not why_absent(figure)}
    for name in list(shown):
        apart = FIGURES[name].apart
        if apart is not None:
            for number, one in enumerate(apart(shown.pop(name), medium), 1):
                shown[f"{name}-{number}" if number > 1 else name] = one
    return shown
