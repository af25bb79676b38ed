"""XML as a stream of elements: forgiving where exports are careless, and never held as a whole."""

from __future__ import annotations

import html.entities
import re
from collections.abc import Callable, Iterator
from xml.etree import ElementTree as ET
from xml.parsers import expat

from topograph.errors import TopographError
from topograph.formats.base import Content
from topograph.formats.sources import CHUNK_BYTES, open_text
from topograph.formats.textdocument import Handler

_DECLARED = re.compile(rb"""<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']""")
#: What may not stand within an element: the heads of documents that follow each other in one file.
_HEADS = re.compile(r"<\?xml\b[^>]*\?>|<!DOCTYPE\b[^>\[]*(?:\[[^\]]*\]\s*)?>|\ufeff")
#: Signs that XML does not allow, and exports hold all the same.
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_ENTITY = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)(\w+;)")
_END = "\x1e"
_ROOT = "topograph-documents"
_JUNK = expat.errors.codes[expat.errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT]
#: What a `&` that is not an entity, or one of a sign that XML does not allow, is answered with.
_CARELESS = frozenset(
    expat.errors.codes[own]
    for own in (expat.errors.XML_ERROR_INVALID_TOKEN, expat.errors.XML_ERROR_BAD_CHAR_REF)
)
_STRAY = re.compile(r"&#(?:[0-8]|1[124-9]|2\d|3[01]);|&(?![A-Za-z][\w.]*;|#)")
#: A tag or entity at the end of a piece is looked for in so many characters.
_LONGEST = 2000
#: Deeper nesting is not a document.
MOST_LEVELS = 1000


def local(name: str) -> str:
    """An element's or attribute's name without its prefix.

    >>> local("dc:title"), local("title")
    ('title', 'title')
    """
    return name.rpartition(":")[2]


class XmlFile:
    """A file of XML that is well-formed, to be read as often as needed.

    The names of HTML's entities are known without a DTD, prefixes need no declaration, signs that
    XML does not allow are spaces, a stray `&` is text, and several documents may follow each other.

    Parameters
    ----------
    content : Content

    Raises
    ------
    TopographError
        If the file is not well-formed.
    """

    def __init__(self, content: Content) -> None:
        self._content = content
        self._wrapped = self._lenient = False
        try:
            self._check()
        except (expat.ExpatError, LookupError, ValueError) as error:  # also of an unknown encoding
            raise self._damaged(error) from error

    def _check(self) -> None:
        """Find out how the file can be read: as it is, as several documents, with stray `&`."""
        while True:
            try:
                for _ in self._feed(expat.ParserCreate(encoding="utf-8")):
                    pass
            except expat.ExpatError as error:
                if error.code == _JUNK and not self._wrapped:
                    self._wrapped = True
                elif error.code in _CARELESS and not self._lenient:
                    self._lenient = True
                else:
                    raise
            else:
                return

    def stream(self, handler: Handler) -> Iterator[None]:
        """Hand all elements to a handler, under the names that the file gives them.

        Yields
        ------
        None
            After each piece of the file, so that the caller can take what the handler gathered.

        Raises
        ------
        TopographError
            If elements are nested too deeply.
        """
        parser = expat.ParserCreate(encoding="utf-8")
        parser.buffer_text = True
        parser.CharacterDataHandler = handler.data
        levels = 0

        def start(name: str, attributes: dict[str, str]) -> None:
            nonlocal levels
            levels += 1
            if levels > MOST_LEVELS:
                raise ValueError(f"its elements are nested more than {MOST_LEVELS} levels deep")
            if name != _ROOT:
                handler.start(name, attributes)

        def end(name: str) -> None:
            nonlocal levels
            levels -= 1
            if name != _ROOT:
                handler.end(name)

        parser.StartElementHandler, parser.EndElementHandler = start, end
        try:
            yield from self._feed(parser)
        except ValueError as error:
            raise self._damaged(error) from error

    def _feed(self, parser: expat.XMLParserType) -> Iterator[None]:
        parser.UseForeignDTD(True)  # an entity that is not declared is then no error
        if self._wrapped:
            parser.Parse(f"<{_ROOT}>", False)
        for piece in self._pieces():
            parser.Parse(piece.encode("utf-8", "replace"), False)
            yield
        parser.Parse(f"</{_ROOT}>" if self._wrapped else "", True)
        yield

    def _pieces(self) -> Iterator[str]:
        """The text of the file in pieces that cut no tag and no entity."""
        rest = ""
        with open_text(self._content.source, self._encoding()) as text:
            while read := text.read(CHUNK_BYTES):
                piece = rest + read if rest else read.lstrip("\ufeff \t\n")
                end = max(piece.rfind("<", -_LONGEST), piece.rfind("&", -_LONGEST))
                piece, rest = (piece[:end], piece[end:]) if end > 0 else (piece, "")
                yield self._clean(piece)
        yield self._clean(rest)

    def _clean(self, piece: str) -> str:
        piece = _HEADS.sub("", piece) if self._wrapped else piece
        piece = (
            _STRAY.sub(lambda own: "&amp;" if own[0] == "&" else " ", piece)
            if self._lenient
            else piece
        )
        piece = _ENTITY.sub(lambda match: html.entities.html5.get(match[1], match[0]), piece)
        return _ILLEGAL.sub(" ", piece)

    def _encoding(self) -> str:
        """The encoding that the file declares, where its bytes are not in that of Unicode."""
        found = _DECLARED.search(self._content.source.read(200))
        declared = found[1].decode("ascii").lower() if found else ""
        encoding = self._content.encoding
        unicode = encoding.startswith("utf") or declared.startswith(("utf", "unicode"))
        return encoding if unicode or not declared else declared

    def _damaged(self, error: Exception) -> TopographError:
        return TopographError(
            f"{self._content.name} cannot be read as XML.",
            f"{error}.",
            "export it again (it may be cut off), or set `parse: {on_error: skip}` to go on "
            "without it. If it is prose, set `parse: {format: lines}` or "
            "`parse: {format: paragraphs}`.",
        )


#: The elements that are open, outermost first, with their attributes.
Path = list[tuple[str, dict[str, str]]]


class Elements(Handler):
    """Builds the elements that are asked for, and no others.

    Parameters
    ----------
    wanted : callable
        Told the names of the elements that are open, outermost first; an element within one
        that is built belongs to it and is not asked for.
    """

    def __init__(self, wanted: Callable[[Path], bool]) -> None:
        self._wanted = wanted
        self._path: Path = []
        self._builder: ET.TreeBuilder | None = None
        self._depth = 0
        self._done: list[tuple[ET.Element, Path]] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Begin an element, or one within it."""
        self._path.append((name, attributes))
        if self._builder is None and self._wanted(self._path):
            self._builder, self._depth = ET.TreeBuilder(), len(self._path)
        if self._builder is not None:
            self._builder.start(name, attributes)

    def data(self, text: str) -> None:
        """Add text to the element that is built."""
        if self._builder is not None:
            self._builder.data(text)

    def end(self, name: str) -> None:
        """End an element."""
        if self._builder is not None:
            self._builder.end(name)
            if len(self._path) == self._depth:
                self._done.append((self._builder.close(), self._path[:-1]))
                self._builder = None
        self._path.pop()

    def take(self) -> Iterator[tuple[ET.Element, Path]]:
        """The elements that are complete, each with those around it, outermost first."""
        done, self._done = self._done, []
        yield from done


def elements(content: Content, wanted: Callable[[Path], bool]) -> Iterator[tuple[ET.Element, Path]]:
    """The elements of a file that are asked for, each with those around it.

    Parameters
    ----------
    content : Content
    wanted : callable
        As for `Elements`.

    Raises
    ------
    TopographError
        If the file is not well-formed.
    """
    handler = Elements(wanted)
    for _ in XmlFile(content).stream(handler):
        yield from handler.take()


def lines_of(
    element: ET.Element,
    is_block: Callable[[str], bool],
    left_out: Callable[[ET.Element], bool] = lambda _: False,
) -> list[str]:
    """The text of an element, line by line.

    Parameters
    ----------
    element : Element
    is_block : callable
        Told which elements, by name without prefix, begin and end a line.
    left_out : callable
        Told which elements' text is left out.
    """
    if not len(element):
        line = " ".join((element.text or "").split())
        return [line] if line else []
    parts = [element.text or ""]
    open_ = [(element, iter(element))]
    while open_:
        own, rest = open_[-1]
        child = next(rest, None)
        if child is None:
            open_.pop()
            if open_:
                parts += [_END if is_block(local(own.tag)) else "", own.tail or ""]
        elif left_out(child):
            parts += [_END if is_block(local(child.tag)) else "", child.tail or ""]
        else:
            parts += [_END if is_block(local(child.tag)) else "", child.text or ""]
            open_.append((child, iter(child)))
    return [line for part in "".join(parts).split(_END) if (line := " ".join(part.split()))]


def find_all(element: ET.Element, name: str) -> Iterator[ET.Element]:
    """All elements below one, by name without prefix, in the order of the file."""
    return (own for own in element.iter() if own is not element and local(own.tag) == name)


def text_of(element: ET.Element | None) -> str:
    """The text of an element in one line; "" of none."""
    return "" if element is None else " ".join(lines_of(element, lambda _: False))
