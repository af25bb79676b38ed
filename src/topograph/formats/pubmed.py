"""PubMed XML, read record by record with the standard library."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import IO
from xml.etree import ElementTree as ET

from topograph.errors import TopographError
from topograph.formats.base import Content, Format, Opening
from topograph.formats.records import RawRecord, filled

_RECORDS = {"PubmedArticle", "MedlineCitation", "PubmedBookArticle"}


def read_pubmed(stream: IO[bytes], name: str) -> Iterator[RawRecord]:
    """Read all articles; labelled parts of an abstract become `LABEL: text` lines.

    Raises
    ------
    TopographError
        If the file is not well-formed XML, or holds no article.
    """
    position = depth = 0
    try:
        for event, element in ET.iterparse(stream, events=("start", "end")):
            if element.tag not in _RECORDS:
                continue
            depth += 1 if event == "start" else -1
            if event == "end" and depth == 0:
                yield RawRecord(position, _fields(element))
                position += 1
                element.clear()
    except (ET.ParseError, LookupError, ValueError) as error:  # also of an unknown encoding
        raise TopographError(
            f"{name} cannot be read as PubMed XML.",
            f"{error}, after {position} whole records.",
            "export it again (it may be cut off), or set `parse: {on_error: skip}` to go on "
            "with the records before that place.",
        ) from error
    if not position:
        raise TopographError(
            f"{name} holds no articles.",
            "it has no element <PubmedArticle>.",
            "export it again from PubMed, or take it out of parse.files.",
        )


def _fields(article: ET.Element) -> dict[str, object]:
    fields: dict[str, object] = {
        "PMID": _text(article.find(".//PMID")),
        "Title": _text(article.find(".//ArticleTitle"))
        or _text(article.find(".//BookTitle"))
        or _text(article.find(".//VernacularTitle")),
        "Abstract": _abstract(article),
        "Date": _date(article),
        "Journal": _text(article.find(".//Journal/Title")),
        "Language": _text(article.find(".//Language")),
        "DOI": next(
            (
                _text(own)
                for path, key in ((".//ArticleId", "IdType"), (".//ELocationID", "EIdType"))
                for own in article.findall(path)
                if own.get(key) == "doi"
            ),
            "",
        ),
    }
    lists = {
        "Authors": [_author(author) for author in article.findall(".//AuthorList/Author")],
        "PublicationTypes": [_text(own) for own in article.findall(".//PublicationType")],
        "MeshTerms": [_text(own) for own in article.findall(".//MeshHeading/DescriptorName")],
        "Keywords": [_text(own) for own in article.findall(".//Keyword")],
    }
    fields |= {key: [text for text in own if text] for key, own in lists.items()}
    return filled(fields)


def _text(element: ET.Element | None) -> str:
    return "" if element is None else " ".join("".join(element.itertext()).split())


def _abstract(article: ET.Element) -> str:
    lines = []
    for part in article.findall(".//Abstract/AbstractText"):
        label, text = part.get("Label", ""), _text(part)
        if text:
            lines.append(f"{label}: {text}" if label and label != "UNLABELLED" else text)
    return "\n".join(lines)


def _date(article: ET.Element) -> str:
    """The most precise of the article's dates of publication."""
    found = []
    for path in (".//JournalIssue/PubDate", ".//ArticleDate", ".//Book/PubDate"):
        date = article.find(path)
        if date is not None:
            parts = [_text(date.find(part)) for part in ("Year", "Month", "Day")]
            known = parts[: parts.index("") if "" in parts else 3]
            found.append(" ".join(known) or _text(date.find("MedlineDate")))
    return max(found, key=lambda text: len(text.split()) if "-" not in text else 1, default="")


def _author(author: ET.Element) -> str:
    last, first = _text(author.find("LastName")), _text(author.find("ForeName"))
    return ", ".join(part for part in (last, first) if part) or _text(author.find("CollectiveName"))


_OPENS = re.compile(r"<(?:PubmedArticleSet|PubmedArticle|MedlineCitationSet|PubmedBookArticle)\b")


def _read(content: Content) -> Iterator[RawRecord]:
    with content.open() as stream:
        yield from read_pubmed(stream, content.name)


def _is_pubmed(opening: Opening) -> bool:
    return opening.start.startswith("<") and _OPENS.search(opening.start) is not None


FORMAT = Format(
    "pubmed",
    "XML of PubMed",
    _is_pubmed,
    _read,
    fields={"text": ("Abstract",), "title": ("Title",), "date": ("Date",), "id": ("PMID",)},
    bibliographic=True,
)
