"""Articles as Factiva delivers them: many in one HTML, XML, Rich Text, Word or text file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from topograph.errors import TopographError
from topograph.formats.base import Content, Format, Opening
from topograph.formats.blocks import blocks, date_in, plain_opening
from topograph.formats.html import lines_of, parse_html
from topograph.formats.markup import is_html
from topograph.formats.records import RawRecord, filled, numbered
from topograph.formats.xmlstream import elements, find_all, local, text_of

if TYPE_CHECKING:
    from xml.etree import ElementTree as ET

    from bs4 import Tag

Fields = dict[str, str | list[str]]

#: Factiva's tags and the fields they stand for; "" is left out.
_TAGS = {
    "SE": "section", "HD": "title", "BY": "author", "CR": "credit", "WC": "", "PD": "date",
    "ET": "time", "SN": "source", "SC": "source code", "ED": "edition", "PG": "page",
    "VOL": "volume", "LA": "language", "CY": "", "LP": "lead", "TD": "body", "ART": "graphic",
    "CLM": "column", "CT": "", "RF": "notes", "CO": "companies", "IN": "industries",
    "NS": "subjects", "RE": "places", "IPC": "", "IPD": "", "PUB": "publisher", "AN": "id",
}  # fmt: skip
_TAGGED = re.compile(rf"({'|'.join(_TAGS)})(?:[ \t\xa0]+(.*)|)$", re.DOTALL)
#: The lines of an article without tags: how many words it has, and its number at the end.
_WORDS = re.compile(
    r"[\d.,' \xa0]+ ?(?:words?|W.rter|mots?|palabras|parole|palavras|woorden|слов\w*|字|語|단어)",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"(?:\w+ )?(?:Document|Dokument|Documento|Документ|文档|文件|文書|문서)\s*(?:ID )?"
    r"([A-Z0-9]{4,}\w{15,})",
    re.IGNORECASE,
)
_RIGHTS = re.compile(r"\s*(?:\(c\)|©|copyright)", re.IGNORECASE)
_TIME = re.compile(r"\d\d?:\d\d.{0,12}")
#: What is behind the copyright's line of an article in the order of the lines above it.
_HEAD = ("source", "source code", "edition", "page", "section", "language")


def read_factiva(content: Content) -> Iterator[RawRecord]:
    """Read all articles: title, source, date, author, text and Factiva's codes.

    Raises
    ------
    TopographError
        If there is none.
    """
    none = TopographError(
        f"{content.name} holds no articles of Factiva.",
        "none of its parts has a headline, a source and an accession number.",
        "save full articles from Factiva (Article Format: Full Article/Report plus Indexing), "
        "or set parse.format to what the file is.",
    )
    found = map(filled, _articles(content))
    yield from numbered((own for own in found if "text" in own or "title" in own), none)


def _articles(content: Content) -> Iterator[Fields]:
    start = content.text().lstrip("\ufeff \t\n") if content.encoding else ""
    if is_html(start):
        for article in parse_html(start).find_all("div", class_="article"):
            if not article.find("div", class_="article"):
                yield _from_html(article)
    elif start.startswith("<"):
        for element, _ in elements(content, lambda path: local(path[-1][0]) == "article"):
            yield _from_xml(element)
    else:
        yield from _from_blocks(blocks(content))


def _from_html(article: Tag) -> Fields:
    rows = article.find_all("tr")
    if any(_row_tag(row) in _TAGS for row in rows):
        tags: dict[str, list[str]] = {}
        for row in rows:
            tag, cells = _row_tag(row), row.find_all("td")
            if tag in _TAGS and len(cells) > 1:
                tags.setdefault(tag, []).extend(lines_of(cells[1]))
        return _from_tags(tags)
    headline = article.find(id="hd") or article.find(class_=re.compile("Headline"))
    author = article.find(class_="author")
    fields: Fields = {}
    for name, element in (("title", headline), ("author", author)):
        if element is not None:
            fields[name] = " ".join(lines_of(element))
            element.extract()
    paragraphs = article.find_all(class_=re.compile("articleParagraph"))
    text = [line for own in paragraphs for line in lines_of(own)]
    fields |= {"text": "\n".join(text)} if text else {}
    return {**_from_lines(lines_of(article), titled=bool(headline)), **fields}


def _row_tag(row: Tag) -> str:
    cell = row.find("td")
    return cell.get_text(" ", strip=True).strip("\xa0 ") if cell else ""


def _from_tags(tags: dict[str, list[str]]) -> Fields:
    fields: Fields = {}
    for tag, lines in tags.items():
        name = _TAGS[tag]
        if name and lines:
            fields[name] = "\n".join(lines) if name in ("lead", "body") else " ".join(lines)
    text = "\n".join(str(fields.pop(name)) for name in ("lead", "body") if name in fields)
    number = _NUMBER.search(str(fields.get("id", "")))
    if number:
        fields["id"] = number[1]
    return {**fields, "text": text}


def _from_lines(lines: list[str], *, titled: bool) -> Fields:
    """An article without tags: headline, words, date, source, ..., text, number."""
    fields: Fields = {}
    number = next((n for n in range(len(lines) - 1, -1, -1) if _NUMBER.fullmatch(lines[n])), -1)
    if number >= 0:
        found = _NUMBER.fullmatch(lines[number])
        fields["id"] = found[1] if found else ""
        lines = lines[:number]
    words = next((n for n, line in enumerate(lines) if _WORDS.fullmatch(line.strip())), -1)
    if words < 0:
        return {**fields, "text": "\n".join(lines)}
    fields |= _above_words(lines[:words], titled=titled)
    rights = next(
        (n for n in range(words + 1, min(words + 14, len(lines))) if _RIGHTS.match(lines[n])), -1
    )
    end = rights if rights >= 0 else words + 1
    fields |= _below_words(lines[words + 1 : end])
    body = [line for line in lines[end:] if not _RIGHTS.match(line)]
    return {**fields, "text": "\n".join(body)}


def _above_words(lines: list[str], *, titled: bool) -> Fields:
    """What stands above the number of words: section, headline, authors."""
    if titled or not lines:
        return {"section": lines[0]} if lines else {}
    place = 1 if len(lines) > 1 and len(lines[1].split()) > len(lines[0].split()) else 0
    return {
        "title": lines[place],
        "section": lines[0] if place else "",
        "author": "; ".join(lines[place + 1 :]),
    }


def _below_words(lines: list[str]) -> Fields:
    """What stands between the number of words and the rights: date, time, source, edition."""
    fields: Fields = {}
    if lines and date_in(lines[0]):
        fields["date"] = date_in(lines.pop(0))
    if lines and _TIME.fullmatch(lines[0]):
        fields["time"] = lines.pop(0)
    if lines:
        fields["source"] = lines[0]
        fields["language"] = lines[-1] if len(lines) > 2 else ""
        fields["source code"] = lines[1] if len(lines) > 1 and lines[1].isupper() else ""
        fields["edition"] = "; ".join(lines[2:-1])
    return fields


def _from_blocks(lines: list[str]) -> Iterator[Fields]:
    """Articles of Rich Text, Word or text, each of which ends with its number."""
    article: list[str] = []
    tags: dict[str, list[str]] = {}
    tag = ""
    for line in (own.strip() for block in lines for own in block.split("\n")):
        found = _TAGGED.match(line)
        if found:
            tag = found[1]
            if tag in ("SE", "HD") and "AN" in tags:
                yield _from_tags(tags)
                tags = {}
            tags.setdefault(tag, []).extend([found[2].strip()] if found[2] else [])
        elif tags and tag:
            tags[tag].append(line)
        else:
            article.append(line)
            if _NUMBER.fullmatch(line):
                yield _from_lines(article, titled=False)
                article = []
    if "AN" in tags or "TD" in tags:
        yield _from_tags(tags)


#: Names of Factiva's XML and the fields they stand for.
_XML = {
    "accessionNo": "id",
    "headline": "title",
    "leadParagraph": "lead",
    "tailParagraphs": "body",
    "publicationDate": "date",
    "sourceName": "source",
    "byline": "author",
    "baseLanguage": "language",
    "sectionName": "section",
    "publisherName": "publisher",
}
_MANY = {
    "region": "places",
    "newsSubject": "subjects",
    "company": "companies",
    "industry": "industries",
}


def _from_xml(article: ET.Element) -> Fields:
    fields: Fields = {}
    many: dict[str, list[str]] = {}
    for child in article:
        name = local(child.tag)
        paragraphs = [text_of(own) for own in find_all(child, "paragraph")]
        if name in _MANY:
            many.setdefault(_MANY[name], []).extend(text_of(own) for own in find_all(child, "name"))
        elif name in _XML:
            fields[_XML[name]] = "\n".join(paragraphs) or text_of(child)
    text = "\n".join(str(fields.pop(name)) for name in ("lead", "body") if fields.get(name))
    return {**fields, **many, "text": text}


_SIGN = re.compile(rb"<ppsarticle\b|<div[^<>]*class=[\"']article[\"' ]", re.IGNORECASE)


def _is_factiva(opening: Opening) -> bool:
    if opening.start.startswith("<"):
        named = re.search(r"factiva|<ppsarticle", opening.text, re.IGNORECASE)
        return named is not None and _SIGN.search(opening.source.read()) is not None
    if not opening.text and not opening.head.lstrip().startswith((b"PK", b"{\\rtf")):
        return False
    text = plain_opening(opening)
    lines = [line.strip() for line in text.split("\n")]
    tags = {found[1] for line in lines if (found := _TAGGED.match(line))}
    if {"HD", "PD", "SN"} <= tags:
        return True
    numbers = any(_NUMBER.fullmatch(line) for line in lines)
    return numbers and any(_WORDS.fullmatch(line) for line in lines)


FORMAT = Format(
    "factiva",
    "articles of Factiva, as HTML, XML, Rich Text or text",
    _is_factiva,
    read_factiva,
    mixed=True,
    fields={"text": ("text",), "title": ("title",), "date": ("date",), "id": ("id",)},
    prose=True,
)
