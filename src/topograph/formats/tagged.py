r"""Records as lines of tag and value: RIS, MEDLINE, Web of Science, EndNote, Cochrane.

One reader serves all their dialects. Readers of these formats on offer keep one value of a
repeated tag or stop at a dialect's quirks: a single space before the hyphen, continuation lines
with or without indentation, records without an end tag, lines before the first record.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from topograph.errors import TopographError
from topograph.formats.base import Format, Opening
from topograph.formats.records import RawRecord, broken


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
    end tag, unless all records lack it. Where no record has its opening tag, records begin behind
    an end tag, or behind an empty line with the tag that opens the first one. So they do where
    the first record has another tag above the opening one.

    Raises
    ------
    TopographError
        If the file holds no record.
    """
    chunks = [own for own in _chunks(text.lstrip("\ufeff"), tags) if not own.is_stray(tags)]
    if not chunks:
        raise TopographError(
            f"{name} holds no records.",
            f"no line begins a record of {tags.name} ({tags.start}).",
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

    def is_stray(self, tags: Tags) -> bool:
        """Whether it is one field behind a record's end, as Ovid writes the journal's name."""
        found = [match[1] for line in self.lines if (match := tags.line.match(line))]
        return bool(tags.end) and not self.closed and len(found) == 1 and found[0] != tags.start


def _opening_tag(found: list[str], tags: Tags) -> str:
    """The tag that opens each record: the usual one, or the first, behind an empty line."""
    start = tags.start
    first = next((tag for tag in found if tag and tag not in _FILE_TAGS | {tags.end}), "")
    below = not tags.end and start in found and found[: found.index(start)][-1:] == [first]
    return first if start not in found or below else start


def _chunks(text: str, tags: Tags) -> Iterator[_Chunk]:
    lines = text.split("\n")
    found = [match[1] if (match := tags.line.match(line)) else "" for line in lines]
    start = _opening_tag(found, tags)
    chunk: _Chunk | None = None
    for number, (line, tag) in enumerate(zip(lines, found, strict=True), 1):
        opens = bool(tag) and tag in (start, tags.start)
        if opens and start != tags.start and chunk is not None:
            opens = not lines[number - 2].strip()
        if opens or (tag and chunk is None and tag not in _FILE_TAGS | {tags.end}):
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


#: Tags that RIS uses for what every record has.
_RIS_TAGS = frozenset(
    "A1 AB AN AU DA DO ER ID JF JO KW L1 N1 N2 PB PY SN SP T1 T2 TI TY UR VL Y1".split()
)
_WOS_RECORD = re.compile(r"^PT [A-Z]\s*$", re.MULTILINE)
#: Share of lines with a tag, and number of different tags, that prove RIS without its opening tag.
TAGGED_SHARE = 0.5
LEAST_TAGS = 3


def _is_ris(opening: Opening) -> bool:
    if opening.opens_with(re.compile(r"^[^\S\n]*TY {1,2}- ?", re.MULTILINE)):
        return True
    tags = [match[1] for line in opening.lines if (match := RIS.line.match(line))]
    return (
        len(tags) >= TAGGED_SHARE * len(opening.lines)
        and len(_RIS_TAGS.intersection(tags)) >= LEAST_TAGS
    )


def _is_wos(opening: Opening) -> bool:
    opens = re.compile(r"^(?:FN |VR |PT [A-Z]\s*$)", re.MULTILINE)
    return opening.opens_with(opens) and _WOS_RECORD.search(opening.start) is not None


def _format(
    name: str,
    tags: Tags,
    description: str,
    recognise: Callable[[Opening], bool] | re.Pattern[str],
    **fields: tuple[str, ...],
) -> Format:
    return Format(
        name,
        description,
        recognise
        if not isinstance(recognise, re.Pattern)
        else lambda opening: opening.opens_with(recognise),
        lambda content: read_tagged(content.text(), tags, content.name),
        fields=fields,
        bibliographic=True,
    )


FORMATS = (
    _format(
        "medline",
        MEDLINE,
        "text of PubMed (`.nbib`)",
        re.compile(r"^(?:PMID|OWN |STAT)- ", re.MULTILINE),
        text=("AB", "OAB"),
        title=("TI", "BTI", "TT"),
        date=("DP", "DEP"),
        id=("PMID",),
    ),
    _format(
        "endnote",
        ENDNOTE,
        "EndNote's lines with `%0`",
        re.compile(r"^%0 \S", re.MULTILINE),
        text=("%X",),
        title=("%T",),
        date=("%D+%8",),
        id=("%M", "%R", "%F"),
    ),
    _format(
        "cochrane",
        COCHRANE,
        "text of the Cochrane Library",
        re.compile(r"^Record #\d+ of \d+[ \t]*$", re.MULTILINE),
        text=("AB",),
        title=("TI",),
        date=("YR",),
        id=("ID", "DOI"),
    ),
    _format(
        "wos",
        WOS,
        "text of Web of Science",
        _is_wos,
        text=("AB",),
        title=("TI",),
        date=("PY+PD", "EA"),
        id=("UT", "DI"),
    ),
    # last: its tags without the opening one stand in other formats, too
    _format(
        "ris",
        RIS,
        "RIS",
        _is_ris,
        text=("AB", "N2"),
        title=("TI", "T1", "CT", "BT", "ST"),
        date=("PY", "Y1", "DA", "PD", "PY+DA"),
        id=("ID", "AN", "DO", "LB"),
    ),
)
