"""Articles as Europresse and ProQuest deliver them: many in one HTML or text file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from topograph.errors import TopographError
from topograph.formats.base import Content, Format, Opening
from topograph.formats.blocks import date_in
from topograph.formats.html import lines_of, parse_html
from topograph.formats.records import RawRecord, filled, numbered

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

_ROLES = {"text": ("text",), "title": ("title",), "date": ("date",), "id": ("id",)}
_NUMBER = re.compile(r"(?:Numéro de document|Document number)\s*:\s*(\S+)", re.IGNORECASE)
#: A line that is the name of an author.
_NAME = re.compile(r"(?:[A-ZÀ-Þ][\w'’.-]*[ ,]*){2,5}")
_RIGHTS = re.compile(r"\s*(?:©|\(c\) \d|copyright\b)", re.IGNORECASE)


def read_europresse(content: Content) -> Iterator[RawRecord]:
    """Read all articles: title, source, date, section, author and text.

    Raises
    ------
    TopographError
        If there is none.
    """
    page = parse_html(content.text())
    found = map(_europresse_fields, page.find_all("article") or _cells(page))
    articles = (own for own in found if own.get("title") or own.get("text"))
    yield from numbered(articles, _none(content.name, "Europresse"))


def _cells(page: BeautifulSoup) -> list[Tag]:
    """The cells that hold one article each, in older pages."""
    names = page.find_all(class_="DocPublicationName")
    return [cell for own in names if (cell := own.find_parent("td")) is not None]


def _europresse_fields(article: Tag) -> dict[str, str]:
    title = article.find(class_=re.compile("^titrearticlevisu$", re.IGNORECASE))
    source = article.find(class_="DocPublicationName")
    heads = " ".join(" ".join(lines_of(own)) for own in article.find_all(class_="DocHeader"))
    number = _NUMBER.search(article.get_text(" "))
    fields = {
        "title": " ".join(lines_of(title)) if title else "",
        "source": " ".join(lines_of(source)) if source else "",
        "section": heads.partition(",")[0] if not date_in(heads.partition(",")[0]) else "",
        "date": _date(heads),
        "id": number[1] if number else "",
    }
    body = article.find("section")
    if body is None and title is not None:
        lines = lines_of(article)
        place = next((n for n, line in enumerate(lines) if line == fields["title"]), -1)
        end = next((n for n, line in enumerate(lines) if n > place and _RIGHTS.match(line)), None)
        found = lines[place + 1 : end]
        if found and _NAME.fullmatch(found[0]):
            fields["author"] = found.pop(0)
    else:
        found = lines_of(body or article)
        author = title.find_next_sibling() if title else None
        block = title.find_parent("div") if title else None
        author = block.find_next_sibling("div") if block is not None else author
        fields["author"] = " ".join(lines_of(author)) if author is not None else ""
    fields["text"] = "\n".join(line for line in found if not _NUMBER.match(line))
    return filled(fields)


def _date(head: str) -> str:
    """The date in a line of section, weekday, date and page, whose order differs."""
    for part in (head, *head.split(", ")):
        own = re.sub(r"^\D*?(?=\d)", "", part)
        if date_in(own):
            return date_in(own)
    return ""


_RULE = re.compile(r"_{20,}\s*")
_NAMES = {
    "Author": "author",
    "Publication title": "source",
    "Publication date": "date",
    "Publication year": "year",
    "Degree date": "year",
    "Title": "title",
    "Section": "section",
    "Subject": "subjects",
    "Location": "places",
    "People": "people",
    "Company / organization": "companies",
    "Identifier / keyword": "keywords",
    "Language": "language",
    "Language of publication": "language",
    "Document type": "type",
    "Source type": "source type",
    "Publisher": "publisher",
    "Pages": "pages",
    "ProQuest document ID": "id",
    "Full text": "full text",
    "Full Text": "full text",
    "Abstract": "abstract",
    "University/institution": "university",
    "Department": "department",
} | dict.fromkeys(
    (
        "Accession number",
        "Advisor",
        "Classification",
        "Column",
        "Committee member",
        "Copyright",
        "Country of publication",
        "Credit",
        "DOI",
        "Database",
        "Degree",
        "Dissertation/thesis number",
        "Document URL",
        "Document feature",
        "First page",
        "ISBN",
        "ISSN",
        "Illustrations",
        "Issue",
        "Last updated",
        "Links",
        "Number of pages",
        "Number of references",
        "Place of publication",
        "Publication info",
        "Publication subject",
        "School code",
        "Source",
        "Source attribution",
        "University location",
        "Volume",
        "e-ISSN",
    ),
    "",
)
_LABEL = re.compile(r"([A-Za-z][A-Za-z /&-]{2,40}?):(?:\s|$)\s*(.*)", re.DOTALL)


def read_proquest(content: Content) -> Iterator[RawRecord]:
    """Read all documents; the text is the full text, else the abstract.

    Raises
    ------
    TopographError
        If there is none.
    """
    text = content.text().lstrip("\ufeff")
    if text.lstrip().startswith("<"):
        text = "\n\n".join(line for line in lines_of(parse_html(text)))
        heading = r"\n\n(?=(?!Author:)[^\n]+\n\n(?:Author|Publication info):)"
        parts = re.split(heading, f"\n\n{text}")
    else:
        parts = _RULE.split(text)
    articles = filter(None, map(_proquest_fields, parts))
    yield from numbered(articles, _none(content.name, "ProQuest"))


def _proquest_fields(part: str) -> dict[str, str]:
    found = [block.strip() for block in re.split(r"\n[^\S\n]*\n", part) if block.strip()]
    fields: dict[str, str] = {}
    name = ""
    for block in found:
        own = _LABEL.match(block)
        label = own[1].strip() if own else ""
        if own and (label in _NAMES or (name not in ("abstract", "full text") and label)):
            name = _NAMES.get(label, "")
            value = own[2].strip()
        else:
            value = block
        running = name in ("abstract", "full text")
        if name and value and (name not in fields or (running and not value.startswith("http"))):
            fields[name] = f"{fields[name]}\n{value}" if name in fields else value
    if "id" not in fields:
        return {}
    heading = next((own for own in found if not re.fullmatch(r"Document \d+ of \d+", own)), "")
    fields.setdefault("title", heading)
    fields.setdefault("date", fields.get("year", ""))
    return filled(fields)


def _none(name: str, service: str) -> TopographError:
    return TopographError(
        f"{name} holds no articles of {service}.",
        "none of its parts has a title and a number.",
        "save full documents, or set parse.format to what the file is.",
    )


EUROPRESSE = Format(
    "europresse",
    "articles of Europresse (HTML)",
    lambda opening: "DocPublicationName" in opening.text and opening.start.startswith("<"),
    read_europresse,
    fields=_ROLES,
    prose=True,
)


def _is_proquest(opening: Opening) -> bool:
    if opening.start.startswith("<"):
        return re.search(r">\s*ProQuest document ID:\s*<", opening.text) is not None
    return _RULE.match(opening.start) is not None and (
        "Information from ProQuest" in opening.text or "\nProQuest document ID:" in opening.text
    )


PROQUEST = Format(
    "proquest",
    "documents of ProQuest, as text or HTML: the full text, else the abstract",
    _is_proquest,
    read_proquest,
    fields={
        "text": ("full text", "abstract"),
        "title": ("title",),
        "date": ("date",),
        "id": ("id",),
    },
)
