"""From rows of cells to records: the header is found, and repetitions of it are left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from topograph.formats.header import BELOW_ROWS, Header, cell_text, find_header, unique_names
from topograph.formats.records import RawRecord, broken


@dataclass(slots=True)
class TableRow:
    """A row of cells, as far as it can be read.

    Attributes
    ----------
    cells : list
        Empty for an empty row, or one with a problem.
    line : int
        Where it begins, from 1.
    problem : str
        What is wrong with it, or "".
    text : str
        Its text, to show where it is broken.
    """

    cells: Sequence[Any]
    line: int = 0
    problem: str = ""
    text: str = ""


def read_table(
    rows: Iterable[TableRow],
    labels: dict[str, str],
    *,
    header: Header | None = None,
    ragged: bool = False,
) -> Iterator[RawRecord]:
    """The records of a table.

    Parameters
    ----------
    rows : iterable of TableRow
    labels : dict
        Filled with what the table says its columns stand for, before the first record comes.
    header : Header, optional
        Where it is known.
    ragged : bool
        Whether a row may be longer than the header; else such a row is broken.
    """
    there = (row for row in rows if row.cells or row.problem)
    first = list(islice(there, BELOW_ROWS))
    readable = [row for row in first if row.cells]
    if header is None:
        header = find_header([row.cells for row in readable])
    labels |= header.labels
    heads = _Heads(header, [row.cells for row in readable[: header.rows]])
    skipped = {id(row) for row in readable[: header.rows]}
    names = header.names
    position = 0
    for row in chain(first, there):
        if id(row) in skipped:
            continue
        if row.problem:
            yield broken(position, f"line {row.line}: {row.problem}", row.text)
        elif again := heads.again(row.cells):
            names = again
            detail = f"line {row.line}: the header is repeated"
            yield RawRecord(position, {"text": _shown(row)}, "heading", detail)
        elif not ragged and any(map(cell_text, row.cells[len(names) :])):
            detail = f"line {row.line}: {len(row.cells)} cells under a header of {len(names)}"
            yield broken(position, detail, row.text)
        else:
            yield RawRecord(position, _fields(names, row.cells, header.unnamed))
        position += 1


def _fields(names: list[str], cells: Sequence[Any], unnamed: frozenset[str]) -> dict[str, Any]:
    """A record's fields; a column without name is one only where it has a value."""
    fields = {
        name: cell
        for name, cell in zip(names, cells, strict=False)
        if name not in unnamed or cell_text(cell)
    }
    for number, cell in enumerate(cells[len(names) :], len(names) + 1):
        if cell_text(cell):
            fields[f"column_{number}"] = cell
    return fields


class _Heads:
    """The rows of a header, to know them again: some files were put together from several."""

    def __init__(self, header: Header, rows: Sequence[Sequence[Any]]) -> None:
        self._names = header.names
        self._rows = [_key(row) for row in rows]
        named = [row for row in self._rows if set(row) - {""} <= set(header.names)]
        self._cells = sorted(filter(None, named[-1])) if named else []
        self._first = {row[0] for row in self._rows if row} | set(self._cells)

    def again(self, cells: Sequence[Any]) -> list[str]:
        """The names of the columns below a row that is the header again; else none."""
        if cell_text(cells[0]) not in self._first:
            return []
        row = _key(cells)
        if self._cells and sorted(filter(None, row)) == self._cells:
            return unique_names(row)  # maybe in another order
        return self._names if row in self._rows else []


def _key(cells: Sequence[Any]) -> tuple[str, ...]:
    texts = [" ".join(cell_text(cell).split()) for cell in cells]
    while texts and not texts[-1]:
        texts.pop()
    return tuple(texts)


def _shown(row: TableRow) -> str:
    return row.text or " ".join(filter(None, map(cell_text, row.cells)))
