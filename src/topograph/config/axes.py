"""A key that varies in a sweep: a list of values, or a range of numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from topograph.config.keys import leaf_fields
from topograph.config.mistakes import display_value

#: Keys of a range.
RANGE = ("from", "to", "steps", "scale")
SCALES = ("linear", "log")
#: Most values of a range with steps.
MOST_STEPS = 1000
EXAMPLES = (
    "allowed: a list like [5, 10, 20], or a range like {from: 10, to: 60, steps: 6, scale: log}"
)


@dataclass(frozen=True)
class Axis:
    """A key that varies.

    Attributes
    ----------
    key : str
        `section.key`.
    values : tuple
        Its values in order; empty for a range without `steps`, from which points are drawn.
    low, high : float
        The ends of such a range.
    log : bool
        Whether a range is logarithmic.
    whole : bool
        Whether a range contains whole numbers only.
    """

    key: str
    values: tuple[Any, ...] = ()
    low: float = 0.0
    high: float = 1.0
    log: bool = False
    whole: bool = False

    def at(self, position: float) -> Any:
        """The value at a position from 0 to 1.

        >>> Axis("cluster.members", (5, 10)).at(0.5)
        10
        >>> Axis("reduce.neighbors", (), 10, 1000, log=True, whole=True).at(0.5)
        100
        """
        if self.values:
            return self.values[min(int(position * len(self.values)), len(self.values) - 1)]
        if self.log:
            number = self.low * (self.high / self.low) ** position
        else:
            number = self.low + position * (self.high - self.low)
        return round(number) if self.whole else float(f"{number:.6g}")

    def with_values(self, values: Iterable[Any]) -> Axis:
        """The same axis with other values."""
        return replace(self, values=tuple(values))


def read_axis(key: str, value: Any, *, drawn: bool) -> Axis | str:
    """The axis that a sweep's file describes, or what is wrong with it.

    Parameters
    ----------
    key : str
        A key of the configuration.
    value : object
        From the file.
    drawn : bool
        Whether points are drawn, so that ranges need no `steps`.
    """
    if isinstance(value, Mapping) and set(value) & set(RANGE):
        return _range(key, value, drawn=drawn)
    if isinstance(value, list) and value:
        return Axis(key, tuple(value))
    return f"{display_value(value)} is not allowed; {EXAMPLES}"


def _range(key: str, value: Mapping[str, Any], *, drawn: bool) -> Axis | str:
    unknown = [own for own in value if own not in RANGE]
    if unknown:
        return f"{unknown[0]} is no key of a range; known: {', '.join(RANGE)}"
    schema = leaf_fields()[key][0]
    kinds = {part.get("type") for part in schema.get("anyOf", [schema])}
    if not kinds & {"integer", "number"}:
        return "takes no numbers; list its values"
    low, high = _number(value.get("from")), _number(value.get("to"))
    if low is None or high is None or not low < high:
        return "a range needs two numbers, `from` and, above it, `to`"
    whole = "number" not in kinds
    if whole and not (low.is_integer() and high.is_integer()):
        return "takes whole numbers; so do `from` and `to`"
    scale = value.get("scale", SCALES[0])
    if scale not in SCALES:
        return f"scale: {display_value(scale)} is not allowed; allowed: {' | '.join(SCALES)}"
    if scale == "log" and low <= 0:
        return "a logarithmic range begins above 0"
    axis = Axis(key, (), low, high, log=scale == "log", whole=whole)
    steps = value.get("steps")
    if steps is None:
        return axis if drawn else "a range needs `steps`, unless points are drawn (`draw: 64`)"
    if not (isinstance(steps, str) and steps.isdecimal() and 2 <= int(steps) <= MOST_STEPS):
        allowed = f"allowed: a whole number from 2 to {MOST_STEPS}"
        return f"steps: {display_value(steps)} is not allowed; {allowed}"
    found = (axis.at(step / (int(steps) - 1)) for step in range(int(steps)))
    return axis.with_values(dict.fromkeys(found))


def _number(value: Any) -> float | None:
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    return number if math.isfinite(number) else None
