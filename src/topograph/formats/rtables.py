"""Tables saved by R."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from typing import Any

from topograph.errors import TopographError
from topograph.formats.base import Content, Format, Opening
from topograph.formats.frames import frame_records
from topograph.formats.records import RawRecord, no_rows

#: How R's files begin once unpacked: of one object, and of several with names.
_ONE = (b"X\n", b"A\n", b"A\r\n", b"B\n")
_NAMED = (b"RDX2\n", b"RDX3\n", b"RDA2\n", b"RDA3\n")
#: Mean number of words from which a vector holds texts.
LEAST_WORDS = 3
_ENDINGS = frozenset({".rds", ".rda", ".rdata"})
_PACKED = (b"BZh", b"\xfd7zXZ\x00", b"\x1f\x8b")


def read_r(content: Content) -> Iterator[RawRecord]:
    """Read the table in a file of R; of several the longest.

    Raises
    ------
    TopographError
        If the extra `statistics` is missing, the file cannot be read, or holds no table.
    """
    values = _objects(content)
    frames = [own for own in values if _is_frame(own)]
    texts = max(map(_texts, values), key=len, default=[])
    if frames:
        records = frame_records(max(frames, key=lambda own: len(own)))
    elif texts:
        records = (RawRecord(place, {"text": text}) for place, text in enumerate(texts))
    else:
        held = ", ".join(sorted({type(own).__name__ for own in values})) or "nothing"
        raise TopographError(
            f"{content.name} holds no table.",
            f"it contains other R objects ({held}).",
            "convert them to a data frame in R, and save that: "
            "write.csv(as.data.frame(x), 'table.csv', row.names = FALSE).",
        )
    record = None
    for record in records:
        yield record
    if record is None:
        raise no_rows(content.name)


def _objects(content: Content) -> list[Any]:
    """The objects of a file, and what a list holds."""
    try:
        import rdata
    except ModuleNotFoundError as error:
        raise TopographError(
            f"{content.name} cannot be read.",
            "R tables need the extra `statistics`.",
            "run `uv sync --extra statistics`, or save the table in R with "
            "write.csv(x, 'table.csv', row.names = FALSE).",
        ) from error
    everything = content.source.read()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of classes that are read as what they are made of
            parsed = rdata.parser.parse_data(everything)
            classes = dict(rdata.conversion.DEFAULT_CLASS_MAP) | _CLASSES
            value = rdata.conversion.convert(parsed, classes, default_encoding="utf-8")
    except Exception as error:  # the library fails in many ways on what is not a table
        raise TopographError(
            f"{content.name} cannot be read.",
            "it contains R objects of an unsupported kind "
            f"({str(error) or type(error).__name__}), or is damaged.",
            "save the table in R with write.csv(x, 'table.csv', row.names = FALSE), or set "
            "`parse: {on_error: skip}` to skip the file.",
        ) from error
    if not isinstance(value, dict):
        return [value]
    named = parsed.object.info.type is rdata.parser.RObjectType.LIST  # of save(), not of a list
    return [own for own in value.values() if named or _is_frame(own)]


def _dates(values: Any, _: Mapping[str, Any]) -> Any:
    """R's dates: days since 1970."""
    import pandas as pd

    return pd.to_datetime(pd.Series(values, dtype="float64"), unit="D").to_numpy()


def _times(values: Any, _: Mapping[str, Any]) -> Any:
    """R's times: seconds since 1970 in Greenwich."""
    import pandas as pd

    return pd.to_datetime(pd.Series(values, dtype="float64"), unit="s").to_numpy()


def _labelled(values: Any, attributes: Mapping[str, Any]) -> Any:
    """The values of SPSS and Stata within R: codes as their labels."""
    import numpy as np

    labels: Any = attributes.get("labels")
    if not hasattr(labels, "coords"):
        return values
    names = next(iter(labels.coords.values())).values.tolist()
    meant = dict(zip(labels.values.tolist(), names, strict=True))
    elements = np.asarray(values).tolist()
    return np.array([meant.get(own, None if own != own else own) for own in elements], dtype=object)


_CLASSES: dict[str, Any] = {"Date": _dates, "POSIXct": _times, "haven_labelled": _labelled}


def _is_frame(value: Any) -> bool:
    import pandas as pd

    return isinstance(value, pd.DataFrame)


def _texts(value: Any) -> list[str]:
    """The elements of a vector of texts; none of one of names, or of anything else."""
    elements = value.tolist() if type(value).__name__ == "ndarray" else value
    if not isinstance(elements, list) or not all(isinstance(own, str) for own in elements):
        return []
    words = sum(len(own.split()) for own in elements)
    return elements if words >= LEAST_WORDS * len(elements) else []


def _recognise(opening: Opening) -> bool:
    """Whether a file is R's. Those packed with gzip have been unpacked on the way."""
    head = opening.head
    if head.startswith((*_NAMED, b"X\n\0\0\0")):
        return True
    return opening.ending in _ENDINGS and head.startswith((*_PACKED, *_ONE))


FORMAT = Format(
    "r",
    "tables of R (.rds, .RData); needs the extra `statistics`",
    _recognise,
    read_r,
    binary=True,
)
