"""JSON: lines, arrays, and objects that hold the array one or two levels down."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import IO, Any

from topograph.errors import TopographError
from topograph.parse.records import RawRecord, broken

#: Levels of objects in objects whose keys become field names with dots.
FLAT_LEVELS = 3


def read_json_lines(stream: IO[str], name: str) -> Iterator[RawRecord]:
    """One object a line; a line that is none is a broken record.

    Raises
    ------
    TopographError
        If no line is an object.
    """
    whole = position = 0
    for number, line in enumerate(stream, 1):
        line = line.strip(" \t\n\ufeff")
        if not line:
            continue
        try:
            value = json.loads(line)
        except ValueError as error:
            yield broken(position, f"line {number}: is not JSON ({error})", line)
        else:
            record = _as_record(position, value)
            whole += not record.reason
            yield record
        position += 1
    if not whole:
        raise TopographError(
            f"{name} cannot be read as JSON lines.",
            "none of its lines is a JSON object.",
            "check the file, or set parse.format to what it is.",
        )


def read_json(text: str, name: str) -> Iterator[RawRecord]:
    """An array of objects, or an object that holds one.

    Of several arrays the one with the most objects is taken. An object without any is a single
    record.

    Raises
    ------
    TopographError
        If the file is not JSON, or holds no objects.
    """
    try:
        value = json.loads(text.lstrip("\ufeff"))
    except ValueError as error:
        raise TopographError(
            f"{name} cannot be read as JSON.",
            f"{error}.",
            "get the file again (it may be cut off), mend the place named, or set "
            "`parse: {on_error: skip}` to go on without it.",
        ) from error
    array = value if isinstance(value, list) else _longest_array(value, 2)
    if array is None and isinstance(value, dict):
        columns = {k: v for k, v in value.items() if isinstance(v, dict)}
        array = _from_columns(columns) if columns and len(columns) == len(value) else [value]
    if not array:
        raise TopographError(
            f"{name} holds no records.",
            "its JSON has no list of objects.",
            "export it again, or take it out of parse.files.",
        )
    for position, item in enumerate(array):
        yield _as_record(position, item)


def _from_columns(value: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Objects by identifier ({"id1": {...}}), or columns by row (pandas' `to_json`)."""
    inner = [tuple(rows) for rows in value.values()]
    if len(set(inner)) == 1 and all(key.isdigit() for key in inner[0]):
        return [{name: rows[key] for name, rows in value.items()} for key in inner[0]]
    return [{"id": key} | item for key, item in value.items()]


def _longest_array(value: Any, levels: int) -> list[Any] | None:
    if not isinstance(value, dict):
        return None
    found = [
        item
        for item in value.values()
        if isinstance(item, list) and any(isinstance(part, dict) for part in item)
    ]
    texts = any(
        isinstance(item, str) and key.lower() in {"abstract", "text", "summary", "title"}
        for key, item in value.items()
    )
    if found and not texts:  # a record may hold lists of its own, of authors say
        return max(found, key=len)
    if levels > 1 and not texts:
        below = [_longest_array(item, levels - 1) for item in value.values()]
        return max((item for item in below if item), key=len, default=None)
    return None


def _as_record(position: int, value: Any) -> RawRecord:
    if isinstance(value, dict):
        return RawRecord(position, flatten(value))
    if isinstance(value, str):
        return RawRecord(position, {"text": value})
    return broken(position, "is no JSON object", json.dumps(value, ensure_ascii=False))


def flatten(value: dict[str, Any], prefix: str = "", levels: int = FLAT_LEVELS) -> dict[str, Any]:
    """Fields of nested objects under dotted names; `{"value": x}` is x; lists of texts stay.

    >>> flatten({"id": "a", "content": {"title": {"value": "T"}, "year": 2024}})
    {'id': 'a', 'content.title': 'T', 'content.year': 2024}
    """
    fields: dict[str, Any] = {}
    for key, item in value.items():
        name = f"{prefix}{key}"
        if isinstance(item, dict) and "value" in item and set(item) <= {"value", "readers"}:
            item = item["value"]
        if key == "abstract_inverted_index" and isinstance(item, dict):
            fields[f"{prefix}abstract"] = _from_inverted_index(item)
        elif isinstance(item, dict) and levels > 1:
            fields |= flatten(item, f"{name}.", levels - 1)
        elif isinstance(item, dict):
            fields[name] = json.dumps(item, ensure_ascii=False)
        else:
            fields[name] = item
    return fields


def _from_inverted_index(index: dict[str, list[int]]) -> str:
    """OpenAlex gives abstracts as words with their places."""
    places = sorted((place, word) for word, own in index.items() for place in own)
    return " ".join(word for _, word in places)
