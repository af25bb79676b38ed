"""Make documents from candidates, with an audit of every record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topograph.stages.parse.batches import work_all
from topograph.stages.parse.decisions import Decisions, decide
from topograph.stages.parse.facts import renamed
from topograph.stages.parse.reading import Candidate
from topograph.stages.parse.store import Records
from topograph.stages.parse.tables import (
    audit_table,
    document_table,
    in_order,
    parts,
    seen_metadata,
    several_sources,
)

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

    from topograph.config import ParseSettings
    from topograph.stages.parse.metadata import Asked, MetadataColumn


class Parsed:
    """The result of parsing. Texts stay on disk until tables are made.

    Attributes
    ----------
    records : Records
        Every record read, with what was decided about it.
    language : str
        The corpus' language.
    recurring : dict of str to int
        Recurring sentences, and in how many records each stood.
    cleaning : dict
        By cleaning step: in how many records it changed something, and examples.
    notes : list of str
        What was done otherwise than a user may expect.
    dates : dict
        See `topograph.stages.parse.datecounts.DateCounts.summary`.
    """

    def __init__(
        self,
        records: Records,
        decisions: Decisions,
        cleaning: dict[str, dict[str, Any]],
        asked: Asked,
        day_first: bool | None = None,
    ) -> None:
        self.records = records
        self.language = decisions.language
        self.recurring = decisions.recurring
        self.cleaning = cleaning
        self.notes = notes = decisions.notes
        self._rows = in_order(records)
        self._sources = several_sources(records)
        seen = seen_metadata(records)
        self._columns: list[MetadataColumn] = seen.columns(
            renamed(asked, records.new_names), notes, day_first
        )
        self.dates = seen.dates.summary()
        notes += seen.dates.notes()

    def __len__(self) -> int:
        """The number of documents."""
        return len(self._rows)

    @property
    def rows(self) -> list[int]:
        """Rows of the records that are documents, in the order of these."""
        return self._rows

    @cached_property
    def dropped(self) -> dict[str, int]:
        """The number of dropped records by reason."""
        counts = Counter(reason for reason in self.records.reasons if reason)
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    def document_tables(self) -> Iterator[pa.Table]:
        """The documents in parts, in canonical order; at least one part, which may be empty.

        What does not fit its column's type is counted meanwhile; `columns` reports it afterwards.
        """
        for column in self._columns:
            column.values.restart()
        for rows in list(parts(self.records, self._rows)) or [[]]:
            yield document_table(self.records, rows, self._columns, self._sources)

    def columns(self) -> list[dict[str, Any]]:
        """The corpus' own columns with their types, and what did not fit in the tables made."""
        return [column.values.summary(column.stored) for column in self._columns]

    def audit_tables(self) -> Iterator[pa.Table]:
        """Each record read, kept or not, in parts; at least one part, which may be empty."""
        for rows in list(parts(self.records, range(len(self.records)))) or [[]]:
            yield audit_table(self.records, rows)

    def audit_of(self, rows: list[int]) -> list[dict[str, Any]]:
        """The audit of some records."""
        audited: list[dict[str, Any]] = audit_table(self.records, rows).to_pylist()
        return audited

    def details(self, first: int) -> list[str]:
        """Details of the reasons in the audit, from this number of first records."""
        rows = range(min(first, len(self.records)))
        return [detail for row in rows if (detail := self.records.content(row).detail)]

    @cached_property
    def documents(self) -> pd.DataFrame:
        """All documents in memory; see `topograph.rundir.contract.TABLES`."""
        return _frame(self.document_tables())

    @cached_property
    def audit(self) -> pd.DataFrame:
        """The audit of all records in memory; see `topograph.rundir.contract.TABLES`."""
        return _frame(self.audit_tables())


def make_documents(
    batches: Iterable[list[Candidate]],
    settings: ParseSettings,
    threads: int = 1,
    progress: Callable[[int], None] = lambda _: None,
    folder: Path | None = None,
) -> Parsed:
    """Clean candidates and decide which are documents.

    The documents come in the canonical order, by ascending `doc_id`, so that neither the order
    of the files nor that of the documents in them reaches a later stage: UMAP and HDBSCAN
    depend on the order of rows.

    Parameters
    ----------
    batches : iterable of list of Candidate
        In reading order.
    settings : ParseSettings
        The section `parse`.
    threads : int
        Cores to use; the result does not depend on it.
    progress : callable
        Called with the number of records done, after each batch.
    folder : Path, optional
        Where texts lie meanwhile; without it, where the system keeps temporary files.

    Raises
    ------
    TopographError
        If the disk is full, or a process that shares the work is killed.
    """
    records = Records(folder)
    for batch, result in work_all(batches, settings.clean, threads):
        records.add(batch, result)
        progress(len(records))
    decisions = decide(records, settings)
    counts = Counter(step for steps in records.steps for step in steps)
    cleaning = {
        name: {"documents": counts[name], "examples": records.examples.get(name, [])}
        for name in type(settings.clean).model_fields
        if counts[name]
    }
    return Parsed(records, decisions, cleaning, settings.fields.types, settings.day_first)


def _frame(tables: Iterable[pa.Table]) -> pd.DataFrame:
    import pyarrow as pa

    frame: pd.DataFrame = pa.concat_tables(tables).to_pandas()
    return frame


def drops_text(drops: Mapping[str, int]) -> str:
    """Counts of dropped records for people.

    >>> drops_text({"too short": 3, "empty": 1}), drops_text({})
    ('3 too short, 1 empty', 'none')
    """
    return ", ".join(f"{count:,} {reason}" for reason, count in drops.items()) or "none"
