"""All figures of a run."""

from __future__ import annotations

import plotly.graph_objects as go

from topograph.plot.classesfigure import draw_classes
from topograph.plot.mapfigure import draw_map
from topograph.plot.metadatafigure import draw_metadata
from topograph.plot.results import Results
from topograph.plot.timefigure import draw_time
from topograph.plot.topicfigures import (
    draw_hierarchy,
    draw_noise,
    draw_similarity,
    draw_sizes,
    draw_stability,
    draw_terms,
    draw_treemap,
)


def draw_all(
    results: Results, hover_words: int, dot_size: float, classes: str
) -> dict[str, go.Figure]:
    """All figures of a run by name; see the single functions for the parameters.

    The names are those of `topograph.figurelist.FIGURES`. What a corpus has no data for is a figure
    that says so (`topograph.plot.style.absent`).
    """
    return {
        "map": draw_map(results, hover_words, dot_size),
        "sizes": draw_sizes(results),
        "stability": draw_stability(results),
        "terms": draw_terms(results),
        "similarity": draw_similarity(results),
        "hierarchy": draw_hierarchy(results),
        "treemap": draw_treemap(results),
        "noise": draw_noise(results),
        "time": draw_time(results),
        "metadata": draw_metadata(results),
        "classes": draw_classes(results, classes),
    }
