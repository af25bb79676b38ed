"""Agreement of topics with known labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from topograph.core.topics import NOISE
from topograph.measures.labels import WITHOUT_NOISE
from topograph.measures.notapplicable import NotApplicable, Value

if TYPE_CHECKING:
    import pandas as pd

#: Measures of agreement.
LABEL_AGREEMENT = ("ari", "ami", "nmi", "homogeneity", "completeness", "v_measure", "purity")


def contingency(topics: np.ndarray, labels: np.ndarray) -> pd.DataFrame:
    """The number of documents for each topic and label.

    Parameters
    ----------
    topics : ndarray of int64, shape (n,)
        -1 for noise, which has rows, too.
    labels : ndarray of object, shape (n,)
        Documents without label, `None`, are left out.

    Returns
    -------
    DataFrame
        `topic, gold_label, documents`, a row for each pair that occurs, by topic and then by number
        of documents, the largest first.
    """
    import pandas as pd

    known = np.array([label is not None for label in labels], dtype=bool)
    counts = (
        pd.DataFrame({"topic": topics[known], "gold_label": labels[known].astype(str)})
        .groupby(["topic", "gold_label"])
        .size()
        .reset_index(name="documents")
    )
    return counts.sort_values(
        ["topic", "documents", "gold_label"], ascending=[True, False, True], ignore_index=True
    )


def label_agreement(topics: np.ndarray, labels: np.ndarray) -> dict[str, Value]:
    """How far topics and labels agree, with noise as one more topic and without noise.

    Parameters
    ----------
    topics : ndarray of int64, shape (n,)
    labels : ndarray of object, shape (n,)
        Documents without label, `None`, are left out.

    Returns
    -------
    dict
        A value for each of `LABEL_AGREEMENT`, and for each with `WITHOUT_NOISE` behind it.
    """
    known = np.array([label is not None for label in labels], dtype=bool)
    placed = known & (topics != NOISE)
    values = _agreement(topics[known], labels[known], "documents")
    without = _agreement(topics[placed], labels[placed], "documents of topics")
    return values | {name + WITHOUT_NOISE: value for name, value in without.items()}


def _agreement(topics: np.ndarray, labels: np.ndarray, which: str) -> dict[str, Value]:
    names, classes = np.unique(labels.astype(str), return_inverse=True)
    if len(names) < 2:
        count = "none has a label" if len(names) == 0 else "all that have a label have the same"
        return dict.fromkeys(LABEL_AGREEMENT, NotApplicable(f"of the {which} {count}"))
    from sklearn import metrics

    homogeneity, completeness, v_measure = metrics.homogeneity_completeness_v_measure(
        classes, topics
    )
    return {
        "ari": float(metrics.adjusted_rand_score(classes, topics)),
        "ami": float(metrics.adjusted_mutual_info_score(classes, topics)),
        "nmi": float(metrics.normalized_mutual_info_score(classes, topics)),
        "homogeneity": float(homogeneity),
        "completeness": float(completeness),
        "v_measure": float(v_measure),
        "purity": purity(topics, classes),
    }


def purity(topics: np.ndarray, classes: np.ndarray) -> float:
    """Share of documents that have the most frequent label of their topic, in (0, 1].

    Manning, Raghavan and Schütze 2008, "Introduction to Information Retrieval", section 16.3.

    >>> purity(np.array([0, 0, 0, 1]), np.array([5, 5, 7, 7]))
    0.75
    """
    _, rows = np.unique(topics, return_inverse=True)
    _, columns = np.unique(classes, return_inverse=True)
    counts = np.zeros((rows.max() + 1, columns.max() + 1), dtype=np.int64)
    np.add.at(counts, (rows, columns), 1)
    return float(counts.max(axis=1).sum() / len(topics))


def topic_purities(table: pd.DataFrame, count: int) -> list[Value]:
    """Purity of each of the topics 0 to count - 1, by the contingency table."""
    largest = table.groupby("topic")["documents"].max()
    total = table.groupby("topic")["documents"].sum()
    return [
        float(largest[topic] / total[topic])
        if topic in total.index
        else NotApplicable("no document of the topic has a label")
        for topic in range(count)
    ]
