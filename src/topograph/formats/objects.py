"""JSON: lines, arrays, and objects that hold the array some levels down."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import IO, Any

from topograph.errors import TopographError
from topograph.formats.base import Format, Opening
from topograph.formats.header import BELOW_ROWS, is_header, unique_names
from topograph.formats.names import is_known_name
from topograph.formats.records import RawRecord, broken

#: Levels of objects above the array of records.
LEVELS = 3
#: Levels of objects in objects whose keys become field names with dots.
FLAT_LEVELS = 3
#: Lines by which JSON lines are recognised.
SAMPLE_LINES = 50


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
        except (ValueError, RecursionError) as error:
            yield broken(position, f"line {number}: is not JSON ({error})", line)
        else:
            for item in _page(value):
                record = _as_record(position, item)
                whole += not record.reason
                yield record
                position += 1
            continue
        position += 1
    if not whole:
        raise TopographError(
            f"{name} cannot be read as JSON lines.",
            "none of its lines is a JSON object.",
            "check the file, or set parse.format to what it is.",
        )


#: What stands beside the posts in an answer of Twitter's interface, as twarc writes them.
_ANSWER_KEYS = frozenset({"data", "includes", "errors", "meta", "__twarc"})


def _page(value: Any) -> list[Any]:
    """The records of a line: several where it is an answer with a page of posts."""
    if isinstance(value, dict) and {"data"} < value.keys() <= _ANSWER_KEYS:
        data = value["data"]
        if isinstance(data, list) and all(isinstance(own, dict) for own in data):
            return data
    return [value]


def read_json(text: str, name: str) -> Iterator[RawRecord]:
    """An array of objects, or an object that holds one.

    Of several arrays the one with the most objects is taken, with those of the same kind beside
    it. An object without any is a single record. Several values may follow each other.

    Raises
    ------
    TopographError
        If the file is not JSON, or holds no objects.
    """
    array: list[Any] = []
    try:
        for value in _values(unwrapped(text.strip("\ufeff \t\n"))):
            array += _records_of(value)
    except (ValueError, RecursionError) as error:
        raise TopographError(
            f"{name} cannot be read as JSON.",
            f"{error}.",
            "get the file again (it may be cut off), correct the place named, or set "
            "`parse: {on_error: skip}` to skip it. If it is prose, set "
            "`parse: {format: lines}` or `parse: {format: paragraphs}`.",
        ) from error
    if not array:
        raise TopographError(
            f"{name} holds no records.",
            "its JSON has no list of objects.",
            "export it again, or take it out of parse.files.",
        )
    for position, item in enumerate(array):
        yield _as_record(position, item)


#: What stands before JSON that a page loads as a script, or guards against that.
_WRAPPER = re.compile(
    r"(?:(?:(?:var|let|const) )?[\w.$\[\]\"']{1,80}\s*=\s*|export default\s+|[\w.$]{1,80}\(\s*"
    r"|\)\]\}',?\s*|(?:while|for)\s*\([^)]*\);\s*)(?=[\[{]\s*[\[{\"\]}])"
)


def unwrapped(text: str) -> str:
    """JSON without the assignment or call around it, as in Twitter's archive.

    >>> unwrapped('window.YTD.tweets.part0 = [{"a": 1}];'), unwrapped('call({"a": 1})')
    ('[{"a": 1}]', '{"a": 1}')
    """
    match = _WRAPPER.match(text)
    return text[match.end() :].rstrip(");\n\t ") if match else text


def _values(text: str) -> Iterator[Any]:
    """The values of a file: one, or several one behind the other, like pages of answers."""
    decoder = json.JSONDecoder()
    place = 0
    while place < len(text):
        value, place = decoder.raw_decode(text, place)
        yield value
        gap = re.compile(r"[\s,]*").match(text, place)
        place = gap.end() if gap else place


def _records_of(value: Any) -> list[Any]:
    """The records in a value: its array, its arrays of one kind, its entries, or itself."""
    if isinstance(value, list):
        return _from_rows(value) if value and all(isinstance(row, list) for row in value) else value
    if not isinstance(value, dict):
        return [value] if isinstance(value, str) else []
    columns, rows = value.get("columns"), value.get("data")
    if isinstance(columns, list) and isinstance(rows, list) and rows and isinstance(rows[0], list):
        return _from_rows([columns, *rows])  # pandas' orient="split"
    if _are_columns(value):
        return [dict(zip(value, row, strict=True)) for row in zip(*value.values(), strict=True)]
    array = _arrays(value, LEVELS)
    if array is not None:
        return array
    inner = {key: own for key, own in value.items() if isinstance(own, dict)}
    if inner and len(inner) == len(value):
        return _from_columns(inner)
    texts = all(isinstance(own, str) for own in value.values()) and len(value) > 1
    if texts and not any(map(is_known_name, value)):
        return [{"id": key, "text": own} for key, own in value.items()]
    return [value]


def _are_columns(value: dict[str, Any]) -> bool:
    """Whether an object is a table: lists of single values, equally long (pandas' `list`)."""
    lists = [own for own in value.values() if isinstance(own, list)]
    return (
        len(lists) == len(value) > 0
        and len({len(own) for own in lists}) == 1
        and len(lists[0]) > 1
        and not any(isinstance(cell, dict | list) for own in lists for cell in own)
    )


def _from_rows(rows: list[list[Any]]) -> list[dict[str, Any]]:
    """Rows of cells, the first of which may be a header."""
    first = ["" if cell is None else str(cell) for cell in rows[0]]
    named = is_header(first, rows[1:BELOW_ROWS])
    header = unique_names(first if named else [""] * max(map(len, rows)))
    return [dict(zip(header, row, strict=False)) for row in rows[named:]]


def _from_columns(value: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Objects by identifier ({"id1": {...}}), columns by row (pandas' `to_json`), or one record."""
    inner = [tuple(rows) for rows in value.values()]
    if len(set(inner)) == 1 and all(key.isdigit() for key in inner[0]):
        return [{name: rows[key] for name, rows in value.items()} for key in inner[0]]
    if len(value) == 1 or not any(map(is_known_name, inner[0])):
        return [dict(value)]  # one record in an object, in another maybe
    return [{"id": key} | item for key, item in value.items()]


def _arrays(value: Any, levels: int) -> list[Any] | None:
    """The longest array of objects at most so many levels down, and its like beside it."""
    if not isinstance(value, dict):
        return None
    if any(
        key.lower() in {"abstract", "text", "summary", "title", "abstract_inverted_index"}
        for key in value
    ):
        return None  # a record, which may hold lists of its own, of authors say
    found = [
        item
        for item in value.values()
        if isinstance(item, list) and any(isinstance(part, dict) for part in item)
    ]
    if found:
        longest = max(found, key=len)
        return [part for item in found if _alike(item, longest) for part in item]
    if levels > 1:
        below = [_arrays(item, levels - 1) for item in value.values()]
        return max((item for item in below if item), key=len, default=None)
    return None


def _alike(first: list[Any], second: list[Any]) -> bool:
    """Whether two arrays hold objects with mostly the same keys, like `train` and `test`."""
    one, other = (
        {key for item in array[:20] if isinstance(item, dict) for key in item}
        for array in (first, second)
    )
    return first is second or 2 * len(one & other) > len(one | other)


def _as_record(position: int, value: Any) -> RawRecord:
    try:
        if isinstance(value, str):
            value = _decoded(value)
        if isinstance(value, dict):
            return RawRecord(position, flatten(value))
        return broken(position, "is not a JSON object", json.dumps(value, ensure_ascii=False))
    except RecursionError:
        return broken(position, "is nested too deeply")
    except (TypeError, ValueError, AttributeError) as error:
        return broken(position, f"is not what its names say ({error})")


def _decoded(text: str) -> dict[str, Any]:
    """The object that a text is, where records were written twice as JSON; or the text's record."""
    if text.startswith("{") and text.rstrip().endswith("}"):
        try:
            value = json.loads(text)
        except ValueError:
            return {"text": text}
        if isinstance(value, dict) and value:
            return value
    return {"text": text}


def flatten(value: dict[str, Any], prefix: str = "", levels: int = FLAT_LEVELS) -> dict[str, Any]:
    """Fields of nested objects under dotted names; `{"value": x}` is x; lists of texts stay.

    >>> flatten({"id": "a", "content": {"title": {"value": "T"}, "year": 2024}})
    {'id': 'a', 'content.title': 'T', 'content.year': 2024}
    """
    fields: dict[str, Any] = {}
    for key, item in value.items():
        name = f"{prefix}{key}"
        while isinstance(item, dict) and (inner := _WRAPPED.intersection(item)):
            if not set(item) <= _WRAPPED | _BESIDE:
                break
            item = item[min(inner)]
        singular = key.removesuffix("s")
        if (
            isinstance(item, list)
            and item
            and all(isinstance(own, dict) and isinstance(own.get(singular), str) for own in item)
        ):  # of DataCite: {"titles": [{"title": "T"}]}
            name, item = f"{prefix}{singular}", [own[singular] for own in item]
        if isinstance(item, dict) and (parts := _date_parts(item)):
            fields[name] = parts
        elif key == INVERTED and isinstance(item, dict):
            fields[f"{prefix}abstract"] = _from_inverted_index(item)
        elif isinstance(item, dict) and levels > 1:
            fields |= flatten(item, f"{name}.", levels - 1)
        elif isinstance(item, dict):
            fields[name] = json.dumps(item, ensure_ascii=False, default=str)
        else:
            fields[name] = item
    return fields


#: Keys that wrap a single value: of OpenReview, WordPress and MongoDB; what may stand beside them.
_WRAPPED = frozenset({"value", "rendered", "$date", "$oid", "$numberLong"})
_BESIDE = frozenset({"readers", "protected"})
#: OpenAlex' name for abstracts as words with their places.
INVERTED = "abstract_inverted_index"


def _date_parts(value: dict[str, Any]) -> str:
    """`2023-3-15` of the dates of Crossref and CSL, or ""."""
    parts = value.get("date-parts")
    if isinstance(parts, list) and parts and isinstance(parts[0], list):
        return "-".join(str(part) for part in parts[0] if part)
    return next((str(value[key]) for key in ("raw", "literal") if set(value) == {key}), "")


def with_abstract(record: RawRecord) -> RawRecord:
    """A row of a table whose abstract is JSON: OpenAlex' words with their places."""
    index = record.fields.get(INVERTED)
    if isinstance(index, str) and index.startswith("{"):
        try:
            record.fields["abstract"] = _from_inverted_index(json.loads(index))
        except (ValueError, TypeError, AttributeError, RecursionError):
            return record  # something else under that name
        del record.fields[INVERTED]
    return record


def _from_inverted_index(index: dict[str, list[int]]) -> str:
    """OpenAlex gives abstracts as words with their places.

    Raises
    ------
    TypeError
        If the places are not lists of numbers.
    """
    places = [(place, word) for word, own in index.items() for place in own]
    if not all(isinstance(place, int) for place, _ in places):
        raise TypeError(f"{INVERTED} does not give the places of words")
    return " ".join(word for _, word in sorted(places))


_KEY = re.compile(r'\s*[{\[,]*\s*"(?:[^"\\]|\\.)*"\s*:')
#: Share of lines with a key, or that are JSON by themselves, from which damaged text is JSON.
JSON_SHARE = 0.5
_LINE_ENDINGS = frozenset({".jsonl", ".ndjson"})


def _is_json_lines(opening: Opening) -> bool:
    """Whether most lines are JSON objects or arrays, or the file's name says so."""
    start = opening.start
    if opening.ending in _LINE_ENDINGS and not start.startswith("["):
        return True
    if start[:1] not in "{[" or len(opening.lines) < 2:
        return False
    lines = opening.lines[: SAMPLE_LINES + 1][: len(opening.lines) - 1]
    whole = sum(isinstance(_value_of(line), dict | list) for line in lines)
    return whole > JSON_SHARE * len(lines) and len(lines[0].strip()) > 1


def _is_json(opening: Opening) -> bool:
    """Whether a file is one JSON value, as far as it was looked at, or damaged JSON.

    Text that opens with a bracket is none: `[1]`, `[00:07]`, `{{`, `[[`.
    """
    start = unwrapped(opening.start)
    if start[:1] not in "{[":
        return False
    if opening.ending == ".json":
        return True
    try:
        json.loads(start)
    except ValueError as error:
        at_end = isinstance(error, json.JSONDecodeError) and _is_cut_off(start, error)
        keys = sum(_KEY.match(line) is not None for line in opening.lines[:SAMPLE_LINES])
        return at_end or keys > JSON_SHARE * len(opening.lines[:SAMPLE_LINES])
    except RecursionError:
        return True
    return True


def _is_cut_off(start: str, error: json.JSONDecodeError) -> bool:
    """Whether JSON is right up to the end of the text, and holds more than an opening bracket."""
    unterminated = error.msg.startswith("Unterminated string")
    rest = start[error.pos :].strip()
    return (unterminated or not rest) and '"' in start[: error.pos + 1]


def _value_of(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


JSONL = Format(
    "jsonl",
    "JSON, one object per line",
    _is_json_lines,
    lambda content: read_json_lines(content.lines(), content.name),
)
JSON = Format(
    "json",
    "JSON: arrays, and objects that hold the array",
    _is_json,
    lambda content: read_json(content.text(), content.name),
)
