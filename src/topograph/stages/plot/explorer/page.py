"""The explorer's page: data, style, code and plotly.js in one file, which works offline."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources
from typing import Any

from topograph.web.bundle import joined_scripts, packed, policy
from topograph.web.pages import render

#: The page's code, in the order in which it is put together.
SCRIPTS = (
    "text.js",
    "data.js",
    "search.js",
    "state.js",
    "filter.js",
    "dom.js",
    "colours.js",
    "counts.js",
    "labels.js",
    "map.js",
    "topics.js",
    "table.js",
    "tablecolumns.js",
    "spread.js",
    "panel.js",
    "tooltip.js",
    "legend.js",
    "export.js",
    "controls.js",
    "main.js",
)


def own_script() -> str:
    """The page's own code, in a scope of its own."""
    return joined_scripts(str(__package__), SCRIPTS)


def explorer_page(title: str, blocks: Iterable[tuple[str, Any]], plotly_script: str) -> str:
    """The page.

    Parameters
    ----------
    title : str
    blocks : iterable of (str, value)
        From `topograph.stages.plot.explorer.data.explorer_blocks`.
    plotly_script : str
        Source of plotly.js.
    """
    script = own_script()
    return render(
        __package__,
        "page.html",
        title=title,
        policy=policy([plotly_script, script], compiles=True),
        style=resources.files(__package__).joinpath("explorer.css").read_text(encoding="utf-8"),
        blocks=[(name, packed(value)) for name, value in blocks],
        plotly=plotly_script,
        script=script,
    )
