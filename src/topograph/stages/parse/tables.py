"""Records as tables, a part at a time: documents in their order, and the audit of all records."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from topograph.rundir.columntypes import as_attributes
from topograph.rundir.contract import TABLES, arrow_type
from topograph.stages.parse.clean.characters import normalise
from topograph.stages.parse.metadata import Metadata, MetadataColumn
from topograph.stages.parse.store import Records

if TYPE_CHECKING:
    import pyarrow as pa

#: Rows of a part, and characters of the texts in it after which a part ends.
PART_ROWS = 10_000
PART_CHARACTERS = 20_000_000
EXCERPT_CHARACTERS = 80


def in_order(records: Records) -> list[int]:
    """Rows of the documents in the canonical order, by ascending `doc_id`."""
    return sorted(records.kept(), key=records.ids.__getitem__)


def parts(records: Records, rows: Sequence[int]) -> Iterator[Sequence[int]]:
    """Rows in parts whose texts can be held in memory."""
    start, characters = 0, 0
    for place, row in enumerate(rows):
        characters += records.n_characters[row]
        if place - start + 1 >= PART_ROWS or characters >= PART_CHARACTERS:
            yield rows[start : place + 1]
            start, characters = place + 1, 0
    if start < len(rows):
        yield rows[start:]


def several_sources(records: Records) -> dict[int, list[str]]:
    """Of documents for which records were dropped: the files of all these, sorted."""
    found: dict[int, set[str]] = defaultdict(set)
    for row, kept in records.duplicate_of.items():
        found[kept] |= {records.sources[row], records.sources[kept]}
    return {row: sorted(own) for row, own in found.items()}


def seen_metadata(records: Records) -> Metadata:
    """The corpus' own columns and dates, as seen in the kept documents."""
    seen = Metadata()
    for row in records.kept():
        seen.look(
            records.sources[row], records.positions[row], records.ids[row], records.content(row)
        )
    return seen


def document_table(
    records: Records,
    rows: Sequence[int],
    columns: Sequence[MetadataColumn],
    sources: Mapping[int, Sequence[str]],
) -> pa.Table:
    """Documents, with the columns of `parse/documents.parquet` and those of the corpus."""
    contents = [records.content(row) for row in rows]
    own: dict[str, Any] = {
        "doc_id": [records.ids[row] for row in rows],
        "text": [content.text for content in contents],
        "title": [content.title for content in contents],
        "source": [records.sources[row] for row in rows],
        "position": [records.positions[row] for row in rows],
        "sources": [sources.get(row, (records.sources[row],)) for row in rows],
        "raw": [_storable(content.raw) for content in contents],
        "links": [content.links for content in contents],
        "language": [records.languages[row] for row in rows],
        "n_words": [records.n_words[row] for row in rows],
        "date": [content.date for content in contents],
        "date_precision": [content.precision for content in contents],
    }
    more: dict[str, tuple[list[Any], pa.DataType]] = {}
    for column in columns:
        values = [content.metadata.get(column.name) for content in contents]
        more |= column.values.stored(column.stored, values)
    types = as_attributes({column.stored: column.values.type for column in columns})
    return _table("parse/documents.parquet", own, more).replace_schema_metadata(types)


def audit_table(records: Records, rows: Sequence[int]) -> pa.Table:
    """Records, with the columns of `parse/audit.parquet`."""
    contents = [records.content(row) for row in rows]
    own: dict[str, Any] = {
        "source": [records.sources[row] for row in rows],
        "position": [records.positions[row] for row in rows],
        "kept": [not records.reasons[row] for row in rows],
        "reason": [records.reasons[row] for row in rows],
        "detail": [
            records.details.get(row, content.detail)
            for row, content in zip(rows, contents, strict=True)
        ],
        "doc_id": ["" if records.reasons[row] else records.ids[row] for row in rows],
        "duplicate_of": [
            records.ids[records.duplicate_of[row]] if row in records.duplicate_of else ""
            for row in rows
        ],
        "language": [records.languages[row] if records.n_characters[row] else "" for row in rows],
        "steps": [list(records.steps[row]) for row in rows],
        "excerpt": [_excerpt(content.raw) for content in contents],
    }
    return _table("parse/audit.parquet", own, {})


def _storable(text: str) -> str:
    """A text without lone surrogates, which no file can hold."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def _excerpt(raw: str) -> str:
    return normalise(raw[: 8 * EXCERPT_CHARACTERS])[:EXCERPT_CHARACTERS]


def _table(name: str, own: dict[str, Any], more: dict[str, tuple[list[Any], Any]]) -> pa.Table:
    import pyarrow as pa

    typed = {column: (own[column], arrow_type(kind)) for column, kind in TABLES[name].items()}
    typed |= more
    return pa.table({column: pa.array(*typed[column]) for column in typed})
