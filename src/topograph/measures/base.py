"""The definition of a measure, and the data it is computed from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from topograph.measures.notapplicable import NotApplicable, Value
from topograph.sections.base import Section

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from topograph.measures.agreement import Repeats

#: Where a measure is defined that only counts.
COUNTED = "counted here"


@dataclass(frozen=True)
class Measure:
    """One measure of `evaluate/metrics.json`.

    Attributes
    ----------
    name : str
    range : str
        Smallest and largest value, in words.
    better : {"higher", "lower", "neither"}
        Which direction is better.
    meaning : str
        What it says.
    reference : str
        Where it is defined.
    logged : bool
        Whether the log of the stage prints it.
    """

    name: str
    range: str
    better: str
    meaning: str
    reference: str
    logged: bool = False


@dataclass(frozen=True)
class Subject:
    """The data of a run: tables and arrays, one row per document.

    Attributes
    ----------
    documents, assignments, topics : DataFrame
        `parse/documents.parquet`, `label/assignments.parquet`, `label/topics.parquet`.
    vectors : ndarray of float32, shape (n, d)
        Unit rows.
    indices : ndarray of int32, shape (n, k)
        Nearest neighbours among the vectors.
    points : ndarray of float32, shape (n, 2)
        The map.
    language : str
        The corpus' language, two letters.
    partitions : int
        Clusterings that the stability of topics was taken from.
    settings : EvaluateSettings
        The section `evaluate`; a group of measures reads its own keys.
    rows : ndarray of int64
        Documents that measures of all pairs look at, evenly spaced.
    repeats : Repeats, optional
        The topics of the repeats; None where `evaluate.repeats` is 0.
    """

    documents: pd.DataFrame
    assignments: pd.DataFrame
    topics: pd.DataFrame
    vectors: np.ndarray
    indices: np.ndarray
    points: np.ndarray
    language: str
    partitions: int
    settings: Any
    rows: np.ndarray
    repeats: Repeats | None = None

    @property
    def assigned(self) -> np.ndarray:
        """The topic of each document (int64), -1 for noise."""
        topics: np.ndarray = self.assignments["topic"].to_numpy()
        return topics

    @property
    def labels(self) -> np.ndarray | None:
        """Known labels, object, shape (n,); None for documents without one.

        Raises
        ------
        TopographError
            If the documents lack the column `evaluate.label_column`.
        """
        from topograph.core.labelcolumn import labels_of

        column = self.settings.label_column
        return None if column is None else labels_of(self.documents, column)

    def means(self, values: np.ndarray, assigned: np.ndarray) -> list[Value]:
        """The mean of documents' values for each topic."""
        return [
            float(values[assigned == topic].mean())
            if (assigned == topic).any()
            else NotApplicable("no document of the topic is in the sample")
            for topic in range(len(self.topics))
        ]


@dataclass(frozen=True)
class Measured:
    """Values of a group of measures.

    Attributes
    ----------
    values : mapping
        By name of the measure.
    by_topic : mapping
        Columns of `evaluate/topics.parquet`, one value per topic.
    used : mapping
        Values used for `auto`, for the seal.
    """

    values: Mapping[str, Value]
    by_topic: Mapping[str, Sequence[Value]] = field(default_factory=dict)
    used: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Group:
    """Measures that are computed together.

    Attributes
    ----------
    measures : tuple of Measure
        In the order of `evaluate/metrics.json`.
    compute : callable
        Gives a value for each of the measures and each of the columns.
    columns : tuple of str
        Columns of `evaluate/topics.parquet`.
    keys : type of Section
        Keys in the section `evaluate`.
    """

    measures: tuple[Measure, ...]
    compute: Callable[[Subject], Measured]
    columns: tuple[str, ...] = ()
    keys: type[Section] = Section
