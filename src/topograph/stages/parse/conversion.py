"""Convert the values of a column to its type, and count those that do not fit."""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from topograph.rundir.columntypes import PRECISION_SUFFIX, ColumnType
from topograph.stages.parse.dates import from_serial, parse_date, without_midnight
from topograph.stages.parse.datetexts import Dated
from topograph.stages.parse.datewords import fold
from topograph.stages.parse.numbers import Notation
from topograph.stages.parse.scales import in_given_order
from topograph.stages.parse.severalvalues import split
from topograph.stages.parse.values import as_text

if TYPE_CHECKING:
    import pyarrow as pa

EXAMPLES = 3
#: Texts whose values are remembered.
REMEMBERED = 10_000

#: A value in its type, and whether all of it could be read.
Cell = tuple[Any, bool]
Reader = Callable[[Any], Cell]
_EMPTY: Cell = (None, True)


@dataclass
class Unfit:
    """Values that do not fit: their number, and the first distinct ones."""

    values: int = 0
    examples: list[str] = field(default_factory=list)

    def add(self, text: str) -> None:
        """Count a value."""
        self.values += 1
        if len(self.examples) < EXAMPLES and text not in self.examples:
            self.examples.append(text)


class TypedColumn:
    """A column of a known type: converts values, and counts those that do not fit.

    Parameters
    ----------
    kind : ColumnType
    read : callable
        From a value to one of the type, and whether it fits.
    whole : bool
        Whether all numbers are whole.

    Attributes
    ----------
    type : ColumnType
    filled : int
        Values that were there, among those converted so far.
    unfit : Unfit
        Of these: in a column of numbers, dates or truth values, those that were lost or read in
        part; in an ordered one, those that stand beside the order.
    """

    def __init__(self, kind: ColumnType, read: Reader, *, whole: bool = False) -> None:
        self.type = kind
        self._read = read
        self._whole = whole
        self._known: dict[str, Cell] = {}
        self.restart()

    def restart(self) -> None:
        """Count from the beginning."""
        self.filled = 0
        self.unfit = Unfit()

    def convert(self, values: Iterable[Any]) -> list[Any]:
        """Values in the column's type, None for missing ones."""
        return [self._value(value) for value in values]

    def stored(self, name: str, values: Iterable[Any]) -> dict[str, tuple[list[Any], pa.DataType]]:
        """The columns of a table that hold the values: one, of dates two where precision varies."""
        import pyarrow as pa

        found = self.convert(values)
        if self.type.kind != "date":
            return {name: (found, self._arrow())}
        moments = [None if dated is None else dated.moment for dated in found]
        columns = {name: (moments, self._arrow())}
        if not self.type.precision:
            exact = ["" if dated is None else dated.precision for dated in found]
            columns[f"{name}{PRECISION_SUFFIX}"] = (exact, pa.string())
        return columns

    def summary(self, name: str) -> dict[str, Any]:
        """Summary of the column, for the audit."""
        return {
            "name": name,
            "kind": self.type.kind,
            "order": list(self.type.order),
            "precision": self.type.precision,
            "unit": self.type.unit,
            "values": self.filled,
            "unfit": {"values": self.unfit.values, "examples": self.unfit.examples},
        }

    def _value(self, value: Any) -> Any:
        if isinstance(value, str):
            cell = self._known.get(value)
            if cell is None:
                cell = self._read(value) if value.strip() else _EMPTY
                if len(self._known) < REMEMBERED:
                    self._known[value] = cell
        else:
            cell = _EMPTY if is_missing(value) else self._read(value)
        found, fits = cell
        self.filled += found is not None or not fits
        if not fits:
            self.unfit.add(as_text(value).strip())
        return found

    def _arrow(self) -> pa.DataType:
        import pyarrow as pa

        types = {
            "number": pa.int64() if self._whole else pa.float64(),
            "date": pa.timestamp("ms"),
            "boolean": pa.bool_(),
            "list": pa.list_(pa.string()),
        }
        return types.get(self.type.kind, pa.string())


def is_missing(value: Any) -> bool:
    """Whether there is no value: nothing, an empty text or list, no number."""
    if isinstance(value, str | list | tuple | dict):
        return not value
    return value is None or bool(value != value)


def numbers(notation: Notation) -> Reader:
    """Read numbers: those of the file as they are, texts in the column's notation."""

    def read(value: Any) -> Cell:
        own = isinstance(value, int | float) and math.isfinite(value)
        number = value if own else notation.read(as_text(value))
        if number is None or (notation.whole and (number != int(number) or abs(number) >= 2**63)):
            return None, False
        return (int(number) if notation.whole else float(number)), True

    return read


def truths(words: Mapping[str, bool]) -> Reader:
    """Read truth values, of texts by their words."""

    def read(value: Any) -> Cell:
        truth = value if isinstance(value, bool) else words.get(fold(as_text(value).strip()))
        return truth, truth is not None

    return read


def dates(*, day_first: bool | None, timed: bool, serials: bool) -> Reader:
    """Read dates; a midnight of a column without times of day is a day."""

    def read(value: Any) -> Cell:
        dated: Dated | None
        if serials and not isinstance(value, datetime.date):
            dated = from_serial(value)
        else:
            dated = parse_date(value, day_first)
        if dated is not None and not timed:
            dated = without_midnight(dated)
        return dated, dated is not None and dated.complete

    return read


def lists(sign: str) -> Reader:
    """Read several values: lists of the file as they are, texts parted by the sign."""

    def read(value: Any) -> Cell:
        if isinstance(value, list | tuple):
            parts = [text for own in value if (text := as_text(own).strip())]
        else:
            text = as_text(value).strip()
            parts = split(text, sign) if sign else [text] if text else []
        return parts or None, True

    return read


def texts() -> Reader:
    """Read texts, without spaces around them."""

    def read(value: Any) -> Cell:
        return as_text(value).strip() or None, True

    return read


def levels(order: Sequence[str]) -> Reader:
    """Read levels of a scale; other answers are kept, but do not fit."""

    def read(value: Any) -> Cell:
        text = as_text(value).strip()
        level = in_given_order([text], order).get(text) if text else None
        return level or text or None, level is not None or not text

    return read
