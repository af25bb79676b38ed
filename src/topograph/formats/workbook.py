"""Workbooks of Excel and OpenDocument spreadsheets."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from topograph.errors import TopographError
from topograph.formats.base import Content, Format, Opening
from topograph.formats.records import RawRecord
from topograph.formats.sheets import Sheet, make_sheet, read_sheets
from topograph.formats.sheetsize import refuse_huge
from topograph.formats.table import TableRow

#: First bytes of the container of old Office files, and names of streams in it.
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_WORKBOOK_STREAMS = tuple(
    f"{name}\0".encode("utf-16-le") for name in ("Workbook", "WORKBOOK", "Book")
)
_NOT_OF_THE_FILE = (KeyboardInterrupt, SystemExit, GeneratorExit, MemoryError)
_OPEN_DOCUMENT = b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet"


def read_workbook(content: IO[bytes], name: str, labels: dict[str, str]) -> Iterator[RawRecord]:
    """Read the sheets of a workbook that hold one kind of table, one after the other.

    Raises
    ------
    TopographError
        If it cannot be read, or holds no rows.
    """
    yield from read_sheets(_opened(content, name), name, labels)


def _opened(content: IO[bytes], name: str) -> list[Sheet]:
    import python_calamine

    everything = content.read()
    refuse_huge(everything, name)
    worksheet = python_calamine.SheetTypeEnum.WorkSheet
    try:
        book = python_calamine.load_workbook(io.BytesIO(everything))
        return [
            _sheet(book.get_sheet_by_name(own.name), own)
            for own in book.sheets_metadata
            if own.typ == worksheet
        ]
    except (
        BaseException
    ) as error:  # in a damaged file the library may panic, which is not an Exception
        if isinstance(error, _NOT_OF_THE_FILE):
            raise
        reason = _reason(everything) or error
        if isinstance(reason, python_calamine.PasswordError):
            raise TopographError(
                f"{name} cannot be read.",
                "it is protected by a password.",
                "open it and save it without a password, or as CSV.",
            ) from error
        raise TopographError(
            f"{name} cannot be read as a workbook.",
            f"{str(reason).rstrip('.')}; it may be damaged.",
            "open it and save it again as .xlsx or as CSV, or set `parse: {on_error: skip}` to go "
            "on without it.",
        ) from error


def _reason(content: bytes) -> BaseException | None:
    """Why a workbook cannot be opened: the library says so only where the ending tells the kind."""
    import python_calamine

    ending = (
        ".xls"
        if content.startswith(_OLE)
        else ".ods"
        if _OPEN_DOCUMENT in content[:200]
        else ".xlsb"
        if b"xl/workbook.bin" in content
        else ".xlsx"
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"workbook{ending}"
        path.write_bytes(content)
        try:
            python_calamine.load_workbook(path).close()
        except BaseException as error:
            if isinstance(error, _NOT_OF_THE_FILE):
                raise
            return error
    return None


def _sheet(sheet: Any, about: Any) -> Sheet:
    visible = type(about.visible).Visible == about.visible
    return make_sheet(about.name, _rows(sheet), sheet.height, visible=visible)


def _rows(sheet: Any) -> Iterator[TableRow]:
    """A sheet's rows; a cell merged over several of them counts in each."""
    start = sheet.start or (0, 0)
    merged: dict[tuple[int, int], Any] = {}
    spans = {
        (top, left - start[1]): bottom
        for (top, left), (bottom, _) in sheet.merged_cell_ranges or ()
        if bottom > top
    }
    for number, row in enumerate(sheet.iter_rows()):
        cells = [_plain(cell) for cell in row]
        for column in range(len(cells)) if spans else ():
            if (number, column) in spans:
                for below in range(number + 1, spans[number, column] + 1):
                    merged[below, column] = cells[column]
            elif cells[column] is None:
                cells[column] = merged.pop((number, column), None)
        yield TableRow(cells, number + 1)


def _plain(cell: Any) -> Any:
    """A cell's value: whole numbers as such, nothing for an empty one."""
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 2**53:
        return int(cell)
    if isinstance(cell, str):
        return _repaired(cell).replace("\r\n", "\n").replace("\r", "\n") or None
    return cell


def _repaired(text: str) -> str:
    r"""A text that was written as UTF-16 and read byte by byte, as in files without a code page.

    >>> _repaired("T\0i\0")
    'Ti'
    """
    if "\0" not in text:
        return text
    try:
        return text.encode("latin-1").decode("utf-16-le")
    except UnicodeError:
        return text.replace("\0", "")


def _is_workbook(opening: Opening) -> bool:
    if opening.head.startswith(_OLE):
        content = opening.source.read()
        return any(name in content for name in _WORKBOOK_STREAMS)
    return _OPEN_DOCUMENT in opening.head[:200] or any(
        name.startswith("xl/") for name in opening.members
    )


def _read(content: Content) -> Iterator[RawRecord]:
    with content.open() as stream:
        yield from read_workbook(stream, content.name, content.labels)


FORMAT = Format(
    "excel",
    "workbooks of Excel (.xlsx, .xlsm, .xlsb, .xls) and OpenDocument spreadsheets (.ods)",
    _is_workbook,
    _read,
    binary=True,
)
