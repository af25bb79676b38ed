"""Parquet and Arrow."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from typing import IO, Any

from topograph.errors import TopographError
from topograph.formats.base import Content, Format
from topograph.formats.limits import AS_CSV, Room
from topograph.formats.objects import flatten
from topograph.formats.records import RawRecord, no_rows

#: How a stream of Arrow begins; its files and Feather begin with their names.
_STREAM = b"\xff\xff\xff\xff"
_FILE, _FEATHER_1 = b"ARROW1", b"FEA1"
BATCH_ROWS = 1000
#: Rows of any file, and beyond them rows a byte: a row that holds a text takes more.
ANY_ROWS, ROWS_A_BYTE = 1_000_000, 10


def read_columnar(content: IO[bytes], name: str) -> Iterator[RawRecord]:
    """Read a file of Parquet, Feather or Arrow in batches.

    Raises
    ------
    TopographError
        If it cannot be read.
    """
    import pyarrow as pa

    position = 0
    try:
        stream = content if content.seekable() else io.BytesIO(content.read())
        room = Room(name, stream.seek(0, io.SEEK_END), AS_CSV)
        stream.seek(0)
        for batch in _batches(stream):
            room.take(batch.nbytes)  # one value may stand for many
            _refuse_rows(name, position, room.packed)
            names = [column for column in batch.schema.names if not column.startswith("__index_")]
            for row in batch.select(names).to_pylist():
                yield RawRecord(position, flatten({key: _plain(own) for key, own in row.items()}))
                position += 1
    except (pa.ArrowException, OSError, ValueError, OverflowError) as error:
        raise TopographError(
            f"{name} cannot be read as Parquet or Arrow.",
            f"{str(error).splitlines()[0]}",
            "write it again, or set `parse: {on_error: skip}` to skip it.",
        ) from error
    if not position:
        raise no_rows(name)


def _refuse_rows(name: str, rows: int, size: int) -> None:
    """Stop where a file has more rows than texts can have in its bytes."""
    if rows > max(ANY_ROWS, ROWS_A_BYTE * size):
        raise TopographError(
            f"{name} claims more than {rows:,} rows.",
            f"a file of {size:,} bytes cannot contain texts in so many rows.",
            "write the file again, or set `parse: {on_error: skip}` to skip it.",
        )


def _batches(stream: IO[bytes]) -> Iterator[Any]:
    """The record batches of a file, by what it begins with."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    head = stream.read(len(_FILE))
    stream.seek(0)
    if head == _FILE:
        file = pa.ipc.open_file(stream)
        yield from (file.get_batch(number) for number in range(file.num_record_batches))
    elif head.startswith(_FEATHER_1):
        import pyarrow.feather as feather

        yield from feather.read_table(stream).to_batches(BATCH_ROWS)
    elif head.startswith(_STREAM):
        yield from pa.ipc.open_stream(stream)
    else:
        yield from pq.ParquetFile(stream).iter_batches(BATCH_ROWS)


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
        yield from read_columnar(stream, content.name)


FORMAT = Format(
    "parquet",
    "Parquet",
    lambda opening: opening.head.startswith(b"PAR1"),
    _read,
    binary=True,
)
ARROW = Format(
    "arrow",
    "Arrow and Feather",
    lambda opening: (
        opening.head.startswith((_FILE, _FEATHER_1))
        or (opening.head.startswith(_STREAM) and opening.ending in {".arrow", ".arrows", ".ipc"})
    ),
    _read,
    binary=True,
)
