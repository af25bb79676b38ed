"""The notebook runs on a finished run, and is stored without output."""

import ast
from pathlib import Path
from typing import Any

import nbformat
import pandas as pd
import plotly.graph_objects as go
import pytest


@pytest.fixture
def code(root) -> list[Any]:
    """The notebook's code cells."""
    notebook = nbformat.read(root / "notebooks" / "explore.ipynb", as_version=4)
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def run_cell(source: str, names: dict[str, Any]) -> Any:
    """Run a cell as a kernel does; returns the value of its last line, which would be shown."""
    body = ast.parse(source).body
    shown = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "cell", "exec"), names)
    if shown is None:
        return None
    return eval(compile(ast.Expression(shown.value), "cell", "eval"), names)


def test_every_cell_runs_and_shows_topics_figures_and_documents(
    code, root, finished_run, monkeypatch
):
    monkeypatch.chdir(root / "notebooks")
    names: dict[str, Any] = {}
    shown = {}
    for cell in code:
        source = cell.source.replace("../results/icml2026", str(Path(finished_run)))
        shown[cell["id"]] = run_cell(source, names)
    assert "95 documents" in repr(shown["load"])
    assert isinstance(shown["map"], go.Figure)
    assert isinstance(shown["hierarchy"], go.Figure)
    assert isinstance(shown["topics"], pd.DataFrame)
    assert {"label", "size"} <= set(shown["topics"].columns)
    assert (names["run"].documents.loc[shown["documents"].index, "topic"] == 0).all()
    assert 0 < len(shown["search"]) < 95


def test_notebook_holds_no_output_and_no_logic(code):
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code)
    source = "\n".join(cell.source for cell in code)
    assert not any(word in source for word in ("def ", "class ", "for ", "while ", "if "))
