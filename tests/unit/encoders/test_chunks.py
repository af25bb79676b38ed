"""Where long texts are cut."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topograph.encoders.chunks import split


def chunks(text: str, budget: int) -> list[str]:
    offsets = [match.span() for match in re.finditer(r"\w+|[^\w\s]", text)]
    return [chunk for chunk, _ in split(text, offsets, budget)]


@pytest.mark.parametrize(
    ("text", "budget", "expected"),
    [
        ("a b c d e", 5, ["a b c d e"]),
        ("a b c d e", 4, ["a b c d", "e"]),
        ("a b c d. e f g h", 6, ["a b c d.", "e f g h"]),  # a sentence ends in the second half
        ("a. b c d e f g h", 6, ["a. b c d e", "f g h"]),  # and here in the first
        ("a b c. d e. f g h", 8, ["a b c. d e.", "f g h"]),  # of two ends the last
        ("a-b-c-d-e", 4, ["a-b-", "c-d-", "e"]),
    ],
)
def test_texts_are_cut_at_the_last_end_of_a_sentence_in_the_second_half(text, budget, expected):
    assert chunks(text, budget) == expected


@given(st.text("ab. \n"), st.integers(1, 8))
def test_chunks_hold_all_that_is_written_and_no_more_tokens_than_fit(text, budget):
    offsets = [match.span() for match in re.finditer(r"\w+|[^\w\s]", text)]
    found = split(text, offsets, budget)
    assert "".join("".join(chunk for chunk, _ in found).split()) == "".join(text.split())
    assert all(tokens <= budget for _, tokens in found)
