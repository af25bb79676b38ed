"""The types of the columns that a corpus brings along: found out once, in `parse`.

They stand in `parse/documents.parquet` under pandas' own key for attributes, so that whatever reads
the table with pandas has them in `documents.attrs`. The Arrow type of a column says the rest.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from topograph.rundir.contract import TABLES
from topograph.rundir.dateprecision import date_text

if TYPE_CHECKING:
    import pandas as pd

#: What a column may hold, and how it is stored.
KINDS = {
    "number": "int64 or double",
    "ordered": "string",
    "category": "string",
    "list": "list<string>",
    "date": "timestamp",
    "boolean": "bool",
    "text": "string",
}
#: Where pandas keeps the attributes of a table in a Parquet file.
ATTRIBUTES = b"PANDAS_ATTRS"
#: Their key under which the columns' types stand.
COLUMNS = "columns"
#: Behind the name of a column of dates: how exactly each is known, where this differs.
PRECISION_SUFFIX = "_precision"
SEPARATOR = "; "


@dataclass(frozen=True)
class ColumnType:
    """What a column holds.

    Attributes
    ----------
    kind : str
        A key of `KINDS`: `number`; `ordered`, a category with an order; `category`; `list`, several
        values in one cell; `date`; `boolean`; `text`, which is read and not compared.
    order : tuple of str
        Values of an ordered column from low to high. The column may hold others: answers like
        "don't know", which stand beside the order.
    precision : str
        Of all dates of a column; empty where the column NAME_precision says it for each.
    unit : str
        What stood beside each number, like a percent sign.
    shared : bool
        Of a list: whether documents share its values, as they do keywords and not references.
    """

    kind: str
    order: tuple[str, ...] = ()
    precision: str = ""
    unit: str = ""
    shared: bool = False

    def told(self) -> dict[str, Any]:
        """For JSON, without what says nothing."""
        own = {
            "kind": self.kind,
            "order": list(self.order),
            "precision": self.precision,
            "unit": self.unit,
            "shared": self.shared,
        }
        return {name: value for name, value in own.items() if value}


def as_attributes(types: Mapping[str, ColumnType]) -> dict[bytes, bytes]:
    """Types as the metadata of an Arrow schema."""
    told = {COLUMNS: {name: own.told() for name, own in types.items()}}
    return {ATTRIBUTES: json.dumps(told, ensure_ascii=False, sort_keys=True).encode()}


def with_types(documents: pd.DataFrame, types: Mapping[str, ColumnType]) -> pd.DataFrame:
    """The documents with the types of their columns."""
    documents.attrs = {COLUMNS: {name: own.told() for name, own in types.items()}}
    return documents


def column_types(documents: pd.DataFrame) -> dict[str, ColumnType]:
    """The types of the corpus' own columns, in their order.

    Parameters
    ----------
    documents : DataFrame
        `parse/documents.parquet`.

    Raises
    ------
    ValueError
        If a column has no type: the table did not come from `parse`.
    """
    told = documents.attrs.get(COLUMNS, {})
    ours = TABLES["parse/documents.parquet"]
    own = [name for name in documents.columns if name not in ours]
    types = {name: _type(told[name]) for name in own if name in told}
    beside = {f"{name}{PRECISION_SUFFIX}" for name, own in types.items() if own.kind == "date"}
    untyped = [name for name in own if name not in types and name not in beside]
    if untyped:
        raise ValueError(f"parse/documents.parquet does not say what {untyped} hold")
    return types


def _type(told: Mapping[str, Any]) -> ColumnType:
    return ColumnType(**{**told, "order": tuple(told.get("order", ()))})


def compared_columns(documents: pd.DataFrame) -> dict[str, ColumnType]:
    """The columns with values to compare and to filter by, the language first.

    Left out are texts, lists of values that documents do not share, and what the column `date` says
    anyway.
    """
    own = {
        name: kind
        for name, kind in column_types(documents).items()
        if kind.kind != "text"
        and (kind.kind != "list" or kind.shared)
        and (kind.kind != "date" or not documents[name].equals(documents["date"]))
    }
    return {"language": ColumnType("category"), **own}


def precisions(documents: pd.DataFrame, name: str) -> pd.Series:
    """How exactly each date of a column of dates is known: the documents' own, or the corpus'."""
    import pandas as pd

    known = "" if name == "date" else column_types(documents)[name].precision
    if known:
        return pd.Series(known, index=documents.index)
    return documents[f"{name}{PRECISION_SUFFIX}"]


def value_texts(documents: pd.DataFrame, name: str) -> list[str | None]:
    """The values of a column as people read them; None where there is none.

    Lists are joined, dates are as exact as they are known, whole numbers have no decimal point.
    """
    own = documents.attrs.get(COLUMNS, {}).get(name, {})
    if name == "date" or own.get("kind") == "date":
        exact = precisions(documents, name)
        return [
            None if value != value or value is None else date_text(value.to_pydatetime(), known)
            for value, known in zip(documents[name], exact, strict=True)
        ]
    return [value_text(value) for value in documents[name]]


def value_text(value: Any) -> str | None:
    """A single value as people read it.

    >>> value_text(3.0), value_text(["a", "b"]), value_text(True), value_text(float("nan"))
    ('3', 'a; b', 'true', None)
    """
    if isinstance(value, str):
        return value.strip() or None
    if isinstance(value, Iterable):
        return SEPARATOR.join(map(str, value)) or None
    if value is None or value != value:
        return None
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
        return "true" if value else "false"
    if isinstance(value, datetime.datetime):
        return date_text(value, "second")
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 2**53 else f"{value:.15g}"
    return str(value)
