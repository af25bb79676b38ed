"""The corpus' own labels, which topics are compared with (`evaluate.label_column`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topograph.errors import TopographError
from topograph.rundir.columntypes import value_texts
from topograph.rundir.contract import TABLES, TAKEN_PREFIX

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

#: Columns of the contract that can serve as labels, too.
CONTRACT_LABELS = ("source", "language")


def labels_of(documents: pd.DataFrame, column: str) -> np.ndarray:
    """The labels of a column as text; None for documents without a label.

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
        contract = TABLES["parse/documents.parquet"]
        available = [name for name in documents.columns if name not in contract]
        available += [name for name in CONTRACT_LABELS if name in documents.columns]
        renamed = f"{TAKEN_PREFIX}{column}"
        raise TopographError(
            f"evaluate.label_column: the documents have no column {column!r}.",
            f"the columns are {', '.join(available)}.",
            f"set it to {renamed}, which holds the corpus' column {column!r}."
            if renamed in available
            else "set it to one of these columns, or remove the key.",
        )
    return np.array(value_texts(documents, column), dtype=object)
