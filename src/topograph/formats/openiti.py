"""Texts of OpenITI, the corpus of Arabic and Persian works: one document per file.

The marks are those of OpenITI mARkdown (https://openiti.github.io/mARkdown).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath

from topograph.formats.base import Format, Opening
from topograph.formats.records import RawRecord

_META = re.compile(r"#META#\s*(?:\d+\.)?([^:]*?)\s*::\s*(.*)")
_HEADER_END = "#META#Header#End#"
#: Numbers of pages and of milestones, marks of names, years and other things in the text.
_MARKS = re.compile(
    r"PageV\w+P\w+|\bms[A-Z]?\d+\b|@[A-Z]{3,}[\w@]*|%~%|~:|:~|#+ NEW PAGE #+|\$|\*\d+(?:\*\d+)*\*"
)
#: Beginnings of lines: headings, paragraphs, further lines of a paragraph, tags of kinds of units.
_LINE_START = re.compile(r"(?:### (?:\|+|\$+|\|EDITOR\|)|#(?:\s#)*|~~)\s*(?:\$\w+\$)?")
_OPENS = re.compile(r"######OpenITI#|#META#")
#: Lines with marks, and their share with the further lines of paragraphs, of a text without header.
LEAST_MARKED = 5
MARKED_SHARE = 0.8
#: Characters in which letters are counted.
LOOKED_AT = 5000
_NAMES = {"booktitle": "title", "bookuri": "id", "authorname": "author", "genre": "genre"}


def read_openiti(text: str, name: str) -> Iterator[RawRecord]:
    """Read a work without its marks; what the header says becomes fields."""
    fields: dict[str, str] = {"id": PurePath(name.removesuffix(".gz")).stem}
    head, end, body = text.partition(_HEADER_END)
    if not end:
        head, body = "", text
    for line in head.split("\n"):
        if (found := _META.match(line)) and found[2].strip(" .") not in ("", "NODATA", "NOTGIVEN"):
            key = re.sub(r"[^a-z]", "", found[1].lower())
            fields[_NAMES.get(key, found[1].strip())] = found[2].strip()
    lines: list[str] = []
    for line in body.split("\n"):
        further = line.startswith(("~~", " "))
        plain = " ".join(_MARKS.sub(" ", _LINE_START.sub("", line, count=1)).split())
        if not plain or not re.search(r"\w", plain):
            continue
        if further and lines:
            lines[-1] += f" {plain}"
        else:
            lines.append(plain)
    yield RawRecord(0, fields | {"text": "\n".join(lines)})


def _is_openiti(opening: Opening) -> bool:
    """Whether a file has the corpus' first line, or Arabic lines that only its marks explain."""
    if _OPENS.match(opening.start):
        return True
    marked = sum(line.startswith("# ") for line in opening.lines)
    further = sum(line.startswith(("~~", "  ")) for line in opening.lines)
    if marked < LEAST_MARKED or marked + further < MARKED_SHARE * len(opening.lines):
        return False
    letters = [own for own in opening.text[:LOOKED_AT] if own.isalpha()]
    return 2 * sum("\u0600" <= own <= "\u06ff" for own in letters) > len(letters)


FORMAT = Format(
    "openiti",
    "texts of OpenITI, one document per file",
    _is_openiti,
    lambda content: read_openiti(content.text(), content.name),
    fields={"text": ("text",), "title": ("title",), "id": ("id",)},
)
