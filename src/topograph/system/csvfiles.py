"""Tables as CSV for spreadsheets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

#: Between the items of a list.
SEPARATOR = "; "
#: First characters of cells that a spreadsheet runs as a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\n", "＝", "＋", "－", "＠")
#: Numbers, which may begin like formulas.
_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?(?:[eE][-+]?\d+)?")


def write_csv(path: Path, table: pd.DataFrame, float_format: str | None = None) -> None:
    """Write a table as UTF-8 with a byte order mark, lists joined, formulas disarmed.

    Parameters
    ----------
    path : Path
    table : DataFrame
        Cells are texts, numbers, dates, or lists of these.
    float_format : str, optional
        Format of numbers with a fraction, like `%.6g`; by default, all digits.
    """
    columns = table.select_dtypes(exclude=["number", "bool", "datetime", "datetimetz"]).columns
    safe = table.assign(**{name: table[name].map(cell_text) for name in columns})
    safe.columns = [cell_text(name) for name in table.columns]
    safe.to_csv(
        path,
        index=False,
        encoding="utf-8-sig",
        lineterminator="\n",
        float_format=float_format,
    )


def cell_text(cell: Any) -> Any:
    """A cell as text; an apostrophe keeps a spreadsheet from running it as a formula.

    >>> cell_text("=1+1"), cell_text("-2.5"), cell_text(["=a", "b"]), cell_text(None)
    ("'=1+1", '-2.5', "'=a; b", None)
    """
    if hasattr(cell, "tolist"):
        cell = cell.tolist()  # an array
    if isinstance(cell, list):
        cell = SEPARATOR.join(map(str, cell))
    if not isinstance(cell, str):
        return cell
    cell = cell.replace("\r\n", "\n").replace("\r", "\n")  # the writer does not quote \r
    return f"'{cell}" if cell.startswith(FORMULA) and not _NUMBER.fullmatch(cell) else cell
