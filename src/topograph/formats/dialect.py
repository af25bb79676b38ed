"""How a delimited text is written: delimiter, quote, header, what stands above it."""

from __future__ import annotations

import csv
import re
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from topograph.formats.names import is_known_name

DELIMITERS = ",\t;|"
#: Tried where every line has equally many of them.
RARE_DELIMITERS = "^~¦§\x01\x1f"
#: Lines and rows that a dialect is judged by.
SNIFF_LINES = 400
#: An export says something about itself on so many lines at most.
PREAMBLE_LINES = 20
#: What a line begins with that is a comment.
_COMMENT = re.compile(r"\ufeff?\s*(?:#|//|%|--)")
#: A header of R's `write.table`: names in quotes, with spaces between.
_QUOTED_NAMES = re.compile(r'\ufeff?"[^"]+"(?: "[^"]+")+\s*')

csv.field_size_limit(min(sys.maxsize, 2**31 - 1))


@dataclass(frozen=True)
class Dialect:
    r"""How a delimited text is written.

    Attributes
    ----------
    delimiter : str
    quote : str
        "" if quotation marks are letters like others, as in Web of Science's tables.
    columns : int
        Cells of most rows.
    evenness : float
        Share of rows with that many cells.
    rows : int
        Rows looked at.
    first_row : tuple of str
    backslash : bool
        Whether a quote within a cell is written `\"` and not `""`.
    spaced : bool
        Whether a space stands behind each delimiter, also before a quote.
    """

    delimiter: str
    quote: str
    columns: int
    evenness: float
    rows: int
    first_row: tuple[str, ...]
    backslash: bool = False
    spaced: bool = False

    def plain(self, line: str) -> str:
        """A line with the quotes within its cells written twice, without NUL bytes."""
        line = line.replace("\x00", "")
        return line.replace(f"\\{self.quote}", 2 * self.quote) if self.backslash else line

    def reader(self, lines: Iterable[str], *, strict: bool) -> Any:
        """The standard library's reader of it."""
        if not self.quote:
            return csv.reader(lines, delimiter=self.delimiter, quoting=csv.QUOTE_NONE)
        return csv.reader(
            lines,
            delimiter=self.delimiter,
            quotechar=self.quote,
            strict=strict,
            skipinitialspace=self.spaced,
        )


def sniff_dialect(text: str, delimiters: str = DELIMITERS) -> Dialect | None:
    """Find delimiter and quote: those that cut the text's beginning into the most even table.

    Returns None for text without a line.
    """
    lines = [
        line for line in text.replace("\x00", "").split("\n")[: SNIFF_LINES + 1] if line.strip()
    ]
    if len(lines) > SNIFF_LINES or (len(lines) > 2 and not text.endswith("\n")):
        lines = lines[:-1]
    if not lines:
        return None
    best: tuple[tuple[float, float, float, int], Dialect] | None = None
    for delimiter in _to_try(delimiters, lines):
        for quote in "\"'":
            dialect = _try_dialect(lines, delimiter, quote)
            cells = [f"{delimiter}{quote}", f"{quote}{delimiter}"]
            used = sum(line.startswith(quote) or any(c in line for c in cells) for line in lines)
            known = sum(is_known_name(name) for name in dialect.first_row)
            # a comma in prose has a space behind it; so have some tables, and then all their rows
            even = dialect.evenness == 1 and dialect.columns > 2 and len(lines) > 2
            prose = not even and sum(line.count(f"{delimiter} ") for line in lines) > 0.5 * sum(
                line.count(delimiter) for line in lines
            )
            judged = (
                float(dialect.columns > 1) * (known > 0 or dialect.evenness > 0.7),
                min(known, 3),
                dialect.evenness
                - 0.3 * prose
                + 0.2 * (len(dialect.first_row) == dialect.columns)
                + (0.5 if quote == '"' else 0.45) * min(used, 1),
                dialect.columns,
            )
            if best is None or judged > best[0]:
                best = (judged, dialect)
    return _settle_quotes(lines, best[1]) if best else None


def _to_try(delimiters: str, lines: list[str]) -> str:
    """The delimiters that a text may have."""
    if delimiters != DELIMITERS:
        return delimiters
    rare = [
        own
        for own in RARE_DELIMITERS
        if own in lines[0] and len({line.count(own) for line in lines}) == 1
    ]
    spaces = " " if _QUOTED_NAMES.fullmatch(lines[0]) and len(lines) > 1 else ""
    return f"{delimiters}{''.join(rare)}{spaces}"


def _settle_quotes(lines: list[str], dialect: Dialect) -> Dialect:
    """How quotes within cells are written, where the usual way (twice) does not fit."""
    if not any(dialect.quote in line for line in lines) or _is_clean(lines, dialect):
        return dialect
    if any(f"\\{dialect.quote}" in line for line in lines):
        escaped = replace(dialect, backslash=True)
        if _is_clean(lines, escaped):
            return escaped
    if any(f"{dialect.delimiter} {dialect.quote}" in line for line in lines):
        spaced = replace(dialect, spaced=True)
        if _is_clean(lines, spaced):
            return spaced
    widths = [len(line.rstrip("\t").split("\t")) for line in lines]
    if dialect.delimiter == "\t" and max(widths) <= widths[0] > 1:
        return replace(dialect, quote="", columns=widths[0], evenness=1.0, rows=len(lines))
    return dialect


def _is_clean(lines: list[str], dialect: Dialect) -> bool:
    """Whether all rows keep to the rules of quoting and have equally many cells."""
    try:
        rows = dialect.reader((f"{dialect.plain(line)}\n" for line in lines), strict=True)
        return len({len(row) for row in rows}) == 1
    except csv.Error:
        return False


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


def preamble_lines(lines: list[str]) -> int:
    r"""How many lines stand above the header: what an export says about itself.

    >>> preamble_lines(["Exported in May\n", "Title,Abstract\n", "A,B\n"]), preamble_lines(["a\n"])
    (1, 0)
    """
    for skipped in range(min(PREAMBLE_LINES, len(lines) - 1) + 1):
        line = lines[skipped].strip("\ufeff\n")
        if re.match(r"sep=[,;|\t]$", line):
            return skipped + 1
        cells = re.split(rf"[{DELIMITERS}]", line)
        if len(cells) < 2 or not any(is_known_name(cell.strip(" \"'")) for cell in cells):
            continue
        dialect = sniff_dialect("".join(lines[skipped:]))
        if (
            dialect
            and dialect.columns > 1
            and any(map(is_known_name, dialect.first_row))
            and all(_is_note(own, dialect) for own in lines[:skipped])
        ):
            return skipped
    comments = next((n for n, own in enumerate(lines) if not _COMMENT.match(own)), 0)
    return comments if comments < len(lines) - 1 else 0


def _is_note(line: str, dialect: Dialect) -> bool:
    """Whether a line above a table is none of its rows."""
    cells: list[str] = next(dialect.reader([line], strict=False), [])
    delimiter = dialect.delimiter
    prose = delimiter == "," and line.count(", ") == line.count(",")
    return _COMMENT.match(line) is not None or len(cells) < dialect.columns or prose
