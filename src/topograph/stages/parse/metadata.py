"""The columns of a corpus: their names and types."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from topograph.errors import TopographError
from topograph.rundir.columntypes import PRECISION_SUFFIX
from topograph.rundir.contract import TABLES, TAKEN_PREFIX
from topograph.stages.parse.columns import ColumnProfile, UnlikeType
from topograph.stages.parse.conversion import TypedColumn
from topograph.stages.parse.datecounts import DateCounts
from topograph.stages.parse.values import as_text

if TYPE_CHECKING:
    from topograph.stages.parse.store import Content

#: `parse.fields.types`: the type of a column, or its values from low to high.
Asked = Mapping[str, str | list[str]]
#: Names that a column of the corpus cannot have: ours, and those joined to them later.
TAKEN_NAMES = frozenset(
    {
        *TABLES["parse/documents.parquet"],
        *TABLES["label/assignments.parquet"],
        *("label", "topic_key"),
    }
)


class ColumnMistake(TopographError):
    """A mistake in `parse.fields.types`: an unknown column, or values of another type.

    Attributes
    ----------
    column : str
        As it is named there.
    """

    def __init__(self, column: str, problem: str, fix: str) -> None:
        self.column = column
        self.problem = f"{problem}; {fix}"
        super().__init__(f"parse.fields.types.{column} does not fit the corpus.", problem, fix)


def refuse_unknown(asked: Asked, names: Sequence[str]) -> None:
    """Refuse a type for an unknown column.

    Raises
    ------
    ColumnMistake
        With the name that is nearest, if one is near.
    """
    for name in asked:
        if name not in names:
            close = difflib.get_close_matches(name, names, n=1)
            fix = f"did you mean `{close[0]}`?" if close else "name one of them"
            there = ", ".join(names) or "none"
            raise ColumnMistake(
                name, f"the corpus has no such column; its columns are {there}", fix
            )


@dataclass
class _Seen:
    """Statistics of a column."""

    profile: ColumnProfile = field(default_factory=ColumnProfile)
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
    values : TypedColumn
        Its type, and how values get it.
    """

    name: str
    stored: str
    values: TypedColumn


class Metadata:
    """Statistics of the corpus' columns; documents are added in any order.

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
        """Add a document."""
        day = "" if content.date is None else content.date.date().isoformat()
        self.dates.add(content.precision, content.unread_date)
        self._documents += 1
        self._undated += not day
        layout = tuple(content.metadata)
        place = (source, position)
        self._layouts[layout] = min(self._layouts.get(layout, place), place)
        for name, value in content.metadata.items():
            seen = self._seen.setdefault(name, _Seen())
            seen.profile.add(value)
            text = as_text(value)
            seen.same_as_id += text == doc_id
            seen.same_as_date += text.strip()[:10] == day
            seen.undated += not day

    def columns(
        self, asked: Asked, notes: list[str], day_first: bool | None = None
    ) -> list[MetadataColumn]:
        """The columns to store, in the order in which the files name them.

        A column that holds the identifiers, or nothing, is left out.

        Parameters
        ----------
        asked : mapping of str to str or list of str
            `parse.fields.types`.
        notes : list of str
            What a user should know is appended.
        day_first : bool, optional
            Whether the day comes first in 03/04/2021; by default, each column's dates decide.

        Raises
        ------
        ColumnMistake
            If a column that `asked` names is not there, or no value is of the type.
        """
        names = dict.fromkeys(
            name for layout in sorted(self._layouts, key=self._layouts.__getitem__)
            for name in layout
        )  # fmt: skip
        refuse_unknown(asked, list(names))
        typed = {
            name: self._typed(name, asked, day_first)
            for name in names
            if self._seen[name].profile.filled
        }
        beside = {
            f"{prefix}{name}{PRECISION_SUFFIX}"
            for name, values in typed.items()
            for prefix in ("", TAKEN_PREFIX)
            if values.type.kind == "date" and not values.type.precision
        }
        stored: dict[str, MetadataColumn] = {}
        for name, values in typed.items():
            seen = self._seen[name]
            if values.type.kind in ("text", "category") and seen.same_as_id == self._documents:
                continue
            free = name
            while (
                free in TAKEN_NAMES | beside or free in stored or (free != name and free in names)
            ):
                free = f"{TAKEN_PREFIX}{free}"
            if free != name and not self._is_the_date(seen):
                notes.append(
                    f"The corpus has a column {name!r}. It is stored as {free!r}, because "
                    f"Topograph writes a column {name!r} of its own."
                )
            stored[free] = MetadataColumn(name, free, values)
        return list(stored.values())

    def _typed(self, name: str, asked: Asked, day_first: bool | None) -> TypedColumn:
        try:
            return self._seen[name].profile.decide(name, asked.get(name), day_first)
        except UnlikeType as error:
            raise ColumnMistake(name, error.problem, error.fix) from error

    def _is_the_date(self, seen: _Seen) -> bool:
        """Whether a column has the same days as the column `date`."""
        absent = self._undated - seen.undated  # they have no date, and nothing in this column
        same = seen.same_as_date + absent == self._documents
        return same and self._undated < self._documents
