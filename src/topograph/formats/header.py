"""The header of a table: names of columns, what they stand for, what is above and beneath them."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from topograph.formats.names import is_known_name, is_placeholder

#: A name without other evidence has at most so many words; a header's cells may be whole questions.
NAME_WORDS = 12
#: Rows that a header is judged by, and rows that may stand above it.
BELOW_ROWS = 100
ROWS_ABOVE = 20
#: A column of so many values, of which at most this share is different, holds categories.
CATEGORY_VALUES = 10
CATEGORY_SHARE = 0.3
#: Share of the columns of numbers and dates that a row of questions has words above.
LABELLED_SHARE = 0.8
#: What SurveyMonkey writes beneath a question that has one column.
_SINGLE_ANSWERS = frozenset(
    ("response", "open-ended response", "antwort", "offene antwort", "respuesta", "réponse")
)
_IMPORT_ID = re.compile(r"[{\"']ImportId[\"']")
_NUMBER = re.compile(r"[-+]?[\d.,:/ -]*\d[\d.,:/ -]*(?:T[\d:.+-]+)?Z?%?(?: ?[ap]m)?", re.IGNORECASE)
_SENTENCE_ENDS = (".", "!", "。")

Row = Sequence[str]


@dataclass(frozen=True)
class Header:
    """What the first rows of a table say about its columns.

    Attributes
    ----------
    names : list of str
        One for each column, all different; `column_N` where the table gives none.
    rows : int
        Rows above the first record: notes, names, labels.
    labels : dict
        Names to what the table says they stand for, such as whole questions.
    unnamed : frozenset of str
        Those of the names that the table does not give.
    """

    names: list[str]
    rows: int = 0
    labels: dict[str, str] = field(default_factory=dict)
    unnamed: frozenset[str] = frozenset()


def find_header(rows: Sequence[Sequence[Any]]) -> Header:
    """Find the header in the first rows of a table, of which none is empty.

    Notes above it, a row of questions beneath the names, and names in two rows are recognised by
    comparing them with the rows below.
    """
    texts = [[cell_text(cell) for cell in row] for row in rows]
    for above in dict.fromkeys((_notes_above(texts), 0)):
        for find in (_with_import_ids, _in_two_rows, _with_labels, _in_one_row):
            header = find(texts[above:])
            if header is not None:
                return replace(header, rows=header.rows + above)
    return _header([""] * max(map(len, texts), default=0), [], 0)


def is_header(cells: Row, below: Sequence[Sequence[Any]] = ()) -> bool:
    """Whether a table's first row names its columns; `below` are rows beneath it.

    >>> is_header(["Title", "Abstract"]), is_header(["7", "We study graphs that change."])
    (True, False)
    >>> is_header(["No.", "What do you like?"], [["1", "The trees"], ["2", "The river"]])
    True
    """
    names = [cell_text(cell) for cell in cells]
    columns = _columns(below, len(names))
    again = [bool(name) and name in own for name, own in zip(names, columns, strict=True)]
    known = sum(map(is_known_name, names))
    if known and (known > 1 or not any(again)):
        return True
    if any(map(_stands_above_numbers, names, columns)):
        return True
    if len(names) > 1 and any(again):
        return False  # a label, which comes again
    there = [name for name in names if name]
    if len(set(there)) < len(there) or not there or any(map(_is_no_name, there)):
        return False
    if any(map(_stands_above_categories, names, columns)) or any(map(_asks, names, columns)):
        return True
    return (
        all(len(name.split()) <= NAME_WORDS for name in there)
        and not any(name.endswith(_SENTENCE_ENDS) for name in there)
        and (len(there) > 1 or len(there[0].split()) <= 3)
    )


def cell_text(cell: Any) -> str:
    """A cell as text, without white space around it."""
    return "" if cell is None else str(cell).strip().strip("\ufeff")


def unique_names(cells: Iterable[Any]) -> list[str]:
    """Column names, with empty and repeated ones made unique.

    >>> unique_names(["a", "", "a"])
    ['a', 'column_2', 'a_2']
    """
    names: dict[str, None] = {}
    for number, cell in enumerate(cells, 1):
        wanted = " ".join(cell_text(cell).split()) or f"column_{number}"
        name, copy = wanted, 1
        while name in names:
            copy += 1
            name = f"{wanted}_{copy}"
        names[name] = None
    return list(names)


def is_number(text: str) -> bool:
    """Whether a cell is a number, a date or a time.

    >>> is_number("1,5"), is_number("2023-01-02 10:00:00"), is_number("A1")
    (True, True, False)
    """
    return _NUMBER.fullmatch(text) is not None


def _header(cells: Row, below: Sequence[Row], rows: int, labels: Row = ()) -> Header:
    """A header from its cells; R's numbers of rows may stand in front, under no name."""
    numbered = [row[0] for row in below if len(row) == len(cells) + 1 and row[-1]]
    if len(numbered) == len(below) > 0 and _count_up(numbered):
        cells, labels = ["", *cells], ["", *labels] if labels else ()
    names = unique_names(cells)
    stated = dict(zip(names, labels, strict=False))
    return Header(
        names,
        rows,
        {
            name: " ".join(label.split())
            for name, label in stated.items()
            if label not in ("", name)
        },
        frozenset(name for name, cell in zip(names, cells, strict=True) if not cell),
    )


def _count_up(cells: Sequence[str]) -> bool:
    """Whether cells are whole numbers, each larger than the one before."""
    if not all(map(str.isdecimal, cells)):
        return False
    numbers = list(map(int, cells))
    return all(first < second for first, second in itertools.pairwise(numbers))


def _notes_above(rows: Sequence[Row]) -> int:
    """How many rows stand above the table: notes of one cell, or short beside the others."""
    filled = [sum(map(bool, row)) for row in rows]
    usual = Counter(filled[1:] or filled).most_common(1)[0][0] if filled else 0
    if usual < 2:
        return 0
    for number, row in enumerate(rows[: ROWS_ABOVE + 1]):
        is_note = filled[number] < 2 or (usual > 4 and filled[number] == 2) or 2 * len(row) < usual
        if not is_note or sum(map(is_known_name, row)) > 1:
            return number
    return 0


def _with_import_ids(rows: Sequence[Row]) -> Header | None:
    """Qualtrics: names, questions, and its own identifiers."""
    for number, row in enumerate(rows[1:3], 1):
        marked = sum(_IMPORT_ID.search(cell) is not None for cell in row)
        if 2 * marked > sum(map(bool, row)):
            labels = rows[1] if number == 2 else ()
            return _header(rows[0], rows[number + 1 :], number + 1, labels)
    return None


def _with_labels(rows: Sequence[Row]) -> Header | None:
    """Names, and beneath each what it stands for: words where numbers and dates follow."""
    if len(rows) < 3 or not _may_name(rows[0]):
        return None
    names, labels, *below = rows
    columns = _columns(below, len(labels))
    typed = [label for label, own in zip(labels, columns, strict=True) if own and _are_numbers(own)]
    words = [label for label in typed if label and not is_number(label)]
    if len(words) < 2 or len(words) < LABELLED_SHARE * len(typed) or len(set(words)) < len(words):
        return None
    if any(map(is_placeholder, words)) or any(map(is_number, filter(None, labels))):
        return None
    if sum(bool(re.fullmatch(r"V\d+", name)) for name in names) > 1:  # of Qualtrics, before 2017
        names = [
            label if re.fullmatch(r"V\d+", name) and label else name
            for name, label in zip(names, [*labels, *[""] * len(names)], strict=False)
        ]
    return _header(names, below, 2, labels)


def _in_two_rows(rows: Sequence[Row]) -> Header | None:
    """Questions, and beneath those with several columns what each of these is about."""
    if len(rows) < 3:
        return None
    width = max(len(rows[0]), len(rows[1]))
    top, second = ([*row, *[""] * (width - len(row))] for row in rows[:2])
    first = next((place for place, cell in enumerate(top) if cell), width)
    gaps = [place for place in range(first, width) if not top[place] and second[place]]
    if not gaps or any(map(is_number, filter(None, top))) or not _is_second_row(top, second, rows):
        return None
    if sum(map(is_known_name, second)) > 1 and len(set(second)) == width:
        return _header(second, rows[2:], 2)
    names, question = [], ""
    for above, beneath in zip(top, second, strict=True):
        question = above or question
        single = not beneath or beneath.lower() in _SINGLE_ANSWERS
        names.append(question if single else f"{question} [{beneath}]" if question else beneath)
    return _header(names, rows[2:], 2)


def _is_second_row(top: Row, second: Row, rows: Sequence[Row]) -> bool:
    """Whether the second row belongs to the header, by its words or by the rows below."""
    if any(cell.lower() in _SINGLE_ANSWERS for cell in second):
        return True
    columns = _columns(rows[2:], len(second))
    for above, cell, own in zip(top, second, columns, strict=True):
        if above and not cell and len(own) == len(rows) - 2 > 1:
            return True  # all records have a value there
        if cell and _stands_above_numbers(cell, own):
            return True
    distinct = [
        (cell, own) for cell, own in zip(second, columns, strict=True) if set(own) != {cell}
    ]  # where an answer ticked is its own name, it comes again
    return any(_stands_above_categories(*own) for own in distinct) and not any(
        cell and cell in own for cell, own in distinct
    )


def _in_one_row(rows: Sequence[Row]) -> Header | None:
    if rows and is_header(rows[0], rows[1:]):
        return _header(rows[0], rows[1:], 1)
    return None


def _columns(rows: Sequence[Sequence[Any]], count: int) -> list[list[str]]:
    """The values beneath each of so many cells, without the empty ones."""
    columns: list[list[str]] = [[] for _ in range(count)]
    for row in rows:
        for column, cell in zip(columns, row, strict=False):
            if text := cell_text(cell):
                column.append(text)
    return columns


def _may_name(cells: Row) -> bool:
    there = [cell for cell in cells if cell]
    return len(there) == len(set(there)) > 0 and not any(map(_is_no_name, there))


def _is_no_name(cell: str) -> bool:
    return is_number(cell) or cell.startswith(("http://", "https://"))


def _are_numbers(column: Sequence[str]) -> bool:
    return all(is_number(cell) or is_placeholder(cell) for cell in column)


def _stands_above_numbers(name: str, column: Sequence[str]) -> bool:
    return bool(name) and not is_number(name) and len(column) > 1 and all(map(is_number, column))


def _stands_above_categories(name: str, column: Sequence[str]) -> bool:
    """Whether a few values come again and again beneath, and the name is none of them."""
    few = len(column) >= CATEGORY_VALUES and len(set(column)) <= CATEGORY_SHARE * len(column)
    return bool(name) and few and name not in column


def _asks(name: str, column: Sequence[str]) -> bool:
    """Whether a question stands above values that are none."""
    asks = re.search(r"[?？]\W*(?:\[[^\]]*\])?$", name)
    return bool(asks and column) and not any(re.search(r"[?？]\W*$", cell) for cell in column)
