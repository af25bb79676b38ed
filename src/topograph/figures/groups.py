"""Groups of documents by the columns of a corpus, which figures compare."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from topograph.figures.periods import in_periods
from topograph.rundir.columntypes import (
    ColumnType,
    compared_columns,
    precisions,
    value_text,
    value_texts,
)

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

#: Most values of a column to compare; if there are more, the least frequent are one group ...
MOST_VALUES = 40
OTHER = "(other)"
#: ... unless the rest holds less than this share of the documents: then it is not a grouping.
COVERED = 0.5
#: Number of groups of equal size for comparing numbers.
NUMBER_GROUPS = 4


@dataclass(frozen=True)
class Groups:
    """A column of the corpus as groups of documents.

    Attributes
    ----------
    name : str
    rows, codes : ndarray of int64, of one shape
        Documents, and the group of each; a document may stand in several groups.
    labels : list of str
    several : bool
        Whether documents may stand in several groups.
    """

    name: str
    rows: np.ndarray
    codes: np.ndarray
    labels: list[str]
    several: bool = False


def groups_of_column(documents: pd.DataFrame, name: str, kind: ColumnType) -> Groups | None:
    """A column's groups: its values; quarters of the documents, or periods, of numbers and dates.

    Returns
    -------
    Groups or None
        None if there is nothing to compare: one value, or too many.
    """
    import numpy as np
    import pandas as pd

    several = kind.kind == "list"
    if kind.kind == "number" and documents[name].nunique() > NUMBER_GROUPS * 2:
        codes, labels = _quarters(documents[name], kind.unit)
    elif kind.kind == "date":
        codes, labels = in_periods(documents[name], precisions(documents, name))
    elif several:
        return _several(name, [list(own) if own is not None else [] for own in documents[name]])
    else:
        texts = pd.Series(value_texts(documents, name), dtype=object)
        codes, labels = _values(texts, _first(documents[name], kind))
    rows = np.flatnonzero(codes >= 0)
    return Groups(name, rows, codes[rows], labels) if len(labels) > 1 else None


def _quarters(values: pd.Series, unit: str) -> tuple[np.ndarray, list[str]]:
    """Numbers in quarters of the documents."""
    import numpy as np
    import pandas as pd

    codes = pd.qcut(values, NUMBER_GROUPS, duplicates="drop").cat.codes.to_numpy().astype(np.int64)
    ends = values.groupby(codes).agg(["min", "max"]).drop(index=-1, errors="ignore")
    return codes, [f"{low:.6g} to {high:.6g}{unit}" for low, high in ends.itertuples(index=False)]


def _first(values: pd.Series, kind: ColumnType) -> list[str]:
    """Values in their own order, then all others in alphabetical order."""
    if kind.kind == "number":
        return [value_text(value) or "" for value in sorted(values.dropna().unique())]
    return list(kind.order)


def _values(texts: pd.Series, first: list[str]) -> tuple[np.ndarray, list[str]]:
    """The group of each value; if there are many, the less frequent are one group."""
    import numpy as np

    texts = _frequent(texts)
    there = set(texts.dropna())
    labels = [text for text in first if text in there]
    labels += sorted(there.difference(labels))
    places = {label: place for place, label in enumerate(labels)}
    return np.array([places.get(text, -1) for text in texts], dtype=np.int64), labels


def _frequent(texts: pd.Series) -> pd.Series:
    """Values, `OTHER` for the less frequent of many; none if the frequent ones are a small part."""
    counts = texts.value_counts()
    if len(counts) <= MOST_VALUES:
        return texts
    frequent = counts.sort_index().sort_values(ascending=False, kind="stable").head(MOST_VALUES - 1)
    if frequent.sum() < COVERED * counts.sum():
        return texts.where(texts.isna(), None)
    return texts.where(texts.isna() | texts.isin(frequent.index), OTHER)


def _several(name: str, values: list[list[str]]) -> Groups | None:
    """The most frequent values of cells with several; a document is in the group of each."""
    import numpy as np

    own = [sorted(set(cell)) for cell in values]
    counts = Counter(value for cell in own for value in cell)
    labels = sorted(sorted(counts), key=lambda value: -counts[value])[:MOST_VALUES]
    labels = sorted(value for value in labels if counts[value] > 1)
    places = {label: place for place, label in enumerate(labels)}
    pairs = [
        (row, places[value]) for row, cell in enumerate(own) for value in cell if value in places
    ]
    if len(labels) < 2:
        return None
    rows, codes = np.array(pairs, dtype=np.int64).T
    return Groups(name, rows, codes, labels, several=True)


def compared_groups(documents: pd.DataFrame) -> list[Groups]:
    """The columns of the corpus, and the language, that have groups to compare."""
    found = [
        groups_of_column(documents, name, kind)
        for name, kind in compared_columns(documents).items()
    ]
    return [groups for groups in found if groups is not None]
