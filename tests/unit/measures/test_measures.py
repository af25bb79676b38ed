"""Diversity, silhouettes, DBCV and the map: by hand, and by scikit-learn and hdbscan."""

import numpy as np
import pytest
from hdbscan.validity import validity_index
from hypothesis import given
from hypothesis import strategies as st
from sklearn import manifold
from sklearn.metrics import silhouette_samples

from topograph.measures import silhouette as silhouette_module
from topograph.measures.density import core_distances, dbcv, inner_tree
from topograph.measures.diversity import (
    inverted_rbo,
    own_terms,
    rank_biased_overlap,
    topic_diversity,
)
from topograph.measures.notapplicable import NotApplicable, mean_of
from topograph.measures.silhouette import silhouettes
from topograph.measures.trustworthiness import (
    map_neighbors,
    neighbour_preservation,
    trustworthiness,
)


def blobs(n=60, noise=7, dimensions=8, spread=0.2, seed=0):
    """Unit vectors around three directions, their topics, and places on a map."""
    random = np.random.default_rng(seed)
    topics = np.arange(n) % 3
    vectors = np.eye(dimensions)[topics] + random.normal(scale=spread, size=(n, dimensions))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    topics[::noise] = -1
    return vectors.astype(np.float32), topics, vectors[:, :2].astype(np.float32)


def test_a_mean_leaves_out_what_has_no_meaning():
    assert mean_of([NotApplicable("a"), 1.0, 2.0], "none") == 1.5
    assert mean_of([NotApplicable("a")], "none") == NotApplicable("none")


# --- terms -----------------------------------------------------------------------------------


def test_diversity_by_hand():
    assert topic_diversity([["a", "b"], ["c", "d"]]) == 1.0
    assert topic_diversity([["a", "b"], ["a", "b"]]) == 0.5
    assert topic_diversity([["a", "b", "c"], ["a"]]) == 0.75
    assert topic_diversity([[], []]) == NotApplicable("no topic has a term")


def test_own_terms_by_hand():
    shares = own_terms([["a", "b", "c", "d"], ["a", "x"], []])
    assert shares == [0.75, 0.5, NotApplicable("the topic has no terms")]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("ab", "ab", 1.0),
        ("ab", "cd", 0.0),
        # agreement 0 at depth 1, 1 at depth 2: (1 - p)/p * p^2 + p^2 = p
        ("ab", "ba", 0.9),
        # agreement 1 and 1/2: (1 - p)/p * (p + p^2/2) + p^2/2 = 1 - p/2
        ("ab", "ac", 0.55),
        # unequal lengths, equation 32 with s = 1, l = 2: agreement 1 at depth 1, at depth 2 its
        # 1/2 and the 1/2 carried on: (1 - p)/p * (p + p^2) + p^2 * 1 = 1
        ("a", "ab", 1.0),
        # X_1 = 0, X_2 = 1, s = 1, l = 2: (1 - p)/p * p^2/2 + (1/2 + 0) p^2 = p/2
        ("b", "ab", 0.45),
    ],
)
def test_rank_biased_overlap_by_hand(one, other, expected):
    overlap = rank_biased_overlap([list(one), list(other)])
    assert overlap[0, 1] == pytest.approx(expected)
    assert overlap[1, 0] == pytest.approx(expected)


def test_inverted_rbo_by_hand():
    whole, by_topic = inverted_rbo([["a", "b"], ["b", "a"], ["c", "d"], []])
    assert whole == pytest.approx((0.1 + 1 + 1) / 3)
    assert by_topic[:3] == pytest.approx([0.55, 0.55, 1.0])
    assert by_topic[3] == NotApplicable("the topic has no terms")


@pytest.mark.parametrize("terms", [[], [["a"]], [["a"], []]])
def test_inverted_rbo_needs_two_topics_with_terms(terms):
    whole, by_topic = inverted_rbo(terms)
    assert isinstance(whole, NotApplicable)
    assert by_topic == [whole] * len(terms)


LISTS = st.lists(st.sampled_from("abcdefg"), min_size=1, max_size=6, unique=True)


@given(st.lists(LISTS, min_size=2, max_size=5))
def test_rank_biased_overlap_is_symmetric_in_range_and_one_with_itself(terms):
    overlap = rank_biased_overlap(terms)
    assert np.allclose(overlap, overlap.T)
    assert np.allclose(overlap.diagonal(), 1.0)
    assert overlap.min() >= 0
    assert overlap.max() <= 1 + 1e-12


# --- silhouettes -----------------------------------------------------------------------------


def test_silhouettes_agree_with_scikit_learn_and_leave_noise_out(monkeypatch):
    monkeypatch.setattr(silhouette_module, "BLOCK_ROWS", 16)  # several blocks
    vectors, topics, _ = blobs()
    topics[1] = 3  # and a topic of one document
    values = silhouettes(vectors, topics)
    placed = topics >= 0
    assert np.isnan(values[~placed]).all()
    expected = silhouette_samples(vectors[placed].astype(float), topics[placed], metric="cosine")
    assert values[placed] == pytest.approx(expected, abs=1e-6)
    assert expected.std() > 0.1


def test_silhouettes_by_hand():
    angles = np.radians([0, 60, 180])
    vectors = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    # the first: 1 - cos 60 = 1/2 to its own, 1 - cos 180 = 2 to the other; the second 1/2 and 3/2
    assert silhouettes(vectors, np.array([0, 0, 1])) == pytest.approx([0.75, 2 / 3, 0.0])


def test_silhouettes_of_equal_documents_are_zero():
    vectors = np.tile(np.array([0.6, 0.8], np.float32), (4, 1))
    assert silhouettes(vectors, np.array([0, 0, 1, 1])).tolist() == [0.0] * 4


@pytest.mark.parametrize(
    ("topics", "reason"),
    [([0, 0, 0], "two topics"), ([-1, -1, -1], "two topics"), ([0, 1, 2], "two documents")],
)
def test_silhouettes_need_two_topics_of_which_one_has_two_documents(topics, reason):
    value = silhouettes(np.eye(3, dtype=np.float32), np.array(topics))
    assert isinstance(value, NotApplicable)
    assert reason in value.reason


# --- DBCV ------------------------------------------------------------------------------------


def line(*places):
    """Points on a line, as vectors of one dimension."""
    return np.array(places, dtype=np.float32)[:, None]


def test_core_distances_by_hand():
    distances = np.abs(line(0, 1, 3) - line(0, 1, 3).T).astype(float)
    # one dimension: the harmonic mean of the distances to the others
    expected = [2 / (1 + 1 / 3), 2 / (1 + 1 / 2), 2 / (1 / 3 + 1 / 2)]
    assert core_distances(distances, 1) == pytest.approx(expected)
    # two dimensions: (1 / 4 of the sum of 1 / d^2) ^ (-1/2)
    assert core_distances(distances, 2)[0] == pytest.approx(((1 + 1 / 9) / 2) ** -0.5)


def test_core_distances_of_many_dimensions_neither_overflow_nor_vanish():
    near = np.array([[0, 1e-3], [1e-3, 0]])
    far = np.array([[0, 1.4], [1.4, 0]])
    assert core_distances(near, 384) == pytest.approx([1e-3, 1e-3])
    assert core_distances(far, 4096) == pytest.approx([1.4, 1.4])


def test_equal_documents_have_a_core_distance_of_zero():
    assert core_distances(np.zeros((3, 3)), 8).tolist() == [0.0, 0.0, 0.0]


def test_the_inner_tree_is_what_is_left_without_leaves():
    places = line(0, 1, 3, 6, 10)
    nodes, longest = inner_tree(np.abs(places - places.T).astype(float))
    assert nodes.tolist() == [1, 2, 3]  # a path; its ends are leaves
    assert longest == 3.0
    star = np.full((4, 4), 2.0)
    star[0, 1:] = star[1:, 0] = 1.0, 1.2, 1.4
    nodes, longest = inner_tree(star)
    assert nodes.tolist() == [0]
    assert longest == 1.4  # no edge between inner nodes: the longest of all
    assert inner_tree(np.array([[0.0, 5.0], [5.0, 0.0]]))[1] == 5.0


def test_dbcv_by_hand():
    # Two topics of two documents each at distance 1: all core distances are 1, the trees have one
    # edge of length 1 and, without inner nodes, their first document; these are 10 apart.
    value, by_topic = dbcv(line(0, 1, 10, 11), np.array([0, 0, 1, 1]))
    assert by_topic == pytest.approx([0.9, 0.9])  # (10 - 1) / 10
    assert value == pytest.approx(0.9)
    # one document of noise among five takes its fifth
    value, _ = dbcv(line(0, 1, 10, 11, 99), np.array([0, 0, 1, 1, -1]))
    assert value == pytest.approx(0.9 * 4 / 5)
    # a topic of one document counts as noise does
    value, by_topic = dbcv(line(0, 1, 10, 11, 99), np.array([0, 0, 1, 1, 2]))
    assert value == pytest.approx(0.9 * 4 / 5)
    assert by_topic == pytest.approx([0.9, 0.9, np.nan], nan_ok=True)


@pytest.mark.parametrize(("n", "dimensions"), [(90, 2), (150, 5), (200, 20)])
def test_dbcv_agrees_with_hdbscan(n, dimensions):
    vectors, topics, _ = blobs(n, 11, dimensions=max(dimensions, 3), seed=n)
    vectors = vectors[:, :dimensions].astype(np.float64)
    expected, each = validity_index(vectors, topics, per_cluster_scores=True)
    value, by_topic = dbcv(vectors, topics)
    assert value == pytest.approx(expected, abs=1e-9)
    assert by_topic == pytest.approx(each, abs=1e-9)
    assert len(set(np.round(each, 6))) == 3


def test_dbcv_of_float32_is_that_of_the_same_numbers_in_float64():
    vectors, topics, _ = blobs()
    assert vectors.dtype == np.float32
    assert dbcv(vectors, topics)[0] == dbcv(vectors.astype(np.float64), topics)[0]


@pytest.mark.parametrize("topics", [[0, 0, 0, 0], [-1, -1, -1, -1], [0, 0, 0, 1], [0, 1, 2, 3]])
def test_dbcv_needs_two_topics_of_two_documents(topics):
    assert isinstance(dbcv(line(0, 1, 2, 3), np.array(topics)), NotApplicable)


@given(st.integers(0, 10_000))
def test_dbcv_lies_between_minus_one_and_one(seed):
    random = np.random.default_rng(seed)
    topics = random.integers(-1, 3, 24)
    found = dbcv(random.integers(0, 4, (24, 2)).astype(np.float32), topics)  # many are equal
    if not isinstance(found, NotApplicable):
        value, by_topic = found
        assert -1 <= value <= 1
        assert np.nanmin(by_topic) >= -1
        assert np.nanmax(by_topic) <= 1


# --- the map ---------------------------------------------------------------------------------


def test_a_layout_preserves_its_own_neighbours():
    points = np.random.default_rng(1).normal(size=(50, 2)).astype(np.float32)
    distances = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(distances, np.inf)
    indices = np.argsort(distances, axis=1)[:, :7]
    assert neighbour_preservation(indices, points).tolist() == [1.0] * 50


def test_neighbour_preservation_by_hand():
    points = np.array([[0, 0], [1, 0], [10, 0], [11, 0]], np.float32)
    for indices, expected in (
        ([[1], [0], [3], [2]], [1, 1, 1, 1]),
        ([[1], [0], [0], [0]], [1, 1, 0, 0]),
        ([[2], [3], [0], [1]], [0, 0, 0, 0]),
        ([[1, 3], [2, 0], [3, 0], [2, 0]], [0.5, 1, 0.5, 0.5]),
    ):
        assert neighbour_preservation(np.array(indices), points).tolist() == expected
    assert isinstance(neighbour_preservation(np.empty((4, 0), int), points), NotApplicable)


def test_a_document_is_not_its_own_neighbour_where_all_stand_in_one_place():
    near = map_neighbors(np.zeros((40, 2), np.float32), 3)
    assert near.shape == (40, 3)
    assert (near != np.arange(40)[:, None]).all()


def test_trustworthiness_agrees_with_scikit_learn():
    vectors, _, points = blobs()
    for k in (1, 5, 15, 29):
        expected = manifold.trustworthiness(vectors, points, n_neighbors=k, metric="cosine")
        value = trustworthiness(vectors, points, k, np.arange(60)).mean()
        assert value == pytest.approx(expected, abs=1e-6)
        assert 0.5 < expected < 1


def test_trustworthiness_of_some_documents_is_theirs_among_all():
    vectors, _, points = blobs(300)
    whole = trustworthiness(vectors, points, 5, np.arange(300))
    rows = np.array([3, 150, 299])
    assert trustworthiness(vectors, points, 5, rows).tolist() == whole[rows].tolist()
    assert len(set(whole[rows])) == 3


def test_trustworthiness_by_hand():
    angles = np.radians([0, 10, 30, 60, 100])
    vectors = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    # On the map the first and the last are nearest to each other, and rank fourth among the
    # vectors: 3 behind. The second has the third, that ranks second; the others their nearest.
    points = np.array([[0, 0], [10, 0], [12, 0], [15, 0], [0.5, 0]], np.float32)
    worst = 3  # 1 * (2 * 5 - 3 * 1 - 1) / 2
    values = trustworthiness(vectors, points, 1, np.arange(5))
    assert values == pytest.approx([0, 1 - 1 / worst, 1, 1, 0])


def test_trustworthiness_needs_more_than_twice_as_many_documents():
    vectors, _, points = blobs()
    refused = trustworthiness(vectors, points, 30, np.arange(60))
    assert refused == NotApplicable("30 neighbours are not fewer than half of 60 documents")
    assert not isinstance(trustworthiness(vectors, points, 29, np.arange(60)), NotApplicable)
