"""XML of any vocabulary: Atom (arXiv), EndNote, Europe PMC, RSS, Dublin Core, one's own.

The records are found by what they hold: elements named as texts are, and around them the element
that repeats.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import IO
from xml.etree import ElementTree as ET

from topograph.errors import TopographError
from topograph.formats.base import Content, Format
from topograph.formats.markup import is_xml
from topograph.formats.names import TEXT_TIERS, plain_names
from topograph.formats.records import RawRecord

#: Elements within a line of text; all others, within a text, are lines of their own.
_INLINE = frozenset(
    "a b bold em ext-link i inf inline-formula italic span strong style sub sup tt u xref".split()
)
#: Attributes that hold the value of an element without content.
_VALUES = ("term", "value", "content", "href")


def read_xml(stream: IO[bytes], name: str) -> Iterator[RawRecord]:
    """Read all records; fields bear the names of their elements.

    An element whose name another one nearer to the record has, is named with those around it, as in
    `journal.title`.

    Raises
    ------
    TopographError
        If the file is not well-formed XML, or no element is named as texts are.
    """
    try:
        root = ET.parse(stream).getroot()
    except (ET.ParseError, LookupError, ValueError) as error:  # also of an unknown encoding
        raise TopographError(
            f"{name} cannot be read as XML.",
            f"{error}.",
            "export it again (it may be cut off), or set `parse: {on_error: skip}` to go on "
            "without it. If it is prose, set `parse: {format: lines}` or "
            "`parse: {format: paragraphs}`.",
        ) from error
    records = _records(root)
    if not records:
        raise TopographError(
            f"{name} holds no records.",
            "none of its elements is named as texts are (abstract, summary, description, ...).",
            "export the documents as CSV, RIS, BibTeX or JSON.",
        )
    leaves: list[dict[tuple[str, ...], list[str]]] = []
    for element in records:
        leaves.append({(key,): [own] for key, own in element.attrib.items() if "}" not in key})
        _collect(element, (), leaves[-1])
    names = _names({path: None for own in leaves for path in own})
    for position, own in enumerate(leaves):
        fields = {names[path]: values[0] if len(values) == 1 else values
                  for path, values in own.items()}  # fmt: skip
        yield RawRecord(position, dict(fields))


def _local(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _records(root: ET.Element) -> list[ET.Element]:
    """The elements that hold one text each, and those of the same kind that hold none."""
    parents = {child: parent for parent in root.iter() for child in parent}
    siblings = {parent: Counter(child.tag for child in parent) for parent in root.iter()}
    for tier in TEXT_TIERS:
        found: Counter[tuple[str, str]] = Counter()
        for element in root.iter():
            if element is root or not set(tier).intersection(plain_names(_local(element))):
                continue
            record = parents[element]
            while (
                record is not root
                and (above := parents[record]) is not root
                and siblings[above][record.tag] == 1
            ):
                record = above
            found[_kind(record, parents)] += 1
        if found:
            kind = max(found, key=lambda own: found[own])
            return [own for own in root.iter() if _kind(own, parents) == kind]
    return []


def _kind(element: ET.Element, parents: dict[ET.Element, ET.Element]) -> tuple[str, str]:
    parent = parents.get(element)
    return ("" if parent is None else str(parent.tag), str(element.tag))


def _names(paths: Iterable[tuple[str, ...]]) -> dict[tuple[str, ...], str]:
    """A field's name for each path of elements, the same in all records of the file.

    >>> _names([("journal", "title"), ("title",)])
    {('title',): 'title', ('journal', 'title'): 'journal.title'}
    """
    names: dict[tuple[str, ...], str] = {}
    taken: set[str] = set()
    for path in sorted(paths, key=len):
        names[path] = path[-1] if path[-1] not in taken else ".".join(path)
        taken.add(path[-1])
    return names


def _collect(
    element: ET.Element, path: tuple[str, ...], leaves: dict[tuple[str, ...], list[str]]
) -> None:
    for child in element:
        name = _local(child)
        own = (*path, name)
        if any(_holds_fields(child, name)):
            _collect(child, own, leaves)
            continue
        value = _content(child) or next(
            (child.attrib[key] for key in _VALUES if child.attrib.get(key)), ""
        )
        if name and value:
            leaves.setdefault(own, []).append(value)


def _holds_fields(element: ET.Element, name: str) -> Iterator[bool]:
    """Whether an element's children are fields of their own, not parts of its text."""
    if not set(plain_names(name)).intersection(TEXT_TIERS[0]):
        for child in element:
            yield _local(child) not in _INLINE


def _content(element: ET.Element) -> str:
    """An element's text; blocks within it are lines."""
    parts: list[str] = []

    def walk(own: ET.Element) -> None:
        parts.append(_flat(own.text))
        for child in own:
            block = _local(child) not in _INLINE
            parts.append("\n" if block else "")
            walk(child)
            parts.append("\n" if block else "")
            parts.append(_flat(child.tail))

    walk(element)
    lines = (line.strip() for line in "".join(parts).split("\n"))
    return "\n".join(line for line in lines if line)


def _flat(text: str | None) -> str:
    return re.sub(r"\s+", " ", text or "")


def _read(content: Content) -> Iterator[RawRecord]:
    with content.open() as stream:
        yield from read_xml(stream, content.name)


FORMAT = Format(
    "xml",
    "any other XML with elements named abstract, text, ... (Atom, RSS, Dublin Core, EndNote)",
    is_xml,
    _read,
)
