"""Excel workbooks."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import chain, islice
from typing import IO, Any

from topograph.errors import TopographError
from topograph.formats.base import Content, Format
from topograph.formats.dialect import BELOW_ROWS, is_header, unique_names
from topograph.formats.names import is_known_name
from topograph.formats.records import RawRecord, no_rows

#: Rows that may stand above a header.
ROWS_ABOVE = 10


def read_excel(content: IO[bytes], name: str) -> Iterator[RawRecord]:
    """Read the sheets of a workbook that hold tables, one after the other.

    Notes on a sheet of one column beside tables are a record with the reason `no table`.

    Raises
    ------
    TopographError
        If it cannot be read, or holds no rows.
    """
    import warnings

    import openpyxl

    position = 0
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # of styles, which are not read
            book = openpyxl.load_workbook(
                io.BytesIO(content.read()), read_only=True, data_only=True
            )
            sheets = [_rows(sheet) for sheet in book.worksheets]
            tables = [_is_table(first) for first, _ in sheets]
            for sheet, (first, rest), is_table in zip(book.worksheets, sheets, tables, strict=True):
                if is_table or not any(tables):
                    for fields in _table(first, rest):
                        yield RawRecord(position, fields)
                        position += 1
                elif first:
                    content_of = "\n".join(text for row in first for text in _texts(row) if text)
                    detail = f"sheet {sheet.title!r} has one column, others have more"
                    yield RawRecord(position, {"text": content_of}, "no table", detail)
                    position += 1
    except Exception as error:  # whatever the library stumbles over in a damaged file
        raise TopographError(
            f"{name} cannot be read as an Excel workbook.",
            f"{error}; it may be damaged or protected by a password.",
            "open it and save it again as .xlsx without a password, or as CSV.",
        ) from error
    if not position:
        raise no_rows(name)


_Row = list[Any]


def _rows(sheet: Any) -> tuple[list[_Row], Iterator[_Row]]:
    """A sheet's rows that are not empty: the first ones, and the rest."""
    sheet.reset_dimensions()  # some programs write a wrong size, and only so much would be read
    rows = (list(row) for row in sheet.iter_rows(values_only=True))
    filled = (row for row in rows if any(cell not in (None, "") for cell in row))
    return list(islice(filled, BELOW_ROWS)), filled


def _texts(row: _Row) -> list[str]:
    return ["" if cell is None else str(cell).strip() for cell in row]


def _width(row: _Row) -> int:
    return sum(bool(text) for text in _texts(row))


def _is_table(first: list[_Row]) -> bool:
    return any(_width(row) > 1 for row in first)


def _table(first: list[_Row], rest: Iterator[_Row]) -> Iterator[dict[str, Any]]:
    if not first:
        return
    above = _rows_above(first)
    texts, *below = map(_texts, first[above:])
    named = is_header(texts, below)
    columns = max(map(len, first))
    if named:
        while texts and not texts[-1]:
            texts.pop()
    header = unique_names(texts if named else [""] * columns)
    for row in chain(first[above + named :], rest):
        extra = [f"column_{number + 1}" for number in range(len(header), len(row))]
        pairs = zip([*header, *extra], row, strict=False)
        yield {key: cell for key, cell in pairs if key in header or cell is not None}


def _rows_above(first: list[_Row]) -> int:
    """How many rows stand above the header: what an export says about itself."""
    for number, row in enumerate(first[:ROWS_ABOVE]):
        if _width(row) > 1 and any(map(is_known_name, _texts(row))):
            return number
    wide = max(map(_width, first))
    return next(
        (number for number, row in enumerate(first[:ROWS_ABOVE]) if _width(row) > 1 or wide == 1), 0
    )


def _read(content: Content) -> Iterator[RawRecord]:
    with content.open() as stream:
        yield from read_excel(stream, content.name)


FORMAT = Format(
    "excel",
    "Excel workbooks (.xlsx)",
    lambda opening: any(name.startswith("xl/") for name in opening.members),
    _read,
    binary=True,
)
