"""Plain text and HTML: paragraphs, lines, or one document per file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import IO, Any

from topograph.formats.base import DOCUMENT_FIELDS, Format, Opening
from topograph.formats.frontmatter import split_front_matter
from topograph.formats.html import html_text, pages_fields
from topograph.formats.markup import is_page, is_tagged
from topograph.formats.records import RawRecord

#: A first paragraph of at most this many words without a full stop is taken for a heading.
HEADING_WORDS = 12
#: The first line of a file that is one document is its title up to this many words.
TITLE_WORDS = 25


_GUTENBERG = re.compile(
    r"^\*\*\* ?(START|END) OF (?:THE|THIS) PROJECT GUTENBERG EBOOK[^\n]*$", re.MULTILINE
)


def without_licence(text: str) -> str:
    r"""A book of Project Gutenberg without what stands before and behind it; other texts whole.

    >>> mark = "*** {} OF THE PROJECT GUTENBERG EBOOK EMMA ***".format
    >>> without_licence(f"Title: Emma\n{mark('START')}\nOnce.\n{mark('END')}\nYou may")
    '\nOnce.\n'
    """
    marks = {match[1]: match for match in _GUTENBERG.finditer(text)}
    if set(marks) != {"START", "END"} or marks["START"].end() > marks["END"].start():
        return text
    return text[marks["START"].end() : marks["END"].start()]


def read_paragraphs(text: str) -> Iterator[RawRecord]:
    """Paragraphs between blank lines; the first may be a heading over them."""
    text = without_licence(text)
    found = (part.strip() for part in re.split(r"\n[^\S\n]*\n", text.strip("\ufeff")))
    paragraphs = [part for part in found if part]
    for position, paragraph in enumerate(paragraphs):
        heading = position == 0 and len(paragraphs) > 1 and is_heading(paragraph)
        yield RawRecord(position, {"text": paragraph}, "heading" if heading else "")


def is_heading(paragraph: str) -> bool:
    r"""Whether a file's first paragraph is a heading: one short line that is not a sentence.

    >>> is_heading("ICML 2026 Papers"), is_heading("Topics drift."), is_heading("Two\nlines")
    (True, False, False)
    """
    return (
        "\n" not in paragraph
        and len(paragraph.split()) <= HEADING_WORDS
        and not paragraph.endswith((".", "!", "?", "。"))
    )


def read_lines(stream: IO[str]) -> Iterator[RawRecord]:
    """One document per line; empty lines are skipped."""
    for position, line in enumerate(stream):
        if line.strip(" \t\n\ufeff"):
            yield RawRecord(position, {"text": line.strip(" \t\n\ufeff")})


#: The end of an element of XML with another behind it: what they hold are not parts of one word.
_BETWEEN_ELEMENTS = re.compile(r"(?:</[^<>]+>|/>)(?=<[\w:])")


def read_file(text: str, name: str) -> Iterator[RawRecord]:
    """One document a file: the title is HTML's, a markdown heading, or a short first line.

    A block of YAML or TOML on top gives its fields. A page that is a list of articles or posts
    gives one document for each of them. Of other XML the words are read.
    """
    fields: dict[str, Any] = {"id": PurePath(name.removesuffix(".gz")).stem}
    start = without_licence(text).lstrip("\ufeff \t\n")
    markup = is_page(start, PurePath(name.lower().removesuffix(".gz")).suffix)
    if not markup and is_tagged(start):
        apart = _BETWEEN_ELEMENTS.sub(r"\g<0>\n", start)
        yield RawRecord(0, fields | {"text": html_text(apart)})
        return
    if markup:
        pages = pages_fields(start)
        for position, page in enumerate(pages):
            own = {"id": f"{fields['id']}-{position + 1}"} if len(pages) > 1 else fields
            yield RawRecord(position, own | page)
        return
    front, start = split_front_matter(start)
    fields |= front
    first, _, rest = start.lstrip().partition("\n")
    marked = re.match(r"#{1,2} +(.+?)(?: +#+)?$", first)
    underlined = re.match(r"(?:=+|-+)[^\S\n]*(?:\n|$)", rest)
    short = len(first.split()) <= TITLE_WORDS and re.match(r"[^\S\n]*(?:\n|$)", rest)
    if rest.strip() and (marked or underlined or (short and is_title_line(first))):
        fields.setdefault("title", (marked[1] if marked else first).strip())
        start = rest[underlined.end() :] if underlined else rest
    text = start.strip()
    if not text and "abstract" in fields:  # proceedings keep the abstract in the head
        text = str(fields.pop("abstract"))
    yield RawRecord(0, fields | {"text": text})


#: The beginning of an entry of a list, a quotation, a picture, a table, an element or a template.
_NO_TITLE = re.compile(r"\s*(?:[-*+>•]\s|!\[|\||<|\{\{)")


def is_title_line(line: str) -> bool:
    r"""Whether a line reads as a title.

    It does not end as a sentence does, questions aside, and is not an entry of a list or the like.

    >>> is_title_line("On graphs"), is_title_line("- [On graphs](x.html)")
    (True, False)
    """
    ends = line.rstrip().endswith((".", "!", ":", ";", ",", "。"))
    return bool(line.strip()) and not ends and not _NO_TITLE.match(line)


_LINE_END = re.compile(r"[.!?…。」\")\]]\s*$")


def prose_format(text: str) -> str:
    r"""Paragraphs or lines: what a plain text file holds.

    >>> prose_format("One paragraph.\n\nAnother one.")
    'paragraphs'
    >>> prose_format("I like it.\nI do not.\nToo dear!\n")
    'lines'
    """
    body = text.strip("\n")
    if re.search(r"\n[ \t]*\n", body):
        return "paragraphs"
    lines = body.split("\n")
    if len(lines) < 2:
        return "paragraphs"
    lines = lines[:-1]  # the last one is shorter, or cut off
    ended = sum(bool(_LINE_END.search(line)) for line in lines) / len(lines)
    lengths = sorted(len(line) for line in lines)
    # the lines of hard-wrapped text are about equally long and end anywhere
    wrapped = ended < 0.5 and lengths[-1] <= 120 and lengths[len(lengths) // 4] > 40
    return "paragraphs" if wrapped else "lines"


def _is_page(opening: Opening) -> bool:
    """Whether a file is a page, or has a head of fields above its text."""
    page = is_page(opening.start, opening.ending)
    return page or bool(split_front_matter(opening.start)[0])


FILE = Format(
    "file",
    "text, markdown or HTML, one document per file; of pages of articles or posts one each",
    _is_page,
    lambda content: read_file(content.text(), content.name),
    fields=DOCUMENT_FIELDS,
    prose=True,
)
PARAGRAPHS = Format(
    "paragraphs",
    "text, one document between blank lines",
    lambda opening: prose_format(opening.text) == "paragraphs",
    lambda content: read_paragraphs(content.text()),
    fields={"text": ("text",)},
    prose=True,
)
LINES = Format(
    "lines",
    "text, one document per line",
    lambda opening: prose_format(opening.text) == "lines",
    lambda content: read_lines(content.lines()),
    fields={"text": ("text",)},
    prose=True,
)
