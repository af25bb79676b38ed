"""What readers yield: one raw record is one candidate document, as it stands in a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from topograph.errors import TopographError
from topograph.language.characters import replace_surrogates

#: Levels of lists and objects in a field at most.
MOST_LEVELS = 100


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
        Why it is not a document, if the reader knows: `heading`, `broken record`; else empty.
    detail : str
        More about the reason.
    """

    position: int
    fields: dict[str, Any] = field(default_factory=dict)
    reason: str = ""
    detail: str = ""


def filled(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that hold something."""
    return {key: value for key, value in fields.items() if value}


def numbered(found: Iterable[Mapping[str, Any]], none: TopographError) -> Iterator[RawRecord]:
    """Records from their fields, in the order in which a reader finds them.

    Parameters
    ----------
    found : iterable of mapping
    none : TopographError
        Raised where there are none.
    """
    position = -1
    for position, fields in enumerate(found):
        yield RawRecord(position, dict(fields))
    if position < 0:
        raise none


def broken(position: int, detail: str, content: str = "") -> RawRecord:
    """A record that cannot be read; it goes into the audit with its beginning."""
    return RawRecord(position, {"text": content[:500]} if content else {}, "broken record", detail)


def sound(record: RawRecord) -> RawRecord:
    """A record whose names and values can be written; one nested too deeply is a broken one.

    JSON may hold halves of characters, and lists in lists without end.
    """
    try:
        fields = {
            replace_surrogates(str(key)): _sound(own, 0) for key, own in record.fields.items()
        }
    except RecursionError as error:
        return broken(record.position, str(error))
    return RawRecord(record.position, fields, record.reason, replace_surrogates(record.detail))


def _sound(value: Any, level: int) -> Any:
    if isinstance(value, str):
        return replace_surrogates(value)
    if not isinstance(value, list | tuple | dict):
        return value
    if level == MOST_LEVELS:
        raise RecursionError(f"a field is nested more than {MOST_LEVELS} levels deep")
    if isinstance(value, dict):
        return {
            replace_surrogates(key) if isinstance(key, str) else key: _sound(own, level + 1)
            for key, own in value.items()
        }
    return [_sound(own, level + 1) for own in value]


def no_rows(name: str) -> TopographError:
    """What a table without rows is answered with."""
    return TopographError(
        f"{name} holds no rows.",
        "there is nothing beneath its header.",
        "export it again, take it out of parse.files, or set `parse: {on_error: skip}`.",
    )
