"""The user's own vectors, from an `.npy` or Parquet file, matched to the documents and checked."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import Field

from topograph.core.wording import counted
from topograph.encoders.base import unit_rows, usable
from topograph.encoders.kinds import CorpusEncoderKind
from topograph.errors import TopographError
from topograph.rundir.columntypes import value_texts
from topograph.sections.base import Section

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


class PrecomputedKeys(Section):
    """Keys of `precomputed`."""

    model: str | None = Field(
        None, min_length=1, description="A file of vectors, `.npy` or Parquet."
    )
    ids: str = Field(
        "doc_id",
        min_length=1,
        description="Column that names a document in a Parquet file of vectors and in the corpus; "
        "without it in the file, rows stand in the order of parse/audit.parquet.",
    )


def precomputed_vectors(
    path: Path, documents: pd.DataFrame, audit: pd.DataFrame, ids: str
) -> np.ndarray:
    """Read vectors and give each document its own.

    Parameters
    ----------
    path : Path
        `.npy`: a row for each record that was read, in the order of `parse/audit.parquet`; records
        that were dropped have rows, too. `.parquet`: the same, or with the column `ids`, by
        which rows are matched. Vectors stand in one column of lists, or one column a dimension.
    documents : DataFrame
        `parse/documents.parquet`, n rows.
    audit : DataFrame
        `parse/audit.parquet`.
    ids : str
        Column of the file and of the documents that names a document: `doc_id`, or a metadata
        column of the corpus.

    Returns
    -------
    ndarray of float32, shape (n, d)
        Unit rows, in the order of `documents`.

    Raises
    ------
    TopographError
        If the file cannot be read, does not fit the documents, or holds unusable vectors.
    """
    import numpy as np

    if path.suffix == ".npy":
        vectors, names = _read_npy(path), None
    elif path.suffix == ".parquet":
        vectors, names = _read_parquet(path, ids)
    else:
        raise _unfit(path, f"its ending is {path.suffix or 'missing'}; known: .npy, .parquet")
    if vectors.ndim != 2 or vectors.dtype.kind not in "fiu":
        raise _unfit(
            path,
            f"it holds {vectors.dtype} of shape {vectors.shape}, not a row of numbers a document",
        )
    if vectors.shape[1] < 2:
        raise _unfit(
            path,
            f"its vectors have {vectors.shape[1]} dimensions; at least 2 are needed",
        )
    if names is None:
        rows = _rows_by_record(path, len(vectors), documents, audit)
    else:
        rows = _rows_by_id(path, names, documents, ids)
    own = unit_rows(_within_range(vectors[rows])).astype(np.float32)
    bad = documents["doc_id"][~usable(own)].to_list()
    if bad:
        raise _unfit(
            path,
            f"vectors of {counted(len(bad), 'document')} are zero or not finite: "
            f"{', '.join(bad[:5])}",
        )
    return own


def _within_range(rows: np.ndarray) -> np.ndarray:
    """Rows scaled to a maximum of 1, so that squares neither overflow nor underflow (float64)."""
    import numpy as np

    numbers = rows.astype(np.float64)
    largest = np.abs(numbers).max(axis=1, keepdims=True)
    scalable = np.isfinite(largest) & (largest > 0)
    scaled: np.ndarray = np.divide(numbers, largest, out=numbers, where=scalable)
    return scaled


def _read_npy(path: Path) -> np.ndarray:
    import numpy as np

    try:
        content: np.ndarray = np.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError) as error:
        raise _unfit(path, f"it cannot be read ({error})") from error
    return content


def _read_parquet(path: Path, ids: str) -> tuple[np.ndarray, list[str] | None]:
    import numpy as np
    import pandas as pd
    import pyarrow as pa

    try:
        frame = pd.read_parquet(path)
    except (OSError, pa.ArrowException) as error:
        raise _unfit(path, f"it cannot be read ({error})") from error
    names = None
    if ids in frame.columns:
        names = frame.pop(ids).astype(str).to_list()
    lists = [name for name in frame.columns if _holds_lists(frame[name])]
    if len(lists) == 1:
        missing = int(frame[lists[0]].isna().sum())
        if missing:
            raise _unfit(
                path,
                f"{counted(missing, 'row')} {'is' if missing == 1 else 'are'} without a vector",
            )
        widths = frame[lists[0]].map(len)
        if widths.nunique() > 1:
            raise _unfit(path, f"its vectors have from {widths.min()} to {widths.max()} dimensions")
        return np.array(frame[lists[0]].to_list()), names
    numbers = frame.select_dtypes("number")
    if lists or numbers.empty:
        raise _unfit(path, "it has neither one column of lists nor columns of numbers")
    return numbers.to_numpy(), names


def _holds_lists(column: pd.Series) -> bool:
    import numpy as np

    there = column.dropna()
    return bool(len(there) and there.map(np.ndim).eq(1).all())


def _rows_by_record(
    path: Path, count: int, documents: pd.DataFrame, audit: pd.DataFrame
) -> np.ndarray:
    import numpy as np

    if count != len(audit):
        raise _unfit(
            path,
            f"it has {count} rows, and {len(audit)} records were read (of which {len(documents)} "
            "became documents; see parse/audit.parquet)",
        )
    kept = audit.reset_index(drop=True)
    kept = kept[kept["kept"]]
    places = dict(zip(kept["doc_id"], kept.index, strict=True))
    return np.array([places[name] for name in documents["doc_id"]])


def _rows_by_id(path: Path, names: list[str], documents: pd.DataFrame, ids: str) -> np.ndarray:
    import numpy as np

    if ids not in documents.columns:
        known = ", ".join(documents.columns)
        raise _unfit(path, f"the documents have no column {ids}, only {known}")
    places = {name: row for row, name in enumerate(names)}
    if len(places) < len(names):
        repeated = [name for name, times in Counter(names).items() if times > 1]
        raise _unfit(path, f"ids stand in it more than once: {', '.join(repeated[:5])}")
    wanted = [text or "" for text in value_texts(documents, ids)]
    missing = [name for name in wanted if name not in places]
    if missing:
        raise _unfit(
            path, f"it lacks {len(missing)} of {len(wanted)} documents: {', '.join(missing[:5])}"
        )
    return np.array([places[name] for name in wanted])


def _unfit(path: Path, why: str) -> TopographError:
    return TopographError(
        f"The vectors in {path} cannot be used.",
        f"{why}.",
        "see `precomputed` in config/README.md for what the file must contain.",
    )


def embed(
    documents: pd.DataFrame, audit: pd.DataFrame, keys: PrecomputedKeys
) -> tuple[np.ndarray, str]:
    """Vectors of the documents (float32, n x d), and their description."""
    path = Path(keys.model or "")
    return precomputed_vectors(path, documents, audit, keys.ids), f"vectors of {path.name}"


KIND = CorpusEncoderKind(
    name="precomputed",
    description="your own vectors",
    keys=PrecomputedKeys,
    cites=lambda model: (),
    needs_model="a file of vectors",
    reads_files=True,
    embed=embed,
    without_new="its vectors came from a file; only who made them can encode another document.",
    computes=False,
)
