"""The measures: pure functions with known right values."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def topic_diversity(terms: Sequence[Sequence[str]]) -> float:
    """Share of distinct terms among the topics' terms, in (0, 1]; 1: no term is shared.

    Dieng, Ruiz and Blei 2020, "Topic Modeling in Embedding Spaces",
    https://doi.org/10.1162/tacl_a_00325. `nan` without terms.

    >>> topic_diversity([["a", "b"], ["b", "c"]])
    0.75
    """
    listed = [term for own in terms for term in own]
    return len(set(listed)) / len(listed) if listed else float("nan")


def npmi(carries: np.ndarray) -> float:
    """Mean normalised pointwise mutual information of a topic's terms over documents, in [-1, 1].

    Bouma 2009; as topic coherence Lau, Newman and Baldwin 2014,
    https://doi.org/10.3115/v1/E14-1056. Pairs that never meet count -1, pairs that always do 1.

    Parameters
    ----------
    carries : ndarray of bool, shape (n_terms, n_documents)
        Which documents carry which term.

    Returns
    -------
    float
        `nan` with fewer than two terms that occur.
    """
    present = carries[carries.any(axis=1)].astype(np.float64)
    if len(present) < 2:
        return float("nan")
    joint = (present @ present.T) / present.shape[1]
    single = joint.diagonal()
    values = []
    for i in range(len(present)):
        for j in range(i):
            if joint[i, j] == 0:
                values.append(-1.0)
            elif joint[i, j] == 1:
                values.append(1.0)
            else:
                information = np.log(joint[i, j] / (single[i] * single[j]))
                values.append(float(information / -np.log(joint[i, j])))
    return float(np.mean(values))


def neighbour_preservation(indices: np.ndarray, points: np.ndarray) -> float:
    """Share of each document's neighbours that are also its neighbours on the map, in [0, 1].

    Parameters
    ----------
    indices : ndarray of int32, shape (n, k)
        Neighbours among the vectors.
    points : ndarray of float32, shape (n, 2)

    Returns
    -------
    float
        `nan` without neighbours.
    """
    from scipy.spatial import KDTree

    n, k = indices.shape
    if k == 0:
        return float("nan")
    near = np.asarray(KDTree(points).query(points, k=k + 1)[1])
    kept = 0
    for row in range(n):
        others = [other for other in near[row] if other != row][:k]
        kept += len(np.intersect1d(indices[row], others))
    return kept / float(n * k)


def silhouettes(vectors: np.ndarray, topics: np.ndarray) -> np.ndarray:
    """Silhouette of each document by cosine distance, in [-1, 1]; `nan` for noise.

    Rousseeuw 1987, https://doi.org/10.1016/0377-0427(87)90125-7, by scikit-learn. All `nan` with
    fewer than two topics.
    """
    values = np.full(len(topics), np.nan)
    placed = topics >= 0
    kinds = len(np.unique(topics[placed]))
    if 2 <= kinds < placed.sum():
        from sklearn.metrics import silhouette_samples

        values[placed] = silhouette_samples(vectors[placed], topics[placed], metric="cosine")
    return values


def map_trustworthiness(vectors: np.ndarray, points: np.ndarray, neighbors: int) -> float:
    """How far neighbours on the map are neighbours among the vectors, in [0, 1].

    Venna and Kaski 2001, https://doi.org/10.1007/3-540-44668-0_68, by scikit-learn. `nan` if
    `neighbors` is not below half the number of documents.
    """
    if not 1 <= neighbors < len(points) / 2:
        return float("nan")
    from sklearn.manifold import trustworthiness

    return float(trustworthiness(vectors, points, n_neighbors=neighbors, metric="cosine"))
