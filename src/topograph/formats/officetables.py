"""Workbooks that are text: tables of HTML under the name of Excel, and Excel's own XML of 2003."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

from topograph.errors import TopographError
from topograph.formats.base import Content, Format, Opening
from topograph.formats.markup import is_html
from topograph.formats.records import RawRecord
from topograph.formats.sheets import make_sheet, read_sheets
from topograph.formats.table import TableRow

EXCEL_ENDINGS = frozenset({".xls", ".xlsx", ".xlsm", ".xlsb"})
#: Names by which Excel marks what it writes as HTML and as XML.
_OFFICE_HTML = "urn:schemas-microsoft-com:office:excel"
_OFFICE_XML = "urn:schemas-microsoft-com:office:spreadsheet"
_MARK_CHARACTERS = 4000
#: A cell spans so many columns or rows at most; files write what they like there.
MOST_SPANNED = 1000
_BREAKS = frozenset({"br", "p", "div", "li"})


class _Tables(HTMLParser):
    """Rows of the tables in a page; tables within cells are text of the cell."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[list[list[str]]] = []
        self._depth = 0
        self._cell: list[str] | None = None
        self._spans: dict[int, tuple[int, str]] = {}
        self._across, self._down = 1, 1
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("style", "script"):
            self._hidden += 1
        elif tag == "table":
            self._depth += 1
            if self._depth == 1:
                self.tables.append([])
                self._spans = {}
        elif self._depth == 1 and tag == "tr":
            self._end_cell()
            self.tables[-1].append([])
        elif self._depth == 1 and tag in ("td", "th"):
            self._end_cell()
            if not self.tables[-1]:
                self.tables[-1].append([])
            named = dict(attrs)
            self._across, self._down = (_span(named.get(own)) for own in ("colspan", "rowspan"))
            self._cell = []
        elif tag in _BREAKS and self._cell is not None:
            self._cell.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("style", "script"):
            self._hidden = max(self._hidden - 1, 0)
        elif tag == "table":
            if self._depth == 1:
                self._end_cell()
            self._depth = max(self._depth - 1, 0)
        elif self._depth == 1 and tag in ("td", "th", "tr"):
            self._end_cell()

    def handle_data(self, data: str) -> None:
        if self._cell is not None and not self._hidden:
            self._cell.append(data)

    def _end_cell(self) -> None:
        if self._cell is None:
            return
        lines = "".join(self._cell).split("\n")
        text = "\n".join(" ".join(line.split()) for line in lines).strip()
        row = self.tables[-1][-1]
        while len(row) in self._spans:
            left, above = self._spans.pop(len(row))
            if left > 1:
                self._spans[len(row)] = (left - 1, above)
            row.append(above)
        if self._down > 1:
            self._spans[len(row)] = (self._down - 1, text)
        row += [text, *[""] * (self._across - 1)]
        self._cell = None


def _span(value: str | None) -> int:
    return min(int(value), MOST_SPANNED) if value and re.fullmatch(r"[1-9]\d*", value) else 1


def _read_html(content: Content) -> Iterator[RawRecord]:
    parser = _Tables()
    parser.feed(content.text())
    parser.close()
    sheets = [
        make_sheet(str(number), (TableRow(row, line) for line, row in enumerate(rows, 1)))
        for number, rows in enumerate(parser.tables, 1)
    ]
    yield from read_sheets(sheets, content.name, content.labels, "table")


def _read_xml(content: Content) -> Iterator[RawRecord]:
    try:
        with content.open() as stream:
            book = ET.parse(stream).getroot()
    except (ET.ParseError, LookupError, ValueError) as error:
        raise TopographError(
            f"{content.name} cannot be read as a workbook.",
            f"its XML is damaged or cut off ({error}).",
            "open it and save it again as .xlsx or as CSV, or set `parse: {on_error: skip}` to go "
            "on without it.",
        ) from error
    sheets = [
        make_sheet(sheet.get(f"{{{_OFFICE_XML}}}Name", ""), _xml_rows(sheet))
        for sheet in book.iter(f"{{{_OFFICE_XML}}}Worksheet")
    ]
    yield from read_sheets(sheets, content.name, content.labels)


def _xml_rows(sheet: ET.Element) -> Iterator[TableRow]:
    """The rows of a sheet; cells may say in which column they stand."""
    for number, row in enumerate(sheet.iter(f"{{{_OFFICE_XML}}}Row"), 1):
        cells: list[str | float] = []
        for cell in row.iter(f"{{{_OFFICE_XML}}}Cell"):
            place = cell.get(f"{{{_OFFICE_XML}}}Index", "")
            gap = int(place) - 1 - len(cells) if place.isdecimal() else 0
            cells += [""] * min(max(gap, 0), MOST_SPANNED)
            data = cell.find(f"{{{_OFFICE_XML}}}Data")
            text = "" if data is None else "".join(data.itertext())
            kind = "" if data is None else data.get(f"{{{_OFFICE_XML}}}Type", "")
            cells.append(_number(text) if kind == "Number" else text)
        yield TableRow(cells, number)


def _number(text: str) -> str | float:
    try:
        value = float(text)
    except ValueError:
        return text
    return int(value) if value.is_integer() else value


def _is_html_workbook(opening: Opening) -> bool:
    start = opening.start
    if not is_html(start) or "<table" not in start.lower():
        return False
    return opening.ending in EXCEL_ENDINGS or _OFFICE_HTML in start[:_MARK_CHARACTERS]


HTML = Format(
    "excelhtml",
    "tables of HTML under the name of Excel",
    _is_html_workbook,
    _read_html,
)
XML = Format(
    "excelxml",
    "Excel's XML of 2003",
    lambda opening: (
        opening.start.startswith("<") and f'"{_OFFICE_XML}"' in opening.start[:_MARK_CHARACTERS]
    ),
    _read_xml,
)
