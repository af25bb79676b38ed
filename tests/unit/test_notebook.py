"""The notebook runs on a finished run, and is stored without output."""

import json

import nbclient
import nbformat


def test_notebook_runs_and_shows_topics_and_figures(root, finished_run):
    notebook = nbformat.read(root / "notebooks" / "explore.ipynb", as_version=4)
    load = next(cell for cell in notebook.cells if cell.get("id") == "load")
    load.source = load.source.replace("../results/icml2026", str(finished_run))
    nbclient.NotebookClient(notebook, timeout=120).execute()
    shown = json.dumps([cell.get("outputs", []) for cell in notebook.cells])
    assert "application/vnd.plotly" in shown
    assert "95 documents" in shown


def test_notebook_holds_no_output_and_no_logic(root):
    notebook = nbformat.read(root / "notebooks" / "explore.ipynb", as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code)
    source = "\n".join(cell.source for cell in code)
    assert not any(word in source for word in ("def ", "class ", "for ", "while ", "if "))
