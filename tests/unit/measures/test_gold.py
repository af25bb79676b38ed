"""Topics compared with known labels: values by hand, and of scikit-learn."""

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics

from topograph.core.labelcolumn import labels_of
from topograph.errors import TopographError
from topograph.measures.gold import (
    LABEL_AGREEMENT,
    WITHOUT_NOISE,
    contingency,
    label_agreement,
    purity,
    topic_purities,
)
from topograph.measures.notapplicable import NotApplicable


def labels(text):
    """Labels of one letter each; `.` for none."""
    return np.array([None if letter == "." else letter for letter in text], dtype=object)


TOPICS = np.array([0, 0, 0, 1, 1, 1, -1, -1, 0])
LABELS = labels("aabbbcab.")


def test_labels_are_texts_whatever_the_columns_type():
    documents = pd.DataFrame(
        {
            "text": ["t"] * 3,
            "word": ["a ", "", None],
            "whole": [1, None, 3],
            "number": [0.5, 2.0, None],
            "truth": [True, False, True],
        }
    )
    assert labels_of(documents, "word").tolist() == ["a", None, None]
    assert labels_of(documents, "whole").tolist() == ["1", None, "3"]
    assert labels_of(documents, "number").tolist() == ["0.5", "2", None]
    assert labels_of(documents, "truth").tolist() == ["true", "false", "true"]


def test_a_missing_column_is_refused_with_those_there_are():
    documents = pd.DataFrame({"text": ["t"], "source": ["s"], "subject": ["a"], "year": [1]})
    with pytest.raises(TopographError, match="no column 'class'") as refused:
        labels_of(documents, "class")
    assert refused.value.why == "the columns are subject, year, source."
    assert refused.value.fix == "set it to one of these columns, or remove the key."
    with pytest.raises(TopographError) as refused:
        labels_of(documents.rename(columns={"subject": "corpus_class"}), "class")
    assert refused.value.fix.startswith("set it to corpus_class,")


def test_the_contingency_table_by_hand():
    table = contingency(TOPICS, LABELS)
    assert list(table.itertuples(index=False, name=None)) == [
        (-1, "a", 1), (-1, "b", 1), (0, "a", 2), (0, "b", 1), (1, "b", 2), (1, "c", 1),
    ]  # fmt: skip
    assert contingency(TOPICS, labels("." * 9)).empty


def test_the_largest_label_of_a_topic_comes_first():
    table = contingency(np.zeros(4, int), labels("abbc"))
    assert table["gold_label"].to_list() == ["b", "a", "c"]


def test_purity_by_hand():
    values = label_agreement(TOPICS, LABELS)
    assert values["purity"] == pytest.approx((2 + 2 + 1) / 8)
    assert values["purity_without_noise"] == pytest.approx((2 + 2) / 6)
    assert topic_purities(contingency(TOPICS, LABELS), 3) == [
        pytest.approx(2 / 3), pytest.approx(2 / 3),
        NotApplicable("no document of the topic has a label"),
    ]  # fmt: skip


def test_purity_looks_at_topics_and_not_at_labels():
    assert purity(np.array([0, 0, 1, 2]), np.array([0, 0, 0, 1])) == 1.0
    assert purity(np.array([0, 0, 0, 0]), np.array([0, 0, 1, 2])) == 0.5


def test_agreement_is_that_of_scikit_learn_for_labelled_documents_with_and_without_noise():
    known, placed = slice(0, 8), slice(0, 6)
    values = label_agreement(TOPICS, LABELS)
    assert list(values) == [name + tail for tail in ("", WITHOUT_NOISE) for name in LABEL_AGREEMENT]
    for tail, rows in (("", known), (WITHOUT_NOISE, placed)):
        gold, found = LABELS[rows].astype(str), TOPICS[rows]
        for name, function in (
            ("ari", metrics.adjusted_rand_score),
            ("ami", metrics.adjusted_mutual_info_score),
            ("nmi", metrics.normalized_mutual_info_score),
            ("homogeneity", metrics.homogeneity_score),
            ("completeness", metrics.completeness_score),
            ("v_measure", metrics.v_measure_score),
        ):
            assert values[name + tail] == pytest.approx(function(gold, found), abs=1e-12)
    assert values["ari"] != values["ari_without_noise"]
    assert values["homogeneity"] != values["completeness"]


def test_equal_partitions_agree_fully_and_independent_ones_not_at_all():
    values = label_agreement(np.array([1, 1, 0, 0]), labels("xxyy"))
    assert all(values[name] == pytest.approx(1.0) for name in LABEL_AGREEMENT)
    values = label_agreement(np.array([0, 1, 0, 1]), labels("xxyy"))
    # 2 x 2 of one document each: no pair agrees; expected index 2 * 2 / 6, largest 2
    assert values["ari"] == pytest.approx((0 - 2 / 3) / (2 - 2 / 3))
    assert values["nmi"] == pytest.approx(0.0, abs=1e-12)
    assert values["purity"] == 0.5


@pytest.mark.parametrize(
    ("topics", "gold", "reason", "reason_without"),
    [
        ([0, 0, 1], "...", "none has a label", "none has a label"),
        ([0, 0, 1], "aa.", "have the same", "have the same"),
        ([-1, -1, -1], "ab.", None, "none has a label"),
        ([-1, 0, 0], "abb", None, "have the same"),
    ],
)
def test_agreement_with_fewer_than_two_labels_has_no_meaning(topics, gold, reason, reason_without):
    values = label_agreement(np.array(topics), labels(gold))
    for name in LABEL_AGREEMENT:
        if reason is None:
            assert not isinstance(values[name], NotApplicable)
        else:
            assert reason in values[name].reason
        assert reason_without in values[name + WITHOUT_NOISE].reason


def test_lists_are_labels_as_they_are_written():
    tags = [["a", "b"], np.array(["a", "b"]), np.array([], object), None]
    labels = labels_of(pd.DataFrame({"tags": pd.Series(tags)}), "tags")
    assert labels.tolist() == ["a; b", "a; b", None, None]
