"""Prediction sets of topics, calibrated on the run's own documents (conformal prediction).

The run's documents are placed as if they were new, each left out of the run. A class is ruled out
for a new document if it fits worse than the own classes of nearly all of these (Vovk, Gammerman
and Shafer 2005, "Algorithmic Learning in a Random World", https://doi.org/10.1007/b106715). The
nonconformity score is the sum of the shares of classes that fit better, as in Romano, Sesia and
Candes 2020 (https://arxiv.org/abs/2006.02544), but without the class's own share and without
randomisation: the likeliest class is in every set, and the sets are reproducible.
"""

from __future__ import annotations

import numpy as np

#: Decimals of scores; rounding keeps ties of sums.
DECIMALS = 9


def nonconformity(shares: np.ndarray) -> np.ndarray:
    """Nonconformity scores: for each class, the sum of all shares greater than its own.

    Parameters
    ----------
    shares : ndarray of float64, shape (m, classes)
        Rows add up to 1.

    Returns
    -------
    ndarray of float64, shape (m, classes)
        In [0, 1]; 0 for the largest share. Equal shares have equal scores.

    >>> nonconformity(np.array([[0.5, 0.2, 0.3]]))
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
    """Conformal p-values of scores.

    Parameters
    ----------
    calibration : ndarray of float64, shape (m,)
        Scores of the calibration documents; larger is less typical.
    scores : ndarray of float64, any shape

    Returns
    -------
    ndarray of float64
        (1 + number of calibration scores at least as large) / (m + 1), in (0, 1].

    >>> p_values(np.array([0.1, 0.2, 0.3]), np.array([0.2, 0.9]))
    array([0.75, 0.25])
    """
    ordered = np.sort(calibration)
    at_least = len(ordered) - np.searchsorted(ordered, scores, side="left")
    found: np.ndarray = (1 + at_least) / (len(ordered) + 1)
    return found


def can_rule_out(known: int, coverage: float) -> bool:
    """Whether this number of calibration documents can rule out a class at this coverage."""
    return bool(1 / (known + 1) <= 1 - coverage + 1e-12)
