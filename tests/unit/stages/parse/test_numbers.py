"""How a column writes numbers."""

import pytest

from topograph.stages.parse.numbers import find_notation


@pytest.mark.parametrize(
    ("texts", "decimal"),
    [
        (["12,5", "1.200"], ","),
        (["12.5", "1,200"], "."),
        (["1,234", "2,345", "3,456", "12"], "."),  # three that group are proof
        (["1,234", "2,345", "12"], None),  # two are none
        (["1.234", "2.345", "3.456", "12"], ","),
        (["1.234", "2.345"], "."),
        (["1.234", "12345"], "."),  # thousands are not grouped
        (["1,234", "12345"], None),
        (["12", "345"], "."),
    ],
)
def test_the_decimal_sign_is_detected_from_all_values_of_a_column(texts, decimal):
    found = find_notation(dict.fromkeys(texts, 1))
    assert (found and found.decimal) == decimal
