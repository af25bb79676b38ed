"""All measures of a run, and of each of its topics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from topograph.evaluate import coherence, diversity, gold
from topograph.evaluate.agreement import OF_REPEATS, Repeats, agreement_of
from topograph.evaluate.density import dbcv
from topograph.evaluate.mapquality import neighbour_preservation, trustworthiness
from topograph.evaluate.silhouette import silhouettes
from topograph.evaluate.undefined import Undefined, Value, mean_of
from topograph.labelcolumn import labels_of
from topograph.topics import NOISE
from topograph.words import Reader

if TYPE_CHECKING:
    import pandas as pd

    from topograph.config import EvaluateSettings

#: Measures that need all pairs of documents look at this many of them at most, evenly spaced.
SAMPLE = 5000


@dataclass(frozen=True)
class Corpus:
    """What is measured: the run's tables and arrays, a row a document.

    Attributes
    ----------
    documents, assignments : DataFrame
        `parse/documents.parquet`, `cluster/assignments.parquet`.
    vectors : ndarray of float32, shape (n, d)
        Unit rows.
    indices : ndarray of int32, shape (n, k)
        Nearest neighbours among the vectors.
    points : ndarray of float32, shape (n, 2)
        The map.
    partitions : int
        Clusterings that the stability of topics was taken from.
    repeats : Repeats, optional
        The topics found once more; none with `evaluate.repeats` 0.
    """

    documents: pd.DataFrame
    assignments: pd.DataFrame
    vectors: np.ndarray
    indices: np.ndarray
    points: np.ndarray
    partitions: int
    repeats: Repeats | None = None

    @property
    def assigned(self) -> np.ndarray:
        """The topic of each document (int64), -1 for noise."""
        topics: np.ndarray = self.assignments["topic"].to_numpy()
        return topics


@dataclass
class Evaluation:
    """What `evaluate` gives.

    Attributes
    ----------
    values : dict
        A value for each key of `catalogue.CATALOGUE`.
    by_topic : DataFrame
        `evaluate/topics.parquet`.
    contingency : DataFrame
        `evaluate/contingency.parquet`.
    used : dict
        Values used for `auto`, sizes of samples, and notes.
    """

    values: dict[str, Value]
    by_topic: pd.DataFrame
    contingency: pd.DataFrame
    used: dict[str, Any] = field(default_factory=dict)


@dataclass
class _Part:
    """Some measures: of the run, and of each topic."""

    values: dict[str, Value]
    by_topic: dict[str, list[Value]]


def auto_coherence_terms(terms: Iterable[Sequence[str]]) -> int:
    """As many as are listed for a topic, at most 10."""
    return min(10, max(map(len, terms), default=0))


def auto_trustworthiness_neighbors(n: int) -> int:
    """15, or less than half of a small corpus."""
    return max(1, min(15, (n - 1) // 2))


def evaluate(corpus: Corpus, topics: pd.DataFrame, settings: EvaluateSettings) -> Evaluation:
    """Measure a run.

    Parameters
    ----------
    corpus : Corpus
        Documents with their vectors, places and topics.
    topics : DataFrame
        `label/topics.parquet`.
    settings : EvaluateSettings
        The section `evaluate`.

    Raises
    ------
    TopographError
        If the documents lack the column `evaluate.label_column`.
    """
    from threadpoolctl import threadpool_limits

    n = len(corpus.documents)
    rows = np.unique(np.linspace(0, n - 1, min(SAMPLE, n)).astype(int))
    automatic = settings.trustworthiness_neighbors == "auto"
    near = (
        auto_trustworthiness_neighbors(n) if automatic else int(settings.trustworthiness_neighbors)
    )
    asked = settings.coherence_terms
    most = auto_coherence_terms(topics["terms"]) if asked == "auto" else asked
    terms = [list(own)[:most] for own in topics["terms"]]
    labelled, table = _labels(corpus, len(topics), settings.label_column)
    with threadpool_limits(1, user_api="blas"):  # sums in one order, whatever the number of cores
        parts = [
            _sizes(corpus, topics),
            _terms(corpus.documents, terms),
            _separation(corpus, len(topics), rows),
            _stability(corpus, topics),
            _Part(agreement_of(corpus.repeats), {}),
            _map(corpus, len(topics), near, rows),
            labelled,
        ]
    values = {name: value for part in parts for name, value in part.values.items()}
    columns = {name: column for part in parts for name, column in part.by_topic.items()}
    used: dict[str, Any] = {
        "sampled_documents": len(rows),
        "coherence_terms": most,
        "trustworthiness_neighbors": near,
    }
    if corpus.repeats is not None:
        used["agreement"] = {name: values[name] for name in OF_REPEATS}
    return Evaluation(values, _table(topics, columns), table, used)


def _table(topics: pd.DataFrame, columns: Mapping[str, Sequence[Value]]) -> pd.DataFrame:
    """`evaluate/topics.parquet`: null where a measure has no meaning, and the reasons."""
    table = topics[["topic", "label", "size"]].copy()
    reasons: list[list[str]] = [[] for _ in range(len(topics))]
    for name, column in columns.items():
        numbers = []
        for row, value in enumerate(column):
            if isinstance(value, Undefined):
                reasons[row].append(f"{name}: {value.reason}")
            numbers.append(None if isinstance(value, Undefined) else value)
        table[name] = np.array(numbers, dtype=np.float64)
    table["reason"] = ["; ".join(own) for own in reasons]
    return table


def _sizes(corpus: Corpus, topics: pd.DataFrame) -> _Part:
    n = len(corpus.documents)
    sizes = topics["size"].to_numpy()
    noise = corpus.assigned == NOISE
    nearest = corpus.assignments["nearest_topic"].to_numpy()[noise]
    beside = np.array([(nearest == topic).sum() for topic in topics["topic"]])
    shares = sizes / sizes.sum()
    evenness: Value = (
        float(min(1.0, -(shares * np.log(shares)).sum() / np.log(len(shares))))
        if len(shares) > 1
        else Undefined("there is one topic only")
    )
    values: dict[str, Value] = {
        "documents": n,
        "topics": len(topics),
        "noise_share": float(noise.mean()),
        "smallest_topic": int(sizes.min()),
        "median_topic": float(np.median(sizes)),
        "largest_topic": int(sizes.max()),
        "largest_topic_share": float(sizes.max() / n),
        "size_evenness": evenness,
    }
    by_topic = {"share": sizes / n, "noise_share": beside / (sizes + beside)}
    return _Part(values, {name: list(map(float, column)) for name, column in by_topic.items()})


def _terms(documents: pd.DataFrame, terms: list[list[str]]) -> _Part:
    # variants of a word count as one; so two of a topic's terms may become one
    reader = Reader(str(documents["language"].mode().iloc[0]))
    own = [list(dict.fromkeys(filter(None, map(reader.roots, listed)))) for listed in terms]
    counts = coherence.count_windows(
        own,
        coherence.roots(documents["text"], reader.clauses, reader.root),
        (coherence.NPMI_WINDOW, coherence.CV_WINDOW),
    )
    npmi = [coherence.npmi(topic) for topic in counts[coherence.NPMI_WINDOW]]
    c_v = [coherence.c_v(topic) for topic in counts[coherence.CV_WINDOW]]
    inverted, inverted_by_topic = diversity.inverted_rbo(terms)
    none = "no topic has two terms that occur in the texts"
    return _Part(
        {
            "diversity": diversity.topic_diversity(terms),
            "inverted_rbo": inverted,
            "coherence_npmi": mean_of(npmi, none),
            "coherence_cv": mean_of(c_v, none),
        },
        {
            "coherence_npmi": npmi,
            "coherence_cv": c_v,
            "diversity": diversity.own_terms(terms),
            "inverted_rbo": inverted_by_topic,
        },
    )


def _separation(corpus: Corpus, count: int, rows: np.ndarray) -> _Part:
    silhouette = silhouettes(corpus.vectors, corpus.assigned)
    density = dbcv(corpus.vectors[rows], corpus.assigned[rows])
    alone: Value = Undefined("the topic has one document")
    if isinstance(silhouette, Undefined):
        by_silhouette: list[Value] = [silhouette] * count
        mean: Value = silhouette
    else:
        sizes = np.bincount(corpus.assigned[corpus.assigned >= 0], minlength=count)
        by_silhouette = [
            alone if size == 1 else value
            for size, value in zip(
                sizes, _by_topic(silhouette, corpus.assigned, count), strict=True
            )
        ]
        mean = float(silhouette[corpus.assigned != NOISE].mean())
    if isinstance(density, Undefined):
        validity: Value = density
        by_density: list[Value] = [density] * count
    else:
        validity = density[0]
        few = Undefined("fewer than two documents of the topic are in the sample")
        found = np.full(count, np.nan)
        found[: len(density[1])] = density[1]
        by_density = [few if np.isnan(value) else float(value) for value in found]
    return _Part(
        {"silhouette": mean, "dbcv": validity}, {"silhouette": by_silhouette, "dbcv": by_density}
    )


def _stability(corpus: Corpus, topics: pd.DataFrame) -> _Part:
    if corpus.partitions < 2:
        alone = Undefined("one clustering has no other to agree with")
        names = ("document_stability", "topic_stability")
        return _Part(dict.fromkeys(names, alone), {"stability": [alone] * len(topics)})
    return _Part(
        {
            "document_stability": float(corpus.assignments["stability"].mean()),
            "topic_stability": float(topics["stability"].mean()),
        },
        {"stability": [float(value) for value in topics["stability"]]},
    )


def _map(corpus: Corpus, count: int, near: int, rows: np.ndarray) -> _Part:
    trust = trustworthiness(corpus.vectors, corpus.points, near, rows)
    kept = neighbour_preservation(corpus.indices, corpus.points)
    part = _Part({}, {})
    for name, found, assigned in (
        ("trustworthiness", trust, corpus.assigned[rows]),
        ("neighbour_preservation", kept, corpus.assigned),
    ):
        if isinstance(found, Undefined):
            part.values[name], part.by_topic[name] = found, [found] * count
        else:
            part.values[name] = float(found.mean())
            part.by_topic[name] = _by_topic(found, assigned, count)
    return part


def _by_topic(values: np.ndarray, assigned: np.ndarray, count: int) -> list[Value]:
    """The mean of the documents' values for each topic."""
    return [
        float(values[assigned == topic].mean())
        if (assigned == topic).any()
        else Undefined("no document of the topic is in the sample")
        for topic in range(count)
    ]


def _labels(corpus: Corpus, count: int, column: str | None) -> tuple[_Part, pd.DataFrame]:
    """Agreement with the corpus' own labels, and the contingency table."""
    n = len(corpus.documents)
    if column is None:
        labels = np.full(n, None, dtype=object)
        missing = Undefined("evaluate.label_column names no column")
        names = [name + tail for tail in ("", gold.WITHOUT_NOISE) for name in gold.AGREEMENT]
        values: dict[str, Value] = dict.fromkeys(["labelled_documents", *names], missing)
        by_topic: list[Value] = [missing] * count
        table = gold.contingency(corpus.assigned, labels)
    else:
        labels = labels_of(corpus.documents, column)
        table = gold.contingency(corpus.assigned, labels)
        known = sum(label is not None for label in labels)
        values = {"labelled_documents": known, **gold.agreement(corpus.assigned, labels)}
        by_topic = gold.purities(table, count)
    return _Part(values, {"purity": by_topic}), table
