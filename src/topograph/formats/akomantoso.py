"""Akoma Ntoso: debates of parliaments, one document per speech; other texts, one per file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from topograph.errors import TopographError
from topograph.formats.base import Content, Format, Opening
from topograph.formats.records import RawRecord, filled, numbered
from topograph.formats.textdocument import Handler
from topograph.formats.xmlstream import Path, XmlFile, elements, find_all, lines_of, local, text_of

#: Elements that are one contribution to a debate each.
_SPEECHES = frozenset({"speech", "question", "answer"})
#: Elements that hold the text of a document, whatever its kind.
_BODIES = frozenset(
    "amendmentBody body collectionBody debateBody judgmentBody mainBody officialGazetteBody".split()
)
_BLOCKS = frozenset(
    "article blockList block clause content chapter div heading hcontainer intro item li list num "
    "p paragraph part point recital scene section speech subheading subsection td th title tr "
    "wrap wrapUp".split()
)
#: Elements whose text is not running text.
_LEFT_OUT = frozenset("authorialNote from meta note placeholder recordedTime remark".split())


def read_akoma_ntoso(content: Content) -> Iterator[RawRecord]:
    """Read the speeches of a debate with their speakers and headings, or the text of another file.

    Raises
    ------
    TopographError
        If the file is not well-formed XML, or holds no text.
    """
    none = TopographError(
        f"{content.name} holds no text.",
        "it is Akoma Ntoso without a speech or a body.",
        "take it out of parse.files.",
    )
    yield from numbered(_documents(content), none)


def _documents(content: Content) -> Iterator[dict[str, str]]:
    counts = _Speeches()
    for _ in XmlFile(content).stream(counts):
        pass
    wanted = _SPEECHES if counts.number else _BODIES
    names: dict[str, str] = {}
    header: dict[str, str] = {}
    for element, _ in elements(content, lambda path: _is_wanted(path, wanted)):
        name = local(element.tag)
        if name == "meta":
            names |= _names(element)
            header = header or _header(element)
        elif name == "heading":
            header["heading"] = text_of(element)
        else:
            fields = _speech(element, names) if counts.number else _whole(element)
            if "text" in fields:
                yield header | fields


class _Speeches(Handler):
    """Counts speeches."""

    def __init__(self) -> None:
        self.number = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Count an element."""
        self.number += local(name) in _SPEECHES


def _is_wanted(path: Path, wanted: frozenset[str]) -> bool:
    """Whether an element is read as a whole: metadata, a document, a heading above speeches."""
    name = local(path[-1][0])
    above = {local(own) for own, _ in path[:-1]}
    if name == "heading":
        return wanted is _SPEECHES and not above & _SPEECHES
    return name == "meta" or (name in wanted and not above & wanted)


def _whole(body: ET.Element) -> dict[str, str]:
    return filled({"text": "\n".join(_lines(body))})


def _speech(speech: ET.Element, names: dict[str, str]) -> dict[str, str]:
    speaker = text_of(next(find_all(speech, "from"), None))
    by = speech.get("by", "").lstrip("#")
    fields = {
        "id": speech.get("eId") or speech.get("id") or "",
        "text": "\n".join(_lines(speech)),
        "speaker": speaker or names.get(by, by),
        "role": speech.get("as", "").lstrip("#"),
        "kind": "" if local(speech.tag) == "speech" else local(speech.tag),
    }
    return filled(fields)


def _lines(element: ET.Element) -> list[str]:
    return lines_of(element, _BLOCKS.__contains__, lambda own: local(own.tag) in _LEFT_OUT)


def _names(meta: ET.Element) -> dict[str, str]:
    """Names of people and organisations, by identifier."""
    found = {}
    for own in meta.iter():
        identifier = own.get("eId") or own.get("id")
        if identifier and own.get("showAs"):
            found[identifier] = own.get("showAs", "")
    return found


def _header(meta: ET.Element) -> dict[str, str]:
    """Date and title of the work."""
    date = next((own.get("date", "") for own in find_all(meta, "FRBRdate")), "")
    title = next((own.get("value", "") for own in find_all(meta, "FRBRname")), "")
    return filled({"date": date, "title": title})


_ROOT = re.compile(r"<(?:\w+:)?akomaNtoso[\s>]")


def _is_akoma_ntoso(opening: Opening) -> bool:
    return opening.start.startswith("<") and _ROOT.search(opening.start[:20_000]) is not None


FORMAT = Format(
    "akomantoso",
    "Akoma Ntoso: one document per speech of a debate, else per file",
    _is_akoma_ntoso,
    read_akoma_ntoso,
    fields={"text": ("text",), "title": ("heading", "title"), "date": ("date",), "id": ("id",)},
)
