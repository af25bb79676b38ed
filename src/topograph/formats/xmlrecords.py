"""XML of any vocabulary: Atom, EndNote, Europe PMC, RSS, Dublin Core, StackExchange, one's own."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree as ET

from topograph.errors import TopographError
from topograph.formats.base import Content, Format
from topograph.formats.markup import is_xml
from topograph.formats.names import (
    DATE_NAMES,
    ID_NAMES,
    TEXT_TIERS,
    TITLE_NAMES,
    plain_names,
)
from topograph.formats.records import RawRecord
from topograph.formats.xmlschema import (
    INLINE,
    Choice,
    Place,
    Structure,
    TooManyPaths,
    choose,
    title_of,
)
from topograph.formats.xmlstream import Elements, Path, XmlFile, lines_of, local

#: Attributes that hold the value of an element without content.
_VALUES = ("term", "value", "content", "href")
_TEXT_NAMES = frozenset(name for tier in TEXT_TIERS for name in tier)
_FIELD_NAMES = frozenset((*TITLE_NAMES, *DATE_NAMES, *ID_NAMES, "speaker"))

#: Names of elements from a record down to a field, an attribute's behind an `@`.
Steps = tuple[str, ...]


def read_xml(content: Content) -> Iterator[RawRecord]:
    """Read all records; fields have the names of their elements and attributes.

    The file is read twice: to find out which elements are records, and to read them.

    An element whose name another one nearer to the record has, is named with those around it, as in
    `journal.title`.

    Raises
    ------
    TopographError
        If the file is not well-formed XML, or nothing speaks for records in it.
    """
    file = XmlFile(content)
    structure = Structure()
    try:
        for _ in file.stream(structure):
            pass
        choice = choose(structure.root)
    except TooManyPaths:
        choice = None
    if choice is None:
        raise TopographError(
            f"{content.name} holds no records.",
            "no element with a usual name for texts (abstract, summary, description, ...) contains "
            "much of its text.",
            "export the documents as CSV, RIS, BibTeX or JSON; or set `parse: {format: file}` to "
            "read all words of each file as one document.",
        )
    names = field_names(choice)
    if choice.text is not None:
        content.found["text"] = (names[_steps(choice.text, choice.records)],)
    title = title_of(choice.records[0], choice.text)
    if title is not None:
        content.found["title"] = (names[_steps(title, choice.records)],)
    yield from _records(file, choice, names)


def _records(file: XmlFile, choice: Choice, names: dict[Steps, str]) -> Iterator[RawRecord]:
    wanted = {own.path() for own in choice.records}
    last = {path[-1] for path in wanted}

    def is_record(path: Path) -> bool:
        return path[-1][0] in last and tuple(name for name, _ in path) in wanted

    text = _steps(choice.text, choice.records) if choice.text else None
    handler = Elements(is_record)
    position = 0
    for _ in file.stream(handler):
        for element, around in handler.take():
            own = _fields(element, names, text)
            yield RawRecord(position, {**dict(_context(around)), **own})
            position += 1


def _steps(text: Place, records: list[Place]) -> Steps:
    """The names from a record to its text; none where the record is the text."""
    return text.path()[len(records[0].path()) :]


def field_names(choice: Choice) -> dict[Steps, str]:
    """A field's name for each path of names below a record, the same in all records of the file."""
    text = _steps(choice.text, choice.records) if choice.text else None
    every: dict[Steps, None] = {} if text is None else {text: None}
    found = []
    for record in choice.records:
        start = len(record.path())
        found += [own.path()[start:] for own in record.all() if own is not record]
    every |= dict.fromkeys(sorted(found, key=len))
    names: dict[Steps, str] = {}
    for steps in every:
        if not steps:
            names[steps] = local(choice.records[0].name)
            continue
        parts = [local(name.lstrip("@")) for name in steps]
        nested_text = len(steps) > 1 and steps != text and _is_text(parts[-1])
        options = (parts[-1], steps[-1].lstrip("@"), ".".join(parts), ".".join(steps))
        if choice.text is None and _is_text(parts[-1]):  # too rare for the text of the records
            names[steps] = ".".join((local(choice.records[0].name), *parts))
            continue
        taken = set(names.values())
        for option in options[2:] if nested_text else options:
            if option not in taken:
                names[steps] = option
                break
    return names


def _is_text(name: str) -> bool:
    return bool(_TEXT_NAMES.intersection(plain_names(name)))


def _context(around: Path) -> Iterator[tuple[str, str]]:
    """What the elements around a record say in attributes, the outermost one aside."""
    for name, attributes in around[1:]:
        for key, value in attributes.items():
            if not key.startswith("xmlns") and value.strip():
                yield f"{local(name)}.{local(key)}", value


def _fields(
    element: ET.Element, names: dict[Steps, str], text: Steps | None
) -> dict[str, str | list[str]]:
    """The fields of a record.

    Parameters
    ----------
    element : Element
    names : dict
    text : tuple of str or None
        Names that lead to the text, which is one value whatever elements are in it.
    """
    values: dict[str, list[str]] = {}

    def add(steps: Steps, value: str) -> None:
        if value.strip() and steps in names:
            values.setdefault(names[steps], []).append(value)

    for key, value in element.attrib.items():
        add((f"@{key}",), value)
    if text == ():
        apart = {child for child in element if _is_field(child)}
        add((), "\n".join(lines_of(element, _is_block, apart.__contains__)))
        todo: list[tuple[ET.Element, Steps]] = [(child, (child.tag,)) for child in apart]
    else:
        todo = [(child, (child.tag,)) for child in element]
    for own, steps in _leaves(todo, text):
        value = "\n".join(lines_of(own, _is_block))
        add(steps, value or next((own.attrib[key] for key in _VALUES if own.attrib.get(key)), ""))
        if text is not None and text[:-1] == steps and text[-1].startswith("@"):
            add(text, own.attrib.get(text[-1][1:], ""))
    return {name: own[0] if len(own) == 1 else own for name, own in values.items()}


def _is_block(name: str) -> bool:
    return name not in INLINE


def _is_field(element: ET.Element) -> bool:
    return bool(_FIELD_NAMES.intersection(plain_names(local(element.tag))))


def _leaves(
    todo: list[tuple[ET.Element, Steps]], text: Steps | None
) -> Iterator[tuple[ET.Element, Steps]]:
    """The elements that are one field each, in the order of the file."""
    todo = todo[::-1]
    while todo:
        own, steps = todo.pop()
        if steps != text and _holds_fields(own):
            todo += [(child, (*steps, child.tag)) for child in reversed(own)]
        else:
            yield own, steps


def _holds_fields(element: ET.Element) -> bool:
    """Whether an element's children are fields of their own, not parts of its text."""
    if not len(element) or set(plain_names(local(element.tag))).intersection(TEXT_TIERS[0]):
        return False
    return any(local(child.tag) not in INLINE for child in element)


FORMAT = Format(
    "xml",
    "any other XML with elements or attributes named abstract, text, ... (Atom, RSS, Dublin Core, "
    "EndNote, Zotero's RDF, StackExchange, WordPress)",
    is_xml,
    read_xml,
)
