"""All figures of a run."""

from __future__ import annotations

import plotly.graph_objects as go

from topograph.stages.plot.classesfigure import draw_classes
from topograph.stages.plot.mapfigure import draw_map
from topograph.stages.plot.medium import PAPER, SCREEN, Medium
from topograph.stages.plot.metadatafigure import apart, draw_metadata
from topograph.stages.plot.results import Results
from topograph.stages.plot.style import why_absent
from topograph.stages.plot.termsfigure import draw_terms
from topograph.stages.plot.timefigure import draw_time
from topograph.stages.plot.topicfigures import (
    draw_hierarchy,
    draw_noise,
    draw_similarity,
    draw_sizes,
    draw_stability,
    draw_treemap,
)


def draw_all(
    results: Results, hover_words: int, dot_size: float, classes: str, medium: Medium = SCREEN
) -> dict[str, go.Figure]:
    """All figures of a run by name; see the single functions for the parameters.

    The names are those of `topograph.figurelist.FIGURES`. What a corpus has no data for is a figure
    that says so (`topograph.stages.plot.style.absent`).
    """
    return {
        "map": draw_map(results, hover_words, dot_size, medium),
        "sizes": draw_sizes(results, medium),
        "stability": draw_stability(results, medium),
        "terms": draw_terms(results, medium),
        "similarity": draw_similarity(results, medium),
        "hierarchy": draw_hierarchy(results, medium),
        "treemap": draw_treemap(results, medium),
        "noise": draw_noise(results, medium),
        "time": draw_time(results, medium),
        "metadata": draw_metadata(results, medium),
        "classes": draw_classes(results, classes, medium),
    }


def draw_for_paper(
    results: Results, dot_size: float, classes: str, columns: int
) -> dict[str, go.Figure]:
    """All figures as they fit one or two columns of a page; a figure for each of the metadata.

    What the corpus has no data for is left out.
    """
    figures = draw_all(results, 0, dot_size, classes, PAPER[columns])
    shown = {name: figure for name, figure in figures.items() if not why_absent(figure)}
    if "metadata" in shown:
        single = apart(shown.pop("metadata"), PAPER[columns])
        names = ["metadata", *(f"metadata-{number}" for number in range(2, len(single) + 1))]
        shown |= dict(zip(names, single, strict=True))
    return shown
