"""What a measure gives where it has no meaning: the reason instead of a number."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Undefined:
    """A measure without meaning, and why."""

    reason: str


#: A measure's value.
Value = float | Undefined


def mean_of(values: list[Value], reason: str) -> Value:
    """Mean of those that have a value; if none has, `Undefined` with a reason.

    >>> mean_of([1.0, Undefined("a single term"), 2.0], "no topic has two terms")
    1.5
    """
    known = [value for value in values if not isinstance(value, Undefined)]
    return sum(known) / len(known) if known else Undefined(reason)
