"""Statistics of columns in figures: intervals of shares, and tests of association."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

#: Normal quantile of a 95 % interval.
Z95 = 1.959963984540054
#: Tables with expected counts below this in many cells are tested by simulation.
SMALL_EXPECTED = 5.0
MANY_CELLS = 0.2
SIMULATIONS = 1999
#: Beyond this many documents the chi-squared distribution is used nevertheless.
MOST_SIMULATED = 20_000


def wilson(count: np.ndarray, total: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Wilson's 95 % interval of shares (Wilson 1927, doi:10.1080/01621459.1927.10502953).

    Parameters
    ----------
    count, total : ndarray of int, of one shape
        `total` may hold zeros: there the interval is 0 to 1.

    Returns
    -------
    low, high : ndarray of float64, between 0 and 1
    """
    import numpy as np

    number = np.maximum(total, 1).astype(float)
    share = count / number
    centre = share + Z95**2 / (2 * number)
    spread = Z95 * np.sqrt(share * (1 - share) / number + Z95**2 / (4 * number**2))
    scale = 1 + Z95**2 / number
    low = np.where(total > 0, (centre - spread) / scale, 0.0)
    high = np.where(total > 0, (centre + spread) / scale, 1.0)
    return np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)


def contingency(rows: np.ndarray, columns: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
    """Documents by two codings: int64, of the given shape; negative codes are not counted."""
    import numpy as np

    kept = (rows >= 0) & (columns >= 0)
    table = np.zeros(shape, dtype=np.int64)
    np.add.at(table, (rows[kept], columns[kept]), 1)
    return table


def cell_p_values(
    table: np.ndarray, rows: np.ndarray | None = None, columns: np.ndarray | None = None
) -> np.ndarray:
    """The p-value of each cell, given the number of documents in its row and column.

    Twice the smaller tail of the hypergeometric distribution (Fisher's exact test), at most 1.

    Parameters
    ----------
    table : ndarray of int64, shape (r, c)
    rows, columns : ndarray of int64, shape (r,) and (c,), optional
        Documents of each row and column, where one document may be in several columns; without
        them, the sums of the table. Each document is in one row.
    """
    import numpy as np
    from scipy.stats import hypergeom

    rows = table.sum(axis=1) if rows is None else rows
    columns = table.sum(axis=0) if columns is None else columns
    total = rows.sum()
    below = hypergeom.cdf(table, total, rows[:, None], columns[None, :])
    above = hypergeom.sf(table - 1, total, rows[:, None], columns[None, :])
    p_values: np.ndarray = np.minimum(2 * np.minimum(below, above), 1.0)
    return p_values


@dataclass(frozen=True)
class Association:
    """The association of two codings of the documents.

    Attributes
    ----------
    cramers_v : float
        From 0 (not at all) to 1, with the correction for chance of Bergsma 2013,
        doi:10.1016/j.jkss.2012.10.002.
    p_value : float
        Of the chi-squared statistic.
    simulated : bool
        Whether the p-value comes from random tables with the same sums, because many expected
        counts are small.
    """

    cramers_v: float
    p_value: float
    simulated: bool


def association(table: np.ndarray) -> Association | None:
    """Test whether the two codings of a table are associated.

    Parameters
    ----------
    table : ndarray of int64, shape (r, c)

    Returns
    -------
    Association or None
        None if fewer than two rows or two columns hold documents.
    """
    import numpy as np
    from scipy import stats

    table = table[table.sum(axis=1) > 0][:, table.sum(axis=0) > 0]
    if min(table.shape) < 2:
        return None
    total = int(table.sum())
    found = stats.chi2_contingency(table, correction=False)
    simulated = (
        float((found.expected_freq < SMALL_EXPECTED).mean()) > MANY_CELLS
        and total <= MOST_SIMULATED
    )
    p_value = float(found.pvalue)
    if simulated:
        method = stats.MonteCarloMethod(
            n_resamples=SIMULATIONS, rvs=None, batch=None, rng=np.random.default_rng(0)
        )
        p_value = float(stats.chi2_contingency(table, correction=False, method=method).pvalue)
    return Association(_cramers_v(float(found.statistic), table.shape, total), p_value, simulated)


def _cramers_v(statistic: float, shape: tuple[int, ...], total: int) -> float:
    import numpy as np

    rows, columns = shape
    chance = (rows - 1) * (columns - 1) / max(total - 1, 1)
    strength = max(0.0, statistic / total - chance)
    smaller = min(
        rows - (rows - 1) ** 2 / max(total - 1, 1),
        columns - (columns - 1) ** 2 / max(total - 1, 1),
    )
    return float(min(1.0, np.sqrt(strength / (smaller - 1)))) if smaller > 1 else 0.0
