"""All figures, in the order in which pages show them.

To add one, write its module and add a line here. Snakemake's rule, the gallery, the report and the
figures for papers follow.
"""

from __future__ import annotations

from topograph.figures import (
    classes,
    documentmap,
    hierarchy,
    metadata,
    noise,
    similarity,
    sizes,
    stability,
    terms,
    timeline,
    treemap,
)
from topograph.figures.base import Figure, Listing
from topograph.sections.choices import chosen

FIGURES: dict[str, Figure] = {
    own.name: own
    for own in (
        documentmap.FIGURE,
        sizes.FIGURE,
        stability.FIGURE,
        terms.FIGURE,
        similarity.FIGURE,
        hierarchy.FIGURE,
        treemap.FIGURE,
        noise.FIGURE,
        timeline.FIGURE,
        metadata.FIGURE,
        classes.FIGURE,
    )
}
#: All files of `plot/figures/`, as Snakemake's report lists them: the figures find what draws them
#: there, too.
LISTED: dict[str, Listing] = FIGURES | {
    "plotly.min": Listing(
        title="plotly.js, which draws the figures",
        caption="The copy of plotly.js that all figures use. It is not a figure.",
        category="overview",
    )
}


def figure_named(name: str) -> Figure:
    """A figure by its name.

    Raises
    ------
    TopographError
        If there is none of this name.
    """
    return chosen(FIGURES, name, "figure")
