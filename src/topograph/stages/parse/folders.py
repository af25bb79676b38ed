"""Whether the text files of a corpus are one document each."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from topograph.errors import TopographError
from topograph.formats.frontmatter import split_front_matter
from topograph.formats.recognition import recognise
from topograph.formats.sources import Source, check, read_text
from topograph.formats.text import is_heading, is_title_line, read_file

#: Fewer text files than this are lists of documents.
LEAST_FILES = 3
#: Of so many, names with a date or a year say that each is a document; so many are documents if
#: they are short, in words, and so many are documents unless something speaks against it.
LEAST_DATED, LEAST_SHORT, LEAST_MANY = 10, 10, 20
SHORT_FILE = 2000
#: Files that are looked at, spread evenly over all of them.
LOOKED_AT = 50
#: Share of the files that must have what speaks for documents, and share of titles and names that
#: must differ.
MOST = 0.5
#: A longer file, in bytes, is a list of documents.
LONGEST_FILE = 1_000_000
#: Files of so many short lines, in words, are lists, as of messages or answers.
MANY_LINES, SHORT_LINE = 200, 40
TEXT_ENDINGS = frozenset({".txt", ".md", ".markdown", ".text", ""})

_YEAR = re.compile(r"(?<!\d)(?:1[4-9]|20)\d\d(?!\d)")
_DATE = re.compile(r"(?<!\d)(?:1[4-9]|20)\d\d[-_. ]?[01]\d[-_. ]?[0-3]\d(?!\d)")


#: Names of files that describe the data beside them.
_DESCRIBES = re.compile(
    r"[\W_]*(?:read[-_ ]?me|licen[cs]e|copying|changelog|citation|code[-_ ]?book"
    r"|data[-_ ]?dictionary)[\W_]*",
    re.IGNORECASE,
)
#: Endings of files that hold many records.
_DATA = frozenset(
    ".arrow .bib .csv .dta .feather .json .jsonl .mbox .nbib .ndjson .ods .parquet .rda .rdata "
    ".rds .ris .sav .tsv .xls .xlsx .xml".split()
)


def descriptions(sources: list[Source]) -> frozenset[str]:
    """Names of the files that describe the data beside them, and are not documents.

    A README or a licence is one only where another file of the corpus holds data.

    >>> described = [Source(name, open) for name in ("a.zip/README.md", "a.zip/speeches.csv")]
    >>> sorted(descriptions(described)), sorted(descriptions(described[:1]))
    (['a.zip/README.md'], [])
    """
    data = any(own.ending in _DATA for own in sources)
    names = {own.name for own in sources if _DESCRIBES.fullmatch(Path(own.name).stem)
             and own.ending in TEXT_ENDINGS | {".pdf", ".docx", ".rst"}}  # fmt: skip
    return frozenset(names if data else ())


@dataclass(frozen=True)
class _Look:
    """Properties of a text file.

    Attributes
    ----------
    name : str
        Without folder and ending.
    title, heading : str
        Its title, and its first paragraph where that is a heading.
    headed : bool
        Whether fields stand above its text.
    units : int
        Paragraphs, or lines where none are blank.
    words : int
    long : bool
        Whether it is too long for a document.
    """

    name: str
    title: str = ""
    heading: str = ""
    headed: bool = False
    units: int = 0
    words: int = 0
    long: bool = False


def hold_documents(sources: list[Source], encoding: str) -> str:
    """Why text files are read as one document each; "" if they are lists of documents.

    Most files decide. For documents speak titles of their own, fields above the texts (front
    matter), single paragraphs, names with dates, and a large number of files; for lists one and
    the same heading over all of them, and hundreds of short lines.

    Parameters
    ----------
    sources : list of Source
        All files of the corpus; those that are not plain text are passed over.
    encoding : str
        `parse.encoding`.
    """
    plain = [own for own in sources if own.ending in TEXT_ENDINGS]
    if len(plain) < LEAST_FILES:
        return ""
    step = max(len(plain) / LOOKED_AT, 1)
    chosen = [plain[int(place * step)] for place in range(min(len(plain), LOOKED_AT))]
    looks = [look for own in chosen if (look := _look(own, encoding)) is not None]
    return _reason(looks, len(plain) * len(looks) / len(chosen)) if looks else ""


def _reason(looks: list[_Look], files: float) -> str:
    def most(count: int) -> bool:
        return count > MOST * len(looks)

    if most(sum(look.headed for look in looks)):
        return "fields stand above their texts"
    if files >= LEAST_DATED and _are_dated([look.name for look in looks]):
        return "their names have dates"
    headings = Counter(look.heading for look in looks if look.heading)
    if most(max(headings.values(), default=0)):
        return ""  # one heading over all of them
    titles = [look.title for look in looks if look.title]
    if most(len(titles)) and len(set(titles)) > MOST * len(titles):
        return "most open with a title of their own"
    return _reason_without_titles(looks, files)


def _reason_without_titles(looks: list[_Look], files: float) -> str:
    def most(count: int) -> bool:
        return count > MOST * len(looks)

    lists = sum(
        look.long or (look.units >= MANY_LINES and look.words < SHORT_LINE * look.units)
        for look in looks
    )
    if most(lists):
        return ""
    if most(sum(look.units == 1 for look in looks)):
        return "most are one paragraph"
    if _are_parts([look.name for look in looks]):
        return "they are many" if files >= 5 * LEAST_MANY else ""
    if files >= LEAST_MANY:
        return "they are many"
    short = most(sum(look.words <= SHORT_FILE for look in looks))
    return "they are many and short" if files >= LEAST_SHORT and short else ""


def _are_parts(names: list[str]) -> bool:
    """Whether names differ in years only: the lists of several years."""
    years = sum(_YEAR.search(name) is not None for name in names)
    others = {re.sub(r"[\W\d_]+", "", name).casefold() for name in names}
    return years > MOST * len(names) and len(others) == 1


def _are_dated(names: list[str]) -> bool:
    """Whether most names have a date, or a year and something else that differs.

    >>> _are_dated(["1789-Washington", "1861-Lincoln"]), _are_dated(["papers2019", "papers2020"])
    (True, False)
    """
    dated = [name for name in names if _DATE.search(name)]
    if len(dated) > MOST * len(names):
        return True
    years = [name for name in names if _YEAR.search(name)]
    others = {re.sub(r"[\W\d_]+", "", name).casefold() for name in years}
    return len(years) > MOST * len(names) and len(others) > MOST * len(years)


def _look(source: Source, encoding: str) -> _Look | None:
    """Properties of a text file; None if it is not prose."""
    try:
        check(source)
        form, known = recognise(source, "auto", encoding)
    except TopographError:
        return None  # reported when the file is read
    name = Path(source.name.removesuffix(".gz")).stem
    if form.name == "tsv" and source.ending not in (".tsv", ".tab"):
        return _Look(name, units=1)  # a text of one row, beneath its speaker and date
    if form.name not in ("paragraphs", "lines", "file"):
        return None
    if len(source.read(LONGEST_FILE + 1)) > LONGEST_FILE:
        return _Look(name, long=True)
    text = read_text(source, known)
    title = str(next(read_file(text, source.name)).fields.get("title", ""))
    headed, body = split_front_matter(text.lstrip("\ufeff \t\n"))
    paragraphs = [own.strip() for own in re.split(r"\n[^\S\n]*\n", body) if own.strip()]
    if len(paragraphs) == 1 and form.name == "lines":
        paragraphs = [own.strip() for own in body.split("\n") if own.strip()]
    first = paragraphs[0] if len(paragraphs) > 1 else ""
    heading = first if is_heading(first) and is_title_line(first) else ""
    return _Look(name, title, heading, bool(headed), len(paragraphs), len(body.split()))
