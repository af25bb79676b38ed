"""What a researcher knows beforehand draws documents together."""

import json

import numpy as np
import pandas as pd
import pytest
import scipy.sparse

from topograph.cli import main
from topograph.config import ClusterSettings
from topograph.errors import TopographError
from topograph.stages.cluster.guidance import (
    column_groups,
    guide,
    read_seed_topics,
    seed_groups,
    seed_names,
)
from topograph.stages.cluster.partition import leiden_with

DOCUMENTS = pd.DataFrame(
    {
        "doc_id": ["a", "b", "c", "d"],
        "text": ["Ice and WARMING seas.", "Emission and warming.", "A heat pump.", "Iceland."],
        "kind": ["x", " ", None, "x"],
        "year": [2020, 2021, 2020, 2022],
    }
)


def seeds(**entries):
    return {name: {"words": [], "ids": []} | entry for name, entry in entries.items()}


def test_documents_go_to_the_seed_topic_that_has_most_of_their_words():
    known = seeds(climate={"words": ["Warming", "emission"]}, cold={"words": ["ice", "heat pump"]})
    # of the first document each topic has a word; `ice` is not a word of the last
    assert seed_groups(known, DOCUMENTS).tolist() == [-1, 0, 1, -1]


def test_an_id_counts_more_than_words():
    known = seeds(climate={"words": ["warming"]}, other={"ids": ["b", "d"]})
    assert seed_groups(known, DOCUMENTS).tolist() == [0, 1, -1, 1]


@pytest.mark.parametrize(
    ("known", "words"),
    [
        (seeds(one={"ids": ["a", "zz"]}), "does not have: zz"),
        (seeds(one={"words": ["glacier"]}), "`one` has no document"),
        (seeds(one={"ids": ["a", "b"]}, two={"ids": ["c", "b"]}), "`one` and `two` name the same"),
    ],
)
def test_seed_topics_that_do_not_fit_the_corpus_are_reported(known, words):
    with pytest.raises(TopographError) as caught:
        seed_groups(known, DOCUMENTS)
    assert words in caught.value.what


def test_words_are_found_however_they_are_written():
    texts = ["Carbon\n tax now.", "Le cafe\u0301.", "我们讨论气候变化", "I write c++ at night."]
    documents = pd.DataFrame({"doc_id": list("abcd"), "text": texts})
    words = ["carbon tax", "caf\u00e9", "气候", "C++"]
    known = seeds(**{f"topic {i}": {"words": [word]} for i, word in enumerate(words)})
    assert seed_groups(known, documents).tolist() == [0, 1, 2, 3]


def test_a_word_listed_twice_counts_once():
    known = seeds(
        one={"words": ["ice", "Ice", "ICE", "heat pump"]}, two={"words": ["warming", "seas"]}
    )
    # of the first document the second topic has two words, the first one
    assert seed_groups(known, DOCUMENTS).tolist() == [1, 1, 0, -1]


@pytest.mark.parametrize("text", [
    "a: {words: [x]}\na: {words: [y]}",
    "a: {words: [x]}\n'a ': {words: [y]}",
    "a:\n  words: [x]\n  words: [y]",
])  # fmt: skip
def test_what_stands_twice_in_a_file_of_seed_topics_is_reported(tmp_path, text):
    path = tmp_path / "topics.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TopographError, match="appears twice"):
        read_seed_topics(path)


def test_a_file_of_seed_topics_is_read_as_written(tmp_path):
    path = tmp_path / "topics.yaml"
    path.write_text("climate:\n  words: [no, warming]\n'7':\n  ids: [007]\n", encoding="utf-8")
    assert read_seed_topics(path) == {
        "climate": {"words": ["no", "warming"], "ids": []},
        "7": {"words": [], "ids": ["007"]},
    }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[a, b]",
        "a: [b]",
        "a: {}",
        "a: {words: warm}",
        "a: {word: [b]}",
        "a: {words: []}",
        "a: [",
        "a: {words: [[b]]}",
        "a: {words: [{b: c}]}",
        "a: {words: [' ']}",
        "'': {words: [b]}",
        ": {words: [b]}",
        "[a]: {words: [b]}",
        "a: &x {words: *x}",
    ],
)
def test_other_files_of_seed_topics_are_reported_with_an_example(tmp_path, text):
    path = tmp_path / "topics.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TopographError) as caught:
        read_seed_topics(path)
    assert "topics.yaml" in caught.value.what
    assert "words: [emission, warming]" in caught.value.fix
    with pytest.raises(TopographError, match=r"absent\.yaml"):
        read_seed_topics(tmp_path / "absent.yaml")


def test_equal_values_of_a_column_are_groups_and_empty_ones_none():
    assert column_groups(DOCUMENTS, "kind").tolist() == [0, -1, -1, 0]
    assert column_groups(DOCUMENTS, "year").tolist() == [0, 1, 0, 2]
    lists = DOCUMENTS.assign(tags=[["a"], ["b"], ["a"], None])
    assert column_groups(lists, "tags").tolist() == [0, 1, 0, -1]
    with pytest.raises(TopographError) as caught:
        column_groups(DOCUMENTS, "journal")
    assert "doc_id, text, kind, year" in caught.value.why


@pytest.mark.parametrize(
    ("values", "why"),
    [
        (["", None, " ", float("nan")], "empty in all documents"),
        (["x", "x", "x", "x"], "all documents have the same value"),
        (["x", "y", "z", None], "no two documents have the same value"),
        ([1.5, 2.5, 3.5, 4.5], "no two documents have the same value"),
    ],
)
def test_a_column_that_draws_nothing_together_is_reported(values, why):
    with pytest.raises(TopographError) as caught:
        column_groups(DOCUMENTS.assign(own=pd.Series(values, dtype=object)), "own")
    assert why in caught.value.why


@pytest.mark.parametrize("method", ["kmeans", "spherical_kmeans", "agglomerative"])
@pytest.mark.parametrize("key", [{"guide": "year"}, {"seed_topics": "a"}, {"guide_weight": 1.0}])
def test_guidance_is_refused_for_clusterers_that_do_not_look_at_the_graph(method, key):
    with pytest.raises(ValueError, match="it belongs to hdbscan and leiden"):
        ClusterSettings(method=method, **key)


def test_groups_are_joined_and_edges_between_them_weakened():
    graph = scipy.sparse.csr_matrix(np.array([[0, 1, 0], [1, 0, 0.5], [0, 0.5, 0]]))
    vectors = np.eye(3, dtype=np.float32)
    guided = guide(graph, vectors, np.array([0, 1, 0]), 0.4).toarray()
    expected = np.array([[0, 0.6, 0.4], [0.6, 0, 0.3], [0.4, 0.3, 0]])
    assert guided == pytest.approx(expected)
    assert guide(graph, vectors, np.array([0, 1, 0]), 0.0).toarray() == pytest.approx(
        graph.toarray()
    )
    apart = guide(graph, vectors, np.array([0, 1, -1]), 1.0).toarray()
    assert apart == pytest.approx(np.array([[0, 0, 0], [0, 0, 0.5], [0, 0.5, 0]]))


def test_guidance_decides_where_the_graph_leaves_it_open():
    # a ring of 24 documents: which arcs are topics?
    n = 24
    ring = scipy.sparse.lil_matrix((n, n))
    for i in range(n):
        for step in (1, 2):
            ring[i, (i + step) % n] = ring[(i + step) % n, i] = 1.0
    angle = 2 * np.pi * np.arange(n) / n
    vectors = np.stack([np.cos(angle), np.sin(angle)], axis=1).astype(np.float32)
    for shift in (0, 3, 6):
        halves = np.roll(np.repeat([0, 1], n // 2), shift)
        guided = guide(ring.tocsr(), vectors, halves, 1.0)
        found, _ = leiden_with(guided, 2, seed=0, trials=5)
        assert (found == halves).all() or (found == 1 - halves).all()


def test_topics_bear_the_name_of_the_seed_topic_that_they_hold():
    topics = np.array([0, 0, 0, 1, 1, 2, -1])
    groups = np.array([0, 0, -1, 1, 0, 2, 2])
    # two of three of the first in topic 0; the second in topic 1; of the third one half in 2
    assert seed_names(topics, groups, ["a", "b", "c"]) == ["a", "b", "c"]
    # of two that lie in one topic the larger names it; one that is scattered names none
    assert seed_names(np.array([0, 0, 0, 1]), np.array([0, 1, 1, -1]), ["a", "b"]) == ["b", ""]
    assert seed_names(np.array([0, 1, 2]), np.array([0, 0, 0]), ["a"]) == ["", "", ""]


def test_the_stage_draws_documents_to_seed_topics_and_names_them(tiny_copy, capsys):
    (tiny_copy / "topics.yaml").write_text(
        "cooking: {words: [garlic, cake, sauce]}\nskies: {words: [telescope, planet, sun]}\n",
        encoding="utf-8",
    )
    asked = {"members": 3, "seed_topics": "topics.yaml", "n_topics": 2, "guide_weight": 1.0}
    settings = {"cluster": ClusterSettings.model_validate(asked).model_dump(mode="json")}
    assert main(["cluster", "results/tiny", "--settings", json.dumps(settings)]) == 0
    assert "documents of the seed topics: cooking 4, skies 5" in capsys.readouterr().out
    topics = pd.read_parquet("results/tiny/cluster/topics.parquet")
    assert sorted(topics["seed_topic"]) == ["cooking", "skies"]
    documents = pd.read_parquet("results/tiny/parse/documents.parquet")
    assigned = pd.read_parquet("results/tiny/cluster/assignments.parquet")["topic"]
    cooking = documents["text"].str.contains("garlic|cake|sauce")
    assert set(assigned[cooking]) == set(topics.loc[topics["seed_topic"] == "cooking", "topic"])
    assert main(["label", "results/tiny"]) == 0
    labels = pd.read_parquet("results/tiny/label/topics.parquet")["label"]
    assert labels.to_list() == topics["seed_topic"].to_list()


def test_the_stage_refuses_a_field_that_the_corpus_does_not_have(tiny_copy, capsys):
    settings = {"cluster": ClusterSettings(guide="journal").model_dump(mode="json")}
    assert main(["cluster", "results/tiny", "--settings", json.dumps(settings)]) == 1
    assert "cluster.guide is journal" in capsys.readouterr().err
