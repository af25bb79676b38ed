"""Which elements of an XML file are its records, and which of theirs holds the text.

Judged by structure and evidence over the whole file: what elements are called, how often they
repeat, and how many of the file's words stand in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from topograph.formats.names import ENTITY_NAMES, TEXT_TIERS, TITLE_NAMES, plain_names
from topograph.formats.textdocument import Handler
from topograph.formats.xmlstream import local

#: A text has more words than this on average; labels and codes do not.
LABEL_WORDS = 2
#: Share of the file's words that must stand in a text whose name is a weak one, like `comment`.
WEAK_SHARE = 0.2
#: Share of the records that must have it.
FILLED_SHARE = 0.3
#: Share of a text's words that must stand in itself and in elements that are parts of a text.
TEXTUAL_SHARE = 0.7
#: The same as `WEAK_SHARE` for a text that no name speaks for.
UNNAMED_SHARE = 0.5
UNNAMED_WORDS = 15
#: Share of common children (Jaccard) from which two elements side by side are of one kind.
ALIKE = 1 / 3
#: Elements within a line of text; all others, within a text, are lines of their own.
INLINE = frozenset(
    "a abbr b bold em emphasis ext-link hi i inf inline-formula italic name ref span strong style "
    "sub sup tt u w xref".split()
)
#: Elements that are parts of a running text.
PARAGRAPHS = frozenset("p para par line l s seg simpara".split())
_PARTS = (
    INLINE
    | PARAGRAPHS
    | frozenset(
        "block blockquote br caption cell div entry h1 h2 h3 h4 head heading item label lb li list "
        "ol pb q quote row sec section table tbody td th thead title tr ul".split()
    )
)
#: Names that say that a text is what a file is about, whatever else it holds.
STRONG_NAMES = frozenset(TEXT_TIERS[0]) - {"text", "review text", "summary"}
#: Names of attributes and elements that name the speaker.
SPEAKERS = frozenset({"speaker", "who"})
#: Names by which records without a text are known.
_TITLES = frozenset(TITLE_NAMES) - {"name", "subject", "heading"}


#: An element that describes the records beside it, as in RSS 1.0; it is not a record itself.
_CHANNEL = "channel"


class TooManyPaths(Exception):
    """The file has no regular structure."""


@dataclass(eq=False)
class Place:
    """All elements that stand under the same names.

    Attributes
    ----------
    name : str
        As in the file, with its prefix; an attribute's behind an `@`.
    above : Place or None
    below : dict
        Places by name.
    count : int
        Elements.
    most : int
        The most of them beside each other in one element.
    filled, words : int
        Elements that hold words themselves, and these words.
    """

    name: str
    above: Place | None = None
    below: dict[str, Place] = field(default_factory=dict)
    count: int = 0
    most: int = 0
    filled: int = 0
    words: int = 0
    #: Of the element that is open.
    beside: int = 0

    def all(self) -> Iterator[Place]:
        """The place itself and all below it."""
        todo = [self]
        while todo:
            own = todo.pop()
            yield own
            todo += reversed(own.below.values())

    def above_all(self) -> Iterator[Place]:
        """The places around it, innermost first."""
        own = self.above
        while own is not None and own.name:
            yield own
            own = own.above

    def path(self) -> tuple[str, ...]:
        """Its names, outermost first."""
        return (*(own.name for own in reversed(list(self.above_all()))), self.name)

    @cached_property
    def total(self) -> int:
        """Words in it and below, those of attributes aside."""
        below = (own for own in self.below.values() if not own.name.startswith("@"))
        return self.words + sum(own.total for own in below)

    @cached_property
    def textual(self) -> int:
        """Those of its words that stand in itself and in elements that are parts of a text."""
        below = (own for own in self.below.values() if local(own.name) in _PARTS)
        return self.words + sum(own.textual for own in below)

    def names(self) -> tuple[str, ...]:
        """Its plain names, with and without prefix."""
        name = self.name.lstrip("@")
        return tuple(dict.fromkeys((*plain_names(local(name)), *plain_names(name))))


class Structure(Handler):
    """Gathers the places of a file."""

    def __init__(self, most: int = 20_000) -> None:
        self.root = Place("")
        self._open = [self.root]
        self._text: list[str] = []
        self._left = most

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Count an element and its attributes."""
        self._count_words()
        place = self._below(self._open[-1], name)
        place.count += 1
        place.beside += 1
        place.most = max(place.most, place.beside)
        for own in place.below.values():
            own.beside = 0
        for key, value in attributes.items():
            if not key.startswith("xmlns"):
                own = self._below(place, f"@{key}")
                own.count += 1
                own.filled += bool(value.strip())
                own.words += len(value.split())
        self._open.append(place)

    def data(self, text: str) -> None:
        """Remember text."""
        self._text.append(text)

    def end(self, name: str) -> None:
        """Close an element."""
        self._count_words()
        self._open.pop()

    def _below(self, place: Place, name: str) -> Place:
        own = place.below.get(name)
        if own is None:
            self._left -= 1
            if self._left < 0:
                raise TooManyPaths
            own = place.below[name] = Place(name, place)
        return own

    def _count_words(self) -> None:
        if self._text:
            words = len("".join(self._text).split())
            self._open[-1].words += words
            self._open[-1].filled += bool(words)
            self._text.clear()


@dataclass
class Choice:
    """What a file's records are.

    Attributes
    ----------
    records : list of Place
        Places of elements that are one record each, beside each other.
    text : Place or None
        The place of the text; None where the records have titles only.
    """

    records: list[Place]
    text: Place | None


def choose(root: Place) -> Choice | None:
    """The records of a file; None where nothing speaks for any.

    Parameters
    ----------
    root : Place
        Above the outermost element.
    """
    places = [own for own in root.all() if own.name]
    for own in reversed(places):
        _ = own.total, own.textual  # from the inside out: none is asked from many levels above
    everything = max(root.total, 1)
    text = _strong(places) or _weak(places, everything) or _unnamed(places, everything)
    if text is None and (spoken := _spoken(places, everything)):
        return Choice(spoken, spoken[0])
    if text is not None:
        return Choice(_kinds(_record_of(text), text), text)
    titles = [own for own in places if _TITLES & set(own.names())]
    if not titles:
        return None
    title = max(titles, key=lambda own: own.count)
    kinds = _kinds(_record_of(title), title)
    return Choice(kinds, None) if sum(own.count for own in kinds) > 1 else None


def _strong(places: list[Place]) -> Place | None:
    found = [
        own
        for own in places
        if STRONG_NAMES & set(own.names())
        and own.total >= (LABEL_WORDS + own.name.startswith("@")) * own.count
    ]
    found = [own for own in found if not any(above in found for above in own.above_all())]
    return max(found, key=lambda own: (own.count, own.total), default=None)


def _weak(places: list[Place], everything: int) -> Place | None:
    """The place of a weaker name that holds much of what is written in the file."""
    for tier in TEXT_TIERS:
        found = [
            own
            for own in places
            if set(tier) & set(own.names())
            and own.textual >= TEXTUAL_SHARE * own.total
            and (own.total >= WEAK_SHARE * everything or _is_filled_attribute(own))
            and _filled_share(own) >= FILLED_SHARE
        ]
        # the container of records is not text: <comments> holds <comment>, <document> holds <text>
        inner = [own for own in found if not any(own in below.above_all() for below in found)]
        if inner:
            best = max(inner, key=lambda own: (own.total, own.count))
            return None if any(_rivals(own, best) for own in inner) else best
    return None


def _rivals(one: Place, best: Place) -> bool:
    """Whether another place holds about as much, in records of its own: nothing decides."""
    if one is best or 2 * one.total < best.total:
        return False
    return _record_of(one) not in _kinds(_record_of(best), best)


def _filled_share(text: Place) -> float:
    """Share of a file's records that have the text."""
    record = _record_of(text)
    inner = text.path()[len(record.path()) :]
    kinds = _kinds(record, text)
    found = [below for kind in kinds if (below := _at(kind, inner)) is not None]
    return sum(own.count for own in found) / max(sum(own.count for own in kinds), 1)


def _at(place: Place, names: tuple[str, ...]) -> Place | None:
    """The place below another one that such names lead to."""
    below: Place | None = place
    for name in names:
        below = below.below.get(name) if below is not None else None
    return below


def _is_filled_attribute(place: Place) -> bool:
    """Whether an attribute holds most words of its element: StackExchange writes records so."""
    if not place.name.startswith("@") or place.above is None:
        return False
    siblings = [own for own in place.above.below.values() if own is not place]
    others = [own.words for own in siblings if own.name.startswith("@")]
    prose = place.words > LABEL_WORDS * place.count
    return prose and place.words > max(others, default=0) and place.words >= place.above.total


def _unnamed(places: list[Place], everything: int) -> Place | None:
    """The place of prose that no name speaks for: one field of records, with most of all words."""
    found = [
        own
        for own in places
        if own.count > LABEL_WORDS
        and own.words >= UNNAMED_SHARE * everything
        and own.words >= UNNAMED_WORDS * own.count
    ]
    if len(found) != 1:
        return None
    record = _record_of(found[0])
    paragraphs = local(found[0].name) in PARAGRAPHS and not ENTITY_NAMES & set(record.names())
    return None if paragraphs or found[0].above not in (record, record.above) else found[0]


def _spoken(places: list[Place], everything: int) -> list[Place]:
    """The places of what persons say, who are named in an attribute or an element of it."""
    found = [
        own
        for own in places
        if any(below.name.lstrip("@") in SPEAKERS for below in own.below.values())
    ]
    outermost = [own for own in found if not any(above in found for above in own.above_all())]
    for name in dict.fromkeys(own.name for own in outermost):
        alike = [own for own in outermost if own.name == name]
        count, words = sum(own.count for own in alike), sum(own.total for own in alike)
        if count > LABEL_WORDS and words >= max(LABEL_WORDS * count, UNNAMED_SHARE * everything):
            return alike
    return []


def _record_of(text: Place) -> Place:
    """The element around a text that repeats; if none does, the one that has a title as well."""
    above = list(text.above_all())
    if not above:
        return text
    repeated = next((own for own in above if own.most > 1), None)
    if repeated is not None and not ENTITY_NAMES & set(repeated.names()):
        # passages of a document, sections of an article
        outer = (own for own in above if own.most > 1 and ENTITY_NAMES & set(own.names()))
        repeated = next(outer, repeated)
    if text.most > 1 and not text.name.startswith("@"):
        is_entity = bool(ENTITY_NAMES & set(text.names()))
        if is_entity or (repeated is None and text.most > LABEL_WORDS):
            return text
    return repeated or next((own for own in above if title_of(own)), above[-1])


def title_of(record: Place, text: Place | None = None) -> Place | None:
    """The place of the title nearest to a record, of several as near the one named best."""
    depth = len(record.path())
    order = [name for name in TITLE_NAMES if name in _TITLES]
    found = [
        (len(own.path()) - depth, order.index(name), own)
        for own in record.all()
        if own is not record and own is not text and len(own.path()) - depth <= 3
        for name in own.names()
        if name in _TITLES
    ]
    return min(found, key=lambda own: own[:2])[2] if found else None


def _kinds(record: Place, text: Place) -> list[Place]:
    """The records' place, and those beside it that hold the same text, or are alike."""
    if record.above is None or record is text:
        return [record]
    inner = text.path()[len(record.path()) :]
    found = []
    for own in record.above.below.values():
        one, other = set(own.below), set(record.below)
        alike = len(one & other) > ALIKE * len(one | other)
        kin = local(own.name) != _CHANNEL and (_at(own, inner) is not None or alike)
        if own is record or kin:
            found.append(own)
    return [own for own in found if not own.name.startswith("@")]
