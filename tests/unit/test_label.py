"""Terms, names, representatives, hierarchy and the model that others load."""

import re
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from bertopic import BERTopic
from hypothesis import given
from hypothesis import strategies as st

from topograph.artifacts import sha256_file
from topograph.cluster.clustering import cluster
from topograph.cluster.tree import topic_tree
from topograph.config import (
    ClusterSettings,
    LabelSettings,
    ParseSettings,
    ReduceSettings,
)
from topograph.encoders.base import encode_all
from topograph.encoders.onnx import OnnxEncoder
from topograph.encoders.shipped import shipped_files
from topograph.label.hierarchy import groups_of, label_tree, text_tree
from topograph.label.labelling import find_representatives, label
from topograph.label.model import fit_model, save_model
from topograph.label.names import name_topics
from topograph.label.terms import Candidate, distinctness, find_candidates, fold, rerank
from topograph.label.vocabulary import PhraseAnalyzer, index_terms
from topograph.parse.documents import make_documents
from topograph.parse.reading import read_corpus
from topograph.reduce.reduction import reduce
from topograph.words import DOCUMENT_END, Stemmer, phrases, singular, stop_words

ROOT = Path(__file__).parents[2]
ENGLISH = stop_words("en")
#: Three merges of four topics: (0 with 2), (1 with 3), then all.
TREE = {
    "topics": 4,
    "merges": [
        {"node": 4, "left": 0, "right": 2, "height": 0.1, "size": 7},
        {"node": 5, "left": 1, "right": 3, "height": 0.2, "size": 5},
        {"node": 6, "left": 4, "right": 5, "height": 0.6, "size": 12},
    ],
}


def vocabulary_of(*documents: str):
    return index_terms([set(document.split()) for document in documents], str)


# --- vocabulary


def test_terms_stand_in_two_documents_at_least():
    vocabulary = vocabulary_of("graph model", "graph loss", "tree loss")
    assert vocabulary.terms == ["graph", "loss"]
    assert vocabulary.carries.toarray().tolist() == [[1, 0], [1, 1], [0, 1]]


def test_where_nothing_recurs_every_word_is_a_term():
    assert vocabulary_of("graph model", "tree").terms == ["graph", "model", "tree"]


def test_variants_are_one_term_in_their_most_frequent_spelling():
    found = [{"graph"}, {"graphs"}, {"graphs"}, {"graph", "graphs"}, {"graphs"}]
    vocabulary = index_terms(found, singular)
    assert vocabulary.terms == ["graphs"]
    assert vocabulary.variants == {"graph": 0, "graphs": 0}
    assert vocabulary.carries.toarray().ravel().tolist() == [1, 1, 1, 1, 1]


def test_the_analyzer_counts_documents_and_not_occurrences():
    texts = ["Graphs of graphs, a graph.", "One graph and a loss.", "The loss."]
    found = [phrases(text, ENGLISH, 1) for text in texts]
    vocabulary = index_terms(found, singular)
    analyzer = PhraseAnalyzer(vocabulary, ENGLISH, 1)
    joined = "".join(text + DOCUMENT_END for text in texts)
    assert sorted(analyzer(joined)) == ["graph", "graph", "loss", "loss"]
    assert analyzer(texts[0]) == ["graph"]


# --- terms


def test_distinctness_by_hand():
    vocabulary = index_terms(
        [
            {"all", "half", "most", "only"},
            {"all", "most", "only"},
            {"all", "half", "most"},
            {"all"},
        ],
        str,
    )
    assert vocabulary.terms == ["all", "half", "most", "only"]
    inside = np.array([True, True, False, False])
    # shares inside 1, 1/2, 1, 1 and outside 1, 1/2, 1/2, 0
    assert distinctness(vocabulary, inside).tolist() == [0.0, 0.0, 0.5, 1.0]
    # a term that is more frequent outside, or missing inside, is not distinct
    assert distinctness(vocabulary, ~inside).tolist() == [0.0, 0.0, 0.0, 0.0]


def test_candidates_are_weighed_by_distinctness_and_ordered():
    vocabulary = index_terms([{"a", "b", "c"}, {"a", "b"}, {"b", "c"}, {"b", "d"}, {"d"}], str)
    inside = np.array([True, True, False, False, False])
    # of a, b, c, d: shares inside 1, 1, 1/2, 0 and outside 0, 2/3, 1/3, 2/3
    found = find_candidates(vocabulary, inside, np.array([2.0, 9.0, 9.0, 9.0]))
    assert [(candidate.term, candidate.documents) for candidate in found] == [("b", 2), ("a", 2)]
    assert [candidate.weight for candidate in found] == pytest.approx([3.0, 2.0])


def test_of_the_whole_corpus_every_term_is_a_candidate():
    vocabulary = vocabulary_of("graph loss", "graph loss")
    found = find_candidates(vocabulary, np.array([True, True]), np.array([1.0, 2.0]))
    assert [candidate.term for candidate in found] == ["loss", "graph"]


def test_reranking_by_hand():
    candidates = [Candidate("everywhere", 4.0, 3), Candidate("here", 1.0, 2)]
    vectors = {
        "everywhere": np.array([0.6, 0.8], np.float32),
        "here": np.array([1.0, 0.0], np.float32),
    }
    centre, other = np.array([1.0, 0.0], np.float32), np.array([[0.0, 1.0]], np.float32)
    # everywhere: 2 * max(0, 0.6 - 0.8) = 0; here: 1 * (1 - 0) = 1
    ranked = rerank(candidates, vectors, centre, other)
    assert [(candidate.term, candidate.weight) for candidate in ranked] == [
        ("here", pytest.approx(1.0)),
        ("everywhere", 0.0),
    ]
    # without other groups only the cosine to the own counts: 2 * 0.6 > 1 * 1
    alone = rerank(candidates, vectors, centre, other[:0])
    assert [candidate.weight for candidate in alone] == pytest.approx([1.2, 1.0])


@pytest.mark.parametrize(
    ("candidates", "expected"),
    [
        # near-repeats
        ([("graphs", 3.0, 4), ("graph", 2.0, 4), ("trees", 1.0, 2)], ["graphs", "trees"]),
        ([("merging", 3.0, 4), ("merged", 2.0, 4)], ["merging"]),
        # a word gives way to a phrase that stands in half of its documents, and not to a rarer one
        ([("diffusion", 3.0, 4), ("diffusion models", 1.0, 2)], ["diffusion models"]),
        ([("diffusion", 3.0, 5), ("diffusion models", 1.0, 2)], ["diffusion"]),
        # "large language" is but a piece of the longer phrase
        (
            [("large language", 3.0, 4), ("large language models", 1.0, 4)],
            ["large language models"],
        ),
        ([], []),
    ],
)
def test_folding(candidates, expected):
    chosen = fold([Candidate(*candidate) for candidate in candidates], Stemmer("en"), 5)
    assert [term for term, _ in chosen] == expected


@given(
    st.lists(
        st.tuples(
            st.lists(st.sampled_from("abcdef"), min_size=1, max_size=3, unique=True).map(" ".join),
            st.integers(1, 9),
        ),
        max_size=12,
        unique_by=lambda pair: pair[0],
    ),
    st.integers(1, 5),
)
def test_folded_terms_share_no_word_and_keep_the_order_of_weights(pairs, count):
    candidates = [
        Candidate(term, float(len(pairs) - rank), documents)
        for rank, (term, documents) in enumerate(pairs)
    ]
    chosen = fold(candidates, Stemmer("xx"), count)
    words = [word for term, _ in chosen for word in term.split()]
    assert len(words) == len(set(words))
    assert len(chosen) <= count
    weights = [weight for _, weight in chosen]
    assert weights == sorted(weights, reverse=True)
    assert {term for term, _ in chosen} <= {term for term, _ in pairs}


# --- names


@given(
    st.lists(
        st.lists(st.sampled_from(["graph", "loss", "tree", "no shared words"]), max_size=4),
        max_size=9,
    ),
    st.integers(1, 4),
)
def test_names_are_unique_and_not_empty(terms, count):
    names = name_topics(terms, count)
    assert len(names) == len(set(names)) == len(terms)
    assert all(names)


def test_names_are_made_of_the_best_terms_and_of_more_where_they_would_repeat():
    terms = [["graph", "loss", "tree"], ["graph", "loss", "path"], ["wave", "tide", "moon"]]
    assert name_topics(terms, 2) == ["graph, loss, tree", "graph, loss, path", "wave, tide"]


def test_topics_with_equal_terms_are_told_apart():
    assert name_topics([["a", "b"], ["a", "b"]], 1) == ["a, b", "a, b, group 2"]


# --- hierarchy


def test_groups_of_a_tree():
    assert groups_of(TREE) == [[0, 2], [1, 3], [0, 1, 2, 3]]
    assert groups_of({"topics": 1, "merges": []}) == []


def test_the_labelled_tree_nests_the_merges():
    root = label_tree(TREE, [4, 3, 3, 2], list("abcd"), ["a and c", "b and d", "all"])
    assert (root["label"], root["size"], root["height"]) == ("all", 12, 0.6)
    left, right = root["children"]
    assert (left["label"], right["label"]) == ("a and c", "b and d")
    assert [(leaf["label"], leaf["topic"], leaf["size"]) for leaf in left["children"]] == [
        ("a", 0, 4),
        ("c", 2, 3),
    ]
    assert text_tree(root).splitlines()[:3] == ["all (12)", "  a and c (7)", "    a (4)"]


def test_the_tree_of_one_topic_is_a_leaf():
    root = label_tree({"topics": 1, "merges": []}, [5], ["a"], [])
    assert root == {"label": "a", "size": 5, "height": 0.0, "topic": 0}


# --- representatives


def test_representatives_are_the_documents_nearest_to_the_centroid():
    angles = np.radians([0, 10, 50, 200, 180, 90])
    vectors = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    topics = np.array([0, 0, 0, 1, 1, -1])
    # the mean of 0, 10 and 50 degrees points to about 19 degrees
    assert find_representatives(vectors, topics, 2) == [[1, 0], [3, 4]]
    assert find_representatives(vectors, topics, 9) == [[1, 0, 2], [3, 4]]


# --- the model


@pytest.fixture(scope="module")
def small():
    """Nine texts in topics whose numbers do not follow their sizes, and one of noise."""
    texts = ["A graph with a node.", "The graph has nodes.", "Waves and tides of the moon.",
             "Tides follow the moon.", "The moon makes waves.", "Loss of a gradient.",
             "The gradient of losses.", "A gradient descends a loss.", "Loss and gradient.",
             "Nothing else matters."]  # fmt: skip
    topics = np.array([0, 0, 1, 1, 1, 2, 2, 2, 2, -1])
    chosen = [[("graph", 0.9), ("node", 0.5)], [("moon", 0.8)], [("gradient", 0.7), ("loss", 0.6)]]
    return texts, topics, chosen


def fit_small(texts, topics, chosen):
    vocabulary = index_terms([phrases(text, ENGLISH, 2) for text in texts], singular)
    seen = []

    def choose(weights):
        seen.append((weights, vocabulary))
        return chosen

    vectors = np.eye(len(texts), dtype=np.float32)
    analyzer = PhraseAnalyzer(vocabulary, ENGLISH, 2)
    return fit_model(texts, vectors, topics, vocabulary, analyzer, choose), seen[0]


def test_the_model_keeps_topic_numbers_and_bears_the_chosen_terms(small):
    texts, topics, chosen = small
    model, _ = fit_small(texts, topics, chosen)
    assert list(model.topics_) == topics.tolist()
    assert [model.get_topic(topic) for topic in range(3)] == chosen


def test_terms_are_chosen_from_the_ctfidf_of_their_own_topic(small):
    _, (weights, vocabulary) = fit_small(*small)
    assert weights.shape == (3, len(vocabulary.terms))
    for topic, term in enumerate(["graph", "moon", "gradient"]):
        column = weights[:, vocabulary.terms.index(term)]
        assert np.flatnonzero(column).tolist() == [topic]


def test_a_saved_model_loads_with_topics_terms_and_names(small, tmp_path):
    texts, topics, chosen = small
    model, _ = fit_small(texts, topics, chosen)
    save_model(model, tmp_path / "model", {0: "graphs", 1: "the moon", 2: "training"})
    loaded = BERTopic.load(str(tmp_path / "model"))
    assert list(loaded.topics_) == topics.tolist()
    for topic in range(3):
        terms, weights = zip(*loaded.get_topic(topic), strict=True)
        assert terms == tuple(term for term, _ in chosen[topic])
        assert weights == pytest.approx([weight for _, weight in chosen[topic]])
    assert loaded.custom_labels_[-3:] == ["graphs", "the moon", "training"]
    information = loaded.get_topic_info().set_index("Topic")
    assert information["Count"].to_dict() == {-1: 1, 0: 2, 1: 3, 2: 4}
    assert information.loc[1, "CustomName"] == "the moon"


def test_saving_twice_gives_the_same_bytes(small, tmp_path):
    names = {0: "graphs", 1: "the moon", 2: "training"}
    for folder in ("one", "two"):
        save_model(fit_small(*small)[0], tmp_path / folder, names)
    assert sha256_file(tmp_path / "one") == sha256_file(tmp_path / "two")
    assert {path.name for path in (tmp_path / "one").iterdir()} >= {"topics.json", "config.json"}


# --- all of it, on small corpora and on the seeds


@pytest.fixture(scope="module")
def encoder():
    return OnnxEncoder(shipped_files(), 1)


def label_texts(texts, topics, encoder, **settings):
    topics = np.array(topics)
    vectors = encode_all(encoder, texts)
    tree = topic_tree(vectors, topics)
    settings = LabelSettings(**settings)
    return label(texts, vectors, topics, tree, settings, "en", partial(encode_all, encoder))


def test_one_topic_of_all_documents_has_terms_and_a_tree(encoder):
    texts = ["The graph learns trees.", "A graph forgets trees.", "Graph theory."]
    result = label_texts(texts, [0, 0, 0], encoder)
    assert {term for term, _ in result.terms[0]} == {"graph", "trees"}
    assert result.hierarchy["topic"] == 0
    assert result.hierarchy["size"] == 3


def test_a_corpus_in_which_a_single_word_recurs_is_named_by_it(encoder):
    result = label_texts(["The graph learns.", "A graph forgets.", "Graph."], [0, 0, 0], encoder)
    assert result.names == ["graph"]


def test_topics_without_words_are_named_and_told_apart(encoder, tmp_path):
    result = label_texts(["1 2 3", "4 5 6", "7 8 9", "10 11"], [0, 0, 1, 1], encoder)
    assert result.names == ["no shared words", "no shared words, group 2"]
    assert result.terms == [[], []]
    save_model(result.model, tmp_path / "model", dict(enumerate(result.names)))
    assert list(BERTopic.load(str(tmp_path / "model")).topics_) == [0, 0, 1, 1]


def test_words_taken_out_in_the_settings_are_no_terms(encoder):
    texts = ["The graph learns well.", "A graph learns.", "The moon and tides.", "Moon, tides."]
    plain = label_texts(texts, [0, 0, 1, 1], encoder)
    without = label_texts(texts, [0, 0, 1, 1], encoder, stop_words=["Graph"])
    assert "graph" in " ".join(term for term, _ in plain.terms[0]).split()
    assert "graph" not in " ".join(term for term, _ in without.terms[0]).split()
    assert without.terms[0]


@pytest.fixture(scope="module")
def seeds():
    names = sorted(str(path) for path in (ROOT / "seeds").glob("*.txt"))
    parsed = make_documents(read_corpus(names, ParseSettings()), ParseSettings())
    texts = parsed.documents["text"].to_list()
    vectors = encode_all(OnnxEncoder(shipped_files(), 2), texts)
    topics = cluster(reduce(vectors, ReduceSettings(), "auto").space, ClusterSettings()).topics
    tree = topic_tree(vectors, topics)
    encoder = partial(encode_all, OnnxEncoder(shipped_files(), 2))
    return texts, topics, tree, label(texts, vectors, topics, tree, LabelSettings(), "en", encoder)


def test_terms_of_the_seeds_are_words_of_their_documents(seeds):
    texts, topics, _, result = seeds
    for topic, own in enumerate(result.terms):
        inside = [phrases(texts[row], ENGLISH, 3) for row in np.flatnonzero(topics == topic)]
        roots = [{singular(phrase) for phrase in found} for found in inside]
        for term, weight in own:
            assert sum(singular(term) in found for found in roots) >= 2
            assert weight >= 0


def test_terms_of_the_seeds_hold_no_debris_and_no_stop_words(seeds):
    *_, result = seeds
    debris = re.compile(r"[\\${}^<>*`@]|http|www|\.(?:com|org|io)\b|github|textbf|math|emph|frac")
    for own in result.terms:
        terms = [term for term, _ in own]
        assert len(terms) >= 3
        assert [term for term in terms if debris.search(term)] == []
        ends = {word for term in terms for word in (term.split()[0], term.split()[-1])}
        assert ends & ENGLISH == set()


def test_names_of_the_seeds_are_unique_and_stand_in_the_tree(seeds):
    _, topics, tree, result = seeds
    count = int(topics.max()) + 1
    assert len(set(result.names)) == len(result.names) == count == tree["topics"]
    leaves = {}

    def visit(node):
        if "topic" in node:
            leaves[node["topic"]] = node["label"]
        for child in node.get("children", []):
            visit(child)

    visit(result.hierarchy)
    assert leaves == dict(enumerate(result.names))
    assert result.hierarchy["size"] == (topics >= 0).sum()


def test_representatives_of_the_seeds_belong_to_their_topic(seeds):
    _, topics, _, result = seeds
    for topic, rows in enumerate(result.representatives):
        assert len(rows) == 3
        assert (topics[rows] == topic).all()


def test_the_model_of_the_seeds_bears_topics_and_terms(seeds):
    _, topics, _, result = seeds
    assert list(result.model.topics_) == topics.tolist()
    assert [result.model.get_topic(topic) for topic in range(len(result.terms))] == result.terms
