"""Plain text."""

import pytest

from topograph.formats.text import is_heading, is_title_line


@pytest.mark.parametrize(
    ("paragraph", "expected"),
    [
        (" ".join(["word"] * 12), True),
        (" ".join(["word"] * 13), False),
        ("A sentence.", False),
        ("Is it one?", False),
        ("Two\nlines", False),
    ],
)
def test_a_heading_is_one_line_of_at_most_twelve_words_and_no_sentence(paragraph, expected):
    assert is_heading(paragraph) is expected


def test_a_title_may_be_a_question_and_no_entry_of_a_list():
    assert is_title_line("Is it one?")
    assert not any(map(is_title_line, ["- one", "> one", "One:", "One.", "  ", "| a | b |"]))
