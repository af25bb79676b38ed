"""Tables of SPSS, Stata and SAS."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from topograph.errors import TopographError
from topograph.formats.base import Content, Format, Opening
from topograph.formats.frames import frame_records
from topograph.formats.records import RawRecord, no_rows

_SAS = bytes.fromhex("000000000000000000000000c2ea8160b31411cfbd92080009c7318c181f1011")
#: The first byte of Stata's files before version 13 is their version.
_OLD_STATA = frozenset((102, 103, 104, 105, 108, 110, 111, 112, 113, 114, 115))


@dataclass(frozen=True)
class _Kind:
    """A kind of file: its first bytes, and the function that reads it."""

    name: str
    is_it: Callable[[bytes], bool]
    reader: str
    has_labels: bool = True


_KINDS = (
    _Kind("SPSS", lambda head: head.startswith((b"$FL2", b"$FL3")), "read_sav"),
    _Kind("SPSS", lambda head: b"SPSSPORT" in b"".join(head[:1000].split(b"\n")), "read_por"),
    _Kind("Stata", lambda head: _is_stata(head), "read_dta"),
    _Kind("SAS", lambda head: head.startswith(_SAS), "read_sas7bdat", has_labels=False),
    _Kind("SAS", lambda head: head.startswith(b"HEADER RECORD*******LIB"), "read_xport", False),
)


def _is_stata(head: bytes) -> bool:
    old = len(head) > 3 and head[0] in _OLD_STATA and head[1] in (1, 2) and head[2:4] == b"\1\0"
    return old or head.startswith(b"<stata_dta>")


def _kind(head: bytes) -> _Kind | None:
    return next((kind for kind in _KINDS if kind.is_it(head)), None)


def read_statistical(content: Content) -> Iterator[RawRecord]:
    """Read a table of SPSS, Stata or SAS: codes as the labels of their values.

    Labels of variables, often whole questions, go to `content.labels`.

    Raises
    ------
    TopographError
        If the extra `statistics` is missing, or the file cannot be read.
    """
    everything = content.source.read()
    kind = _kind(everything[:2000])
    if kind is None:
        raise TopographError(
            f"{content.name} cannot be read as a table of SPSS, Stata or SAS.",
            "it does not begin like such a table.",
            "set parse.format to auto, or to what the file is.",
        )
    frame, about = _read_frame(everything, kind, content.name)
    for name, label in (about.column_names_to_labels or {}).items():
        if label and label.strip() and label.strip() != name:
            content.labels[name] = " ".join(label.split())
    if frame.empty:
        raise no_rows(content.name)
    yield from frame_records(frame)


def _read_frame(content: bytes, kind: _Kind, name: str) -> tuple[Any, Any]:
    try:
        import pyreadstat
    except ModuleNotFoundError as error:
        raise TopographError(
            f"{name} cannot be read.",
            f"tables of {kind.name} need the extra `statistics`.",
            "run `uv sync --extra statistics`, or export the table as CSV with value labels.",
        ) from error
    read = getattr(pyreadstat, kind.reader)
    options = {"apply_value_formats": True} if kind.has_labels else {}
    try:
        try:
            frame, about = read(io.BytesIO(content), **options)
        except OverflowError:  # a date beyond Python's
            options["disable_datetime_conversion"] = True
            frame, about = read(io.BytesIO(content), **options)
    except UnicodeDecodeError as error:
        raise TopographError(
            f"{name} cannot be read as a table of {kind.name}.",
            f"its texts are in an encoding that it does not name ({error}).",
            "save it again with Unicode (in Stata: `unicode translate`), or as CSV.",
        ) from error
    except Exception as error:  # whatever the library stumbles over in a damaged file
        raise TopographError(
            f"{name} cannot be read as a table of {kind.name}.",
            f"{str(error).rstrip('.') or type(error).__name__}; it may be damaged.",
            "open it and save it again, or as CSV, or set `parse: {on_error: skip}` to go on "
            "without it.",
        ) from error
    return frame, about


def _recognise(opening: Opening) -> bool:
    return _kind(opening.head) is not None


FORMAT = Format(
    "statistical",
    "tables of SPSS (.sav, .zsav, .por), Stata (.dta) and SAS (.sas7bdat, .xpt); needs the extra "
    "`statistics`",
    _recognise,
    read_statistical,
    binary=True,
)
