"""The definition of a figure, and the options of its drawing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from topograph.figures.medium import SCREEN, Medium

if TYPE_CHECKING:
    import plotly.graph_objects as go

    from topograph.figures.results import Results


@dataclass(frozen=True)
class Asked:
    """Options of a drawing.

    Attributes
    ----------
    hover_words : int
        Words of a document's excerpt shown on hover; 0: its title only.
    dot_size : float
        Diameter of the map's dots in pixels, on a screen.
    label_column : str
        The corpus' column of labels known beforehand; empty for none.
    medium : Medium
    """

    hover_words: int
    dot_size: float
    label_column: str
    medium: Medium = SCREEN


@dataclass(frozen=True, kw_only=True)
class Listing:
    """A file of `plot/figures/`, as Snakemake's report lists it.

    Attributes
    ----------
    title : str
    caption : str
        What is to be seen, for readers of a report.
    category : str
        What it is about: `documents`, `topics`, `quality`, `metadata` or `overview`.
    """

    title: str
    caption: str
    category: str


@dataclass(frozen=True, kw_only=True)
class Figure(Listing):
    """A figure. Each module of `topograph.figures` that draws one defines its own.

    Attributes
    ----------
    name : str
        Its file is `plot/figures/NAME.html`.
    draw : callable
        From `Results` and `Asked` to the figure; where a corpus has no data for it, to one that
        says so (`topograph.figures.style.absent`).
    apart : callable, optional
        From the figure for paper and its `Medium` to the several figures that it becomes there.
    subtitled : bool
        Whether its subtitle belongs to its caption on paper.
    named : bool
        Whether names stand on it that a reader may hide.
    """

    name: str
    draw: Callable[[Results, Asked], go.Figure]
    apart: Callable[[go.Figure, Medium], list[go.Figure]] | None = None
    subtitled: bool = False
    named: bool = False
