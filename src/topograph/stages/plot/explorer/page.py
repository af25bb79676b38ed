"""The explorer's page: data, style, code and plotly.js in one file, which works offline."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Iterable
from importlib import resources
from typing import Any

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


def packed(value: Any) -> str:
    """A value as base64 over gzip over JSON, the same bytes each time.

    Raises
    ------
    ValueError
        If the value holds a number that JSON does not have.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    # lone halves of characters cannot be written as UTF-8
    content = text.encode("utf-8", "replace")
    return base64.b64encode(gzip.compress(content, compresslevel=6, mtime=0)).decode()


def own_script() -> str:
    """The page's own code, in a scope of its own."""
    here = resources.files(__package__)
    parts = [here.joinpath(name).read_text(encoding="utf-8") for name in SCRIPTS]
    return '(() => {\n"use strict";\n' + "\n".join(parts) + "})();"


def policy(scripts: Iterable[str]) -> str:
    """A Content-Security-Policy under which these scripts run, and nothing else; no network.

    plotly.js compiles its drawing code (`unsafe-eval`) and puts styles into the page.
    """
    hashes = " ".join(
        f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
        for script in scripts
    )
    return (
        f"default-src 'none'; script-src {hashes} 'unsafe-eval'; style-src 'unsafe-inline'; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'"
    )


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
        policy=policy([plotly_script, script]),
        style=resources.files(__package__).joinpath("explorer.css").read_text(encoding="utf-8"),
        blocks=[(name, packed(value)) for name, value in blocks],
        plotly=plotly_script,
        script=script,
    )
