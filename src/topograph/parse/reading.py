"""From the corpus' files to candidate documents, in batches."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topograph.errors import TopographError
from topograph.parse import files
from topograph.parse.dates import is_day_first, look_like_dates, record_date
from topograph.parse.detect import binary_format, text_format
from topograph.parse.encodings import detect_encoding
from topograph.parse.fields import Roles, as_text, find_roles, first_text
from topograph.parse.formats import (
    bibtex,
    columnar,
    delimited,
    objects,
    ovid,
    pdf,
    pubmed,
    tagged,
    text,
    workbook,
    xmlrecords,
)
from topograph.parse.names import is_placeholder
from topograph.parse.records import RawRecord

if TYPE_CHECKING:
    from topograph.config import ParseSettings

#: Records by which a file's fields are judged.
SAMPLE_RECORDS = 200
BATCH_RECORDS = 1000
#: Formats whose records have a text and nothing that could be mistaken for it.
_PLAIN = frozenset({"paragraphs", "lines", "file", "pdf"})
#: Text files are taken as one document each if there are so many, each with a title of its own.
LEAST_FILES = 3
#: A longer file, in bytes, is a list of documents.
LONGEST_FILE = 1_000_000
#: Characters of a title by which the audit tells a record without text.
SHOWN_TITLE = 80
_TEXT_ENDINGS = frozenset({".txt", ".md", ".markdown", ".text", ""})


@dataclass(slots=True)
class Candidate:
    """A record on its way to become a document.

    Attributes
    ----------
    source, position : str, int
        The file as the configuration names it, and the record's place in it, from 0.
    text, title : str
        As they stand in the file.
    own_id : str
        The corpus' own identifier, or "".
    date : date or None
    precision : str
        `year`, `month`, `day`, or "".
    metadata : dict
        What else the record holds.
    reason, detail : str
        Why it is no document, where reading has already told; the title of one without text.
    """

    source: str
    position: int
    text: str
    title: str = ""
    own_id: str = ""
    date: datetime.date | None = None
    precision: str = ""
    metadata: dict[str, Any] = field(default_factory=dict)
    reason: str = ""
    detail: str = ""


@dataclass
class FileReport:
    """What was found in one file: its format, encoding and fields.

    Attributes
    ----------
    name, format, encoding : str
        `encoding` is "" for formats that are no text.
    roles : Roles
    others : tuple of str
        Fields that play no role.
    like_dates : tuple of str
        Those of them that hold dates, where no field is known to hold the date.
    records : int
        Records read so far.
    """

    name: str
    format: str
    encoding: str
    roles: Roles
    others: tuple[str, ...] = ()
    like_dates: tuple[str, ...] = ()
    records: int = 0


def read_corpus(
    names: list[str],
    settings: ParseSettings,
    root: Path = Path(),
    report: Callable[[FileReport], None] = lambda _: None,
) -> Iterator[list[Candidate]]:
    """Read files into batches of candidates.

    Parameters
    ----------
    names : list of str
        Paths relative to `root`.
    settings : ParseSettings
        The section `parse`.
    root : Path
        The project's folder.
    report : callable
        Told what was found in each file, before its records come.

    Raises
    ------
    TopographError
        At a file that cannot be read, unless `parse.on_error` is `skip`: then one candidate with
        the reason `unreadable file` stands for it.
    """
    corpus: list[tuple[str, list[files.Source] | TopographError]] = []
    for name in names:
        try:
            corpus.append((name, list(files.sources(name, root))))
        except TopographError as error:
            corpus.append((name, error))
    everything = [own for _, found in corpus if isinstance(found, list) for own in found]
    whole_files = settings.format == "auto" and _are_documents(everything, settings)
    for name, found in corpus:
        if isinstance(found, TopographError):
            yield _unreadable(name, found, settings)
            continue
        for source in found:
            try:
                yield from read_source(source, settings, report, whole_files=whole_files)
            except TopographError as error:
                yield _unreadable(source.name, error, settings)


def _unreadable(name: str, error: TopographError, settings: ParseSettings) -> list[Candidate]:
    if settings.on_error == "stop":
        raise error
    detail = f"{error.what} {error.why}"
    return [Candidate(name, -1, "", reason="unreadable file", detail=detail)]


def read_source(
    source: files.Source,
    settings: ParseSettings,
    report: Callable[[FileReport], None],
    *,
    whole_files: bool = False,
) -> Iterator[list[Candidate]]:
    """Read one file or member of an archive into batches of candidates."""
    files.check(source)
    form, encoding = find_format(source, settings)
    if whole_files and form in ("paragraphs", "lines") and source.ending in _TEXT_ENDINGS:
        form = "file"
    records = map(objects.with_abstract, raw_records(source, form, encoding))
    first = list(islice(records, SAMPLE_RECORDS))
    sample = [record.fields for record in first if not record.reason]
    roles = _roles(source.name, form, sample, settings)
    about = _about(source.name, form, encoding, roles.among(sample), sample)
    report(about)
    everything = chain(first, records)
    while batch := [
        make_candidate(record, source.name, roles) for record in islice(everything, BATCH_RECORDS)
    ]:
        about.records += len(batch)
        yield batch


def _about(
    name: str, form: str, encoding: str, roles: Roles, sample: list[dict[str, Any]]
) -> FileReport:
    columns = dict.fromkeys(column for record in sample for column in record)
    others = tuple(column for column in columns if column not in roles.played())
    undated = () if roles.date or roles.other_date else others
    like_dates = tuple(
        column for column in undated if look_like_dates(record.get(column) for record in sample)
    )
    return FileReport(name, form, encoding, roles, others, like_dates)


def find_format(source: files.Source, settings: ParseSettings) -> tuple[str, str]:
    """Format and encoding of a source, as set or by its content.

    Raises
    ------
    TopographError
        If neither is known.
    """
    form = binary_format(source)
    if form:
        return form, ""
    encoding = settings.encoding
    if encoding == "auto":
        encoding = detect_encoding(source)
    with files.open_text(source, encoding) as stream:
        start = stream.read(files.HEAD_BYTES)
        files.refuse_binary(source, start if start.strip() else start + stream.read())
    if settings.format != "auto":
        form = settings.format
        if form in ("parquet", "excel", "pdf"):
            raise TopographError(
                f"{source.name} cannot be read as {form}.",
                "it is a text file.",
                "set parse.format to auto, or to what the file is.",
            )
        return form, encoding
    return text_format(start, source.ending), encoding


def raw_records(source: files.Source, form: str, encoding: str) -> Iterator[RawRecord]:
    """The records of a source in a known format."""
    binary = {"parquet": columnar.read_parquet, "excel": workbook.read_excel, "pdf": pdf.read_pdf,
              "pubmed": pubmed.read_pubmed, "xml": xmlrecords.read_xml}  # fmt: skip
    if form in binary:
        with source.open() as content:
            yield from binary[form](content, source.name)
        return
    whole: dict[str, Callable[[str, str], Iterator[RawRecord]]] = {
        "paragraphs": lambda content, _: text.read_paragraphs(content),
        "file": text.read_file,
        "json": objects.read_json,
        "bibtex": bibtex.read_bibtex,
        "ris": lambda content, name: tagged.read_tagged(content, tagged.RIS, name),
        "medline": lambda content, name: tagged.read_tagged(content, tagged.MEDLINE, name),
        "wos": lambda content, name: tagged.read_tagged(content, tagged.WOS, name),
        "endnote": lambda content, name: tagged.read_tagged(content, tagged.ENDNOTE, name),
        "cochrane": lambda content, name: tagged.read_tagged(content, tagged.COCHRANE, name),
        "ovid": ovid.read_ovid,
    }
    if form in whole:
        yield from whole[form](files.read_text(source, encoding), source.name)
        return
    with files.open_text(source, encoding) as stream:
        if form == "lines":
            yield from text.read_lines(stream)
        elif form == "jsonl":
            yield from objects.read_json_lines(stream, source.name)
        else:
            tabs = form == "tsv" or source.ending in (".tsv", ".tab")
            delimiter = "\t" if tabs else None
            yield from delimited.read_delimited(stream, source.name, delimiter)


def _roles(name: str, form: str, sample: list[dict[str, Any]], settings: ParseSettings) -> Roles:
    if form in ("paragraphs", "lines"):
        return Roles((("text",),), (), (), (), (), placeholders=False)
    if form in _PLAIN or not sample:
        return Roles(
            text=(("text",),),
            title=("title",),
            date=(("date",),),
            other_date=(("created",),),
            id=("id",),
            placeholders=False,
        )
    roles = find_roles(name, form, sample, settings)
    dated = [column for names in (*roles.date, *roles.other_date) for column in names]
    day_first = is_day_first(record.get(column) for record in sample for column in dated)
    return replace(roles, day_first=day_first)


def make_candidate(record: RawRecord, source: str, roles: Roles) -> Candidate:
    """A candidate from a record's fields."""
    fields = record.fields
    if record.reason:
        shown = as_text(fields.get("text"))
        return Candidate(source, record.position, shown, reason=record.reason, detail=record.detail)
    stands_for_none = is_placeholder if roles.placeholders else lambda _: False
    dated = record_date(fields, roles)
    taken = roles.consumed()
    text = join_texts([first_text(fields, part, stands_for_none) for part in roles.text])
    title = _first_line(fields, roles.title)
    return Candidate(
        source,
        record.position,
        text,
        title,
        " ".join(first_text(fields, roles.id).split()),
        dated[0] if dated else None,
        dated[1] if dated else "",
        {
            str(key): value
            for key, value in fields.items()
            if (key in roles.metadata if roles.metadata is not None else key not in taken)
        },
        detail="" if text.strip() or not title else f"no text; title: {_line(title)}",
    )


def _line(title: str) -> str:
    short = " ".join(title.split())
    return short[:SHOWN_TITLE] + ("…" if len(short) > SHOWN_TITLE else "")


def _first_line(fields: Mapping[str, Any], names: tuple[str, ...]) -> str:
    """A title: of several in one field the first."""
    single = {
        name: value[0] if isinstance(value := fields.get(name), list) and value else value
        for name in names
    }
    return first_text(single, names).strip()


def join_texts(parts: list[str]) -> str:
    """Several fields as one text, each ending as a sentence does.

    >>> join_texts(["On graphs", "We study graphs."]), join_texts(["", "Alone"])
    ('On graphs. We study graphs.', 'Alone')
    """
    filled = [part.strip() for part in parts if part.strip()]
    ended = [part if part.endswith((".", "!", "?", "。", ":")) else f"{part}." for part in filled]
    return " ".join([*ended[:-1], *filled[-1:]])


def _are_documents(sources: list[files.Source], settings: ParseSettings) -> bool:
    """Whether text files hold one document each: several, each opening with a title of its own.

    Files of many paragraphs under one and the same heading are lists of documents.
    """
    plain = [own for own in sources if own.ending in _TEXT_ENDINGS]
    if len(plain) < LEAST_FILES:
        return False
    titles: list[str] = []
    for source in plain[:50]:
        try:
            files.check(source)
            if len(source.read(LONGEST_FILE + 1)) > LONGEST_FILE:
                return False
            form, encoding = find_format(source, settings)
        except TopographError:
            return False  # it will be told when the file is read
        if form not in ("paragraphs", "lines", "file"):
            return False
        record = next(text.read_file(files.read_text(source, encoding), source.name))
        titles.append(str(record.fields.get("title", "")))
    return all(titles) and len(set(titles)) > len(titles) / 2


def shown_fields(roles: Roles) -> Mapping[str, str]:
    """A file's fields for people: role to names."""
    return {
        "text": " + ".join("/".join(part) for part in roles.text),
        "title": "/".join(roles.title),
        "date": "/".join(" ".join(names) for names in roles.date or roles.other_date),
        "id": "/".join(roles.id),
    }
