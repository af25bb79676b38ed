"""Data frames of libraries, as records."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from topograph.formats.records import RawRecord

if TYPE_CHECKING:
    import pandas as pd

_SIMPLE = (str, int, float, datetime.date, datetime.time, datetime.timedelta)


def frame_records(frame: pd.DataFrame) -> Iterator[RawRecord]:
    """The rows of a data frame; categories are their texts, whole numbers no fractions."""
    names = [str(name) for name in frame.columns]
    columns = [_values(frame.iloc[:, place]) for place in range(len(names))]
    for position, row in enumerate(zip(*columns, strict=True)):
        yield RawRecord(position, dict(zip(names, row, strict=True)))


def _values(column: pd.Series[Any]) -> list[Any]:
    """A column's values as Python's own, None where one is missing."""
    values: list[Any] = column.astype(object).tolist()
    missing = column.isna().tolist()
    there = [value for value, gone in zip(values, missing, strict=True) if not gone]
    if there and all(isinstance(value, float) and value.is_integer() for value in there):
        values = [
            value if gone else int(value) for value, gone in zip(values, missing, strict=True)
        ]
    return [None if gone else _plain(value) for value, gone in zip(values, missing, strict=True)]


def _plain(value: Any) -> Any:
    """A cell's value; structures that some frames hold in their cells count as none."""
    if hasattr(value, "to_pydatetime"):
        return value.to_pydatetime()
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [own for own in map(_plain, value) if own is not None]
    return value if isinstance(value, _SIMPLE) else None
