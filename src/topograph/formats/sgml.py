"""Collections in SGML: TREC's `<DOC>` and Reuters-21578, which no parser of XML reads."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from itertools import starmap

from topograph.errors import TopographError
from topograph.formats.base import Content, Format, Opening
from topograph.formats.html import html_text
from topograph.formats.records import RawRecord, numbered

_OPENS = re.compile(r"<(DOC|REUTERS)\b[^<>]*>", re.IGNORECASE)
_FIELD = re.compile(r"<([A-Za-z][\w.-]*)\b([^<>]*)>(.*?)</\1\s*>", re.DOTALL)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>|<!--.*?-->", re.DOTALL)
_ITEM = re.compile(r"<D>(.*?)</D>", re.DOTALL)
_ATTRIBUTE = re.compile(r"""([\w-]+)\s*=\s*["']([^"']*)["']""")
#: Names, in lower case, under which the collections keep texts, titles, dates and identifiers.
_TEXTS = ("text", "body", "content", "leadpara", "lp", "graphic")
_TITLES = ("title", "headline", "head", "hl", "ttl", "ti", "h3", "tl")
_DATES = ("date", "date_time", "date1", "datetime", "dd", "pd")
_IDS = ("docno", "docid", "newid")
#: The head of a page in a collection of web pages.
_PAGE_HEAD = re.compile(r"<DOCHDR>.*?</DOCHDR>", re.DOTALL | re.IGNORECASE)


def read_sgml(content: Content) -> Iterator[RawRecord]:
    """Read all documents; fields have the names of their elements in lower case.

    Raises
    ------
    TopographError
        If there is none.
    """
    none = TopographError(
        f"{content.name} holds no documents.",
        "it has no complete element <DOC> or <REUTERS>.",
        "set parse.format to what the file is.",
    )
    yield from numbered(starmap(_fields, _documents(content)), none)


def _documents(content: Content) -> Iterator[tuple[str, str]]:
    """The tag and the content of each document, read line by line."""
    lines: list[str] = []
    tag = end = ""
    with content.lines() as stream:
        for line in stream:
            opening = _OPENS.search(line) if not tag else None
            if opening:
                tag, end, line = opening[0], f"</{opening[1]}>".lower(), line[opening.end() :]
            place = line.lower().find(end) if tag else -1
            if place >= 0:
                yield tag, "".join([*lines, line[:place]])
                lines, tag = [], ""
            elif tag:
                lines.append(line)


def _fields(tag: str, inner: str) -> dict[str, str | list[str]]:
    head = _PAGE_HEAD.search(inner)
    if head:
        return _page(inner, inner[head.end() :])
    values: dict[str, list[str]] = {}
    for name, _, value in _FIELD.findall(inner):
        parts = _FIELD.findall(value) if re.search(r"<(?:TITLE|BODY)\b", value) else []
        for part, _, text in parts or [(name, "", value)]:  # Reuters has title and body in TEXT
            values.setdefault(part.lower(), []).extend(_values(text))
    for key, value in _ATTRIBUTE.findall(tag):
        values.setdefault(key.lower(), [value])
    values.pop("unknown", None)
    if not any(name in values for name in _TEXTS):
        rest = re.sub(_FIELD, lambda match: "" if _is_known(match[1]) else match[3], inner)
        values["text"] = [_plain(rest)]
    fields: dict[str, str | list[str]] = {}
    for key, own in values.items():
        filled = [value for value in own if value]
        if filled:
            single = key in _TEXTS or len(filled) == 1
            fields[key] = "\n".join(filled) if single else filled
    return fields


def _page(inner: str, page: str) -> dict[str, str | list[str]]:
    """The fields of a page of HTML in a collection."""
    found = {
        "docno": re.search(r"<DOCNO>(.*?)</DOCNO>", inner, re.DOTALL | re.IGNORECASE),
        "title": re.search(r"<title[^>]*>(.*?)</title>", page, re.DOTALL | re.IGNORECASE),
    }
    fields = {key: _plain(own[1]) for key, own in found.items() if own}
    return {**fields, "text": html_text(page)}


def _is_known(name: str) -> bool:
    return name.lower() in {*_TITLES, *_DATES, *_IDS}


def _values(value: str) -> list[str]:
    items = _ITEM.findall(value)
    return [_plain(own) for own in items] if items else [_plain(value)]


def _plain(value: str) -> str:
    """A value without tags; references to signs that do not print are spaces."""
    text = html.unescape(re.sub(r"&#(?:[0-9]|[12]\d|3[01]);", " ", _TAG.sub(" ", value)))
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def _is_sgml(opening: Opening) -> bool:
    start = re.sub(r"^(?:<!DOCTYPE[^<>]*>|<!--.*?-->|\s)+", "", opening.start, flags=re.DOTALL)
    found = _OPENS.match(start)
    return (
        found is not None
        and re.search(r"<(?:DOCNO|TEXT|BODY|HEADLINE)\b|NEWID=", start, re.IGNORECASE) is not None
    )


FORMAT = Format(
    "sgml",
    "SGML of TREC (`<DOC>`) and Reuters-21578",
    _is_sgml,
    read_sgml,
    fields={"text": _TEXTS, "title": _TITLES, "date": _DATES, "id": _IDS},
)
