r"""Records as lines of tag and value: RIS, MEDLINE, Web of Science, EndNote, Cochrane.

One reader serves all their dialects. Readers of these formats on offer keep one value of a
repeated tag or stop at a dialect's quirks: a single space before the hyphen, continuation lines
with or without indentation, records without an end tag, lines before the first record.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from topograph.errors import TopographError
from topograph.parse.records import RawRecord, broken


@dataclass(frozen=True)
class Tags:
    """How a format writes its lines.

    Attributes
    ----------
    name : str
        The format's name, for messages.
    line : pattern
        A tag (group 1) and its value (group 2).
    start, end : str
        Tags that open and close a record; MEDLINE has no closing one.
    repeated : frozenset of str
        Tags whose continuation lines hold one value each.
    """

    name: str
    line: re.Pattern[str]
    start: str
    end: str
    repeated: frozenset[str] = frozenset()


RIS = Tags("RIS", re.compile(r"[ \t]*([A-Z][A-Z0-9])(?: {1,3}-(?= |$)| {2}-) ?(.*)"), "TY", "ER")
MEDLINE = Tags("MEDLINE", re.compile(r"([A-Z]{2,4}) {0,2}- ?(.*)"), "PMID", "")
WOS = Tags(
    "Web of Science",
    re.compile(r"([A-Z][A-Z0-9])(?: (.*)|$)"),
    "PT",
    "ER",
    frozenset({"AU", "AF", "BA", "BF", "BE", "GP", "CR"}),
)
#: EndNote's `%0`, also of Google Scholar and ACM.
ENDNOTE = Tags(
    "EndNote", re.compile(r"(%[^\s%])(?: (.*)|$)"), "%0", "", frozenset({"%K", "%A", "%E"})
)
COCHRANE = Tags(
    "Cochrane's text",
    re.compile(
        r"(Record(?= #)|(?:ID|A[BU]|TI|SO|YR|VL|NO|P[BGMTY]|X[A-Z]|KY|DOI|US|C[CRO]|ST|LA|SN|EM|DT)"
        r"(?=:))(?: #\d+ of \d+|: ?)(.*)"
    ),
    "Record",
    "",
)
#: Lines about the file itself.
_FILE_TAGS = frozenset({"FN", "VR", "EF"})


def read_tagged(text: str, tags: Tags, name: str) -> Iterator[RawRecord]:
    """Read all records; values of a repeated tag are a list.

    A record that the next one's start or the file's end cuts off is broken where the format has an
    end tag, unless all records lack it.

    Raises
    ------
    TopographError
        If the file holds no record.
    """
    chunks = list(_chunks(text.lstrip("\ufeff"), tags))
    if not chunks:
        raise TopographError(
            f"{name} holds no records.",
            f"no line opens a record of {tags.name} ({tags.start}).",
            "check the file, or set parse.format to what it is.",
        )
    ends = not tags.end or any(chunk.closed for chunk in chunks)
    for position, chunk in enumerate(chunks):
        content = "\n".join(chunk.lines)
        if not ends or chunk.closed or not tags.end:
            fields = _fields(chunk.lines, tags)
            if len(fields) > 1:
                yield RawRecord(position, fields)
            else:
                yield broken(position, f"line {chunk.line}: a record without fields", content)
        else:
            detail = f"line {chunk.line}: a record without its end ({tags.end})"
            yield broken(position, detail, content)


@dataclass
class _Chunk:
    line: int
    lines: list[str]
    closed: bool = False


def _chunks(text: str, tags: Tags) -> Iterator[_Chunk]:
    chunk: _Chunk | None = None
    for number, line in enumerate(text.split("\n"), 1):
        match = tags.line.match(line)
        tag = match[1] if match else ""
        if tag == tags.start or (tag and chunk is None and tag not in _FILE_TAGS | {tags.end}):
            if chunk is not None:
                yield chunk
            chunk = _Chunk(number, [line])
        elif chunk is not None:
            if tag == tags.end and tags.end:
                chunk.closed = True
                yield chunk
                chunk = None
            elif tag not in _FILE_TAGS or not tags.end:
                chunk.lines.append(line)
    if chunk is not None:
        yield chunk


def _fields(lines: list[str], tags: Tags) -> dict[str, object]:
    found: dict[str, list[list[str]]] = {}
    tag = ""
    for line in lines:
        match = tags.line.match(line)
        if match:
            tag = match[1]
            found.setdefault(tag, []).append([(match[2] or "").strip()])
        elif line.strip() and tag:
            if tag in tags.repeated:
                found[tag].append([line.strip()])
            else:
                found[tag][-1].append(line.strip())
    fields: dict[str, object] = {}
    for key, values in found.items():
        texts = [text for text in (_joined(parts) for parts in values) if text]
        if len(texts) == 1:
            fields[key] = texts[0]
        elif texts:
            fields[key] = texts
    return fields


def _joined(parts: list[str]) -> str:
    return "\n".join(part for part in parts if part)
