"""Parquet."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from typing import IO, Any

from topograph.errors import TopographError
from topograph.formats.base import Content, Format
from topograph.formats.objects import flatten
from topograph.formats.records import RawRecord, no_rows


def read_parquet(content: IO[bytes], name: str) -> Iterator[RawRecord]:
    """Read a Parquet file in batches.

    Raises
    ------
    TopographError
        If it cannot be read.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    position = 0
    try:
        file = pq.ParquetFile(io.BytesIO(content.read()) if not content.seekable() else content)
        for batch in file.iter_batches(2000):
            names = [column for column in batch.schema.names if not column.startswith("__index_")]
            for row in batch.select(names).to_pylist():
                yield RawRecord(position, flatten({key: _plain(own) for key, own in row.items()}))
                position += 1
    except (pa.ArrowException, OSError, ValueError, OverflowError) as error:
        raise TopographError(
            f"{name} cannot be read as Parquet.",
            f"{str(error).splitlines()[0]}",
            "write it again, or set `parse: {on_error: skip}` to go on without it.",
        ) from error
    if not position:
        raise no_rows(name)


def _plain(value: Any) -> Any:
    """A cell's bytes as text, where they are one; else in base 64."""
    if not isinstance(value, bytes):
        return value
    try:
        text = value.decode()
    except UnicodeDecodeError:
        return base64.b64encode(value).decode()
    return text if text.isprintable() or "\x00" not in text else base64.b64encode(value).decode()


def _read(content: Content) -> Iterator[RawRecord]:
    with content.open() as stream:
        yield from read_parquet(stream, content.name)


FORMAT = Format(
    "parquet",
    "Parquet",
    lambda opening: opening.head.startswith(b"PAR1"),
    _read,
    binary=True,
)
