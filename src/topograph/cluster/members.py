"""The members of the ensemble: HDBSCAN on every space.

Campello, Moulavi and Sander 2013, "Density-Based Clustering Based on Hierarchical Density
Estimates", https://doi.org/10.1007/978-3-642-37456-2_14, by the package hdbscan.
"""

from __future__ import annotations

import numpy as np


def fit_members(
    space: np.ndarray, min_cluster_size: int, min_samples: int, selection: str
) -> tuple[np.ndarray, np.ndarray]:
    """Cluster each space.

    Parameters
    ----------
    space : ndarray of float32, shape (members, n, d)
    min_cluster_size, min_samples : int
        At most n each.
    selection : {"eom", "leaf"}

    Returns
    -------
    labels : ndarray of int64, shape (members, n)
        Clusters from 0 within each member, -1 for noise.
    strengths : ndarray of float64, shape (members, n)
        HDBSCAN's membership strengths, in [0, 1]; 0 for noise.
    """
    from hdbscan import HDBSCAN

    labels = np.empty(space.shape[:2], dtype=np.int64)
    strengths = np.empty(space.shape[:2], dtype=np.float64)
    for member, points in enumerate(space):
        fit = HDBSCAN(
            min_cluster_size=min_cluster_size,
            min_samples=min_samples,
            cluster_selection_method=selection,
            core_dist_n_jobs=1,
        ).fit(points.astype(np.float64))
        labels[member] = fit.labels_
        strengths[member] = fit.probabilities_
    return labels, strengths
