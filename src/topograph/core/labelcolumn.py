"""The corpus' own labels, against which topics are measured and drawn (`evaluate.label_column`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topograph.errors import TopographError
from topograph.rundir.columntypes import value_texts
from topograph.rundir.contract import TABLES, TAKEN_PREFIX

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

#: Columns of ours that may serve as labels, too.
OWN = ("source", "language")


def labels_of(documents: pd.DataFrame, column: str) -> np.ndarray:
    """The labels of a column as text, `None` for documents that have none.

    Parameters
    ----------
    documents : DataFrame
        `parse/documents.parquet`.
    column : str
        `evaluate.label_column`.

    Returns
    -------
    ndarray of object, shape (n,)

    Raises
    ------
    TopographError
        If there is no such column.
    """
    import numpy as np

    if column not in documents.columns:
        ours = TABLES["parse/documents.parquet"]
        there = [name for name in documents.columns if name not in ours]
        there += [name for name in OWN if name in documents.columns]
        renamed = f"{TAKEN_PREFIX}{column}"
        raise TopographError(
            f"evaluate.label_column: the documents have no column {column!r}.",
            f"there are {', '.join(there)}.",
            f"name {renamed}, as the corpus' {column!r} is called here."
            if renamed in there
            else "name one of them, or leave it out.",
        )
    return np.array(value_texts(documents, column), dtype=object)
