"""Types of the corpus' own columns, inferred once, in `parse`.

`parse/documents.parquet` stores them under pandas' key for attributes; pandas reads them into
`documents.attrs`. The Arrow type of each column holds the rest.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from topograph.rundir.contract import OPEN_TABLES, TABLES, arrow_type, columns_of
from topograph.rundir.dateprecision import date_text

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

#: Kinds of columns, with the Arrow type that stores each.
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
#: The attribute that holds the types of the columns.
COLUMNS = "columns"
#: Suffix of the column that holds the precision of each date, where precisions differ.
PRECISION_SUFFIX = "_precision"
SEPARATOR = "; "


@dataclass(frozen=True)
class ColumnType:
    """The type of a column.

    Attributes
    ----------
    kind : str
        A key of `KINDS`: `number`; `ordered`, a category with an order; `category`; `list`, several
        values in one cell; `date`; `boolean`; `text`, which is read but not compared.
    order : tuple of str
        Values of an ordered column from low to high. The column may hold values outside the order,
        like "don't know".
    precision : str
        Precision of all dates; empty if the column NAME_precision gives it for each date.
    unit : str
        Unit beside each number, like a percent sign.
    shared : bool
        For a list: whether documents share values (keywords do, references do not).
    """

    kind: str
    order: tuple[str, ...] = ()
    precision: str = ""
    unit: str = ""
    shared: bool = False

    def as_dict(self) -> dict[str, Any]:
        """As a JSON object, without empty values."""
        own = {
            "kind": self.kind,
            "order": list(self.order),
            "precision": self.precision,
            "unit": self.unit,
            "shared": self.shared,
        }
        return {name: value for name, value in own.items() if value}


def as_attributes(types: Mapping[str, ColumnType]) -> dict[bytes, bytes]:
    """The types as metadata of an Arrow schema."""
    attributes = {COLUMNS: {name: own.as_dict() for name, own in types.items()}}
    return {ATTRIBUTES: json.dumps(attributes, ensure_ascii=False, sort_keys=True).encode()}


def with_types(documents: pd.DataFrame, types: Mapping[str, ColumnType]) -> pd.DataFrame:
    """Attach the types of their columns to the documents."""
    documents.attrs = {COLUMNS: {name: own.as_dict() for name, own in types.items()}}
    return documents


def column_types(documents: pd.DataFrame) -> dict[str, ColumnType]:
    """The types of the corpus' own columns, in column order.

    Parameters
    ----------
    documents : DataFrame
        `parse/documents.parquet`.

    Raises
    ------
    ValueError
        If a column has no type: the table did not come from `parse`.
    """
    stored = documents.attrs.get(COLUMNS, {})
    contract = TABLES["parse/documents.parquet"]
    own = [name for name in documents.columns if name not in contract]
    types = {name: _from_dict(stored[name]) for name in own if name in stored}
    precision = {f"{name}{PRECISION_SUFFIX}" for name, own in types.items() if own.kind == "date"}
    untyped = [name for name in own if name not in types and name not in precision]
    if untyped:
        raise ValueError(f"parse/documents.parquet has no types for the columns {untyped}")
    return types


def _from_dict(stored: Mapping[str, Any]) -> ColumnType:
    return ColumnType(**{**stored, "order": tuple(stored.get("order", ()))})


def compared_columns(documents: pd.DataFrame) -> dict[str, ColumnType]:
    """The columns to compare and filter by, the language first.

    Leaves out texts, lists whose values documents do not share, and copies of the column `date`.
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
    """The precision of each date in a column of dates."""
    import pandas as pd

    known = "" if name == "date" else column_types(documents)[name].precision
    if known:
        return pd.Series(known, index=documents.index)
    return documents[f"{name}{PRECISION_SUFFIX}"]


def value_texts(documents: pd.DataFrame, name: str) -> list[str | None]:
    """The values of a column as text for people; None for missing values.

    Lists are joined, dates keep their precision, whole numbers have no decimal point.
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
    """One value as text for people.

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


def conform_table(name: str, table: pa.Table) -> pa.Table:
    """A table with the columns of the contract first, cast to their types."""
    import pyarrow as pa

    contract = columns_of(name)
    extra = [column for column in table.column_names if column not in contract]
    if extra and name not in OPEN_TABLES:
        raise ValueError(f"{name}: columns outside the contract: {extra}")
    for column, kind in contract.items():
        found = table.schema.field(column).type
        text = pa.types.is_string(found) or pa.types.is_large_string(found)
        if not pa.types.is_null(found) and text != (kind == "string"):
            raise ValueError(f"{name}: column {column} is {found}, not {kind}")
    own = pa.schema([(column, arrow_type(kind)) for column, kind in contract.items()])
    schema = pa.unify_schemas([own, table.select(extra).schema]).with_metadata(None)
    types = (table.schema.metadata or {}).get(ATTRIBUTES)
    schema = schema.with_metadata({ATTRIBUTES: types} if types else None)
    return table.select(schema.names).cast(schema)
