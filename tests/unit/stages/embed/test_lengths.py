"""How long documents are, and how much of them is read."""

import numpy as np

from topograph.stages.embed.lengths import length_lines, length_report

TOKENS = np.array([3, 10, 11, 30])


def test_a_document_of_as_many_tokens_as_are_read_is_not_longer():
    assert length_report(TOKENS, 10, "truncate") == {
        "max_tokens": 10,
        "long_documents": "truncate",
        "tokens": 54,
        "longer_documents": 2,
        "truncated_documents": 2,
        "unread_tokens": 21,
        "longest_document_tokens": 30,
    }


def test_in_chunks_all_is_read():
    report = length_report(TOKENS, 10, "mean")
    assert (report["longer_documents"], report["truncated_documents"]) == (2, 0)
    assert report["unread_tokens"] == 0


def test_without_a_limit_nothing_is_longer_and_without_counts_nothing_is_known():
    assert length_report(TOKENS, None, "truncate")["longer_documents"] == 0
    assert length_report(None, 10, "truncate")["tokens"] is None


def test_a_note_says_how_much_is_not_read():
    (line,) = length_lines(length_report(TOKENS, 10, "truncate"), 4)
    assert "2 of 4 documents are longer than 10 tokens (the longest 30)" in line
    assert "38.9% of all tokens" in line
    (line,) = length_lines(length_report(TOKENS, 10, "mean"), 4)
    assert "split into chunks" in line
    assert length_lines(length_report(TOKENS, 30, "truncate"), 4) == []
