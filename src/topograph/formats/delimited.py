"""Tables as text, read row by row.

pandas stops at the first broken row, or silently drops it.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from topograph.formats.base import Content, Format, Opening
from topograph.formats.dialect import (
    DELIMITERS,
    SNIFF_LINES,
    Dialect,
    preamble_lines,
    sniff_dialect,
)
from topograph.formats.header import BELOW_ROWS, unique_names
from topograph.formats.names import is_known_name
from topograph.formats.records import RawRecord, broken, no_rows
from topograph.formats.sources import HEAD_BYTES
from topograph.formats.table import TableRow, read_table

#: A quoted cell over more lines than this has lost its closing quote.
LONGEST_ROW_LINES = 2000
#: A cell with stray quotes in it is looked for on so many lines.
LOOSE_LINES = 50
#: Fields that a record written as rows of name and value has at least.
BLOCK_ROWS = 3
_MARKDOWN = re.compile(r"\s*\|.+\|[ \t]*\n[ \t]*\|?[ \t:|-]*-[ \t:|-]*(?:\n|$)")
#: As MySQL and PostgreSQL print tables: a rule of dashes and plus signs beneath the header.
_PRINTED = re.compile(
    r"\s*(?:\+(?:-+\+)+[ \t]*\n[ \t]*\|.+\|[ \t]*\n[ \t]*\+(?:-+\+)+[ \t]*\n[ \t]*\|"
    r"|.+\|.+\n-+(?:\+-+)+[ \t]*\n)"
)
_RULE = re.compile(r"\+?-+(?:\+-+)*\+?")
_ROWS = re.compile(r"\(\d+ rows?\)|\d+ rows? in set.*")


def is_markdown_table(text: str) -> bool:
    """Whether a text begins with a table between pipes, a rule beneath its header."""
    return _MARKDOWN.match(text) is not None or _PRINTED.match(text) is not None


def read_delimited(
    stream: Iterable[str], name: str, labels: dict[str, str], delimiter: str | None = None
) -> Iterator[RawRecord]:
    """Read a delimited text, with or without header, or with each record as a block of rows.

    A row with more cells than the header is broken, and so is one with a quote that never closes;
    reading goes on at the next line. Missing cells at a row's end are empty.

    Raises
    ------
    TopographError
        If there is nothing but a header.
    """
    stream = iter(stream)
    start = list(islice(stream, SNIFF_LINES + 1))
    if is_markdown_table("".join(start[:20])):
        yield from _read_markdown(chain(start, stream), name)
        return
    skipped = preamble_lines(start)
    declared = (
        re.match(r"\ufeff?sep=([,;|\t])$", start[skipped - 1].strip("\n")) if skipped else None
    )
    start = start[skipped:]
    wanted = delimiter or (declared[1] if declared else DELIMITERS)
    dialect = sniff_dialect("".join(start), wanted)
    if dialect is None:
        raise no_rows(name)
    rows = _rows(_Lines(start, stream, skipped, dialect), dialect)
    first = list(islice(rows, BELOW_ROWS))
    everything = chain(first, rows)
    read = _read_blocks(everything) if _are_blocks(first) else read_table(everything, labels)
    record = None
    for record in read:
        yield record
    if record is None:
        raise no_rows(name)


def _are_blocks(rows: list[TableRow]) -> bool:
    """Whether each record is some rows of name and values, as Embase exports them."""
    block: list[Sequence[str]] = []
    for row in rows:
        if not row.cells or (block and row.cells[0] == block[0][0]):
            break
        block.append(row.cells)
    return (
        len(block) >= BLOCK_ROWS
        and sum(is_known_name(cells[0]) for cells in block) >= BLOCK_ROWS
        and all(len(cells) > 1 and not is_known_name(cells[1]) for cells in block)
        and all(re.match(r"[A-Z]", cells[0]) for cells in block)
    )


def _read_blocks(rows: Iterator[TableRow]) -> Iterator[RawRecord]:
    position = 0
    fields: dict[str, object] = {}
    opening = ""
    for row in rows:
        if row.problem:
            yield broken(position, f"line {row.line}: {row.problem}", row.text)
            position += 1
            continue
        if fields and (not row.cells or row.cells[0] == opening):
            yield RawRecord(position, fields)
            position += 1
            fields = {}
        if row.cells:
            key, *values = row.cells
            opening = opening or key
            values = [value for value in values if value.strip()]
            fields[key] = values[0] if len(values) == 1 else values
    if fields:
        yield RawRecord(position, fields)


def _read_markdown(lines: Iterable[str], name: str) -> Iterator[RawRecord]:
    header: list[str] = []
    position = 0
    for number, line in enumerate(lines, 1):
        if not line.strip() or _RULE.fullmatch(line.strip()) or _ROWS.fullmatch(line.strip()):
            continue
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("\ufeff"))]
        cells = [
            cell.replace("\\|", "|") for cell in cells[not cells[0] : -1 if not cells[-1] else None]
        ]
        if not header:
            header = unique_names(cells)
        elif position == 0 and all(re.fullmatch(r":?-+:?", cell) for cell in cells):
            continue
        elif len(cells) > len(header) or "|" not in line:
            detail = f"line {number}: {len(cells)} cells under a header of {len(header)}"
            yield broken(position, detail, line)
            position += 1
        else:
            yield RawRecord(position, dict(zip(header, cells, strict=False)))
            position += 1
    if position == 0:
        raise no_rows(name)


class _Lines:
    """Lines that can be given back, with their number."""

    def __init__(
        self, first: list[str], rest: Iterable[str], before: int, dialect: Dialect
    ) -> None:
        self._waiting = first[::-1]
        self._rest = iter(rest)
        self._dialect = dialect
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
        return self._dialect.plain(line)

    def give_back(self, lines: list[str]) -> None:
        self._waiting.extend(lines[::-1])
        self.number -= len(lines)


def _rows(lines: _Lines, dialect: Dialect) -> Iterator[TableRow]:
    rows = dialect.reader(lines, strict=True)
    while True:
        lines.taken = []
        try:
            cells = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            number = lines.number - len(lines.taken) + 1
            row, used = _loose_row(lines.taken, number, dialect, str(error))
            lines.give_back(lines.taken[used:])
            yield row
            rows = dialect.reader(lines, strict=True)
            continue
        number = lines.number - len(lines.taken) + 1
        if any(cell.strip() for cell in cells):
            yield TableRow(cells, number, "", "".join(lines.taken[:3]))
        else:
            yield TableRow([], number, "", "")


def _loose_row(taken: list[str], number: int, dialect: Dialect, why: str) -> tuple[TableRow, int]:
    """A row that breaks the rules of quoting, and how many lines it takes.

    Stray quotes within a cell are letters: a cell ends at a quote with a delimiter or the end of
    the line behind it. It goes on over lines that are not rows by themselves.
    """
    text = ""
    for used, line in enumerate(taken[:LOOSE_LINES], 1):
        if used > 1 and len(_loose_cells(line, dialect) or ()) == dialect.columns > 1:
            break
        text += dialect.plain(line)
        cells = _loose_cells(text, dialect)
        if cells is not None and len(cells) <= dialect.columns:
            return TableRow(cells, number, "", text), used
    why = "a quote that never closes" if "unexpected end" in why else why
    return TableRow([], number, why, taken[0]), 1


def _loose_cells(text: str, dialect: Dialect) -> list[str] | None:
    """Cells of a text with stray quotes; None if the last one is not closed."""
    quote, delimiter = dialect.quote, dialect.delimiter
    text = text.removesuffix("\n")
    closing = re.compile(
        rf"(?<!{re.escape(quote)})((?:{re.escape(2 * quote)})*){re.escape(quote)}"
        rf"(?=[ ]*(?:{re.escape(delimiter)}(?! )|$))"
    )
    cells = []
    place = 0
    while True:
        if text.startswith(quote, place):
            match = closing.search(text, place + 1)
            if match is None:
                return None
            cell = text[place + 1 : match.start()] + match[1]
            cells.append(cell.replace(2 * quote, quote))
            place = match.end()
            end = text.find(delimiter, place)
        else:
            end = text.find(delimiter, place)
            cells.append(text[place : end if end >= 0 else None])
        if end < 0:
            return cells
        place = end + 1


def _is_table(opening: Opening) -> bool:
    """Whether text is a table: by its ending, a header of known names, or even rows.

    A comma or semicolon in prose has a space behind it, and lines of prose have different
    numbers of them.
    """
    if opening.ending in {".csv", *_TAB_ENDINGS} or is_markdown_table(opening.start):
        return True
    dialect = sniff_dialect(opening.text)
    if dialect is None or dialect.columns < 2:
        return False
    known = sum(is_known_name(name) for name in dialect.first_row)
    if dialect.delimiter == " " or (known and dialect.evenness > 0.8):
        return True
    indented = sum(line.startswith(dialect.delimiter) for line in opening.lines)
    if dialect.evenness < 1 or dialect.rows < 2 or 2 * indented > len(opening.lines):
        return False
    if dialect.delimiter in "\t|":
        return True
    between = opening.text.count(dialect.delimiter)
    spaced = opening.text.count(f"{dialect.delimiter} ")
    opened = rf"[{re.escape(dialect.delimiter)}\n]{re.escape(dialect.quote)}"
    quoted = len(re.findall(opened, opening.text)) if dialect.quote else 0
    full = dialect.columns > 2 or quoted >= dialect.rows
    return full and dialect.rows > 2 and (spaced < SPACED_SHARE * between or quoted >= dialect.rows)


#: A file of one row without header, such as a speech behind its speaker and date.
_SOLE_ROW = re.compile(r"\S[^\t]*\t\S[^\t]*\t\S[^\t]*(?:\t[^\t]*){0,3}")
_TAB_ENDINGS = frozenset({".tsv", ".tab"})


def _is_sole_row(opening: Opening) -> bool:
    """Whether a file is one row between tabs."""
    return len(opening.lines) == 1 and _SOLE_ROW.fullmatch(opening.lines[0]) is not None


#: Share of delimiters with a space behind them from which commas are those of prose.
SPACED_SHARE = 0.2


def _read(content: Content, delimiter: str | None) -> Iterator[RawRecord]:
    if _has_breaks_in_rows(content):
        with content.open() as stream:
            text = io.TextIOWrapper(
                stream, encoding=content.encoding, errors="topograph_western", newline="\r\n"
            )
            yield from read_delimited(_whole_rows(text), content.name, content.labels, delimiter)
        return
    with content.lines() as stream:
        yield from read_delimited(stream, content.name, content.labels, delimiter)


def _has_breaks_in_rows(content: Content) -> bool:
    """Whether rows end with CR LF and hold other line breaks, outside of quotes."""
    with content.open() as stream:
        text = io.TextIOWrapper(
            stream, encoding=content.encoding, errors="topograph_western", newline=""
        ).read(HEAD_BYTES)
    rows = text.count("\r\n")
    breaks = text.count("\r") + text.count("\n") - 2 * rows - text.endswith("\r")
    return rows > 2 and breaks > 0 and not re.search(r"(?:^|[,;|\t])[\"']", text, re.MULTILINE)


def _whole_rows(lines: Iterable[str]) -> Iterator[str]:
    """Rows that end with CR LF; line breaks within them are spaces."""
    for line in lines:
        yield " ".join(re.split(r"[\r\n]+", line.rstrip("\r\n"))) + "\n"


CSV = Format(
    "csv",
    "tables as text, with any delimiter and quote; tables of markdown",
    _is_table,
    lambda content: _read(content, "\t" if content.ending in _TAB_ENDINGS else None),
)
TSV = Format(
    "tsv",
    "tables as text, between tabs",
    lambda opening: opening.ending in _TAB_ENDINGS or _is_sole_row(opening),
    lambda content: _read(content, "\t"),
)
