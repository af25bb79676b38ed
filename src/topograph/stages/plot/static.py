"""Figures for papers: SVG, PDF and PNG, drawn by the browser that is on the machine."""

from __future__ import annotations

import copy
import html
import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topograph.errors import TopographError
from topograph.figures.base import Figure
from topograph.figures.medium import MOST_HEIGHT, PAPER
from topograph.figures.registry import FIGURES, figure_named

if TYPE_CHECKING:
    import plotly.graph_objects as go

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
#: Height to width of figures without a height of their own.
SHAPE = 0.72
#: PNG pixels for each of the figure's: 96 a inch become 300.
PNG_SCALE = 3.125
#: Maps of up to so many documents are drawn as lines and circles, not as a picture.
VECTOR_DOCUMENTS = 20_000
#: Different in each drawing: a name that plotly gives a figure, and the dates of a PDF.
RANDOM_NAME = re.compile(rb'id="defs-([0-9a-f]{6})"')
PDF_DATE = re.compile(rb"/(CreationDate|ModDate) ?\(D:[^)]*\)")


def for_paper(figure: go.Figure, columns: int) -> go.Figure:
    """A copy of a figure for a paper: its width, small letters, no title or buttons.

    Parameters
    ----------
    figure : Figure
        Drawn for so many columns (`topograph.figures.drawing.draw_for_paper`).
    columns : int
        Of the page that it spans, 1 or 2.
    """
    import plotly.graph_objects as go

    content = copy.deepcopy(figure.to_plotly_json())
    for number, trace in enumerate(content["data"]):
        trace["uid"] = f"-{number}"  # plotly's own is random
        if trace["type"] == "scattergl" and len(trace["x"]) <= VECTOR_DOCUMENTS:
            trace["type"] = "scatter"
    for key in ("title", "updatemenus"):
        content["layout"].pop(key, None)
    made = go.Figure(content)
    medium = PAPER[columns]
    small = {"size": medium.letters - 1}
    made.update_layout(
        width=medium.width,
        height=round(min(figure.layout.height or SHAPE * medium.width, MOST_HEIGHT)),
        font_size=medium.letters,
        margin=_margin(figure),
        legend={"font": small, "title": {"font": small}},
    )
    for update in (made.update_xaxes, made.update_yaxes):
        update(title_font=small, tickfont=small)
    for trace in made.select_traces(selector={"type": "heatmap"}):
        title = str(trace.colorbar.title.text)
        trace.colorbar.update(tickfont=small, thickness=10, title={"font": small})
        if columns == 1:  # above the cells, not beside them: these need the width
            trace.colorbar.update(
                orientation="h", x=0.5, y=1, yanchor="bottom", ypad=2, thickness=7,
                title={"text": title.replace("<br>", " "), "side": "top"},
            )  # fmt: skip
    made.update_annotations(font_size=medium.letters - 1)
    return made


def _margin(figure: go.Figure) -> dict[str, float]:
    """Room around a figure in pixels; a legend above or below it says what it needs."""
    legend = figure.layout.legend.orientation == "h" and figure.layout.showlegend is not False
    below = (figure.layout.meta or {}).get("below", 0)
    titled = bool(figure.layout.annotations) and not below
    return {"l": 5, "r": 8, "t": 22 if (legend and not below) or titled else 6, "b": 6 + below}


def write_static(
    figures: Mapping[str, go.Figure], formats: Sequence[str], columns: int, folder: Path
) -> list[str]:
    """Write figures as files for papers; returns their names.

    Parameters
    ----------
    figures : mapping
        By name, drawn for paper.
    formats : sequence of str
        Of `svg`, `pdf` and `png`.
    columns : int
        Of the page that a figure spans, 1 or 2.
    folder : Path

    Raises
    ------
    TopographError
        If kaleido or a browser is missing.
    """
    if not formats:
        return []
    _refuse_without_means()
    wanted = [
        (for_paper(figure, columns), f"{name}.{kind}")
        for name, figure in figures.items()
        for kind in formats
    ]
    _draw([(figure, folder / name) for figure, name in wanted])
    for _, name in wanted:
        path = folder / name
        path.write_bytes(repeatable(path.read_bytes(), path.suffix))
    return [name for _, name in wanted]


def listed(figures: Mapping[str, go.Figure], formats: Sequence[str]) -> str:
    """The content of the folder: each figure with its caption, and what did not fit on it."""
    if not figures:
        return "Figures for papers.\n\nNone: see plot.static in config/README.md.\n"
    lines = [f"Figures for papers ({', '.join(formats)}).\n"]
    for name, figure in figures.items():
        own = _drawn_as(name)
        caption = own.caption
        if own.apart is not None and (column := figure.layout.xaxis.title.text):
            caption = f"Column {html.unescape(column)}. {caption}"
        if own.subtitled and figure.layout.title.subtitle.text:
            caption += f" {html.unescape(figure.layout.title.subtitle.text)}."
        meta = figure.layout.meta or {}
        if meta.get("shown", 0) < meta.get("of", 0):
            caption += f" Of {meta['of']} topics, the {meta['shown']} largest are shown."
        lines.append(f"{name}: {caption}")
    return "\n".join(lines) + "\n"


def _drawn_as(name: str) -> Figure:
    """The figure that a file shows, or a part of it: `NAME`, or `NAME-2`."""
    return figure_named(name if name in FIGURES else name.rpartition("-")[0])


def _refuse_without_means() -> None:
    """Stop where figures cannot be drawn, with what to install."""
    try:
        import kaleido  # noqa: F401
    except ImportError as error:
        raise TopographError(
            "plot.static asks for figures as files, but kaleido is not installed.",
            "it is an extra: it needs a browser on the machine.",
            "run `uv sync --extra static`, or leave plot.static out.",
        ) from error
    if not any(map(shutil.which, BROWSERS)):
        raise TopographError(
            "plot.static asks for figures as files, but there is no browser on this machine.",
            f"they are drawn by Chromium; none of {', '.join(BROWSERS)} was found.",
            "install Chromium (Debian: `apt install chromium`), or leave plot.static out.",
        )


def _draw(wanted: Sequence[tuple[go.Figure, Path]]) -> None:
    """Draw all figures in one browser, which is given plotly.js and needs no network."""
    import kaleido
    import plotly

    script = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
    jobs: list[dict[str, Any]] = [
        {
            "fig": figure,
            "path": path,
            "opts": {"format": path.suffix[1:], "scale": PNG_SCALE if path.suffix == ".png" else 1},
        }
        for figure, path in wanted
    ]
    browser = next(path for name in BROWSERS if (path := shutil.which(name)))
    kaleido.write_fig_from_object_sync(
        jobs,
        cancel_on_error=True,
        kopts={"plotlyjs": str(script), "mathjax": False, "n": 1, "path": browser},
    )


def repeatable(content: bytes, suffix: str) -> bytes:
    """A drawing without what differs each time: random names, dates.

    Parameters
    ----------
    content : bytes
    suffix : str
        `.svg`, `.pdf` or `.png`.
    """
    if suffix == ".svg":
        for name in RANDOM_NAME.findall(content):
            content = content.replace(name, b"000000")
    if suffix == ".pdf":
        return PDF_DATE.sub(
            lambda match: re.sub(rb"\d", b"0", match[0]), content
        )  # of the same length, as the file's table of places demands
    return content
