"""Tables: text with delimiters, Parquet, Excel.

Delimited text is read with the standard library's `csv`, row by row: pandas stops at the first
broken row, or drops it without telling which.
"""

from __future__ import annotations

import csv
import io
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import IO, Any

from topograph.errors import TopographError
from topograph.parse.names import is_known_name
from topograph.parse.records import RawRecord, broken

DELIMITERS = ",\t;|"
#: Lines and rows that a dialect is judged by.
SNIFF_LINES = 400
#: A quoted cell over more lines than this has lost its closing quote.
LONGEST_ROW_LINES = 2000
#: An export says something about itself on so many lines at most.
PREAMBLE_LINES = 5
#: A header's names have at most so many words.
HEADER_WORDS = 12

csv.field_size_limit(min(sys.maxsize, 2**31 - 1))


@dataclass(frozen=True)
class Dialect:
    """How a delimited text is written.

    Attributes
    ----------
    delimiter, quote : str
    columns : int
        Cells of most rows.
    evenness : float
        Share of rows with that many cells.
    rows : int
        Rows looked at.
    first_row : tuple of str
    """

    delimiter: str
    quote: str
    columns: int
    evenness: float
    rows: int
    first_row: tuple[str, ...]


def sniff_dialect(text: str, delimiters: str = DELIMITERS) -> Dialect | None:
    """Find delimiter and quote: those that cut the text's beginning into the most even table.

    Returns None for text without a line.
    """
    lines = [line for line in text.split("\n")[: SNIFF_LINES + 1] if line.strip()]
    if len(lines) > SNIFF_LINES or (len(lines) > 2 and not text.endswith("\n")):
        lines = lines[:-1]
    if not lines:
        return None
    best: tuple[tuple[float, float, float, int], Dialect] | None = None
    for delimiter in delimiters:
        for quote in "\"'":
            dialect = _try_dialect(lines, delimiter, quote)
            cells = [f"{delimiter}{quote}", f"{quote}{delimiter}"]
            used = sum(line.startswith(quote) or any(c in line for c in cells) for line in lines)
            known = sum(is_known_name(name) for name in dialect.first_row)
            # a comma in prose has a space behind it
            prose = sum(line.count(f"{delimiter} ") for line in lines) > 0.5 * sum(
                line.count(delimiter) for line in lines
            )
            judged = (
                float(dialect.columns > 1) * (known > 0 or dialect.evenness > 0.7),
                min(known, 3),
                dialect.evenness - 0.3 * prose + (0.5 if quote == '"' else 0.45) * min(used, 1),
                dialect.columns,
            )
            if best is None or judged > best[0]:
                best = (judged, dialect)
    return best[1] if best else None


def _try_dialect(lines: list[str], delimiter: str, quote: str) -> Dialect:
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=delimiter, quotechar=quote)
    rows: list[list[str]] = []
    try:
        rows.extend(reader)
    except csv.Error:
        rows = rows or [[]]
    widths = Counter(len(row) for row in rows if row)
    columns, count = max(widths.items(), key=lambda item: (item[1], item[0]), default=(0, 0))
    first = tuple(cell.strip() for cell in rows[0]) if rows else ()
    return Dialect(delimiter, quote, columns, count / max(len(rows), 1), len(rows), first)


def read_delimited(stream: IO[str], name: str, delimiter: str | None = None) -> Iterator[RawRecord]:
    """Read a delimited text, with or without header.

    A row with more cells than the header is broken, and so is one with a quote that never closes;
    reading goes on at the next line. Missing cells at a row's end are empty.

    Raises
    ------
    TopographError
        If there is nothing but a header.
    """
    start = list(islice(stream, SNIFF_LINES + 1))
    skipped = preamble_lines(start)
    declared = (
        re.match(r"\ufeff?sep=([,;|\t])$", start[skipped - 1].strip("\n")) if skipped else None
    )
    start = start[skipped:]
    wanted = delimiter or (declared[1] if declared else DELIMITERS)
    dialect = sniff_dialect("".join(start), wanted)
    if dialect is None:
        raise _no_rows(name)
    rows = _rows(_Lines(start, stream, skipped), dialect.delimiter, dialect.quote)
    first = next((row for row in rows if row.cells), None)
    if first is None:
        raise _no_rows(name)
    if is_header(first.cells):
        header = unique_names(first.cells)
        position = 0
    else:
        header = [
            f"column_{number + 1}" for number in range(max(len(first.cells), dialect.columns))
        ]
        yield RawRecord(0, dict(zip(header, first.cells, strict=False)))
        position = 1
    for row in rows:
        if not row.cells and not row.problem:
            continue
        if row.problem:
            yield broken(position, f"line {row.line}: {row.problem}", row.text)
        elif len(row.cells) > len(header) and any(row.cells[len(header) :]):
            detail = f"line {row.line}: {len(row.cells)} cells under a header of {len(header)}"
            yield broken(position, detail, row.text)
        else:
            yield RawRecord(position, dict(zip(header, row.cells, strict=False)))
        position += 1
    if position == 0:
        raise _no_rows(name)


def _no_rows(name: str) -> TopographError:
    return TopographError(
        f"{name} holds no rows.",
        "there is nothing beneath its header.",
        "export it again, take it out of parse.files, or set `parse: {on_error: skip}`.",
    )


def preamble_lines(lines: list[str]) -> int:
    r"""How many lines stand above the header: what an export says about itself.

    >>> preamble_lines(["Exported in May\n", "Title,Abstract\n", "A,B\n"]), preamble_lines(["a\n"])
    (1, 0)
    """
    for skipped in range(min(PREAMBLE_LINES, len(lines) - 1) + 1):
        if re.match(r"sep=[,;|\t]$", lines[skipped].strip("\ufeff\n")):
            return skipped + 1
        dialect = sniff_dialect("".join(lines[skipped:]))
        if dialect and dialect.columns > 1 and any(map(is_known_name, dialect.first_row)):
            return skipped
    return 0


@dataclass(slots=True)
class _Row:
    cells: list[str]
    line: int
    problem: str
    text: str


class _Lines:
    """Lines that can be given back, with their number."""

    def __init__(self, first: list[str], rest: Iterable[str], before: int) -> None:
        self._waiting = first[::-1]
        self._rest = iter(rest)
        self.number = before
        self.taken: list[str] = []

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        if len(self.taken) > LONGEST_ROW_LINES:
            raise csv.Error("a quote that never closes")
        line = self._waiting.pop() if self._waiting else next(self._rest)
        self.number += 1
        self.taken.append(line)
        return line.replace("\x00", "")

    def give_back(self, lines: list[str]) -> None:
        self._waiting.extend(lines[::-1])
        self.number -= len(lines)


def _rows(lines: _Lines, delimiter: str, quote: str) -> Iterator[_Row]:
    def reader() -> Any:
        return csv.reader(lines, delimiter=delimiter, quotechar=quote, strict=True)

    rows = reader()
    while True:
        lines.taken = []
        try:
            cells = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            taken = lines.taken
            lines.give_back(taken[1:])
            yield _single_line(taken[0], lines.number, delimiter, quote, str(error))
            rows = reader()
            continue
        number = lines.number - len(lines.taken) + 1
        if any(cell.strip() for cell in cells):
            text = "".join(lines.taken[:3]) if len(cells) else ""
            yield _Row(cells, number, "", text)


def _single_line(line: str, number: int, delimiter: str, quote: str, why: str) -> _Row:
    """A row that breaks the rules of quoting: taken leniently where each quote is closed."""
    why = "a quote that never closes" if "unexpected end" in why else why
    if line.count(quote) % 2 == 0:
        cells = next(csv.reader([line], delimiter=delimiter, quotechar=quote), [])
        return _Row(cells, number, "", line)
    return _Row([], number, why, line)


def is_header(cells: list[str]) -> bool:
    """Whether a table's first row names its columns.

    >>> is_header(["Title", "Abstract"]), is_header(["7", "We study graphs that change."])
    (True, False)
    """
    names = [cell.strip().strip("\ufeff") for cell in cells]
    if any(is_known_name(name) for name in names):
        return True
    filled = [name for name in names if name]
    return (
        len(set(filled)) == len(filled) > 0
        and not any(re.fullmatch(r"[-+]?[\d.,:/ -]+%?|https?://\S+", name) for name in filled)
        and all(len(name.split()) <= HEADER_WORDS for name in filled)
        and not any(name.endswith((".", "!", "。")) for name in filled)
        and (len(filled) > 1 or len(filled[0].split()) <= 3)
    )


def unique_names(cells: Iterable[Any]) -> list[str]:
    """Column names, the empty and the repeated ones told apart.

    >>> unique_names(["a", "", "a"])
    ['a', 'column_2', 'a_2']
    """
    names: list[str] = []
    for number, cell in enumerate(cells, 1):
        wanted = str(cell if cell is not None else "").strip().strip("\ufeff") or f"column_{number}"
        name, copy = wanted, 1
        while name in names:
            copy += 1
            name = f"{wanted}_{copy}"
        names.append(name)
    return names


def read_parquet(content: IO[bytes], name: str) -> Iterator[RawRecord]:
    """Read a Parquet file in batches.

    Raises
    ------
    TopographError
        If it cannot be read.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    position = 0
    try:
        file = pq.ParquetFile(io.BytesIO(content.read()) if not content.seekable() else content)
        for batch in file.iter_batches(2000):
            names = [column for column in batch.schema.names if not column.startswith("__index_")]
            for row in batch.select(names).to_pylist():
                yield RawRecord(position, row)
                position += 1
    except (pa.ArrowException, OSError, ValueError) as error:
        raise TopographError(
            f"{name} cannot be read as Parquet.",
            f"{str(error).splitlines()[0]}",
            "write it again, or set `parse: {on_error: skip}` to go on without it.",
        ) from error
    if not position:
        raise _no_rows(name)


def read_excel(content: IO[bytes], name: str) -> Iterator[RawRecord]:
    """Read the sheets of a workbook that hold tables, one after the other.

    Raises
    ------
    TopographError
        If it cannot be read, or holds no rows.
    """
    import warnings
    import zipfile

    import openpyxl
    from openpyxl.utils.exceptions import InvalidFileException

    position = 0
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # of styles, which are not read
            book = openpyxl.load_workbook(
                io.BytesIO(content.read()), read_only=True, data_only=True
            )
            for sheet in book.worksheets:
                for fields in _sheet_rows(sheet):
                    yield RawRecord(position, fields)
                    position += 1
    except (InvalidFileException, zipfile.BadZipFile, KeyError, ValueError, OSError) as error:
        raise TopographError(
            f"{name} cannot be read as an Excel workbook.",
            f"{error}; it may be damaged or protected by a password.",
            "open it and save it again as .xlsx without a password, or as CSV.",
        ) from error
    if not position:
        raise _no_rows(name)


def _sheet_rows(sheet: Any) -> Iterator[dict[str, Any]]:
    rows = (list(row) for row in sheet.iter_rows(values_only=True))
    filled = (row for row in rows if any(cell not in (None, "") for cell in row))
    header: list[str] = []
    for number, row in enumerate(filled):
        texts = ["" if cell is None else str(cell) for cell in row]
        if not header:
            # exports put lines about themselves above the header
            alone = sum(bool(text.strip()) for text in texts) == 1 and len(texts) > 1
            if alone and number < 10:
                continue
            if is_header(texts):
                while texts and not texts[-1].strip():
                    texts.pop()
                header = unique_names(texts)
                continue
            header = [f"column_{column + 1}" for column in range(len(row))]
        yield dict(zip(header, row, strict=False))
