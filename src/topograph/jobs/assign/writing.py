"""Paths and files of assignments."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from topograph.errors import TopographError
from topograph.rundir.atomic import atomic_write
from topograph.system.csvfiles import write_csv

if TYPE_CHECKING:
    import pandas as pd

#: Most bytes of an input's name in the name of an output, which has at most 255 bytes.
LONGEST = 180
ENDINGS = (".csv", ".parquet")


def output_path(asked: Path | None, names: list[str], run_dir: Path) -> Path:
    """The path of the table: the requested one, or one in the run's folder named after the input.

    Parameters
    ----------
    asked : Path or None
    names : list of str
        The input files; at least one.
    run_dir : Path
        `results/NAME`.

    Raises
    ------
    TopographError
        If the extension is not known, or an input file would be overwritten.

    >>> output_path(None, ["data/new.csv"], Path("results/a")).as_posix()
    'results/a/assigned/new.csv'
    >>> output_path(None, ["new.ris", "old.ris"], Path("results/a")).as_posix()
    'results/a/assigned/new.ris-and-1-more.csv'
    """
    if asked is None:
        name = _cut(Path(names[0]).name)
        if len(names) > 1:
            name = f"{name}-and-{len(names) - 1}-more"
        asked = run_dir / "assigned" / (name if name.endswith(".csv") else f"{name}.csv")
    if asked.suffix.lower() not in ENDINGS:
        raise TopographError(
            f"--out: {asked} cannot be written.",
            "the extension gives the format and must be " + " or ".join(ENDINGS) + ".",
            f"use a name like {asked.with_suffix('.csv').name}.",
        )
    read = {os.path.realpath(name) for name in names}
    for path in (asked, audit_path(asked)):
        if os.path.realpath(path) in read:
            raise TopographError(
                f"{path} cannot be written.",
                "it is one of the input files.",
                "use another file with --out.",
            )
    return asked


def _cut(name: str) -> str:
    """Shorten the name of a file, but keep its extension."""
    stem, ending = os.path.splitext(name)  # noqa: PTH122 - handles names that are not UTF-8
    while len(os.fsencode(stem + ending)) > LONGEST:
        stem, ending = (stem[:-1], ending) if stem else (ending, "")
    return stem + ending


def audit_path(path: Path) -> Path:
    """The path of the audit, beside the assignments.

    >>> audit_path(Path("a/new.csv")).as_posix()
    'a/new.audit.csv'
    """
    return path.with_name(f"{path.stem}.audit{path.suffix}")


def write_table(path: Path, table: pd.DataFrame) -> None:
    """Write a table as CSV or Parquet, depending on the extension."""
    with atomic_write(path) as temporary:
        if path.suffix.lower() == ".parquet":
            table.to_parquet(temporary, index=False)
        else:
            write_csv(temporary, table, "%.6g")
