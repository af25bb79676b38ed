"""The value of a measure that is not applicable: the reason instead of a number."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class NotApplicable:
    """The reason why a measure is not applicable."""

    reason: str


#: A measure's value.
Value = float | NotApplicable


def mean_of(values: list[Value], reason: str) -> Value:
    """Mean of those that have a value; if none has, `NotApplicable` with a reason.

    >>> mean_of([1.0, NotApplicable("a single term"), 2.0], "no topic has two terms")
    1.5
    """
    known = [value for value in values if not isinstance(value, NotApplicable)]
    return sum(known) / len(known) if known else NotApplicable(reason)
