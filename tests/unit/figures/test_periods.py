"""Dates in periods."""

import pandas as pd
import pytest

from topograph.figures.periods import in_periods


def periods(*dates: str, precision: str = "day") -> list[str]:
    column = pd.Series(pd.to_datetime(list(dates)))
    return in_periods(column, pd.Series(precision, index=column.index))[1]


@pytest.mark.parametrize(
    ("dates", "names"),
    [
        (("2000-01-01", "2003-01-01"), ["2000", "2001", "2002", "2003"]),
        (("2000-01-01", "2000-12-31"), [f"2000-{month:02d}" for month in range(1, 13)]),
        (("2000-01-01", "2001-01-31"), [*(f"2000-Q{n}" for n in range(1, 5)), "2001-Q1"]),
    ],
)
def test_periods_are_years_from_a_difference_of_three_years_on(dates, names):
    assert periods(*dates) == names


def test_forty_periods_at_most():
    assert len(periods("1900-01-01", "1939-01-01")) == 40
    assert periods("1900-01-01", "1940-01-01")[0] == "1900–1901"


def test_days_need_five_documents_each():
    assert len(periods(*["2020-01-01"] * 5, *["2020-01-02"] * 5)) == 2
    assert periods(*["2020-01-01"] * 5, *["2020-01-02"] * 4) == ["2020-01"]
