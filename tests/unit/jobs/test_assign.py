"""New documents among known topics: the rule, its certainty, and that company does not matter."""

from math import exp

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from topograph.config import ParseSettings
from topograph.jobs.assign.assigning import known_texts
from topograph.jobs.assign.conformal import can_rule_out, nonconformity, p_values
from topograph.jobs.assign.prediction import AMONG_NOISE, FAR, KNOWN_NOISE, predict_topics
from topograph.jobs.assign.reading import document_settings
from topograph.jobs.assign.rule import SAMPLE, RunIndex

RIGHT, UP = [1.0, 0.0], [0.0, 1.0]
CORNER = np.array([RIGHT, RIGHT, UP, UP], np.float32)


def unit(rows: np.ndarray) -> np.ndarray:
    """Rows of length 1, as encoders give them."""
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def mixture(n: int, spread: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Vectors around four directions in eight dimensions, and which each belongs to."""
    draw = np.random.default_rng(seed)
    topics = draw.integers(0, 4, n)
    return unit(np.eye(8)[topics] + spread * draw.normal(size=(n, 8))), topics


def place_new(vectors, topics, new, coverage=0.9):
    """Place documents none of which is known."""
    return predict_topics(RunIndex(vectors, topics), topics, new, coverage, [None] * len(new))


def test_shares_are_those_worked_out_by_hand():
    # Left out, each document has cosines 1, 0 and 0 to the others: they fall by 1, so the
    # temperature is 1/3, and a cosine of 0 beside one of 1 weighs exp(-3).
    found = RunIndex(CORNER, np.array([0, 0, 1, 1])).similarity(CORNER[:1])
    e = exp(-3)
    right = 2 / 3 * 2 / (2 + e) + 1 / 3 / (1 + e)
    assert found.shares[0] == pytest.approx([right, 1 - right, 0.0])
    assert found.closeness[0] == pytest.approx(2 / 3)  # three are asked: cosines 1, 1, 0


def test_a_document_of_the_run_is_left_out_of_its_neighbours_and_of_its_centroid():
    e = exp(-3)
    both = RunIndex(CORNER, np.array([0, 0, 1, 1])).own
    assert both.shares[0, 0] == pytest.approx(2 / 3 / (1 + 2 * e) + 1 / 3 / (1 + e))
    # alone in its topic, it has nothing there to be near to: as far as the opposite direction
    lonely = RunIndex(CORNER[1:], np.array([1, 0, 0])).own
    assert lonely.shares[0, 1] == pytest.approx(1 / 3 * e / (1 + e))


def test_noise_votes_and_has_no_centroid():
    found = RunIndex(CORNER, np.array([0, 0, -1, -1])).similarity(CORNER[:1])
    assert found.shares[0, -1] == pytest.approx(2 / 3 * exp(-3) / (2 + exp(-3)))
    assert found.shares[0, 0] == pytest.approx(1 - found.shares[0, -1])


def test_equally_near_documents_are_asked_in_the_order_of_the_run():
    vectors = np.array([RIGHT] * 10 + [RIGHT] * 10, np.float32)
    topics = np.array([1] * 10 + [0] * 10)
    found = RunIndex(vectors, topics).similarity(vectors[:1])
    # fifteen are asked: ten of topic 1, then five of topic 0; the centroids are the same
    assert found.shares[0] == pytest.approx([2 / 3 / 3 + 1 / 6, 2 / 3 * 2 / 3 + 1 / 6, 0.0])


def test_misfit_is_the_sum_of_the_greater_shares():
    shares = np.array([[0.5, 0.2, 0.3], [0.4, 0.4, 0.2], [0.0, 1.0, 0.0]])
    assert nonconformity(shares) == pytest.approx(
        np.array([[0.0, 0.8, 0.5], [0.0, 0.0, 0.8], [1.0, 0.0, 1.0]])
    )


def test_p_values_count_the_known_scores_at_least_as_large():
    known = np.array([0.3, 0.1, 0.1, 0.0])
    assert p_values(known, np.array([0.0, 0.1, 0.2, 0.9])).tolist() == [1.0, 0.8, 0.4, 0.2]
    assert p_values(np.empty(0), np.array([0.5])).tolist() == [1.0]


def test_few_documents_rule_out_nothing_at_a_high_coverage():
    assert can_rule_out(9, 0.9)
    assert not can_rule_out(8, 0.9)
    vectors, topics = mixture(8, 0.1, seed=0)
    topics[:4] = [0, 1, 2, 3]
    (placed,) = place_new(vectors, topics, vectors[:1], coverage=0.95)
    assert set(placed.prediction_set) >= {0, 1, 2, 3}


@pytest.mark.parametrize("coverage", [0.8, 0.9])
def test_sets_hold_the_topic_as_often_as_asked(coverage):
    spread, known, new = 0.6, 600, 600  # topics overlap: one guess is right less often than that
    vectors, topics = mixture(known + new, spread, seed=7)
    placed = place_new(vectors[:known], topics[:known], vectors[known:], coverage)
    right = [own.topic == topic for own, topic in zip(placed, topics[known:], strict=True)]
    inside = [
        topic in own.prediction_set for own, topic in zip(placed, topics[known:], strict=True)
    ]
    deviation = np.sqrt(coverage * (1 - coverage) * (1 / known + 1 / new))
    assert np.mean(right) < coverage - 0.05
    assert abs(np.mean(inside) - coverage) < 3.5 * deviation


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**6), coverages=st.tuples(st.floats(0.5, 0.95), st.floats(0.5, 0.95)))
def test_the_likeliest_is_in_every_set_and_sets_grow_with_coverage(seed, coverages):
    vectors, topics = mixture(60, 0.6, seed)
    topics[:4] = [0, 1, 2, 3]
    new = mixture(10, 0.6, seed + 1)[0]
    small, large = (place_new(vectors, topics, new, own) for own in sorted(coverages))
    for fewer, more in zip(small, large, strict=True):
        assert fewer.topic == fewer.prediction_set[0]
        assert set(fewer.prediction_set) <= set(more.prediction_set)
        assert fewer.runner_up != fewer.topic
        assert fewer.runner_up_strength <= fewer.strength or fewer.topic == -1


def test_a_document_is_placed_alike_alone_and_in_any_company():
    vectors, topics = mixture(500, 0.6, seed=1)
    vectors[100:140] = vectors[0]  # equally near documents of several topics
    new = np.concatenate([mixture(290, 0.6, seed=2)[0], vectors[:10]])
    together = place_new(vectors, topics, new)
    assert place_new(vectors, topics, new[::-1])[::-1] == together
    for row in range(0, len(new), 23):
        assert place_new(vectors, topics, new[row : row + 1]) == together[row : row + 1]


def test_the_number_of_cores_changes_nothing():
    vectors, topics = mixture(400, 0.6, seed=3)
    new = mixture(300, 0.6, seed=4)[0]
    one, two = (RunIndex(vectors, topics, threads) for threads in (1, 2))
    assert np.array_equal(one.own.shares, two.own.shares)
    assert np.array_equal(one.similarity(new).shares, two.similarity(new).shares)


def test_documents_of_the_run_get_their_topics_back_by_the_rule_alone():
    vectors, topics = mixture(600, 0.25, seed=5)
    found = RunIndex(vectors, topics).similarity(vectors).shares.argmax(axis=1)
    assert np.mean(found == topics) >= 0.99


def test_of_a_large_run_a_sample_stands_for_all():
    vectors, topics = mixture(SAMPLE + 50, 0.3, seed=6)
    reference = RunIndex(vectors, topics)
    assert len(set(reference.sample.tolist())) == SAMPLE == len(reference.own.shares)
    assert reference.sample.max() > SAMPLE - 1  # from the whole run, and not its first rows
    row = int(reference.sample[-1])
    rest = np.delete(np.arange(len(vectors)), row)
    left_out = RunIndex(vectors[rest], topics[rest]).similarity(vectors[row : row + 1])
    assert reference.own.closeness[-1] == pytest.approx(left_out.closeness[0])


def test_a_document_far_from_all_is_noise_and_its_set_says_so():
    vectors, topics = mixture(150, 0.2, seed=8)
    (placed,) = place_new(vectors, topics, -unit(np.ones((1, 8))))
    assert (placed.topic, placed.strength, placed.reason) == (-1, 0.0, FAR)
    assert placed.prediction_set[0] == -1
    assert placed.p_value == pytest.approx(1 / 151)
    assert placed.runner_up in range(4)


def test_farther_than_99_in_100_documents_of_the_run_is_far():
    vectors, topics = mixture(400, 0.2, seed=10)
    new, _ = mixture(200, 0.3, seed=11)
    placed = place_new(vectors, topics, new)
    assert all((one.reason == FAR) == (one.p_value <= 0.01) for one in placed)
    assert sum(one.p_value <= 0.01 for one in placed) > 5
    assert sum(0.01 < one.p_value < 0.1 for one in placed) > 5


def test_a_document_among_noise_is_noise():
    vectors = unit(
        np.array([[1, 0.01 * i, 0] for i in range(10)] + [[0, 1, 0.01 * i] for i in range(10)])
    )
    topics = np.array([0] * 10 + [-1] * 10)
    (placed,) = place_new(vectors, topics, unit(np.array([[0, 1, 0.045]])))
    assert (placed.topic, placed.reason, placed.runner_up) == (-1, AMONG_NOISE, 0)


def test_a_known_document_keeps_its_topic_and_noise_stays_noise():
    topics = np.array([0, -1, 1, 1])  # by their vectors the first two are alike
    reference = RunIndex(CORNER, topics)
    first, second = predict_topics(reference, topics, CORNER[:2], 0.5, [2, 1])
    assert (first.topic, first.prediction_set, first.runner_up) == (1, (1,), 0)
    assert (second.topic, second.prediction_set, second.reason) == (-1, (-1,), KNOWN_NOISE)


def test_a_run_of_one_document_takes_all_up():
    one = np.array([RIGHT], np.float32)
    for placed in place_new(one, np.array([0]), CORNER):
        assert (placed.topic, placed.runner_up, placed.reason) == (0, -1, "")
        assert 0 in placed.prediction_set


def test_a_text_is_known_to_the_letter_first_then_but_for_case():
    corpus = ["We study Graphs", "we study graphs.", "Other words"]
    asked = ["we study graphs.", "WE STUDY GRAPHS!", "other, words", "new"]
    assert known_texts(asked, corpus) == [1, 0, 2, None]


def test_new_files_are_read_with_the_runs_settings_but_for_what_looks_at_all():
    own = ParseSettings(min_words=7, other_languages="drop", format="lines")
    changed = document_settings(own, "de")
    assert (changed.min_words, changed.other_languages, changed.format) == (7, "drop", "lines")
    assert (changed.language, changed.duplicates) == ("de", "keep")
