"""Jupyter notebooks, one document per file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from topograph.errors import TopographError
from topograph.formats.base import DOCUMENT_FIELDS, Format, Opening
from topograph.formats.records import RawRecord

_MARK = re.compile(r'"nbformat"\s*:\s*\d')
_HEADING = re.compile(r"#{1,2} +(.+?)(?: +#+)?\s*(?:\n|$)")


def read_notebook(text: str, name: str) -> Iterator[RawRecord]:
    """Read the prose of a notebook: its cells of markdown, and not its code.

    The title is the first heading.

    Raises
    ------
    TopographError
        If the file is not a notebook.
    """
    try:
        notebook: dict[str, Any] = json.loads(text.lstrip("\ufeff"))
        cells = notebook.get("cells") or [
            cell for sheet in notebook.get("worksheets", []) for cell in sheet.get("cells", [])
        ]
        prose = [
            _source(cell) for cell in cells if cell.get("cell_type") in ("markdown", "heading")
        ]
        code = sum(cell.get("cell_type") == "code" for cell in cells)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise TopographError(
            f"{name} cannot be read as a notebook.",
            f"it is damaged ({error}).",
            "open and save it in Jupyter, or set `parse: {on_error: skip}` to skip it.",
        ) from error
    fields: dict[str, Any] = {"id": PurePath(name.removesuffix(".gz")).stem, "code_cells": code}
    body = "\n\n".join(own.strip() for own in prose if own.strip())
    heading = _HEADING.match(body)
    if heading:
        fields["title"] = heading[1]
        body = body[heading.end() :].strip()
    yield RawRecord(0, fields | {"text": body})


def _source(cell: dict[str, Any]) -> str:
    source = cell.get("source", "")
    if isinstance(source, list):  # lines, which old notebooks write without their ends
        source = ("" if any("\n" in line for line in source) else "\n").join(source)
    level = cell.get("level", 1) if cell.get("cell_type") == "heading" else 0
    return f"{'#' * level} {source}".strip()


def _is_notebook(opening: Opening) -> bool:
    start = opening.start
    if not start.startswith("{"):
        return False
    if opening.ending == ".ipynb":
        return True
    return '"cell_type"' in start and bool(_MARK.search(start))


FORMAT = Format(
    "notebook",
    "Jupyter notebooks (.ipynb): the prose of a file is one document",
    _is_notebook,
    lambda content: read_notebook(content.text(), content.name),
    fields=DOCUMENT_FIELDS,
)
