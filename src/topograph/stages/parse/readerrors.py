"""Report failures of readers as damage of the file."""

from __future__ import annotations

from collections.abc import Iterator

from topograph.core.wording import counted
from topograph.errors import TopographError
from topograph.formats.base import Content, Format
from topograph.formats.limits import AS_CSV, Room
from topograph.formats.records import RawRecord
from topograph.language.characters import clean_line


def read_whole(form: Format, content: Content, size: int) -> Iterator[RawRecord]:
    """Read all records of a file; any failure of its reader is reported as damage of the file.

    Raises
    ------
    TopographError
        With what stopped it.
    """
    number = 0
    room = Room(content.name, size, AS_CSV)
    try:
        for record in form.read(content):
            number += 1
            room.take(sum(len(own) for own in record.fields.values() if isinstance(own, str)))
            yield record
    except TopographError:
        raise
    except MemoryError as error:
        raise TopographError(
            f"{content.name} cannot be read as {form.name}.",
            f"memory ran out after {counted(number, 'record')}.",
            "split the file, or free memory.",
        ) from error
    except Exception as error:  # of a library, at what its authors have not thought of
        why = "it is nested too deeply" if isinstance(error, RecursionError) else _words(error)
        raise TopographError(
            f"{content.name} cannot be read as {form.name}.",
            f"{why}, after {counted(number, 'record')}.",
            "get or export the file again, in another format if it is whole; or set "
            "`parse: {on_error: skip}` to skip it.",
        ) from error


def _words(error: Exception) -> str:
    return f"its reader stops with {type(error).__name__}: {clean_line(str(error))[:200]}"
