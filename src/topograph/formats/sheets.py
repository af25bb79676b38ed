"""Several tables in one file: which of them hold the records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice

from topograph.formats.header import BELOW_ROWS, Header, cell_text, find_header
from topograph.formats.records import RawRecord, no_rows
from topograph.formats.table import TableRow, read_table

#: Two sheets hold records of one kind if so large a share of the shorter header is in both.
SHARED_NAMES = 0.5


@dataclass
class Sheet:
    """A table among others, its first rows read.

    Attributes
    ----------
    title : str
    first : list of TableRow
    rest : iterator of TableRow
    header : Header
    size : int
        How many rows it has, as far as known; tells the main one.
    visible : bool
    """

    title: str
    first: list[TableRow]
    rest: Iterator[TableRow]
    header: Header
    size: int
    visible: bool = True

    def is_table(self) -> bool:
        """Whether it has more than one column."""
        return any(sum(bool(cell_text(cell)) for cell in row.cells) > 1 for row in self.first)

    def names(self) -> set[str]:
        """The names that the table gives its columns."""
        return set(self.header.names) - self.header.unnamed

    def is_like(self, other: Sheet) -> bool:
        """Whether it has the columns of another sheet."""
        if not self.names() or not other.names():
            return len(self.header.names) == len(other.header.names)
        fewer = min(len(self.names()), len(other.names()))
        return len(self.names() & other.names()) >= SHARED_NAMES * fewer


def make_sheet(
    title: str, rows: Iterable[TableRow], size: int | None = None, *, visible: bool = True
) -> Sheet:
    """A sheet from its rows; empty ones are left out."""
    filled: Iterator[TableRow] = (row for row in rows if any(map(cell_text, row.cells)))
    first = list(islice(filled, BELOW_ROWS))
    if size is None:
        remaining = list(filled)
        filled, size = iter(remaining), len(first) + len(remaining)
    header = find_header([row.cells for row in first])
    return Sheet(title, first, filled, header, size, visible)


def read_sheets(
    sheets: Iterable[Sheet], name: str, labels: dict[str, str], what: str = "sheet"
) -> Iterator[RawRecord]:
    """Read the sheets that hold one kind of table, one after the other.

    The longest visible table says which kind. Each other sheet, such as one of notes or a
    codebook, is a record with the reason `no table`.

    Raises
    ------
    TopographError
        If none holds a row.
    """
    filled = [sheet for sheet in sheets if sheet.first]
    main = max(
        filled,
        key=lambda own: (own.visible and own.is_table(), own.visible, own.size),
        default=None,
    )
    position = 0
    for sheet in filled:
        aside = _why_aside(sheet, main, what) if main else ""
        if aside:
            yield RawRecord(position, {"text": _shown(sheet)}, "no table", aside)
            position += 1
            continue
        rows = chain(sheet.first, sheet.rest)
        for record in read_table(rows, labels, header=sheet.header, ragged=True):
            record.position = position
            yield record
            position += 1
    if not position:
        raise no_rows(name)


def _why_aside(sheet: Sheet, main: Sheet, what: str) -> str:
    """Why a sheet is not read with the longest one, or ""."""
    if sheet is main:
        return ""
    if not sheet.visible:
        return f"{what} {sheet.title!r} is hidden"
    if main.is_table() and not sheet.is_table():
        return f"{what} {sheet.title!r} has one column, others have more"
    if not sheet.is_like(main):
        return f"{what} {sheet.title!r} has other columns than {what} {main.title!r}"
    return ""


def _shown(sheet: Sheet) -> str:
    return "\n".join(text for row in sheet.first for cell in row.cells if (text := cell_text(cell)))
