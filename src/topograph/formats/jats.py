"""Full text of scholarly articles: JATS, as of PubMed Central (.nxml), and Elsevier's XML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from topograph.errors import TopographError
from topograph.formats.base import Content, Format, Opening
from topograph.formats.records import RawRecord, filled, numbered
from topograph.formats.xmlstream import elements, find_all, lines_of, local, text_of

_BLOCKS = frozenset(
    "abstract abstract-sec body boxed-text break def-item disp-quote label list-item p para sec "
    "section section-title sections simple-para speech td th title tr verse-line".split()
)
#: Elements whose text is not running text.
_LEFT_OUT = frozenset(
    "alternatives bibliography caption def-list disp-formula fig figure fn fn-group graphic "
    "inline-graphic label media object-id ref-list supplementary-material table table-wrap "
    "tex-math".split()
)
_HEADING = re.compile(r"(?:abstract|summary|zusammenfassung|résumé|resumen|resumo)[.:]?", re.I)
#: Kinds of abstracts that stand beside the one that is meant.
_OTHER_ABSTRACTS = frozenset(
    "author-highlights editor executive-summary graphical key-points objectives plain-language"
    "-summary precis short summary teaser toc web-summary".split()
)


def _text(element: ET.Element) -> str:
    """Running text: a section's title and its first paragraph on one line, as PubMed has them."""
    lines = []
    heading = ""
    headings = {
        text_of(own) for name in ("title", "section-title") for own in find_all(element, name)
    }
    for line in lines_of(element, _BLOCKS.__contains__, lambda own: local(own.tag) in _LEFT_OUT):
        if line in headings:
            heading = "" if _HEADING.fullmatch(line) else line.rstrip(".: ")
        else:
            lines.append(f"{heading}: {line}" if heading else line)
            heading = ""
    return "\n".join(lines)


def _first(element: ET.Element, *names: str) -> ET.Element | None:
    return next((own for name in names for own in find_all(element, name)), None)


def read_jats(content: Content) -> Iterator[RawRecord]:
    """Read all articles of a file.

    Raises
    ------
    TopographError
        If the file is not well-formed XML, or holds no article.
    """
    none = TopographError(
        f"{content.name} holds no articles.",
        "it has no element <article>.",
        "take it out of parse.files.",
    )
    found = elements(content, lambda path: local(path[-1][0]) == "article")
    yield from numbered((_jats_fields(article) for article, _ in found), none)


def _jats_fields(article: ET.Element) -> dict[str, str | list[str]]:
    meta = _first(article, "article-meta")
    meta = article if meta is None else meta
    ids = {own.get("pub-id-type", ""): text_of(own) for own in find_all(meta, "article-id")}
    body = next((own for own in article if local(own.tag) == "body"), None)
    language = next((value for key, value in article.attrib.items() if local(key) == "lang"), "")
    return filled(
        {
            "doi": ids.get("doi", ""),
            "pmid": ids.get("pmid", ""),
            "pmcid": ids.get("pmc") or ids.get("pmcid", ""),
            "title": text_of(_first(meta, "article-title")),
            "abstract": _jats_abstract(meta),
            "body": "" if body is None else _text(body),
            "date": _jats_date(meta),
            "journal": text_of(_first(article, "journal-title")),
            "authors": [own for own in map(_jats_author, find_all(meta, "contrib")) if own],
            "keywords": [text_of(own) for own in find_all(meta, "kwd")],
            "subjects": list(dict.fromkeys(text_of(own) for own in find_all(meta, "subject"))),
            "type": article.get("article-type", ""),
            "language": language,
        }
    )


def _jats_abstract(meta: ET.Element) -> str:
    found = [own for own in meta.iter() if local(own.tag) == "abstract"]
    main = [own for own in found if own.get("abstract-type", "") not in _OTHER_ABSTRACTS]
    return _text((main or found)[0]) if found else ""


def _jats_date(meta: ET.Element) -> str:
    """The date of publication; of several the most precise, the first of these."""
    dates = []
    for own in find_all(meta, "pub-date"):
        parts = [text_of(_first(own, part)) for part in ("year", "month", "day")]
        known = parts[: parts.index("") if "" in parts else 3]
        dates.append("-".join(part.zfill(2) for part in known) or text_of(own))
    return max(dates, key=lambda text: len(text.split("-")), default="")


def _jats_author(contributor: ET.Element) -> str:
    if contributor.get("contrib-type", "author") != "author":
        return ""
    last, first = (text_of(_first(contributor, name)) for name in ("surname", "given-names"))
    return ", ".join(own for own in (last, first) if own) or text_of(
        _first(contributor, "collab", "string-name")
    )


def read_elsevier(content: Content) -> Iterator[RawRecord]:
    """Read the one article of a file.

    Raises
    ------
    TopographError
        If it has no abstract, and its body is not wanted as text.
    """
    article, _ = next(elements(content, lambda path: len(path) == 1))
    fields = _elsevier_fields(article)
    if "abstract" not in fields and not content.asked:
        raise TopographError(
            f"{content.name} holds no abstract.",
            "it is an article of Elsevier without one.",
            "set `parse: {text: body}` to take the body of all articles, or `parse: {on_error: "
            "skip}` to skip it.",
        )
    yield RawRecord(0, dict(fields))


def _elsevier_fields(article: ET.Element) -> dict[str, str | list[str]]:
    core = _first(article, "coredata")
    core = article if core is None else core
    abstracts = [own for own in article.iter() if local(own.tag) == "abstract"]
    main = [own for own in abstracts if own.get("class", "author") == "author"]
    abstract = text_of(_first(core, "description")) if core is not article else ""
    sections = _first(article, "sections", "body", "rawtext")
    if sections is None:
        sections = _first(article, "originalText")
    return filled(
        {
            "doi": text_of(_first(core, "doi")),
            "eid": text_of(_first(core, "eid")),
            "title": text_of(_first(core, "title")),
            "abstract": abstract or ("\n".join(map(_text, main[:1]))),
            "body": "" if sections is None else _text(sections),
            "date": text_of(_first(core, "coverDate")),
            "journal": text_of(_first(core, "publicationName")),
            "authors": [text_of(own) for own in find_all(core, "creator")],
            "keywords": [text_of(own) for own in find_all(core, "subject")],
        }
    )


_JATS = re.compile(
    r'<!DOCTYPE\s+article\s+PUBLIC\s+"-//(?:NLM|TaxonX)//|<(?:\w+:)?article\b[^<>]*>'
    r"(?:\s|<\?[^<>]*\?>|<processing-meta\b.*?(?:/>|</processing-meta>))*<(?:\w+:)?front\b"
    r"|<pmc-articleset\b",
    re.DOTALL,
)
_ELSEVIER = re.compile(r"<(?:\w+:)?full-text-retrieval-response\b")


def _opens(pattern: re.Pattern[str], opening: Opening) -> bool:
    return opening.start.startswith("<") and pattern.search(opening.start) is not None


JATS = Format(
    "jats",
    "full text in JATS (PubMed Central's .nxml): the abstract, else the body",
    lambda opening: _opens(_JATS, opening),
    read_jats,
    fields={
        "text": ("abstract", "body"),
        "title": ("title",),
        "date": ("date",),
        "id": ("doi", "pmid", "pmcid"),
    },
)
ELSEVIER = Format(
    "elsevier",
    "full text of Elsevier: the abstract",
    lambda opening: _opens(_ELSEVIER, opening),
    read_elsevier,
    fields={
        "text": ("abstract",),
        "title": ("title",),
        "date": ("date",),
        "id": ("doi", "eid"),
    },
)
