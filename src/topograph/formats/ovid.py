"""Ovid's text: numbered records, their fields under headings or behind tags."""

from __future__ import annotations

import re
from collections.abc import Iterator

from topograph.errors import TopographError
from topograph.formats.base import Format
from topograph.formats.records import RawRecord, broken

_NUMBER = re.compile(r"^[ \t]*<\d+>[ \t]*$", re.MULTILINE)
_TAG = re.compile(r"([A-Z][A-Z0-9]) {1,3}- ?(.*)")


def read_ovid(text: str, name: str) -> Iterator[RawRecord]:
    """Read all records; what stands above the first one (the search strategy) is none.

    Raises
    ------
    TopographError
        If the file holds no record.
    """
    _, *records = _NUMBER.split(text)
    if not records:
        raise TopographError(
            f"{name} holds no records.",
            "no line begins a record of Ovid (<1>).",
            "check the file, or set parse.format to what it is.",
        )
    for position, content in enumerate(records):
        fields = _fields(content)
        if fields:
            yield RawRecord(position, fields)
        else:
            yield broken(position, f"record {position + 1}: a record without fields", content)


def _fields(content: str) -> dict[str, object]:
    """Values by heading or tag; a heading is not indented, its values and continuations are."""
    found: dict[str, list[list[str]]] = {}
    key = ""
    for line in content.split("\n"):
        tagged = _TAG.match(line)
        if tagged:
            key = tagged[1]
            found.setdefault(key, []).append([tagged[2].strip()])
        elif line.strip() and not line[0].isspace():
            key = line.strip()
            found.setdefault(key, []).append([])
        elif line.strip() and key:
            found[key][-1].append(line.strip())
    texts = {
        key: ["\n".join(filter(None, parts)) for parts in values] for key, values in found.items()
    }
    return {key: own[0] if len(own) == 1 else own for key, own in texts.items() if any(own)}


_OPENS = re.compile(
    r"^[ \t]*<\d+>[ \t]*\n(?:[A-Z][A-Z0-9] {1,3}- |[A-Z][A-Za-z /]+\n[ \t]+\S)", re.MULTILINE
)
FORMAT = Format(
    "ovid",
    "text of Ovid, with headings or tags",
    # a search strategy of any length may stand above the first record
    lambda opening: _OPENS.search(opening.start) is not None,
    lambda content: read_ovid(content.text(), content.name),
    fields={
        "text": ("AB", "Abstract"),
        "title": ("TI", "Title"),
        "date": ("YR", "Year of Publication", "DP", "Date of Publication"),
        "id": ("UI", "Unique Identifier", "AN", "Accession Number"),
    },
    bibliographic=True,
)
