"""TEI: speeches, plays, books, letters; and scholarly articles as GROBID writes them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree import ElementTree as ET

from topograph.errors import TopographError
from topograph.formats.base import Content, Format, Opening
from topograph.formats.records import RawRecord, filled, numbered
from topograph.formats.textdocument import Handler
from topograph.formats.xmlstream import Path, XmlFile, elements, find_all, lines_of, local, text_of

_BLOCKS = frozenset(
    "ab abstract argument bibl body cell closer dateline div div1 div2 div3 epigraph figure front "
    "group head item l lg list opener p q quote row salute seg signed sp speech table trailer "
    "u".split()
)
#: Elements whose text is not text of a document: what editors add, what is seen and not said, and
#: the older of two forms of a word.
_LEFT_OUT = frozenset(
    "abbr bibl biblStruct desc del egXML event figDesc figure formula fw gap incident kinesic "
    "listBibl orig pause sic speaker stage table teiHeader vocal writing".split()
)
#: Elements that hold examples of markup.
_EXAMPLES = frozenset({"egXML", "eg"})
_IN_CHOICE = frozenset({"abbr", "orig", "sic"})
#: Divisions that are parts of one text.
_SECTIONS = frozenset(
    "abstract acknowledgement annex appendix bibliography conclusion contents introduction notes "
    "part references section subsection toc".split()
)
#: Fields of a document that is a part of a work, by the names they have in a whole one.
_PART = {"title": "work", "heading": "title"}
#: Tags that a program has written into readings as text, as CollateX does.
_ESCAPED_TAG = re.compile(r"</?([A-Za-z][\w.-]*)(?:\s+[\w:.-]+=(?:\"[^\"]*\"|'[^']*'))*\s*/?>")
#: White space in front of a sign that is an element of its own.
_SPACE_BEFORE = re.compile(r"\s+([.,;:!?)\]])")


class _Counts(Handler):
    """Counts what a file is made of."""

    def __init__(self) -> None:
        self.names: Counter[str] = Counter()
        self.types: Counter[str] = Counter()
        self._path: list[str] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Count an element; of divisions those of the outermost level."""
        name = local(name)
        if name in ("div", "div1") and self._path[-1:] == ["body"]:
            self.types[attributes.get("type", "section")] += 1
        if not _EXAMPLES.intersection(self._path):
            self.names[name] += 1
        self._path.append(name)

    def end(self, name: str) -> None:
        """Leave an element."""
        self._path.pop()


def read_tei(content: Content) -> Iterator[RawRecord]:
    """Read the documents of a file: its utterances or speeches, its divisions, or the whole text.

    Raises
    ------
    TopographError
        If the file is not well-formed XML, or has no text.
    """
    none = TopographError(
        f"{content.name} holds no text.",
        "it is TEI with a header only.",
        "take it out of parse.files.",
    )
    yield from numbered(_documents(content), none)


def _documents(content: Content) -> Iterator[dict[str, str | list[str]]]:
    counts = _Counts()
    for _ in XmlFile(content).stream(counts):
        pass
    unit = _unit(counts)

    def wanted(path: Path) -> bool:
        name = local(path[-1][0])
        if any(local(own) in _EXAMPLES for own, _ in path[:-1]):
            return False
        if name == "head":
            return unit in ("u", "sp")
        if name == unit == "div" or (name == "div1" and unit == "div"):
            return local(path[-2][0]) == "body"
        inner = name == "text" and any(local(own) == "text" for own, _ in path[:-1])
        return name == "teiHeader" or (name == unit and not inner)

    context = _Context()
    for element, around in elements(content, wanted):
        name = local(element.tag)
        if name in ("teiHeader", "head"):
            context.take(element, around)
            continue
        fields = context.fields(around) | _document(element, unit, context.people)
        if unit == "text" and counts.names["abstract"] and "abstract" not in fields:
            parts = find_all(element, "abstract")
            fields["abstract"] = "\n".join(line for part in parts for line in _lines(part))
        elif unit != "text":
            fields = {_PART.get(key, key): own for key, own in fields.items() if key != "abstract"}
        yield fields


@dataclass
class _Context:
    """What stands before and around documents: the header, and headings of sections."""

    header: dict[str, str | list[str]] = field(default_factory=dict)
    people: dict[str, str] = field(default_factory=dict)
    section: str = ""
    place: dict[str, str] | None = None

    def take(self, element: ET.Element, around: Path) -> None:
        """Take a header, or the heading of the section that is open."""
        if local(element.tag) == "head":
            self.section, self.place = text_of(element), around[-1][1]
        elif len(around) > 1 or local(around[0][0]) == "TEI":
            self.header = self.header | _header(element)
            self.people |= _people(element)
        else:  # of a whole corpus: its title is not a document's
            self.people |= _people(element)

    def fields(self, around: Path) -> dict[str, str | list[str]]:
        """The fields of a document there."""
        inside = any(attributes is self.place for _, attributes in around)
        return self.header | ({"section": self.section} if inside and self.section else {})


def _unit(counts: _Counts) -> str:
    """The element that is one document each."""
    if counts.names["u"]:
        return "u"
    if counts.names["sp"]:
        return "sp"
    texts = sum(count for kind, count in counts.types.items() if kind not in _SECTIONS)
    whole = counts.names["abstract"] or counts.names["biblStruct"] or counts.names["group"]
    most = texts > 1 and 2 * texts > sum(counts.types.values())
    return "div" if most and not whole else "text"


def _lines(element: ET.Element, *, spoken: bool = False) -> list[str]:
    in_choice = {
        child
        for own in element.iter()
        if local(own.tag) == "choice"
        for child in own
        if local(child.tag) in _IN_CHOICE
    }

    for app in element.iter():
        if local(app.tag) in ("lem", "rdg") and app.text and _ESCAPED_TAG.search(app.text):
            app.text = _ESCAPED_TAG.sub(_in_place_of_tag, app.text)

    variants = {own for app in element.iter() if local(app.tag) == "app" for own in _variants(app)}

    def is_left_out(own: ET.Element) -> bool:
        name = local(own.tag)
        if own in variants:
            return True
        if name in _IN_CHOICE:
            return own in in_choice
        return name in _LEFT_OUT or (spoken and name == "note")

    lines = lines_of(element, _BLOCKS.__contains__, is_left_out)
    if any(local(own.tag) == "pc" for own in element.iter()):  # signs are elements of their own
        return [_SPACE_BEFORE.sub(r"\1", line) for line in lines]
    return lines


def _in_place_of_tag(tag: re.Match[str]) -> str:
    """A space in the place of a tag between lines or parts of a text, nothing within a line."""
    return " " if tag[1] in _BLOCKS or tag[1] in ("lb", "milestone", "pb") else ""


def _variants(app: ET.Element) -> list[ET.Element]:
    """The readings of a place that are not its text: all but the lemma, else the first in words."""
    readings = [own for own in app.iter() if local(own.tag) in ("lem", "rdg")]
    in_words = [own for own in readings if text_of(own)]
    lemmas = [own for own in readings if local(own.tag) == "lem"]
    chosen = next(iter(lemmas or in_words), None)
    inside = set() if chosen is None else set(chosen.iter())
    return [own for own in readings if own not in inside]


def _document(element: ET.Element, unit: str, people: dict[str, str]) -> dict[str, str | list[str]]:
    attributes = {local(key): value for key, value in element.attrib.items()}
    who = attributes.get("who", "")
    body = next((own for own in element.iter() if local(own.tag) == "body"), None)
    whole = element if unit != "text" or body is None else body
    lines = _lines(whole, spoken=unit in ("u", "sp"))
    head = next((text_of(own) for own in element if local(own.tag) == "head"), "")
    if head and unit == "div" and lines[:1] == [head]:
        lines = lines[1:]
    speaker = text_of(next(find_all(element, "speaker"), None)) or "; ".join(
        people.get(own.lstrip("#"), own.lstrip("#")) for own in who.split()
    )
    fields: dict[str, str | list[str]] = {
        "id": attributes.get("id", ""),
        "heading": head if unit == "div" else "",
        "text": "\n".join(lines),
        "speaker": speaker,
        "type": attributes.get("type", ""),
    }
    fields |= {
        key: value
        for key, value in attributes.items()
        if key not in ("id", "who", "type", "n", "space", "lang", "base")
    }
    return filled(fields)


def _header(header: ET.Element) -> dict[str, str | list[str]]:
    """What the header says: title, authors, date, abstract, keywords, identifiers."""
    titles = [own for part in find_all(header, "titleStmt") for own in find_all(part, "title")]
    main = [own for own in titles if own.get("type") in (None, "main")]
    authors = [own for own in find_all(header, "author") if "ref" not in own.attrib]
    identifiers = {own.get("type", "").lower(): text_of(own) for own in find_all(header, "idno")}
    abstract = next(find_all(header, "abstract"), None)
    fields: dict[str, str | list[str]] = {
        "title": text_of(next(iter(main or titles), None)),
        "author": list(dict.fromkeys(name for own in authors if (name := _author(own)))),
        "date": _date(header),
        "abstract": "" if abstract is None else "\n".join(_lines(abstract)),
        "keywords": [text_of(own) for part in find_all(header, "keywords") for own in part],
        "doi": identifiers.get("doi", ""),
    }
    return filled(fields)


def _author(author: ET.Element) -> str:
    last = text_of(next(find_all(author, "surname"), None))
    first = " ".join(text_of(own) for own in find_all(author, "forename"))
    if last or first:
        return ", ".join(own for own in (last, first) if own)
    return "" if len(author) else text_of(author)


def _date(header: ET.Element) -> str:
    """When the text came about: when it was spoken or written, else published."""
    for place in ("setting", "correspAction", "creation", "sourceDesc", "publicationStmt"):
        for part in find_all(header, place):
            for own in find_all(part, "date"):
                value = own.get("when") or own.get("from") or own.get("notBefore") or text_of(own)
                if re.search(r"\d", value):
                    return value
    return ""


def _people(header: ET.Element) -> dict[str, str]:
    """Names of the people in the header, by identifier."""
    found = {}
    for person in header.iter():
        if local(person.tag) in ("person", "personGrp"):
            identifier = next((v for k, v in person.attrib.items() if local(k) == "id"), "")
            name = next(
                (own for own in person.iter() if local(own.tag) in ("persName", "name")), None
            )
            if identifier and name is not None:
                found[identifier] = text_of(name)
    return found


_ROOT = re.compile(r"<(?:\w+:)?(?:TEI|TEI\.2|teiCorpus|teiCorpus\.2)[\s>]")


def _is_tei(opening: Opening) -> bool:
    return opening.start.startswith("<") and _ROOT.search(opening.start[:20_000]) is not None


FORMAT = Format(
    "tei",
    "TEI: one document per utterance, speech, division or text; of articles the abstract "
    "(GROBID), else the text",
    _is_tei,
    read_tei,
    fields={
        "text": ("abstract", "text"),
        "title": ("title",),
        "date": ("date",),
        "id": ("id", "doi"),
    },
)
