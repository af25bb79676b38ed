"""The comparison of a sweep's points, on values known beforehand."""

import json

import numpy as np
import pandas as pd
import pytest

from topograph.errors import TopographError
from topograph.jobs.sweep.comparing import (
    agreement_with_neighbours,
    main_effects,
    pareto_front,
    strongest_interaction,
)
from topograph.jobs.sweep.comparison import Comparison
from topograph.jobs.sweep.design import MOST_GROUPS, groups, neighbouring, positions
from topograph.jobs.sweep.persistence import persistent_topics
from topograph.jobs.sweep.reading import PointResults
from topograph.jobs.sweep.tables import oriented, point_table, topic_table

NAN = float("nan")


def grid(*levels):
    """All combinations of ranks."""
    return np.array(np.meshgrid(*map(range, levels), indexing="ij")).reshape(len(levels), -1).T


def test_the_front_has_the_points_that_no_other_dominates():
    values = np.array([[1, 5], [2, 4], [2, 3], [3, 1], [3, 1], [0, 0], [NAN, 9]])
    assert pareto_front(values).tolist() == [True, True, False, True, True, False, False]
    assert pareto_front(np.array([[1.0], [3.0], [3.0]])).tolist() == [False, True, True]


def test_a_measure_for_which_lower_is_better_is_turned_round():
    table = pd.DataFrame({"noise_share": [0.1, 0.3], "diversity": [0.5, 0.9]})
    measures = {"noise_share": {"better": "lower"}, "diversity": {"better": "higher"}}
    names = ("diversity", "noise_share", "not_measured")
    assert oriented(table, names, measures).tolist() == [[0.5, -0.1], [0.9, -0.3]]


def test_neighbours_in_a_grid_are_one_step_of_one_key_away():
    ranks = grid(3, 2)
    assert neighbouring(ranks) == [(0, 1), (0, 2), (1, 3), (2, 3), (2, 4), (3, 5), (4, 5)]
    assert neighbouring(ranks[:1]) == []


def test_neighbours_of_drawn_points_are_the_nearest():
    assert neighbouring(np.array([[0, 0], [9, 9], [10, 7]])) == [(0, 2), (1, 2)]


def test_ranks_follow_the_list_or_the_size():
    points = [{"a": "x", "b": 7}, {"a": "auto", "b": 40}, {"a": "x", "b": 9}]
    axes = [{"key": "a", "values": ["auto", "x"]}, {"key": "b", "values": []}]
    assert positions(points, axes).tolist() == [[1, 0], [0, 2], [1, 1]]


def test_many_values_are_grouped_in_their_order():
    found = groups(np.arange(60)[:, None]).ravel()
    assert np.array_equal(np.sort(found), found)
    assert np.bincount(found).tolist() == [10] * MOST_GROUPS
    assert groups(grid(3)).ravel().tolist() == [0, 1, 2]


def test_agreement_is_one_where_neighbours_equal_and_none_where_there_are_none():
    same, other = np.array([0, 0, 1, 1, -1, -1]), np.array([0, 1, 2, 3, 4, 5])
    found = agreement_with_neighbours([same, same, other, same], [(0, 1), (1, 2)])
    assert found[:3].tolist() == [1.0, 0.5, 0.0]  # Rand's index of singletons is that of chance
    assert np.isnan(found[3])


def test_a_key_that_alone_decides_explains_everything():
    ranks = grid(3, 4)
    shares = main_effects(ranks[:, 0] * 2.0, ranks)
    assert shares.tolist() == pytest.approx([1.0, 0.0])
    assert np.isnan(main_effects(np.ones(12), ranks)).all()


def test_effects_of_a_sum_add_up_without_an_interaction():
    ranks = grid(2, 2, 2)
    values = 3.0 * ranks[:, 0] + 4.0 * ranks[:, 1]
    assert main_effects(values, ranks).tolist() == pytest.approx([9 / 25, 16 / 25, 0.0])
    assert strongest_interaction(values, ranks).share == pytest.approx(0.0)


def test_what_only_a_combination_explains_is_an_interaction():
    ranks = grid(2, 2, 2)
    values = (ranks[:, 0] ^ ranks[:, 2]).astype(float)
    assert main_effects(values, ranks).tolist() == pytest.approx([0.0, 0.0, 0.0])
    found = strongest_interaction(values, ranks)
    assert (found.first, found.second, found.share) == (0, 2, pytest.approx(1.0))


def test_points_without_a_value_do_not_count():
    ranks = grid(2, 3)
    values = ranks[:, 0].astype(float)
    values[0] = NAN
    assert main_effects(values, ranks)[0] == pytest.approx(1.0)


def test_no_interaction_where_every_combination_occurs_once_at_most():
    ranks = np.array([[0, 0], [1, 1], [2, 2], [0, 1]])
    assert strongest_interaction(np.array([1.0, 2.0, 4.0, 3.0]), ranks) is None


def point(number, assigned, labels, names=None, **measures):
    """A point with topics."""
    assigned = np.array(assigned)
    names = tuple(names or (f"d{row}" for row in range(len(assigned))))
    found = {name: {"value": value, "better": "higher"} for name, value in measures.items()}
    return PointResults(
        f"p{number}", f"evaluate-p{number}", {"k": number}, found, names, assigned, tuple(labels)
    )


def test_topics_are_matched_by_their_documents():
    first = [0, 0, 0, 0, 1, 1, 1, 2, 2, -1]
    second = [1, 1, 1, 1, 0, 0, -1, -1, -1, 0]  # topic 0 shares two of four documents with 1
    third = [0, 0, 0, -1, -1, -1, -1, 1, 1, -1]
    found = persistent_topics(
        [np.array(own) for own in (first, second, third)],
        [["a", "b", "c"], ["b", "A"], ["A", "c"]],
    )
    assert [(topic.label, topic.found) for topic in found] == [
        ("A", ((0, 0), (1, 1), (2, 0))),
        ("c", ((0, 2), (2, 1))),
        ("b", ((0, 1), (1, 0))),
    ]
    assert found[0].core.tolist() == [0, 1, 2, 3]
    assert found[0].labels == ("A", "a")
    assert found[1].similarity == 1.0
    assert found[2].similarity == pytest.approx((1 + 0.5) / 2)


def test_every_topic_is_in_one_group_and_each_point_once_in_a_group():
    random = np.random.default_rng(0)
    partitions = [random.integers(-1, 6, 80) for _ in range(7)]
    labels = [[f"t{topic}" for topic in range(6)]] * 7
    found = persistent_topics(partitions, labels)
    owners = [own for topic in found for own in topic.found]
    assert sorted(owners) == [(point, topic) for point in range(7) for topic in range(6)]
    for topic in found:
        assert len({own for own, _ in topic.found}) == len(topic.found)
    counts = [len(topic.found) for topic in found]
    assert counts == sorted(counts, reverse=True)


def test_documents_are_compared_by_their_identifiers():
    one = point(1, [0, 1, 1], "ab", names=["x", "y", "z"])
    other = point(2, [0, 1], "ab", names=["z", "x"])
    assert [own.tolist() for own in Comparison([one, other], []).partitions] == [[0, 1], [1, 0]]
    with pytest.raises(TopographError, match="no document in common"):
        _ = Comparison([one, point(3, [0], "a", names=["q"])], []).partitions


def test_tables_have_a_row_per_point_and_topic():
    points = [
        point(1, [0, 0, 1, 1], "ab", diversity=0.5, ami=None),
        point(2, [0, 0, 1, 1], "ab", diversity=0.7, ami=None),
        point(3, [0, 0, 0, 0], "c", diversity=0.6, ami=None),
    ]
    axes = [{"key": "k", "values": [1, 2, 3]}]
    compared = Comparison(points, axes)
    table = point_table(compared)
    assert table["point"].tolist() == ["p1", "p2", "p3"]
    assert table["k"].tolist() == ["1", "2", "3"]
    assert "ami" not in table  # measured nowhere
    assert table["agreement_with_neighbours"].tolist() == [1.0, 0.5, 0.0]
    assert table["front"].tolist() == [False, True, False]
    topics, _ = topic_table(compared)
    assert topics["points"].tolist() == [3, 2]
    for row in topics.itertuples():
        for name, topic in json.loads(row.found).items():
            own = next(each for each in points if each.point_id == name)
            assert own.labels[topic] in row.labels
