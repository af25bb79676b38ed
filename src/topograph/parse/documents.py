"""From records to documents: clean, identify, drop what cannot be placed, and account for it."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from topograph.artifacts import TABLES
from topograph.parse.clean import clean, normalise

if TYPE_CHECKING:
    import pandas as pd

    from topograph.config import ParseSettings
    from topograph.parse.records import Record

#: Words of a document's opening that serve as its title where it has none.
TITLE_WORDS = 8
OPENING_CHARACTERS = 80
#: Columns of ours that a corpus' own column of that name must not hide, here or in `load_run`.
RESERVED = {*TABLES["parse/documents.parquet"], *TABLES["cluster/assignments.parquet"], "label"}


def content_id(text: str) -> str:
    """An identifier derived from a text: 12 hexadecimal digits of its SHA-256."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def make_documents(
    records: Iterable[Record], settings: ParseSettings
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Clean records and decide which are documents.

    The documents come in the canonical order, by ascending `doc_id`, so that neither the order
    of the files nor that of the documents in them reaches a later stage: UMAP and HDBSCAN
    depend on the order of rows.

    Parameters
    ----------
    records : iterable of Record
        In reading order.
    settings : ParseSettings
        The section `parse`.

    Returns
    -------
    documents, audit : DataFrame
        Tables of `topograph.artifacts.TABLES`. Each record is one row of the audit, kept or not.
    """
    import pandas as pd

    documents: list[dict[str, Any]] = []
    audit: list[dict[str, Any]] = []
    copies: Counter[str] = Counter()
    for record in records:
        text, links = clean(record.text, settings.clean)
        doc_id = content_id(text)
        n_words = len(text.split())
        reason = ""
        if record.heading:
            reason = "heading"
        elif not text:
            reason = "empty"
        elif n_words < settings.min_words:
            reason = "too short"
        elif copies[doc_id] and settings.duplicates == "drop":
            reason = "duplicate"
        audit.append(
            {
                "source": record.source,
                "position": record.position,
                "kept": not reason,
                "reason": reason,
                "duplicate_of": doc_id if reason == "duplicate" else "",
                "opening": normalise(record.text)[:OPENING_CHARACTERS],
            }
        )
        if not reason:
            copies[doc_id] += 1
            if copies[doc_id] > 1:
                doc_id = f"{doc_id}-{copies[doc_id]}"
            documents.append(
                {_beside_ours(name): value for name, value in record.metadata.items()}
                | {
                    "doc_id": doc_id,
                    "text": text,
                    "title": normalise(record.title) or opening(text, TITLE_WORDS),
                    "source": record.source,
                    "position": record.position,
                    "raw": record.text,
                    "links": links,
                    "language": settings.language,
                    "n_words": n_words,
                }
            )
        audit[-1]["doc_id"] = "" if reason else doc_id
    frame = pd.DataFrame(documents)
    for column in frame.columns.difference([*TABLES["parse/documents.parquet"]]):
        known = frame[column].dropna()
        if known.map(type).nunique() > 1:  # text in one file and a number in another
            frame[column] = known.map(str)
    if documents:
        frame = frame.sort_values("doc_id", ignore_index=True)
    return frame, pd.DataFrame(audit)


def _beside_ours(name: str) -> str:
    """The name of a metadata column, changed where a column of the run's tables bears it."""
    return f"corpus_{name}" if name in RESERVED else name


def opening(text: str, words: int) -> str:
    """The first words of a text, with an ellipsis where something follows.

    >>> opening("one two three", 2), opening("one two", 2)
    ('one two …', 'one two')
    """
    parts = text.split()
    return " ".join(parts[:words]) + (" …" if len(parts) > words else "")
