"""From the corpus' files to candidate documents, in batches."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topograph.errors import TopographError
from topograph.formats.base import Content, Format
from topograph.formats.names import is_placeholder
from topograph.formats.objects import with_abstract
from topograph.formats.recognition import recognise
from topograph.formats.records import RawRecord, sound
from topograph.formats.registry import FORMATS
from topograph.formats.sources import Source, check, sources
from topograph.stages.parse.answers import split_answers
from topograph.stages.parse.dates import (
    are_serials,
    date_order,
    have_times,
    look_like_dates,
    record_date,
)
from topograph.stages.parse.fields import Roles, find_roles, fixed_roles
from topograph.stages.parse.filereport import FileReport
from topograph.stages.parse.folders import TEXT_ENDINGS, descriptions, hold_documents
from topograph.stages.parse.metadata import refuse_unknown
from topograph.stages.parse.openfields import open_fields
from topograph.stages.parse.readerrors import read_whole
from topograph.stages.parse.values import as_text, first_text
from topograph.stages.parse.works import Work, find_work_fields
from topograph.system.filenames import display_name

if TYPE_CHECKING:
    from topograph.config import ParseSettings

#: Records by which a file's fields are judged.
SAMPLE_RECORDS = 200
#: Formats of tables: all their columns are known from their first rows.
HEADED = frozenset("arrow csv excel excelhtml excelxml parquet r statistical tsv".split())
#: A batch is of so many records at most, and ends behind so many characters.
BATCH_RECORDS = 1000
BATCH_CHARACTERS = 4_000_000
#: Characters of the title by which the audit identifies a record without text.
SHOWN_TITLE = 80


@dataclass(slots=True)
class Candidate:
    """A record that may become a document.

    Attributes
    ----------
    source, position : str, int
        The file as the configuration names it, and the record's place in it, from 0.
    text, title : str
        As they stand in the file.
    own_id : str
        The corpus' own identifier, or "".
    date : datetime or None
        As written, without a time zone.
    precision : str
        One of `topograph.rundir.dateprecision.PRECISIONS`, or "".
    unread_date : str
        What the fields of dates say and was not understood, or not wholly.
    metadata : dict
        What else the record holds.
    work : Work or None
        What identifies the work that it describes, where it is a bibliographic record.
    reason, detail : str
        Why it is not a document, if reading already shows that; the title of a record without text.
    """

    source: str
    position: int
    text: str
    title: str = ""
    own_id: str = ""
    date: datetime.datetime | None = None
    precision: str = ""
    unread_date: str = ""
    metadata: dict[str, Any] = field(default_factory=dict)
    work: Work | None = None
    reason: str = ""
    detail: str = ""


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
    corpus: list[tuple[str, list[Source] | TopographError]] = []
    for name in names:
        try:
            corpus.append((name, list(sources(name, root))))
        except TopographError as error:
            corpus.append((name, error))
    everything = [own for _, found in corpus if isinstance(found, list) for own in found]
    whole = hold_documents(everything, settings.encoding) if settings.format == "auto" else ""
    aside = descriptions(everything) if settings.format == "auto" else frozenset()
    lacking: list[set[str]] = []
    columns: dict[str, None] = {}
    tables: list[bool] = []

    def noted(about: FileReport) -> None:
        lacking.append(set(about.roles.missing))
        columns.update(dict.fromkeys((*about.roles.played(), *about.others)))
        tables.append(about.format in HEADED)
        report(about)
        if all(tables) and len(tables) == len(everything):
            refuse_unknown(settings.fields.types, list(columns))

    for name, found in corpus:
        if isinstance(found, TopographError):
            yield _unreadable(display_name(name), found, settings)
            continue
        for source in found:
            if source.name in aside:
                detail = "it describes the data beside it; to read it, set parse.format"
                yield [Candidate(source.name, -1, "", reason="no document", detail=detail)]
                continue
            try:
                yield from read_source(source, settings, noted, whole=whole)
            except TopographError as error:
                yield _unreadable(source.name, error, settings)
    if lacking and (nowhere := set.intersection(*lacking)):
        raise TopographError(
            f"No file has a field {' or '.join(map(repr, sorted(nowhere)))}.",
            "parse.fields.answers names it.",
            "correct the name, or leave it out; `topograph init` lists the fields.",
        )


def _unreadable(name: str, error: TopographError, settings: ParseSettings) -> list[Candidate]:
    if settings.on_error == "stop":
        raise _with_format(error, settings.format)
    detail = f"{error.what} {error.why}"
    return [Candidate(name, -1, "", reason="unreadable file", detail=detail)]


def _with_format(error: TopographError, form: str) -> TopographError:
    """A failure with the remedy that fits where the format is set: it may be the wrong one."""
    if form == "auto" or "parse.format" in error.fix:
        return error
    fix = f"{error.fix.rstrip('.')}. Or set parse.format ({form}) to auto, or to what the file is."
    return TopographError(error.what, error.why, fix)


def read_source(
    source: Source,
    settings: ParseSettings,
    report: Callable[[FileReport], None],
    *,
    whole: str = "",
) -> Iterator[list[Candidate]]:
    """Read one file or member of an archive into batches of candidates."""
    size = check(source)
    form, encoding = recognise(source, settings.format, settings.encoding)
    whole = whole if source.ending in TEXT_ENDINGS else ""
    if whole and form.name in ("paragraphs", "lines"):
        form = FORMATS["file"]
    content = Content(source, encoding, _asked(settings))
    records = map(sound, map(with_abstract, read_whole(form, content, size)))
    first, damage = _first_records(records)
    readable = any(not record.reason for record in first)
    if damage is not None and (not readable or settings.on_error == "stop"):
        raise damage
    if content.found:
        form = replace(form, fields=content.found)
    sample = [record.fields for record in first if not record.reason]
    roles = _roles(source.name, form, sample, settings, content.labels)
    about = _about(source.name, form.name, encoding, roles.among(sample), sample)
    about.labels = content.labels
    about.whole = whole if form.name == "file" else ""
    report(about)
    everything = chain(first, records)
    candidates = (
        own
        for record in everything
        for own in make_candidates(record, source.name, roles, content.labels)
    )
    for batch in in_batches(candidates):
        about.records += len(batch)
        yield batch
    if damage is not None:
        raise damage


def _first_records(
    records: Iterator[RawRecord],
) -> tuple[list[RawRecord], TopographError | None]:
    """The records by which a file is judged, and what stops it among them."""
    first: list[RawRecord] = []
    try:
        for record in islice(records, SAMPLE_RECORDS):
            first.append(record)  # noqa: PERF402 - those before a failure are kept
    except TopographError as error:
        return first, error
    return first, None


def in_batches(candidates: Iterable[Candidate]) -> Iterator[list[Candidate]]:
    """Candidates in batches that can be held in memory, however long their texts are.

    Those before a failure are given before it is raised.
    """
    batch: list[Candidate] = []
    characters = 0
    damage = None
    try:
        for own in candidates:
            batch.append(own)
            characters += len(own.text)
            if len(batch) >= BATCH_RECORDS or characters >= BATCH_CHARACTERS:
                yield batch
                batch, characters = [], 0
    except TopographError as error:
        damage = error
    if batch:
        yield batch
    if damage is not None:
        raise damage


def _asked(settings: ParseSettings) -> frozenset[str]:
    """The fields that the user has named as text."""
    named = (settings.text, settings.fields.text)
    return frozenset(
        name
        for own in named
        if own is not None
        for name in ([own] if isinstance(own, str) else own)
    )


def _about(
    name: str, form: str, encoding: str, roles: Roles, sample: list[dict[str, Any]]
) -> FileReport:
    columns = dict.fromkeys(column for record in sample for column in record)
    others = tuple(column for column in columns if column not in roles.played())
    undated = () if roles.date or roles.other_date else others
    like_dates = tuple(
        column for column in undated if look_like_dates(record.get(column) for record in sample)
    )
    prose = FORMATS[form].prose or roles.title
    opened = () if prose else tuple(open_fields(others, sample))
    return FileReport(name, form, encoding, roles, others, like_dates, open=opened)


def _roles(
    name: str,
    form: Format,
    sample: list[dict[str, Any]],
    settings: ParseSettings,
    labels: Mapping[str, str],
) -> Roles:
    if form.prose or not sample:
        return fixed_roles(form)
    roles = find_roles(name, form, sample, settings, labels)
    dated = [column for names in (*roles.date, *roles.other_date) for column in names]
    values = {column: [record.get(column) for record in sample] for column in dated}
    every = [value for own in values.values() for value in own]
    merged = settings.merge == "auto" and not roles.answers
    day_first, example = date_order(every)
    if settings.day_first is not None:
        day_first, example = settings.day_first, "parse.date_order"
    return replace(
        roles,
        day_first=day_first,
        order_from=example,
        timed=have_times(every),
        serials=frozenset(column for column, own in values.items() if are_serials(own)),
        works=find_work_fields(sample, form.bibliographic) if merged else None,
    )


def make_candidates(
    record: RawRecord, source: str, roles: Roles, labels: Mapping[str, str]
) -> Iterator[Candidate]:
    """The candidates from a record: one, or one per answer if answers are documents."""
    candidate = make_candidate(record, source, roles)
    if not roles.answers or candidate.reason:
        yield candidate
        return
    stands_for_none = is_placeholder if roles.placeholders else lambda _: False
    answers = {name: first_text(record.fields, (name,), stands_for_none) for name in roles.answers}
    yield from split_answers(candidate, answers, labels)


def make_candidate(record: RawRecord, source: str, roles: Roles) -> Candidate:
    """A candidate from a record's fields."""
    fields = record.fields
    if record.reason:
        shown = as_text(fields.get("text"))
        return Candidate(source, record.position, shown, reason=record.reason, detail=record.detail)
    stands_for_none = is_placeholder if roles.placeholders else lambda _: False
    dated, unread_date = record_date(fields, roles)
    taken = roles.consumed()
    text = join_texts([first_text(fields, part, stands_for_none) for part in roles.text])
    title = _first_line(fields, roles.title)
    return Candidate(
        source,
        record.position,
        text,
        title,
        " ".join(first_text(fields, roles.id).split()),
        dated.moment if dated else None,
        dated.precision if dated else "",
        unread_date,
        {
            str(key): value
            for key, value in fields.items()
            if (key in roles.metadata if roles.metadata is not None else key not in taken)
        },
        roles.works.work(fields, title, dated.moment.year if dated else 0) if roles.works else None,
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
    """Join several fields into one text; each ends like a sentence.

    >>> join_texts(["On graphs", "We study graphs."]), join_texts(["", "Alone"])
    ('On graphs. We study graphs.', 'Alone')
    """
    filled = [part.strip() for part in parts if part.strip()]
    ended = [part if part.endswith((".", "!", "?", "。", ":")) else f"{part}." for part in filled]
    return " ".join([*ended[:-1], *filled[-1:]])
