"""Lowercase that keeps the number of characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topograph.language.lowercase import lowercase


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("ISPARTA", "", "isparta"),
        ("ISPARTA", "en", "isparta"),
        ("ISPARTA", "tr", "ısparta"),
        ("QIZIL", "az", "qızıl"),
        ("İZMİR", "tr", "izmir"),
        ("İZMİR", "", "izmir"),
    ],
)
def test_the_dotless_i_is_that_of_turkish_and_azerbaijani(text, language, expected):
    assert lowercase(text, language) == expected


@given(st.text())
def test_the_number_of_characters_stays(text):
    assert len(lowercase(text)) == len(text)
