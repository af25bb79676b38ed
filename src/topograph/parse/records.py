"""Read corpus files into records: one record is one candidate document, as it stands in a file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from topograph.errors import TopographError

#: Names under which exports keep a document's text and title, in order of preference.
TEXT_COLUMNS = ("text", "abstract", "summary", "document", "content", "body", "description")
TITLE_COLUMNS = ("title", "name", "headline", "heading")
FORMAT_OF_ENDING = {
    ".txt": "paragraphs",
    ".md": "paragraphs",
    ".csv": "csv",
    ".tsv": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
}
#: A first paragraph of at most this many words without a full stop is taken for a heading.
HEADING_WORDS = 12


@dataclass(frozen=True)
class Record:
    """One candidate document.

    Attributes
    ----------
    source : str
        The file, as the configuration names it.
    position : int
        Its place in the file, from 0; a heading counts.
    text, title : str
        As found; the title may be empty.
    heading : bool
        Whether it is a heading over the file's paragraphs and no document.
    metadata : dict
        The other columns of a table's row.
    """

    source: str
    position: int
    text: str
    title: str
    heading: bool
    metadata: dict[str, Any]


def read_records(
    name: str, form: str, text_column: str | None, title_column: str | None, root: Path = Path()
) -> Iterator[Record]:
    """Read one file.

    Parameters
    ----------
    name : str
        Path of the file, relative to `root`.
    form : str
        A value of `parse.format`.
    text_column, title_column : str or None
        Columns of a table; found by their usual names if None.
    root : Path
        The project's folder.

    Raises
    ------
    TopographError
        If the file's format is unknown, its content unreadable, or a table has no text column.
    """
    path = root / name
    if form == "auto":
        form = FORMAT_OF_ENDING.get(path.suffix.lower(), "")
    if not form:
        raise TopographError(
            f"{name} cannot be read.",
            f"its ending {path.suffix!r} does not tell its format.",
            "set parse.format in config/config.yaml or the run's file; allowed: "
            "paragraphs | lines | csv | tsv | jsonl | parquet.",
        )
    if form == "paragraphs":
        yield from _paragraphs(name, _read_text(path, name))
    elif form == "lines":
        for position, line in enumerate(_read_text(path, name).split("\n")):
            if line.strip():
                yield Record(name, position, line.strip(), "", False, {})
    else:
        yield from _table(path, name, form, text_column, title_column)


def _read_text(path: Path, name: str) -> str:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise TopographError(
            f"{name} cannot be read.",
            f"it is not UTF-8 text (byte {error.start}: {error.reason}).",
            "convert it to UTF-8, for example with `iconv -f latin1 -t utf-8`.",
        ) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _paragraphs(name: str, text: str) -> Iterator[Record]:
    paragraphs = [part.strip() for part in re.split(r"\n\s*\n", text) if part.strip()]
    for position, paragraph in enumerate(paragraphs):
        heading = position == 0 and len(paragraphs) > 1 and is_heading(paragraph)
        yield Record(name, position, paragraph, "", heading, {})


def is_heading(paragraph: str) -> bool:
    r"""Whether a file's first paragraph is a heading: one short line that is no sentence.

    >>> is_heading("ICML 2026 Papers"), is_heading("Topics drift."), is_heading("Two\nlines")
    (True, False, False)
    """
    return (
        "\n" not in paragraph
        and len(paragraph.split()) <= HEADING_WORDS
        and not paragraph.endswith((".", "!", "?", "。"))
    )


def _table(
    path: Path, name: str, form: str, text_column: str | None, title_column: str | None
) -> Iterator[Record]:
    import pandas as pd

    try:
        if form == "parquet":
            frame = pd.read_parquet(path)
        elif form == "jsonl":
            frame = pd.read_json(path, lines=True, dtype=False)
        else:
            frame = pd.read_csv(
                path, sep="\t" if form == "tsv" else ",", dtype=str, keep_default_na=False
            )
    except (ValueError, OSError) as error:
        raise TopographError(
            f"{name} cannot be read as {form}.",
            f"{str(error).splitlines()[0] if str(error) else type(error).__name__}.",
            "check the file, or set parse.format to what it is.",
        ) from error
    text_column = _column(frame, name, text_column, TEXT_COLUMNS, "text")
    if text_column is None:
        raise TopographError(
            f"{name} has no column of texts that can be recognised.",
            f"its columns are {', '.join(map(str, frame.columns))}; "
            f"recognised names are {', '.join(TEXT_COLUMNS)}.",
            "name the column, for example `parse: {text: " + str(frame.columns[-1]) + "}`.",
        )
    title_column = _column(frame, name, title_column, TITLE_COLUMNS, "title")
    others = [column for column in frame.columns if column not in (text_column, title_column)]
    for position, row in enumerate(frame.to_dict("records")):
        yield Record(
            name,
            position,
            _as_text(row[text_column]),
            _as_text(row[title_column]) if title_column else "",
            False,
            {str(column): row[column] for column in others},
        )


def _column(
    frame: Any, name: str, asked: str | None, usual: tuple[str, ...], role: str
) -> str | None:
    if asked is not None:
        if asked not in frame.columns:
            raise TopographError(
                f"{name} has no column {asked!r}.",
                f"parse.{role} names it; the file's columns are "
                f"{', '.join(map(str, frame.columns))}.",
                f"set parse.{role} to one of them.",
            )
        return asked
    by_name = {str(column).strip().lower(): str(column) for column in frame.columns}
    return next((by_name[usual_name] for usual_name in usual if usual_name in by_name), None)


def _as_text(value: Any) -> str:
    return "" if value is None or value != value else str(value)  # NaN differs from itself
