"""The figures of a run: what plot draws, the report lists and Snakemake's report shows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class FigureKind:
    """What is known of a figure before it is drawn.

    Attributes
    ----------
    title : str
    caption : str
        What is to be seen, for readers of a report.
    category : str
        What it is about: `documents`, `topics`, `quality` or `metadata`.
    """

    title: str
    caption: str
    category: str


#: By name: `plot/figures/NAME.html`.
FIGURES: dict[str, FigureKind] = {
    "map": FigureKind(
        "Map of the documents",
        "One dot a document, coloured by topic; grey: in no topic. Near dots are near in meaning; "
        "distances between far groups, and the axes, mean nothing.",
        "documents",
    ),
    "sizes": FigureKind(
        "Documents of each topic",
        "Number of documents of each topic, and of those in none.",
        "topics",
    ),
    "stability": FigureKind(
        "Stability of the topics",
        "How far each topic was found again in each of the repeated partitions (Jaccard index of "
        "its best match, mean), and the median and quartiles of the stability of its documents.",
        "quality",
    ),
    "terms": FigureKind(
        "Terms of each topic",
        "The terms that set each topic apart. Bars: weight of a term, as a share of the highest "
        "weight of its topic.",
        "topics",
    ),
    "similarity": FigureKind(
        "Similarity of topics",
        "Cosine between the mean vectors of the topics, in the order of the hierarchy.",
        "topics",
    ),
    "hierarchy": FigureKind(
        "Hierarchy of topics",
        "The order in which topics merge, by average linkage of their mean vectors: the farther "
        "to the right, the less alike.",
        "topics",
    ),
    "treemap": FigureKind(
        "Topics within groups",
        "The hierarchy as nested boxes; areas are numbers of documents.",
        "topics",
    ),
    "noise": FigureKind(
        "Noise by strictness",
        "Documents that would stay in no topic if noise joined the nearest topics "
        "(cluster.noise: assign), the more the larger cluster.strictness.",
        "quality",
    ),
    "time": FigureKind(
        "Topics over time",
        "Each topic's share of the documents of a period, with Wilson's 95 % interval.",
        "metadata",
    ),
    "metadata": FigureKind(
        "Topics against the corpus' columns",
        "Percentage points by which a value is more or less frequent in a topic than in the "
        "corpus. + and − mark cells beyond chance (Fisher's exact test, false discovery rate 5 % "
        "over all cells of all columns).",
        "metadata",
    ),
    "classes": FigureKind(
        "Topics against the right classes",
        "Where the documents of each known class went, with adjusted Rand index and adjusted "
        "mutual information.",
        "quality",
    ),
}

#: All files of `plot/figures/`, as Snakemake's report lists them: the figures find what draws them
#: there, too.
LISTED: dict[str, FigureKind] = FIGURES | {
    "plotly.min": FigureKind(
        "plotly.js, which draws the figures",
        "The copy of plotly.js that all figures share. There is nothing to see in it.",
        "overview",
    )
}
