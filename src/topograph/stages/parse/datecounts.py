"""Counts of the dates of a corpus by precision, and of dates that could not be read."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from topograph.core.wording import counted
from topograph.rundir.dateprecision import PRECISIONS

EXAMPLES = 3


@dataclass
class _Texts:
    """Texts of dates: their number, and the first distinct ones."""

    documents: int = 0
    examples: list[str] = field(default_factory=list)

    def add(self, text: str) -> None:
        self.documents += 1
        if len(self.examples) < EXAMPLES and text not in self.examples:
            self.examples.append(text)

    def summary(self) -> dict[str, Any]:
        return {"documents": self.documents, "examples": self.examples}


class DateCounts:
    """Counts of dates by their precision; documents are added one by one.

    >>> counts = DateCounts()
    >>> counts.add("year", "03/05/2020")
    >>> counts.add("", "in press")
    >>> counts.summary()["unread"]
    {'documents': 1, 'examples': ['in press']}
    """

    def __init__(self) -> None:
        self._precisions: Counter[str] = Counter()
        self._partly = _Texts()
        self._unread = _Texts()

    def add(self, precision: str, unread: str) -> None:
        """Count a document.

        Parameters
        ----------
        precision : str
            Of `topograph.rundir.dateprecision.PRECISIONS`; empty where it has no date.
        unread : str
            What is written as its date and was not understood, or not wholly.
        """
        if precision:
            self._precisions[precision] += 1
        if unread:
            (self._partly if precision else self._unread).add(unread)

    def summary(self) -> dict[str, Any]:
        """Summary of the dates, for the seal of `parse`."""
        return {
            "precisions": {
                name: self._precisions[name] for name in PRECISIONS if self._precisions[name]
            },
            "partly": self._partly.summary(),
            "unread": self._unread.summary(),
        }

    def notes(self) -> list[str]:
        """A note on dates that were read less precisely than they are written."""
        if not self._partly.documents:
            return []
        shown = ", ".join(map(repr, self._partly.examples))
        return [
            f"dates of {counted(self._partly.documents, 'document')} are known less exactly than "
            f"they are written, like {shown}. If these show whether the day or the month comes "
            "first, set parse.date_order to day_first or month_first."
        ]
