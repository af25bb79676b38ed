"""The memory that a workbook's sheets will take, estimated before they are read.

The library that reads them keeps a place for each cell between the first and the last one, and a
text of its own for each cell: one cell that was filled by mistake at the far end of a sheet, or a
long text that many cells share, ends the process.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter

from topograph.errors import TopographError
from topograph.formats.limits import AS_CSV, Room
from topograph.formats.sources import DAMAGE

#: Places of a sheet at most, unless this part of them is filled.
MOST_PLACES = 50_000_000
FILLED = 0.25
_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml")
_ROW = re.compile(rb"<(?:\w+:)?row\b[^>]*?\br=\"(\d{1,9})\"")
#: A cell with content: its column and row.
_CELL = re.compile(rb"<(?:\w+:)?c\b[^>]*?\br=\"([A-Z]{1,3})(\d{1,7})\"(?:[^>]*[^/>])?>")
_LETTERS = {3: 16_384, 2: 702, 1: 26}
_SHARED = re.compile(rb"\bt=\"s\"[^>]*>\s*<(?:\w+:)?v>(\d{1,9})<")
_TEXT = re.compile(rb"<(?:\w+:)?si\b[^>]*>(.*?)</(?:\w+:)?si>", re.DOTALL)


def refuse_huge(content: bytes, name: str) -> None:
    """Refuse a workbook (.xlsx, .xlsm) that would fill the memory.

    Raises
    ------
    TopographError
        If so.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.namelist()
            texts = "xl/sharedStrings.xml"
            lengths = _lengths(archive.read(texts)) if texts in members else []
            room = Room(name, len(content), AS_CSV)
            for member in filter(_SHEET.fullmatch, members):
                sheet = archive.read(member)
                _refuse_far_cells(sheet, name)
                room.take(_shared_bytes(sheet, lengths))
    except (RuntimeError, *DAMAGE):
        return  # the reader reports the damage


def _lengths(shared: bytes) -> list[int]:
    return [len(text) for text in _TEXT.findall(shared)]


def _shared_bytes(sheet: bytes, lengths: list[int]) -> int:
    """Bytes of the texts that the cells of a sheet share, each counted as often as it stands."""
    counts = Counter(_SHARED.findall(sheet))
    return sum(
        count * lengths[int(number)]
        for number, count in counts.items()
        if int(number) < len(lengths)
    )


def _refuse_far_cells(sheet: bytes, name: str) -> None:
    rows = max(map(int, _ROW.findall(sheet)), default=0)
    letters = next((count for count in (3, 2) if re.search(rb"r=\"[A-Z]{%d}\d" % count, sheet)), 1)
    if rows * _LETTERS[letters] <= MOST_PLACES:
        return
    filled = _CELL.findall(sheet)
    width = max((_column(column) for column, _ in filled), default=0)
    height = max((int(row) for _, row in filled), default=0)
    if width * height > max(MOST_PLACES, len(filled) / FILLED):
        raise TopographError(
            f"{name} cannot be read as a workbook.",
            f"a sheet of {len(filled):,} filled cells reaches over {height:,} rows and {width:,} "
            "columns: some cells were filled far from its table.",
            "delete these cells (Ctrl+End leads to the last one), or save the table as CSV.",
        )


def _column(letters: bytes) -> int:
    """The number of a column.

    >>> _column(b"A"), _column(b"XFD")
    (1, 16384)
    """
    number = 0
    for letter in letters:
        number = 26 * number + letter - 64
    return number
