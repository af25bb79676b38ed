"""Groups of numbers as tables write them."""

from math import inf

import pytest

from topograph.stages.parse.ranges import range_of


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("18-24", 18, 24),
        ("$10k-$20k", 10_000, 20_000),
        ("1m-2m", 1_000_000, 2_000_000),
        ("1,000 to 1,999", 1000, 1999),
        ("65+", 65, inf),
        ("65 or more", 65, inf),
        ("under 18", -inf, 18),
        ("18 to 24 years", 18, 24),
        ("18 bis 24 Jahre", 18, 24),
        ("18 до 24 лет", 18, 24),
        ("von 18 bis 24", 18, 24),
        ("bis 24 Jahre", -inf, 24),
    ],
)
def test_ranges_have_two_ends(text, low, high):
    found = range_of(text)
    assert (found.low, found.high) == (low, high)
