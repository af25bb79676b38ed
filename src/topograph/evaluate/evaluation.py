"""All measures of a run, with what each means."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from topograph.evaluate import measures
from topograph.words import clauses, singular

if TYPE_CHECKING:
    import pandas as pd

    from topograph.config import EvaluateSettings

#: Measures that need all pairs of documents look at this many of them at most, evenly spaced.
SAMPLE = 5000
#: What each measure is: range, which direction is better, meaning, reference.
CATALOGUE: dict[str, tuple[str, str, str, str]] = {
    "topics": ("0 or more", "", "number of topics", ""),
    "documents": ("1 or more", "", "number of documents", ""),
    "noise_share": ("0 to 1", "lower", "documents in no topic", ""),
    "largest_topic_share": ("0 to 1", "lower", "documents in the largest topic", ""),
    "diversity": (
        "0 to 1", "higher", "distinct terms among the topics' terms",
        "Dieng, Ruiz and Blei 2020, doi:10.1162/tacl_a_00325",
    ),
    "coherence_npmi": (
        "-1 to 1", "higher", "how often a topic's terms stand in the same documents",
        "Lau, Newman and Baldwin 2014, doi:10.3115/v1/E14-1056",
    ),
    "silhouette": (
        "-1 to 1", "higher", "documents nearer to their own topic than to the next, by cosine",
        "Rousseeuw 1987, doi:10.1016/0377-0427(87)90125-7",
    ),
    "document_stability": (
        "0 to 1", "higher", "share of the members that agree on a document's topic, mean", "",
    ),
    "topic_stability": (
        "0 to 1", "higher", "Jaccard index of a topic's best match in each member, mean",
        "Hennig 2007, doi:10.1016/j.csda.2006.11.025",
    ),
    "trustworthiness": (
        "0 to 1", "higher", "neighbours on the map that are neighbours by meaning",
        "Venna and Kaski 2001, doi:10.1007/3-540-44668-0_68",
    ),
    "neighbour_preservation": (
        "0 to 1", "higher", "nearest neighbours by meaning that stay nearest on the map", "",
    ),
}  # fmt: skip


def auto_coherence_terms(terms: Iterable[Sequence[str]]) -> int:
    """As many as are listed for a topic, at most 10."""
    return min(10, max(map(len, terms), default=0))


def auto_trustworthiness_neighbors(n: int) -> int:
    """15, or less than half of a small corpus."""
    return max(1, min(15, (n - 1) // 2))


def carried_terms(
    texts: Sequence[str], terms: Sequence[Sequence[str]], english: bool
) -> dict[str, np.ndarray]:
    """Which documents carry each term: bool, shape (n,); English plurals count as singulars."""
    root = singular if english else str
    longest = max((len(term.split()) for own in terms for term in own), default=0)
    carries = {term: np.zeros(len(texts), dtype=bool) for own in terms for term in own}
    by_root: dict[str, list[str]] = {}
    for term in carries:
        by_root.setdefault(root(term), []).append(term)
    for row, text in enumerate(texts):
        for words in clauses(text):
            words = [root(word) for word in words]
            for start in range(len(words)):
                for end in range(start + 1, min(start + longest, len(words)) + 1):
                    for term in by_root.get(" ".join(words[start:end]), ()):
                        carries[term][row] = True
    return carries


def evaluate(
    documents: pd.DataFrame,
    assignments: pd.DataFrame,
    topics: pd.DataFrame,
    vectors: np.ndarray,
    indices: np.ndarray,
    points: np.ndarray,
    settings: EvaluateSettings,
) -> tuple[dict[str, float], pd.DataFrame, dict[str, int]]:
    """Measure a run.

    Parameters
    ----------
    documents, assignments, topics : DataFrame
        The tables of the run.
    vectors : ndarray of float32, shape (n, d)
    indices : ndarray of int32, shape (n, k)
        Nearest neighbours.
    points : ndarray of float32, shape (n, 2)
        The map.
    settings : EvaluateSettings
        The section `evaluate`.

    Returns
    -------
    dict, DataFrame and dict
        A value for each key of `CATALOGUE` (`nan` where a measure has no meaning), one row a
        topic, and the values used for `auto` and the size of the sample.
    """
    assigned = assignments["topic"].to_numpy()
    asked = settings.coherence_terms
    most = auto_coherence_terms(topics["terms"]) if asked == "auto" else asked
    terms = [list(own)[:most] for own in topics["terms"]]
    carries = carried_terms(
        documents["text"].to_list(), terms, documents["language"].mode().iloc[0] == "en"
    )
    coherence = [
        measures.npmi(
            np.array([carries[term] for term in own], dtype=bool).reshape(len(own), len(documents))
        )
        for own in terms
    ]
    rows = np.unique(np.linspace(0, len(vectors) - 1, min(SAMPLE, len(vectors))).astype(int))
    silhouette = np.full(len(vectors), np.nan)
    silhouette[rows] = measures.silhouettes(vectors[rows], assigned[rows])
    automatic = settings.trustworthiness_neighbors == "auto"
    near = (
        auto_trustworthiness_neighbors(len(rows))
        if automatic
        else int(settings.trustworthiness_neighbors)
    )
    by_topic = topics[["topic", "label", "size"]].assign(
        coherence=coherence,
        silhouette=[_mean(silhouette[assigned == topic]) for topic in topics["topic"]],
        stability=topics["stability"],
    )
    values = {
        "topics": len(topics),
        "documents": len(documents),
        "noise_share": float((assigned < 0).mean()),
        "largest_topic_share": float(topics["size"].max() / len(documents)),
        "diversity": measures.topic_diversity(terms),
        "coherence_npmi": _mean(np.array(coherence)),
        "silhouette": _mean(silhouette),
        "document_stability": float(assignments["stability"].mean()),
        "topic_stability": float(topics["stability"].mean()),
        "trustworthiness": measures.map_trustworthiness(vectors[rows], points[rows], near),
        "neighbour_preservation": measures.neighbour_preservation(indices, points),
    }
    used = {
        "sampled_documents": len(rows),
        "coherence_terms": most,
        "trustworthiness_neighbors": near,
    }
    return values, by_topic, used


def _mean(values: np.ndarray) -> float:
    """Mean of what is not `nan`; `nan` if nothing is left."""
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else float("nan")


def describe(values: dict[str, float]) -> dict[str, Any]:
    """Values with what they mean, for `evaluate/metrics.json`; null where there is none."""
    return {
        name: {
            "value": None if math.isnan(values[name]) else values[name],
            "range": span,
            "better": better,
            "meaning": meaning,
            "reference": reference,
        }
        for name, (span, better, meaning, reference) in CATALOGUE.items()
    }
