"""Layers of settings on each other."""

import pytest

from topograph.config.layers import merge


@pytest.mark.parametrize(
    ("base", "over", "merged"),
    [
        ({"a": 1}, {"a": None}, {"a": None}),
        ({"a": {"x": 1}}, {"a": None}, {"a": {"x": 1}}),  # a section with nothing beneath it
        ({"a": {"x": 1, "y": 2}}, {"a": {"y": None}}, {"a": {"x": 1, "y": None}}),
        ({"a": [1, 2]}, {"a": [3]}, {"a": [3]}),
        ({"a": {"x": 1}}, {"a": 2}, {"a": 2}),
        ({"a": 1}, {"b": 2}, {"a": 1, "b": 2}),
    ],
)
def test_upper_layers_win_key_by_key(base, over, merged):
    before = repr(base)
    assert merge(base, over) == merged
    assert repr(base) == before
