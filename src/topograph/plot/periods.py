"""Dates in periods: of years, or of quarters or months where a corpus spans few years."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

MONTHLY_YEARS = 3
#: Of more than a year, months that hold fewer documents than this in the mean are put in quarters.
DOCUMENTS_A_MONTH = 20
MOST_PERIODS = 40
#: Lengths of periods, in years, that are easy to read.
SPANS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)


def in_periods(dates: pd.Series, precision: pd.Series) -> tuple[np.ndarray, list[str]]:
    """Put each document in a period.

    Parameters
    ----------
    dates : Series of datetime64
        Missing ones are in no period.
    precision : Series of str
        `year`, `month` or `day`. A date known by its year only stands in no month.

    Returns
    -------
    codes : ndarray of int64, shape (n,)
        The period of each document, -1 for none.
    names : list of str
        Of the periods, without gaps, at most 40.
    """
    known = dates.notna().to_numpy()
    codes = np.full(len(dates), -1, dtype=np.int64)
    if not known.any():
        return codes, []
    years = dates.dt.year.to_numpy(dtype=float, na_value=0).astype(np.int64)
    first, last = int(years[known].min()), int(years[known].max())
    exact = known & (precision.to_numpy() != "year")
    if last - first < MONTHLY_YEARS and exact.sum() > known.sum() / 2:
        months = years * 12 + dates.dt.month.to_numpy(dtype=float, na_value=1).astype(np.int64) - 1
        spanned = int(np.ptp(months[exact])) + 1
        few = spanned > 12 and exact.sum() < DOCUMENTS_A_MONTH * spanned
        own = months // 3 if few else months
        first = int(own[exact].min())
        codes[exact] = own[exact] - first
        numbers = range(first, int(own[exact].max()) + 1)
        if few:
            return codes, [f"{number // 4}-Q{number % 4 + 1}" for number in numbers]
        return codes, [f"{number // 12}-{number % 12 + 1:02d}" for number in numbers]
    span = next(span for span in (*SPANS, 10**9) if (last // span - first // span) < MOST_PERIODS)
    codes[known] = years[known] // span - first // span
    starts = [start * span for start in range(first // span, last // span + 1)]
    return codes, [str(s) if span == 1 else f"{s}–{s + span - 1}" for s in starts]
