"""The measures: values worked out by hand, and agreement with scikit-learn."""

import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.manifold import trustworthiness
from sklearn.metrics import silhouette_score

from topograph.artifacts import pretty_json
from topograph.config import EvaluateSettings
from topograph.evaluate.evaluation import (
    CATALOGUE,
    auto_coherence_terms,
    auto_trustworthiness_neighbors,
    carried_terms,
    describe,
    evaluate,
)
from topograph.evaluate.measures import (
    map_trustworthiness,
    neighbour_preservation,
    npmi,
    silhouettes,
    topic_diversity,
)
from topograph.reduce.neighbors import nearest_neighbors


@pytest.fixture
def blobs():
    """Sixty unit vectors around three directions, their topics, and points in the plane."""
    random = np.random.default_rng(0)
    topics = np.repeat([0, 1, 2], 20)
    vectors = np.eye(8)[topics] + random.normal(scale=0.2, size=(60, 8))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors.astype(np.float32), topics, vectors[:, :2].astype(np.float32)


@pytest.mark.parametrize(
    ("carries", "expected"),
    [
        ([[1, 1, 0, 0], [1, 1, 0, 0]], 1.0),  # always together
        ([[1, 1, 1, 1], [1, 1, 1, 1]], 1.0),  # in every document
        ([[1, 1, 0, 0], [0, 0, 1, 1]], -1.0),  # never together
        ([[1, 1, 0, 0], [1, 0, 1, 0]], 0.0),  # independent
        # p(a) = 1/2, p(b) = 3/4, p(ab) = 1/2: log(4/3) / log(2)
        ([[1, 1, 0, 0], [1, 1, 1, 0]], np.log(4 / 3) / np.log(2)),
        # three pairs: 1, -1 and -1
        ([[1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 1, 0]], -1 / 3),
        # a term that occurs nowhere is left out
        ([[1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 0, 0]], 1.0),
    ],
)
def test_npmi_by_hand(carries, expected):
    assert npmi(np.array(carries, dtype=bool)) == pytest.approx(expected)


@pytest.mark.parametrize("carries", [[[1, 0]], [[1, 0], [0, 0]], [[0, 0], [0, 0]]])
def test_npmi_of_fewer_than_two_terms_has_no_meaning(carries):
    assert np.isnan(npmi(np.array(carries, dtype=bool)))


@given(st.lists(st.lists(st.booleans(), min_size=6, max_size=6), min_size=2, max_size=5))
def test_npmi_lies_between_minus_one_and_one(carries):
    value = npmi(np.array(carries))
    assert np.isnan(value) or -1 - 1e-9 <= value <= 1 + 1e-9


def test_diversity_by_hand():
    assert topic_diversity([["a", "b"], ["c", "d"]]) == 1.0
    assert topic_diversity([["a", "b"], ["a", "b"]]) == 0.5
    assert topic_diversity([["a", "b", "c"], ["a"]]) == 0.75
    assert np.isnan(topic_diversity([[], []]))


def test_a_layout_preserves_its_own_neighbours():
    points = np.random.default_rng(1).normal(size=(50, 2)).astype(np.float32)
    distances = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(distances, np.inf)
    indices = np.argsort(distances, axis=1)[:, :7]
    assert neighbour_preservation(indices, points) == 1.0


def test_neighbour_preservation_by_hand():
    points = np.array([[0, 0], [1, 0], [10, 0], [11, 0]], np.float32)
    assert neighbour_preservation(np.array([[1], [0], [3], [2]]), points) == 1.0
    assert neighbour_preservation(np.array([[1], [0], [0], [0]]), points) == 0.5
    assert neighbour_preservation(np.array([[2], [3], [0], [1]]), points) == 0.0
    assert np.isnan(neighbour_preservation(np.empty((4, 0), int), points))


def test_a_document_is_not_its_own_neighbour_where_all_stand_in_one_place():
    indices = np.array([[1, 2], [0, 2], [0, 1]])
    assert neighbour_preservation(indices, np.zeros((3, 2))) == 1.0


def test_silhouettes_agree_with_scikit_learn_and_leave_noise_out(blobs):
    vectors, topics, _ = blobs
    noisy = topics.copy()
    noisy[::7] = -1
    values = silhouettes(vectors, noisy)
    placed = noisy >= 0
    assert np.isnan(values[~placed]).all()
    expected = silhouette_score(vectors[placed], noisy[placed], metric="cosine")
    assert values[placed].mean() == pytest.approx(expected, abs=1e-6)
    assert expected > 0.5


@pytest.mark.parametrize("topics", [[0, 0, 0], [-1, -1, -1], [0, -1, 0], [0, 1, 2]])
def test_silhouettes_need_two_topics_of_which_one_has_two_documents(topics):
    assert np.isnan(silhouettes(np.eye(3, dtype=np.float32), np.array(topics))).all()


def test_trustworthiness_agrees_with_scikit_learn(blobs):
    vectors, _, points = blobs
    expected = trustworthiness(vectors, points, n_neighbors=15, metric="cosine")
    assert map_trustworthiness(vectors, points, 15) == pytest.approx(expected)
    assert 0.5 < expected < 1


def test_trustworthiness_needs_more_than_twice_as_many_documents(blobs):
    vectors, _, points = blobs
    assert np.isnan(map_trustworthiness(vectors, points, 30))
    assert not np.isnan(map_trustworthiness(vectors, points, 29))


@pytest.mark.parametrize("n", range(3, 60))
def test_the_neighbourhood_chosen_is_one_that_can_be_measured(n):
    chosen = auto_trustworthiness_neighbors(n)
    assert 1 <= chosen < n / 2
    assert chosen == 15 or n <= 31


@pytest.mark.parametrize(
    ("listed", "chosen"), [([3, 3], 3), ([2, 5], 5), ([12, 12], 10), ([0], 0), ([], 0)]
)
def test_coherence_looks_at_as_many_terms_as_are_listed_and_at_most_ten(listed, chosen):
    assert auto_coherence_terms([["word"] * number for number in listed]) == chosen


def test_english_plurals_count_as_singulars_and_no_others():
    texts = ["Graphs are nice.", "One graph, and policies.", "A policy of graph theory", "None"]
    english = carried_terms(texts, [["graph", "policies"], ["graph theory"]], english=True)
    assert english["graph"].tolist() == [True, True, True, False]
    assert english["policies"].tolist() == [False, True, True, False]
    assert english["graph theory"].tolist() == [False, False, True, False]
    other = carried_terms(texts, [["graph", "policies"]], english=False)
    assert other["graph"].tolist() == [False, True, True, False]
    assert other["policies"].tolist() == [False, True, False, False]


def test_a_term_is_carried_as_a_phrase_within_a_clause():
    texts = ["graph theory", "A graph. Theory follows.", "theory of the graph", "Graph Theory!"]
    carried = carried_terms(texts, [["graph theory"]], english=True)
    assert carried["graph theory"].tolist() == [True, False, False, True]


def test_two_topics_may_share_a_term():
    carried = carried_terms(["a graph"], [["graph"], ["graphs", "graph"]], english=True)
    assert carried["graph"].tolist() == carried["graphs"].tolist() == [True]


def frames(topics, terms):
    """Tables of a run with the columns that `evaluate` reads."""
    n = len(topics)
    documents = pd.DataFrame({"text": ["graph and node"] * n, "language": "en"})
    assignments = pd.DataFrame({"topic": topics, "stability": np.linspace(0.5, 1.0, n)})
    sizes = [int((np.array(topics) == topic).sum()) for topic in range(len(terms))]
    table = pd.DataFrame(
        {
            "topic": range(len(terms)),
            "label": [f"topic {topic}" for topic in range(len(terms))],
            "size": sizes,
            "terms": terms,
            "stability": [0.5 + topic / 10 for topic in range(len(terms))],
        }
    )
    return documents, assignments, table


def test_a_run_is_measured(blobs):
    vectors, topics, points = blobs
    topics = topics.copy()
    topics[:6] = -1
    indices, _ = nearest_neighbors(vectors, 5)
    terms = [["graph", "node"], ["graph", "moon"], ["node", "tide"]]
    values, by_topic, _ = evaluate(
        *frames(topics, terms), vectors, indices, points, EvaluateSettings()
    )
    assert set(values) == set(CATALOGUE)
    assert (values["topics"], values["documents"]) == (3, 60)
    assert values["noise_share"] == pytest.approx(0.1)
    assert values["largest_topic_share"] == pytest.approx(1 / 3)
    assert values["diversity"] == pytest.approx(4 / 6)
    assert values["coherence_npmi"] == pytest.approx(1.0)  # only one topic has two terms that occur
    assert values["document_stability"] == pytest.approx(0.75)
    assert values["topic_stability"] == pytest.approx(0.6)
    assert by_topic["topic"].to_list() == [0, 1, 2]
    silhouette = silhouettes(vectors, topics)
    for topic in range(3):
        assert by_topic["silhouette"][topic] == pytest.approx(silhouette[topics == topic].mean())


def test_a_run_of_one_topic_without_terms_is_measured(blobs):
    vectors, _, points = blobs
    indices, _ = nearest_neighbors(vectors, 5)
    values, by_topic, _ = evaluate(
        *frames([0] * 60, [[]]), vectors, indices, points, EvaluateSettings()
    )
    assert np.isnan([values["diversity"], values["coherence_npmi"], values["silhouette"]]).all()
    assert by_topic["size"].to_list() == [60]


@pytest.mark.parametrize("n", [1, 2, 3])
def test_a_run_of_very_few_documents_is_measured(n):
    vectors = np.eye(4, dtype=np.float32)[:n]
    indices = np.array([[j for j in range(n) if j != i] for i in range(n)]).reshape(n, n - 1)
    values, _, _ = evaluate(
        *frames([0] * n, [["graph", "node"]]),
        vectors,
        indices,
        vectors[:, :2],
        EvaluateSettings(),
    )
    assert values["documents"] == n
    assert np.isnan(values["silhouette"])


def test_what_has_no_meaning_is_null_in_valid_json():
    values = dict.fromkeys(CATALOGUE, 0.25) | {"silhouette": float("nan")}
    described = json.loads(pretty_json(describe(values)))
    assert described["silhouette"]["value"] is None
    assert described["diversity"]["value"] == 0.25
    assert all(entry["meaning"] and entry["range"] for entry in described.values())
