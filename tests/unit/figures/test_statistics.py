"""Tests of association by hand."""

import numpy as np
import pytest

from topograph.figures.statistics import cell_p_values, contingency, wilson


def test_p_values_of_cells_are_twice_the_smaller_tail_of_fishers_test():
    # 3 of 6 documents in each row and column; all three of a row in one column: 1 in 20 by chance
    assert cell_p_values(np.array([[3, 0], [0, 3]])) == pytest.approx(np.full((2, 2), 0.1))
    # 9 of 20 put two there, 9 of 20 one, at most or at least: twice a half is more than one
    assert cell_p_values(np.array([[2, 1], [1, 2]])) == pytest.approx(np.ones((2, 2)))


def test_codes_below_zero_are_counted_nowhere():
    table = contingency(np.array([0, 1, -1, 1]), np.array([1, 0, 0, -1]), (2, 2))
    assert table.tolist() == [[0, 1], [1, 0]]


def test_wilsons_interval_by_its_formula():
    low, high = wilson(np.array([0, 5, 10, 0]), np.array([10, 10, 10, 0]))
    assert low == pytest.approx([0.0, 0.2366, 0.7225, 0.0], abs=1e-4)
    assert high == pytest.approx([0.2775, 0.7634, 1.0, 1.0], abs=1e-4)
