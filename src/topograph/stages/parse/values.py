"""Values of fields as text."""

from __future__ import annotations

import datetime
import json
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any


def as_text(value: Any) -> str:
    """A field's value as text: missing ones are empty, lists are joined by `; `.

    >>> as_text(None), as_text(["A", "B"]), as_text(2024.0), as_text(True)
    ('', 'A; B', '2024', 'true')
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        if math.isnan(value):
            return ""
        return str(int(value)) if value.is_integer() else str(value)
    if isinstance(value, datetime.datetime):
        whole = value.time() == datetime.time()
        return value.date().isoformat() if whole else value.isoformat(sep=" ")
    if isinstance(value, list | tuple):
        return "; ".join(text for text in map(as_text, value) if text)
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False, default=str)
    if value != value:  # pandas' NaT
        return ""
    return str(value)


def _joined(values: list[Any]) -> str:
    """Several texts as one: on lines of their own, or pieces of one text, as in chats."""
    if any(isinstance(value, dict) and "text" in value for value in values):
        return "".join(
            as_text(value["text"])
            if isinstance(value, dict) and "text" in value
            else as_text(value)
            for value in values
        )
    return "\n".join(map(as_text, values))


def first_text(
    record: Mapping[str, Any],
    names: Iterable[str],
    stands_for_none: Callable[[str], bool] = lambda _: False,
) -> str:
    """The first of the fields that is not empty."""
    for name in names:
        value = record.get(name)
        text = _joined(value) if isinstance(value, list) else as_text(value)
        if text.strip() and not stands_for_none(text):
            return text
    return ""
