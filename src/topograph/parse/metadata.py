"""The columns that a corpus brings along: which there are, under which name, of which type."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from topograph.artifacts import TABLES, TAKEN_PREFIX
from topograph.parse.datecounts import DateCounts
from topograph.parse.values import as_text

if TYPE_CHECKING:
    import pyarrow as pa

    from topograph.parse.store import Content

#: Names that a corpus' own column may not bear: ours, and those joined to them later.
TAKEN_NAMES = frozenset(
    {
        *TABLES["parse/documents.parquet"],
        *TABLES["label/assignments.parquet"],
        *("label", "topic_key"),
    }
)


class ColumnType:
    """The one type of a column's values: truth values, whole numbers, numbers, else text.

    >>> column = ColumnType()
    >>> column.look([1, None, 2.5])
    >>> column.convert([1, None, 2.5])
    [1.0, None, 2.5]
    >>> column = ColumnType()
    >>> column.look([["A", "B"], "", 1])
    >>> column.convert([["A", "B"], "", 1])
    ['A; B', None, '1']
    """

    def __init__(self) -> None:
        self._kinds: set[type] = set()
        self._large = False

    def look(self, values: Iterable[Any]) -> None:
        """Take more values into account."""
        for value in values:
            if not _is_missing(value):
                kind = type(value)
                self._kinds.add(kind)
                if kind is int and abs(value) >= 2**63:
                    self._large = True

    def is_empty(self) -> bool:
        """Whether no value has been seen."""
        return not self._kinds

    def convert(self, values: Sequence[Any]) -> list[Any]:
        """Values in the column's type, None for missing ones."""
        there = [None if _is_missing(value) else value for value in values]
        name = self._name()
        if name in ("bool", "int64") or self._kinds <= {str}:
            return there
        if name == "double":
            return [None if value is None else float(value) for value in there]
        return [None if value is None else as_text(value) or None for value in there]

    def arrow(self) -> pa.DataType:
        """The type in which it is stored."""
        import pyarrow as pa

        types = {"bool": pa.bool_(), "int64": pa.int64(), "double": pa.float64()}
        return types.get(self._name(), pa.string())

    def is_text(self) -> bool:
        """Whether values are stored as text."""
        return self._name() == "string"

    def _name(self) -> str:
        if self._kinds <= {bool}:
            return "bool"
        if self._kinds <= {int} and not self._large:
            return "int64"
        return "double" if self._kinds <= {int, float} else "string"


def _is_missing(value: Any) -> bool:
    return value is None or value != value or (isinstance(value, str) and not value)


@dataclass
class _Seen:
    """What was seen of a column."""

    type: ColumnType = field(default_factory=ColumnType)
    same_as_id: int = 0  # values
    same_as_date: int = 0
    undated: int = 0


@dataclass(frozen=True)
class MetadataColumn:
    """A column of the corpus as it is stored.

    Attributes
    ----------
    name : str
        In the corpus' files.
    stored : str
        In the table of documents.
    type : ColumnType
    """

    name: str
    stored: str
    type: ColumnType


class Metadata:
    """What is known of the corpus' columns; fed with documents in any order.

    Attributes
    ----------
    dates : DateCounts
        What is known of the documents' dates.
    """

    def __init__(self) -> None:
        self._seen: dict[str, _Seen] = {}
        self._layouts: dict[tuple[str, ...], tuple[str, int]] = {}
        self._documents = 0
        self._undated = 0
        self.dates = DateCounts()

    def look(self, source: str, position: int, doc_id: str, content: Content) -> None:
        """Take a document into account."""
        day = "" if content.date is None else content.date.date().isoformat()
        self.dates.add(content.precision, content.unread_date)
        self._documents += 1
        self._undated += not day
        layout = tuple(content.metadata)
        place = (source, position)
        self._layouts[layout] = min(self._layouts.get(layout, place), place)
        for name, value in content.metadata.items():
            seen = self._seen.setdefault(name, _Seen())
            seen.type.look((value,))
            text = as_text(value)
            seen.same_as_id += text == doc_id
            seen.same_as_date += text.strip()[:10] == day
            seen.undated += not day

    def columns(self, notes: list[str]) -> list[MetadataColumn]:
        """The columns to store, in the order in which the files name them.

        A column that holds the identifiers, or nothing, is left out.
        """
        names = dict.fromkeys(
            name for layout in sorted(self._layouts, key=self._layouts.__getitem__)
            for name in layout
        )  # fmt: skip
        stored: dict[str, MetadataColumn] = {}
        for name in names:
            seen = self._seen[name]
            if seen.type.is_empty():
                continue
            if seen.type.is_text() and seen.same_as_id == self._documents:
                continue
            free = name
            while free in TAKEN_NAMES or free in stored or (free != name and free in names):
                free = f"{TAKEN_PREFIX}{free}"
            if free != name and not self._is_the_date(seen):
                notes.append(f"the corpus' column {name!r} is kept as {free!r}; its name is taken.")
            stored[free] = MetadataColumn(name, free, seen.type)
        return list(stored.values())

    def _is_the_date(self, seen: _Seen) -> bool:
        """Whether a column says, day by day, what stands in the column `date` anyway."""
        absent = self._undated - seen.undated  # they have no date, and nothing in this column
        same = seen.same_as_date + absent == self._documents
        return same and self._undated < self._documents
