"""All measures of a run, and of each of its topics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from topograph.measures.base import Subject
from topograph.measures.gold import contingency
from topograph.measures.notapplicable import NotApplicable, Value
from topograph.measures.registry import GROUPS, MEASURES

if TYPE_CHECKING:
    import pandas as pd

#: Most documents for measures of all pairs of documents; they are evenly spaced.
SAMPLE = 5000


@dataclass
class Evaluation:
    """The result of `evaluate`.

    Attributes
    ----------
    values : dict
        A value for each measure of `measures.registry.MEASURES`.
    by_topic : DataFrame
        `evaluate/topics.parquet`.
    contingency : DataFrame
        `evaluate/contingency.parquet`.
    used : dict
        Values used for `auto`, and sizes of samples.
    """

    values: dict[str, Value]
    by_topic: pd.DataFrame
    contingency: pd.DataFrame
    used: dict[str, Any] = field(default_factory=dict)


def sample_rows(n: int) -> np.ndarray:
    """Rows for measures of all pairs (int64): at most `SAMPLE`, evenly spaced."""
    rows: np.ndarray = np.unique(np.linspace(0, n - 1, min(SAMPLE, n)).astype(int))
    return rows


def evaluate(subject: Subject) -> Evaluation:
    """Measure a run.

    Raises
    ------
    TopographError
        If the documents lack the column `evaluate.label_column`.
    """
    from threadpoolctl import threadpool_limits

    labels = subject.labels
    unknown = np.full(len(subject.documents), None, dtype=object)
    table = contingency(subject.assigned, unknown if labels is None else labels)
    with threadpool_limits(1, user_api="blas"):  # a fixed order of summation
        parts = [group.compute(subject) for group in GROUPS]
    values = {name: value for part in parts for name, value in part.values.items()}
    columns = {name: column for part in parts for name, column in part.by_topic.items()}
    used: dict[str, Any] = {"sampled_documents": len(subject.rows)}
    used |= {name: value for part in parts for name, value in part.used.items()}
    return Evaluation(values, _table(subject.topics, columns), table, used)


def describe(values: Mapping[str, Value]) -> dict[str, dict[str, Any]]:
    """Values with their meaning, for `evaluate/metrics.json`.

    Returns
    -------
    dict
        For each measure: `value`, `range`, `better`, `meaning`, `reference`, and `reason`, the
        reason why it has no value (null), or "".
    """
    shown = ("range", "better", "meaning", "reference")
    return {
        name: {
            "value": None if isinstance(value := values[name], NotApplicable) else value,
            **{key: own for key, own in asdict(measure).items() if key in shown},
            "reason": value.reason if isinstance(value, NotApplicable) else "",
        }
        for name, measure in MEASURES.items()
    }


def _table(topics: pd.DataFrame, columns: Mapping[str, Sequence[Value]]) -> pd.DataFrame:
    """`evaluate/topics.parquet`: null where a measure is not applicable, with the reasons."""
    table = topics[["topic", "label", "size"]].copy()
    reasons: list[list[str]] = [[] for _ in range(len(topics))]
    for name, column in columns.items():
        numbers = []
        for row, value in enumerate(column):
            if isinstance(value, NotApplicable):
                reasons[row].append(f"{name}: {value.reason}")
            numbers.append(None if isinstance(value, NotApplicable) else value)
        table[name] = np.array(numbers, dtype=np.float64)
    table["reason"] = ["; ".join(own) for own in reasons]
    return table
