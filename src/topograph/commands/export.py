"""`topograph export`: write topics and documents of a run as CSV, and all results as JSON."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topograph.commands.arguments import add_run_dir
from topograph.rundir.atomic import atomic_write
from topograph.system.csvfiles import write_csv

if TYPE_CHECKING:
    import pandas as pd

    from topograph.finished.run import Run

KINDS = ("topics.csv", "documents.csv", "all.json")


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "export", help="write a run's topics and documents as CSV, and all results as JSON"
    )
    add_run_dir(parser)
    parser.add_argument(
        "--to",
        metavar="FOLDER",
        type=Path,
        help="folder for NAME.topics.csv, NAME.documents.csv and NAME.all.json (default: the "
        "current folder)",
    )
    parser.add_argument(
        "--only", choices=KINDS, action="append", help="write only this file; can be repeated"
    )
    parser.set_defaults(run=export)


def export(options: argparse.Namespace) -> None:
    """Write the files."""
    from topograph.finished.run import load_run

    run = load_run(options.run_dir)
    folder = options.to or Path()
    writers: dict[str, Callable[[Run, Path], None]] = {
        "topics.csv": lambda run, path: write_csv(path, topics_table(run)),
        "documents.csv": lambda run, path: write_csv(path, documents_table(run)),
        "all.json": _write_json,
    }
    for kind in options.only or KINDS:
        path = folder / f"{run.name}.{kind}"
        with atomic_write(path, "free disk space, or use another folder with --to.") as temporary:
            writers[kind](run, temporary)
        print(f"export: wrote {path}")


def topics_table(run: Run) -> pd.DataFrame:
    """One row per topic."""
    return run.topics.reset_index()


def documents_table(run: Run) -> pd.DataFrame:
    """One row per document: identifier, title, topic, key, label, other columns, text.

    Leaves out the original text (`raw`).
    """
    table = run.documents.reset_index().drop(columns="raw")
    keys = run.topics["topic_key"]
    table.insert(1, "topic_key", table["topic"].map(keys).fillna(""))
    first = ["doc_id", "title", "topic", "topic_key", "label"]
    others = [name for name in table.columns if name not in {*first, "text"}]
    return table[[*first, *others, "text"]]


def everything(run: Run) -> dict[str, Any]:
    """All results of a run's topics and documents, for JSON."""
    return {
        "run": run.name,
        "topics": _records(run.topics.reset_index()),
        "hierarchy": run.hierarchy,
        "documents": _records(run.documents.reset_index()),
        "metrics": run.metrics,
        "manifest": run.manifest,
    }


def _write_json(run: Run, path: Path) -> None:
    content = json.dumps(everything(run), indent=1, ensure_ascii=False, allow_nan=False)
    path.write_text(content + "\n", encoding="utf-8", newline="\n")


def _records(table: pd.DataFrame) -> list[dict[str, Any]]:
    return [
        {str(name): _plain(cell) for name, cell in row.items()} for row in table.to_dict("records")
    ]


def _plain(cell: Any) -> Any:
    """A cell for JSON: arrays become lists, dates text, missing values null."""
    import numpy as np
    import pandas as pd

    if isinstance(cell, (list, np.ndarray)):
        return [_plain(one) for one in cell]
    if isinstance(cell, np.generic):
        cell = cell.item()
    if cell is None or cell is pd.NaT or (isinstance(cell, float) and not np.isfinite(cell)):
        return None
    if isinstance(cell, (str, int, float, bool)):
        return cell
    return cell.isoformat() if hasattr(cell, "isoformat") else str(cell)
