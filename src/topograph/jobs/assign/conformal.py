"""How sure a placement is, by how the run's own documents fare (conformal prediction).

The run's documents are placed as if they were new, each left out of the run. A class that fits a
new document worse than their own classes fit nearly all of these is ruled out (Vovk, Gammerman
and Shafer 2005, "Algorithmic Learning in a Random World", https://doi.org/10.1007/b106715). How
badly a class fits is the share of the classes that fit better, as in Romano, Sesia and Candes 2020
(https://arxiv.org/abs/2006.02544) without the class's own share and without chance: the likeliest
class is in every set, and a document has the same set each time.
"""

from __future__ import annotations

import numpy as np

#: Ties of sums of shares that rounding would break.
DECIMALS = 9


def misfit(shares: np.ndarray) -> np.ndarray:
    """How badly each class fits each document: the sum of all shares greater than its own.

    Parameters
    ----------
    shares : ndarray of float64, shape (m, classes)
        Rows add up to 1.

    Returns
    -------
    ndarray of float64, shape (m, classes)
        0 for the greatest share; in [0, 1]. Equal shares fit equally.

    >>> misfit(np.array([[0.5, 0.2, 0.3]]))
    array([[0. , 0.8, 0.5]])
    """
    rounded = np.round(shares, DECIMALS)
    found = np.zeros_like(shares)
    for row, own in enumerate(rounded):
        values, place, counts = np.unique(own, return_inverse=True, return_counts=True)
        totals = values * counts
        found[row] = (totals[::-1].cumsum()[::-1] - totals)[place]
    rounded_sums: np.ndarray = np.round(np.clip(found, 0.0, 1.0), DECIMALS)
    return rounded_sums


def p_values(calibration: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """Conformal p-values: how usual a score is among those of known documents.

    Parameters
    ----------
    calibration : ndarray of float64, shape (m,)
        Scores of known documents, larger for stranger ones.
    scores : ndarray of float64, any shape

    Returns
    -------
    ndarray of float64
        (1 + number of known scores at least as large) / (m + 1), in (0, 1].

    >>> p_values(np.array([0.1, 0.2, 0.3]), np.array([0.2, 0.9]))
    array([0.75, 0.25])
    """
    ordered = np.sort(calibration)
    at_least = len(ordered) - np.searchsorted(ordered, scores, side="left")
    found: np.ndarray = (1 + at_least) / (len(ordered) + 1)
    return found


def reachable(known: int, coverage: float) -> bool:
    """Whether so many known documents can rule anything out at this coverage."""
    return bool(1 / (known + 1) <= 1 - coverage + 1e-12)
