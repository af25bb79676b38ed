"""The sample of a column's different values."""

import zlib

from topograph.stages.parse.sampling import KEPT_CHARACTERS, Sample


def test_of_many_values_those_with_the_smallest_hashes_are_kept_in_any_order():
    values = [f"value {number}" for number in range(200)]
    smallest = set(sorted(values, key=lambda value: zlib.crc32(value.encode()))[:10])
    for order in (values, values[::-1]):
        sample = Sample(kept=10)
        for value in order + order:
            sample.add(value)
        assert set(sample.counts) == smallest
        assert set(sample.counts.values()) == {2}
        assert not sample.exact
        assert 100 < sample.distinct < 400


def test_as_many_values_as_are_kept_are_all_there():
    sample = Sample(kept=3)
    for value in "abcabc":
        sample.add(value)
    assert sample.exact
    assert sample.counts == {"a": 2, "b": 2, "c": 2}


def test_long_values_that_begin_alike_are_distinguished():
    sample = Sample()
    for end in "ab":
        sample.add("x" * KEPT_CHARACTERS + end)
    assert sample.distinct == 2
