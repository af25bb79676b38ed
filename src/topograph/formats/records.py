"""What readers yield: one raw record is one candidate document, as it stands in a file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from topograph.errors import TopographError


@dataclass(slots=True)
class RawRecord:
    """One record of a file, fields under the names that the file gives them.

    Attributes
    ----------
    position : int
        Its place in the file, from 0.
    fields : dict
        Values by name: texts, numbers, lists of texts. A text without fields is under `text`.
    reason : str
        Why it is no document, if the reader knows: `heading`, `broken record`; else empty.
    detail : str
        More about the reason.
    """

    position: int
    fields: dict[str, Any] = field(default_factory=dict)
    reason: str = ""
    detail: str = ""


def broken(position: int, detail: str, content: str = "") -> RawRecord:
    """A record that cannot be read; it goes into the audit with its beginning."""
    return RawRecord(position, {"text": content[:500]} if content else {}, "broken record", detail)


def no_rows(name: str) -> TopographError:
    """What a table without rows is answered with."""
    return TopographError(
        f"{name} holds no rows.",
        "there is nothing beneath its header.",
        "export it again, take it out of parse.files, or set `parse: {on_error: skip}`.",
    )
