"""Periods of dates: years, or quarters, months or days if a corpus has few of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from topograph.rundir.dateprecision import OF_DAYS, OF_MONTHS

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

#: From this number of years, periods are years.
MANY_YEARS = 3
#: Beyond a year, months with fewer documents than this on average are combined into quarters.
DOCUMENTS_A_MONTH = 20
#: Up to this number of days, with this number of documents on average, periods are days.
MOST_DAYS = 45
DOCUMENTS_A_DAY = 5
MOST_PERIODS = 40
#: Lengths of periods, in years, that are easy to read.
SPANS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)

#: The period of each document (int64, -1 for none), and the names of the periods.
Periods: TypeAlias = "tuple[np.ndarray, list[str]]"


def in_periods(dates: pd.Series, precision: pd.Series) -> Periods:
    """Put each document in a period.

    Parameters
    ----------
    dates : Series of datetime64
        Missing ones are in no period.
    precision : Series of str
        Of `topograph.rundir.dateprecision.PRECISIONS`. A date known by its year only stands in no
        month.

    Returns
    -------
    codes : ndarray of int64, shape (n,)
        The period of each document, -1 for none.
    names : list of str
        Of the periods, without gaps.
    """
    import numpy as np

    known = dates.notna().to_numpy()
    if not known.any():
        return np.full(len(dates), -1, dtype=np.int64), []
    years = dates.dt.year.to_numpy(dtype=float, na_value=0).astype(np.int64)
    first, last = int(years[known].min()), int(years[known].max())
    if last - first < MANY_YEARS:
        found = _within_years(dates, years, precision, known)
        if found is not None:
            return found
    span = next(span for span in (*SPANS, 10**9) if (last // span - first // span) < MOST_PERIODS)
    return _numbered(
        years // span, known, lambda n: str(n) if span == 1 else f"{n * span}–{(n + 1) * span - 1}"
    )


def _within_years(
    dates: pd.Series, years: np.ndarray, precision: pd.Series, known: np.ndarray
) -> Periods | None:
    """Days, months or quarters, if most dates are that precise."""
    import numpy as np

    least = known.sum() / 2
    by_day = known & precision.isin(OF_DAYS).to_numpy()
    days = dates.to_numpy().astype("datetime64[D]").astype(np.int64)
    if by_day.sum() > least:
        spanned = int(np.ptp(days[by_day])) + 1
        if 1 < spanned <= min(MOST_DAYS, by_day.sum() / DOCUMENTS_A_DAY):
            return _numbered(days, by_day, lambda n: str(np.datetime64(n, "D")))
    months = years * 12 + dates.dt.month.to_numpy(dtype=float, na_value=1).astype(np.int64) - 1
    by_month = known & precision.isin(OF_MONTHS).to_numpy()
    by_quarter = known & (precision != "year").to_numpy()
    if by_month.sum() > least:
        spanned = int(np.ptp(months[by_month])) + 1
        if spanned <= 12 or by_month.sum() >= DOCUMENTS_A_MONTH * spanned:
            return _numbered(months, by_month, lambda n: f"{n // 12}-{n % 12 + 1:02d}")
    if by_quarter.sum() > least:
        return _numbered(months // 3, by_quarter, lambda n: f"{n // 4}-Q{n % 4 + 1}")
    return None


def _numbered(numbers: np.ndarray, known: np.ndarray, name: Callable[[int], str]) -> Periods:
    """Codes from 0 without gaps, and the names of the periods."""
    import numpy as np

    first, last = int(numbers[known].min()), int(numbers[known].max())
    codes = np.where(known, numbers - first, -1).astype(np.int64)
    return codes, [name(number) for number in range(first, last + 1)]
