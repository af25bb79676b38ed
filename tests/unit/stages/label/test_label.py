"""Terms, names, representatives, hierarchy and the model that others load."""

import re
import sys
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse
from bertopic import BERTopic
from hypothesis import given
from hypothesis import strategies as st
from sklearn.cluster import KMeans

from topograph.config import LabelSettings, ParseSettings
from topograph.encoders.base import encode_all
from topograph.encoders.onnx import OnnxEncoder
from topograph.encoders.shipped import shipped_files
from topograph.language.words import Reader, clauses
from topograph.rundir.checksums import sha256_file
from topograph.stages.label.classtfidf import class_tfidf
from topograph.stages.label.hierarchy import (
    Node,
    group_topics,
    inner_nodes,
    label_tree,
    levels,
    text_tree,
)
from topograph.stages.label.labelling import label
from topograph.stages.label.longerphrases import PhraseFinder
from topograph.stages.label.model import fit_model, save_model
from topograph.stages.label.namephrases import NameChooser
from topograph.stages.label.representatives import find_quote, find_representatives
from topograph.stages.label.selection import TermChooser, TopicTerms
from topograph.stages.label.terms import (
    GroupTerms,
    TermCandidate,
    distinctness,
    find_candidates,
    fold_repeats,
    rerank,
)
from topograph.stages.label.termviews import (
    by_exclusiveness,
    by_marginal_relevance,
    by_meaning,
)
from topograph.stages.label.uniquenames import name_topics
from topograph.stages.label.vocabulary import index_terms
from topograph.stages.parse.documents import make_documents
from topograph.stages.parse.reading import read_corpus

ROOT = Path(__file__).parents[4]
ENGLISH = Reader("en")
PLAIN = Reader("xx")


def vocabulary_of(*documents: str, reader=PLAIN, longest=1, least=2):
    return index_terms(documents, reader, longest, least)


def carried(inside, outside, weights, size):
    """Terms numbered from 0 in the order given."""
    inside, outside, weights = (np.array(own, float) for own in (inside, outside, weights))
    return GroupTerms(np.arange(len(inside)), inside, outside, weights, size)


# --- vocabulary


def test_terms_stand_in_two_documents_at_least():
    vocabulary = vocabulary_of("graph model", "graph loss", "tree loss")
    assert vocabulary.terms == ["graph", "loss"]
    assert vocabulary.incidence.toarray().tolist() == [[1, 0], [1, 1], [0, 1]]


def test_where_nothing_recurs_every_word_is_a_term():
    assert vocabulary_of("graph model", "tree").terms == ["graph", "model", "tree"]


def test_a_term_of_a_large_corpus_stands_in_more_documents():
    texts = ["graph loss", "graph loss", "graph"]
    assert vocabulary_of(*texts, least=3).terms == ["graph"]


def test_variants_are_one_term_in_their_most_frequent_spelling():
    texts = ["graph", "graphs", "graphs", "graph graphs", "graphs"]
    vocabulary = vocabulary_of(*texts, reader=ENGLISH)
    assert vocabulary.terms == ["graphs"]
    assert vocabulary.incidence.toarray().ravel().tolist() == [1, 1, 1, 1, 1]


def test_capitals_are_kept_where_most_documents_have_them():
    texts = ["the Wasserstein LLM and Loss", "a Wasserstein LLM of loss", "Loss of llm"]
    assert vocabulary_of(*texts, reader=ENGLISH).terms == ["LLM", "Wasserstein", "loss"]


def test_capitals_of_titles_and_before_abbreviations_say_nothing():
    texts = [
        "the Spiking Graph Loss (SGL) wins", "the Spiking Graph Loss (SGL) wins", "our spiking",
        "a Monte Carlo", "a Monte Carlo", "the Wasserstein loss", "the Wasserstein loss, graph",
    ]  # fmt: skip
    # "Monte" and "Carlo" are never written otherwise, "Wasserstein" stands alone
    terms = vocabulary_of(*texts, reader=ENGLISH).terms
    assert terms == ["Carlo", "Monte", "SGL", "Wasserstein", "graph", "loss", "spiking", "wins"]


def test_what_some_hyphen_and_others_write_apart_is_one_word():
    texts = ["my top-up and time-series", "a Top-up and time-series", "we top up time series"]
    vocabulary = vocabulary_of(*texts, reader=ENGLISH)
    carried = dict(zip(vocabulary.terms, vocabulary.incidence.toarray().T.tolist(), strict=True))
    assert carried["top-up"] == [1, 1, 1]
    # "series" names something by itself: "time series" is a phrase
    assert carried["time-series"] == [1, 1, 0]
    # one document may be wrong
    assert "top" in vocabulary_of("a top-up", "we top up", "we top up", reader=ENGLISH).terms


@given(st.lists(st.sampled_from(["top", "up", "top-up", "graph", ","]), max_size=12))
def test_words_are_joined_where_both_stand_side_by_side_and_nowhere_else(words):
    texts = ["top-up", "top-up", " ".join(words)]
    vocabulary = vocabulary_of(*texts, reader=ENGLISH, least=1)
    own = {vocabulary.terms[i] for i in vocabulary.incidence[2].indices}
    pairs = list(pairwise([*words, ""]))
    assert ("top-up" in own) == ("top-up" in words or ("top", "up") in pairs)
    assert ("top" in own) == any(one == "top" and other != "up" for one, other in pairs)


def test_terms_count_documents_and_not_occurrences():
    texts = ["Graphs of graphs, a graph.", "One graph and a loss.", "The loss."]
    vocabulary = vocabulary_of(*texts, reader=ENGLISH)
    groups = vocabulary.documents_with(np.array([0, 0, 1]))
    assert (vocabulary.terms, groups.toarray().tolist()) == (["graph", "loss"], [[2, 1], [0, 1]])
    assert vocabulary.documents_with(np.array([-1, 0, -1])).toarray().tolist() == [[1, 1]]


@given(
    st.lists(
        st.lists(st.sampled_from(["graph", "Graphs", "loss", "of", ",", "state"]), max_size=8),
        min_size=1,
        max_size=6,
    ),
    st.integers(1, 4),
)
def test_every_phrase_is_counted_in_the_documents_that_hold_it(documents, longest):
    texts = [" ".join(words) for words in documents]
    vocabulary = index_terms(texts, ENGLISH, longest, 1)
    carried = vocabulary.incidence.toarray()
    holders: dict[str, set[int]] = {}
    beside: dict[tuple[str, int, str], set[int]] = {}
    for row, text in enumerate(texts):
        for words in clauses(text):
            for start in range(len(words)):
                for end in range(start + 1, min(start + longest, len(words)) + 1):
                    if "of" in (words[start], words[end - 1]):
                        continue
                    root = ENGLISH.roots(" ".join(words[start:end]))
                    holders.setdefault(root, set()).add(row)
                    for side, place in ((0, start - 1), (1, end)):
                        if 0 <= place < len(words) and words[place] != "of":
                            key = (root, side, ENGLISH.root(words[place]))
                            beside.setdefault(key, set()).add(row)
    pieces = {
        root
        for (root, _, _), rows in beside.items()
        if " " in root and len(rows) >= 0.9 * len(holders[root])
    }
    found = {
        ENGLISH.roots(term): set(np.flatnonzero(carried[:, column]))
        for column, term in enumerate(vocabulary.terms)
    }
    assert found == {root: rows for root, rows in holders.items() if root not in pieces}


def test_a_piece_of_a_longer_phrase_is_no_term():
    texts = ["large language models", "large language models", "tiny language models"]
    terms = vocabulary_of(*texts, longest=3).terms
    # "language models" stands beside other words, too, and words may stand alone
    assert terms == ["language", "language models", "large", "large language models", "models"]


def test_no_article_or_auxiliary_stands_inside_an_english_term():
    texts = ["The card was stolen; the curse of dimensionality; charged an extra fee."] * 2
    terms = vocabulary_of(*texts, reader=ENGLISH, longest=3).terms
    assert [term for term in terms if " " in term] == ["curse of dimensionality", "extra fee"]


def test_how_often_a_term_closes_its_run_of_words():
    vocabulary = vocabulary_of("semantic maps, semantic maps", "semantic", "maps", reader=ENGLISH)
    # semantic: one of three places, maps: three of three; half a place of one more added
    assert vocabulary.terms == ["maps", "semantic"]
    assert vocabulary.closing_share.tolist() == pytest.approx([3.5 / 4, 1.5 / 4])


def test_words_of_all_documents_are_no_terms_in_a_language_without_a_list():
    texts = [f"wa kwa neno{i % 5}" for i in range(20)]
    assert vocabulary_of(*texts).terms == [f"neno{i}" for i in range(5)]


# --- terms


def test_distinctness_by_hand():
    own = carried([1, 0.5, 1, 1, 0.25], [1, 0.5, 0.5, 0, 0.5], [1] * 5, 4)
    assert distinctness(own).tolist() == [0.0, 0.0, 0.5, 1.0, 0.0]


def test_candidates_are_weighed_by_distinctness_and_support_and_ordered():
    # of 2, 4, 4 and 1 of four documents; a term of one document is none
    own = carried([0.5, 1.0, 1.0, 0.25], [0.0, 0.5, 1.0, 0.0], [2, 3, 9, 9], 4)
    found = find_candidates(own, ["a", "b", "c", "d"])
    # b: 3 * (1 - 0.5) * (1 - 1/4); a: 2 * 1 * (1 - 1/2)
    assert [(candidate.term, candidate.documents) for candidate in found] == [("b", 4), ("a", 2)]
    assert [candidate.weight for candidate in found] == pytest.approx([1.125, 1.0])


def test_of_the_whole_corpus_every_term_that_recurs_is_a_candidate():
    own = carried([1.0, 1.0, 0.5], [0.0, 0.0, 0.0], [1, 2, 3], 2)
    own = GroupTerms(own.columns, own.inside, own.inside, own.weights, 2)
    found = find_candidates(own, ["graph", "loss", "once"])
    assert [candidate.term for candidate in found] == ["loss", "graph"]


def test_reranking_by_hand():
    candidates = [TermCandidate("everywhere", 4.0, 3), TermCandidate("here", 1.0, 2)]
    vectors = {
        "everywhere": np.array([0.6, 0.8], np.float32),
        "here": np.array([1.0, 0.0], np.float32),
    }
    centre, others = np.array([1.0, 0.0], np.float32), np.array([0.0, 1.0], np.float32)
    # everywhere: 2 * max(0, 0.6 - 0.8) = 0; here: 1 * (1 - 0) = 1
    ranked = rerank(candidates, vectors, centre, others)
    assert [(candidate.term, candidate.weight) for candidate in ranked] == [
        ("here", pytest.approx(1.0)),
        ("everywhere", 0.0),
    ]
    # without other groups only the cosine to the own counts: 2 * 0.6 > 1 * 1
    alone = rerank(candidates, vectors, centre, np.zeros(2))
    assert [candidate.weight for candidate in alone] == pytest.approx([1.2, 1.0])


@pytest.mark.parametrize(
    ("candidates", "expected"),
    [
        # near-repeats
        ([("graphs", 3.0, 4), ("graph", 2.0, 4), ("trees", 1.0, 2)], ["graphs", "trees"]),
        ([("merging", 3.0, 4), ("merged", 2.0, 4)], ["merging"]),
        ([("magnetic", 3.0, 4), ("ferromagnetic", 2.0, 4), ("spin", 1, 2)], ["magnetic", "spin"]),
        ([("superconductors", 3.0, 4), ("superconductivity", 2.0, 4)], ["superconductors"]),
        ([("Graph", 3.0, 4), ("graph loss", 2.0, 1)], ["Graph"]),
        # a word gives way to a phrase that stands in half of its documents, and not to a rarer one
        ([("diffusion", 3.0, 4), ("diffusion models", 1.0, 2)], ["diffusion models"]),
        ([("diffusion", 3.0, 5), ("diffusion models", 1.0, 2)], ["diffusion"]),
        # "large language" is but a piece of the longer phrase
        (
            [("large language", 3.0, 4), ("large language models", 1.0, 4)],
            ["large language models"],
        ),
        # an abbreviation repeats what it stands for, on either side
        ([("reinforcement learning", 3.0, 4), ("RL", 2.0, 3), ("cost", 1, 2)],
         ["reinforcement learning", "cost"]),
        ([("LLMs", 3.0, 4), ("large language models", 1.0, 2), ("cost", 1, 2)], ["LLMs", "cost"]),
        ([], []),
    ],
)  # fmt: skip
def test_folding(candidates, expected):
    chosen = fold_repeats([TermCandidate(*candidate) for candidate in candidates], ENGLISH, 5)
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
        TermCandidate(term, float(len(pairs) - rank), documents)
        for rank, (term, documents) in enumerate(pairs)
    ]
    chosen = fold_repeats(candidates, PLAIN, count)
    words = [word for term, _ in chosen for word in term.split()]
    assert len(words) == len(set(words))
    assert len(chosen) <= count
    weights = [weight for _, weight in chosen]
    assert weights == sorted(weights, reverse=True)
    assert {term for term, _ in chosen} <= {term for term, _ in pairs}


# --- further views of the terms


def test_terms_by_meaning_are_those_nearest_to_the_centroid():
    candidates = [TermCandidate("far", 9.0, 2), TermCandidate("near", 1.0, 2)]
    vectors = {"far": np.array([0.6, 0.8]), "near": np.array([1.0, 0.0])}
    ranked = by_meaning(candidates, vectors, np.array([1.0, 0.0]))
    assert [(own.term, own.weight) for own in ranked] == [("near", 1.0), ("far", 0.6)]


def test_marginal_relevance_puts_another_meaning_before_a_repeat():
    vectors = {
        "graph": np.array([1.0, 0.0]),
        "graphs": np.array([0.98, 0.199]),
        "tree": np.array([0.6, -0.8]),
    }
    near = [
        TermCandidate("graph", 0.9, 2),
        TermCandidate("graphs", 0.85, 2),
        TermCandidate("tree", 0.5, 2),
    ]
    # graphs: 0.7 * 0.85 - 0.3 * 0.98 = 0.301; tree: 0.7 * 0.5 - 0.3 * 0.6 = 0.17
    assert [own.term for own in by_marginal_relevance(near, vectors)] == ["graph", "graphs", "tree"]
    near[2] = TermCandidate("tree", 0.7, 2)  # 0.7 * 0.7 - 0.3 * 0.6 = 0.31
    assert [own.term for own in by_marginal_relevance(near, vectors)] == ["graph", "tree", "graphs"]
    assert by_marginal_relevance([], vectors) == []


def test_exclusive_terms_are_frequent_here_and_rare_elsewhere():
    own = carried([1.0, 0.5, 0.5, 0.25], [1.0, 0.5, 0.0, 0.0], [1] * 4, 4)
    ranked = by_exclusiveness(own, ["common", "half", "own", "once"])
    # ranks by frequency 3/3, 2/3, 2/3 and by exclusivity 2/3, 2/3, 3/3: means 0.8, 2/3, 0.8
    assert [candidate.term for candidate in ranked] == ["common", "own", "half"]
    assert [candidate.weight for candidate in ranked] == pytest.approx([0.8, 0.8, 2 / 3])


def test_terms_of_a_group_are_those_that_its_topics_share():
    texts = ["one apple", "one", "one apple tree", "one tree", "two", "two", "two", "none at all"]
    topics = np.array([0, 0, 1, 1, 0, 0, 0, 2])
    vectors = np.tile(np.array([[1.0, 0.0]], np.float32), (8, 1))
    vectors[-1] = [0.0, 1.0]
    vocabulary = vocabulary_of(*texts)
    finder = PhraseFinder(texts, topics, vocabulary, PLAIN, 1)
    chooser = TermChooser(vocabulary, vectors, topics, None, PLAIN, finder)
    # "two" stands in more documents, all of one topic
    assert next(iter(chooser.of_groups([[0, 1]], 3)[0]))[0] == "one"


# --- names


TERMS = st.lists(st.sampled_from(["graph", "loss", "tree", "no shared words"]), max_size=4)


@given(st.lists(st.tuples(TERMS, TERMS), max_size=9))
def test_names_are_unique_and_not_empty(terms):
    names = name_topics([parts for parts, _ in terms], [spare for _, spare in terms])
    assert len(names) == len(set(names)) == len(terms)
    assert all(names)


def test_names_are_made_of_their_parts_and_of_more_where_they_would_repeat():
    parts = [["graph", "loss"], ["graph", "loss"], ["wave"]]
    spare = [["tree"], ["path"], ["moon"]]
    assert name_topics(parts, spare) == ["graph, loss, tree", "graph, loss, path", "wave"]


def test_topics_with_equal_terms_are_distinguished():
    assert name_topics([["a"], ["a"]], [["b"], ["b"]]) == ["a, b", "a, b, group 2"]
    assert name_topics([["a"], ["A"]], [[], []]) == ["a", "A, group 2"]


def test_names_that_are_taken_are_not_given_again():
    assert name_topics([["graph"], ["tree"]], [["loss"], []], ["Graph"]) == ["graph, loss", "tree"]
    assert name_topics([["graph"]], [[]], ["graph"]) == ["graph, group 2"]


# --- what a name is made of

#: Of topic 0 six documents and of topic 1 four.
NAMED = (
    "graph theory of trees", "graph theory", "graph theory", "graph of lakes", "sea waves",
    "sea waves of old", "salt lakes", "salt", "salt mines", "salt mines, graph",
)  # fmt: skip
NAMED_TOPICS = np.array([0, 0, 0, 0, 0, 0, 1, 1, 1, 1])


def name_of(topic, *candidates, most=2, vectors=None):
    chooser = NameChooser(vocabulary_of(*NAMED, reader=ENGLISH, longest=2), NAMED_TOPICS, ENGLISH)
    ranked = [TermCandidate(term, weight, 2.0) for term, weight in candidates]
    return chooser.parts(topic, ranked, vectors, most)


def test_a_phrase_that_most_documents_are_about_is_the_name():
    # four of six are about graphs, and more than 1.5 times the share of the other topic
    assert name_of(0, ("graph", 1.0), ("graph theory", 0.9), ("waves", 0.8)) == ["graph theory"]


def test_a_word_alone_takes_more_documents_than_a_phrase():
    # four of six are too few for a word; two are new with "waves"
    assert name_of(0, ("graph", 1.0), ("waves", 0.8)) == ["graph", "waves"]
    assert name_of(0, ("graph", 1.0), ("waves", 0.8), most=1) == ["graph"]
    # all of four
    assert name_of(1, ("salt", 1.0), ("mines", 0.5)) == ["salt"]


def test_a_second_part_is_about_other_documents():
    # "waves" is about two more documents, "trees" about one that "graph" is about, too
    texts = ["graph trees", "graph trees", "graph", "graph", "waves", "waves"]
    topics = np.zeros(6, dtype=np.int64)
    chooser = NameChooser(vocabulary_of(*texts, reader=ENGLISH), topics, ENGLISH)
    ranked = [TermCandidate(term, weight, 2.0) for term, weight in (("graph", 3.0), ("trees", 1.0))]
    waves = TermCandidate("waves", 0.5, 2.0)
    # by hand: trees 1.0 * (0.1 * 2) ** 0.5 = 0.45, waves 0.5 * 2 ** 0.5 = 0.71
    assert chooser.parts(0, [*ranked, waves], None, 2) == ["graph", "waves"]
    # where there is no other, better a part that is about the same than a name that says little
    assert chooser.parts(0, ranked, None, 2) == ["graph", "trees"]


def test_a_second_part_says_something_else():
    same = np.array([1.0, 0.0], np.float32)
    vectors = {"graph": same, "waves": same}
    assert name_of(0, ("graph", 1.0), ("waves", 0.8), vectors=vectors) == ["graph"]
    vectors["waves"] = np.array([0.0, 1.0], np.float32)
    assert name_of(0, ("graph", 1.0), ("waves", 0.8), vectors=vectors) == ["graph", "waves"]


@pytest.mark.parametrize(
    ("others", "name"),
    [
        (["salt mines", "salt mines"], ["salt", "seas"]),  # as much of the other topic
        (["dry mines", "dry mines"], ["salt"]),
    ],
)
def test_a_name_that_another_topic_has_as_much_right_to_is_not_alone(others, name):
    texts = ["salt seas", "salt seas", "salt lakes", "salt lakes", *others]
    chooser = NameChooser(
        vocabulary_of(*texts, reader=ENGLISH), np.array([0, 0, 0, 0, 1, 1]), ENGLISH
    )
    ranked = [TermCandidate("salt", 1.0, 4.0), TermCandidate("seas", 0.1, 2.0)]
    assert chooser.parts(0, ranked, None, 2) == name


@pytest.mark.parametrize(
    ("meaning", "weight", "name"),
    [
        (0.9, 0.9, ["graph theory"]),
        (0.8, 0.9, ["graph", "waves"]),  # farther from the topic than the word
        (0.9, 0.3, ["graph", "waves"]),  # worth much less
    ],
)
def test_a_word_gives_way_to_the_phrase_it_is_known_in(meaning, weight, name):
    # three of the four documents of "graph" carry the phrase
    chooser = NameChooser(vocabulary_of(*NAMED, reader=ENGLISH, longest=2), NAMED_TOPICS, ENGLISH)
    ranked = [
        TermCandidate("graph", 2.0, 4.0, 1.0),
        TermCandidate("graph theory", weight, 3.0, meaning),
        TermCandidate("waves", 0.8, 2.0, 1.0),
    ]
    assert chooser.parts(0, ranked, None, 2) == name


def test_a_word_does_not_give_way_to_a_phrase_of_few_of_its_documents():
    texts = [*["graph"] * 10, "graph theory", "graph theory", "salt", "salt"]
    topics = np.array([0] * 12 + [1, 1])
    chooser = NameChooser(vocabulary_of(*texts, reader=ENGLISH, longest=2), topics, ENGLISH)
    ranked = [TermCandidate("graph", 2.0, 12.0, 1.0), TermCandidate("graph theory", 1.2, 2.0, 1.0)]
    assert chooser.parts(0, ranked, None, 1) == ["graph"]  # two of twelve


@pytest.mark.parametrize(
    ("meaning", "name"), [(0.4, ["graph theory"]), (0.6, ["graph theory", "waves"])]
)
def test_beside_a_phrase_stands_no_trifle(meaning, name):
    # three of nine are about graphs: too few; "waves" is about one, and far or near in meaning
    texts = [*["graph theory"] * 3, "sea waves", *["lakes"] * 5, "waves", "salt", "salt"]
    topics = np.array([0] * 9 + [1, 1, 1])
    chooser = NameChooser(vocabulary_of(*texts, reader=ENGLISH, longest=2), topics, ENGLISH)
    ranked = [
        TermCandidate("graph theory", 1.0, 3.0, 1.0),
        TermCandidate("waves", 1.0, 1.0, meaning),
    ]
    assert chooser.parts(0, ranked, None, 2) == name


def test_beside_a_phrase_that_says_little_stands_the_next_best():
    # two of nine are about graphs, one about waves
    texts = [*["graph theory"] * 2, "sea waves", *["lakes"] * 6, "waves", "salt", "salt"]
    topics = np.array([0] * 9 + [1, 1, 1])
    chooser = NameChooser(vocabulary_of(*texts, reader=ENGLISH, longest=2), topics, ENGLISH)
    ranked = [TermCandidate("graph theory", 1.0, 2.0, 1.0), TermCandidate("waves", 1.0, 1.0, 0.1)]
    assert chooser.parts(0, ranked, None, 2) == ["graph theory", "waves"]


def test_a_name_of_most_documents_has_a_phrase_about_the_rest_beside_it():
    # three of five are about graphs, which is enough; the sea is all of the rest
    texts = ["graph theory", "graph theory", "graph theory", "sea waves", "sea waves", "salt"]
    topics = np.array([0, 0, 0, 0, 0, 1])
    chooser = NameChooser(vocabulary_of(*texts, reader=ENGLISH, longest=2), topics, ENGLISH)
    ranked = [TermCandidate("graph theory", 1.0, 3.0), TermCandidate("sea waves", 0.1, 2.0)]
    assert chooser.parts(0, ranked, None, 2) == ["graph theory", "sea waves"]
    # a word is not
    ranked[1] = TermCandidate("waves", 0.1, 2.0)
    assert chooser.parts(0, ranked, None, 2) == ["graph theory"]


def test_phrases_come_before_words_that_hardly_stand_alone():
    chooser = NameChooser(vocabulary_of(*NAMED, reader=ENGLISH, longest=2), NAMED_TOPICS, ENGLISH)
    ranked = chooser.by_fitness(
        [TermCandidate(term, 1.0, 2.0) for term in ("sea", "waves", "sea waves")]
    )
    assert [own.term for own in ranked] == ["sea waves", "waves", "sea"]
    # waves ends both of its runs of words: (2.5 / 3) ** (1 / 3)
    assert ranked[1].weight == pytest.approx((2.5 / 3) ** (1 / 3))


def test_a_topic_without_candidates_has_no_parts():
    assert name_of(0) == []


# --- hierarchy

#: Two pairs of topics by angle: 0 and 10 degrees, 80 and 95.
CENTRES = np.array([[np.cos(a), np.sin(a)] for a in np.radians([0, 80, 10, 95])], np.float32)
NO_WORDS = scipy.sparse.csr_matrix((4, 1))


def tree_of(node):
    return node.topics[0] if not node.children else [tree_of(child) for child in node.children]


def test_topics_are_grouped_by_meaning(monkeypatch):
    monkeypatch.setattr("topograph.stages.label.hierarchy.levels", lambda count: [2, 1])
    assert tree_of(group_topics(CENTRES, NO_WORDS)) == [[0, 2], [1, 3]]


def test_topics_are_grouped_by_words_where_meaning_tells_nothing(monkeypatch):
    monkeypatch.setattr("topograph.stages.label.hierarchy.levels", lambda count: [2, 1])
    words = scipy.sparse.csr_matrix([[1.0, 0], [1, 0], [0, 1], [0, 1]])
    same = np.tile(CENTRES[:1], (4, 1))
    assert tree_of(group_topics(same, words)) == [[0, 1], [2, 3]]


def test_a_group_of_one_topic_is_that_topic(monkeypatch):
    monkeypatch.setattr("topograph.stages.label.hierarchy.levels", lambda count: [3, 2, 1])
    root = group_topics(CENTRES, NO_WORDS)
    assert tree_of(root) == [[0, 2], [1, 3]]
    assert [node.topics for node in inner_nodes(root)] == [[0, 1, 2, 3], [0, 2], [1, 3]]
    assert root.height > root.children[0].height > 0


@given(st.integers(1, 400))
def test_the_tree_has_few_levels_and_each_is_readable(count):
    groups = levels(count)
    assert groups[-1] == 1
    assert groups == sorted(groups, reverse=True)
    assert all(
        finer / coarser <= 12 for finer, coarser in zip([count, *groups], groups, strict=False)
    )
    assert len(groups) <= 3


def test_one_topic_is_its_own_tree():
    assert tree_of(group_topics(CENTRES[:1], NO_WORDS[:1])) == 0


def test_the_labelled_tree_nests_groups_under_names():
    root = Node([0, 1, 2], 0.6, [Node([0, 2], 0.1, [Node([0], 0.0), Node([2], 0.0)]), Node([1], 0)])
    tree = label_tree(root, [4, 9, 3], list("abc"), lambda node: "+".join(map(str, node.topics)))
    assert (tree["label"], tree["size"], tree["height"]) == ("0+1+2", 16, 0.6)
    leaf, group = tree["children"]
    assert leaf == {"label": "b", "size": 9, "height": 0.0, "topic": 1}
    assert [(own["label"], own["topic"]) for own in group["children"]] == [("a", 0), ("c", 2)]
    assert text_tree(tree).splitlines() == ["0+1+2 (16)", "  b (9)", "  0+2 (7)",
                                            "    a (4)", "    c (3)"]  # fmt: skip


# --- representatives


def test_representatives_are_the_documents_nearest_to_the_centroid():
    angles = np.radians([0, 20, 60, 200, 180, 90])
    vectors = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    topics = np.array([0, 0, 0, 1, 1, -1])
    texts = list("abcdef")
    # the mean of 0, 20 and 60 degrees points to about 26 degrees
    assert find_representatives(texts, vectors, topics, 2) == [[1, 0], [3, 4]]
    assert find_representatives(texts, vectors, topics, 9) == [[1, 0, 2], [3, 4]]
    vectors[3] = [np.cos(np.radians(195)), np.sin(np.radians(195))]  # says the same as 180 degrees
    assert find_representatives(texts, vectors, topics, 9)[1] == [3]


def test_no_two_representatives_have_the_same_text():
    vectors = np.eye(3, dtype=np.float32)
    topics = np.zeros(3, dtype=int)
    assert find_representatives(["a", "a", "b"], vectors, topics, 3) == [[0, 2]]


def test_the_quote_is_the_sentence_that_carries_most_of_the_terms():
    texts = [
        "We study many things that nobody has seen. Graphs and losses are what this paper unites.",
        "A loss is what the others have to say about it.",
    ]
    found = find_quote(texts, [("graph", 1.0), ("loss", 0.5)], ENGLISH)
    assert found == (0, "Graphs and losses are what this paper unites.")
    # without terms the first sentence of the most central document
    assert find_quote(texts, [], ENGLISH) == (0, "We study many things that nobody has seen.")


def test_a_quote_is_neither_a_scrap_nor_a_paragraph_if_there_is_another():
    long = "graph " * 50 + "end."
    texts = [f"Graph loss! {long} This sentence on a graph is as it should be."]
    found = find_quote(texts, [("graph", 1.0), ("loss", 1.0)], ENGLISH)
    assert found[1] == "This sentence on a graph is as it should be."
    assert find_quote(["Graph!"], [("graph", 1.0)], ENGLISH) == (0, "Graph!")


def test_a_quote_leans_on_no_sentence_before_it():
    texts = ["However, it is a graph that they draw here. The graph is drawn by others, too."]
    assert find_quote(texts, [("graph", 1.0)], ENGLISH)[1] == "The graph is drawn by others, too."
    texts = ["However, it is a graph that they draw here. A loss is drawn by others, too."]
    assert find_quote(texts, [("graph", 1.0)], ENGLISH)[1].startswith("However")
    assert not Reader("de").depends_on_previous("However, it is a graph.")


# --- letters of all scripts


def cased_letters():
    """All letters that have another one in large, small or title case."""
    return [
        letter
        for letter in map(chr, range(sys.maxunicode + 1))
        if {letter.lower(), letter.upper(), letter.title()} != {letter}
        and not "\ud800" <= letter <= "\udfff"
    ]


def texts_with(letter):
    """Texts with a letter where a word begins and ends, in a title, and in an abbreviation."""
    return [
        f"{letter}anbo marks {letter}{letter}ne. {letter}anbo",
        f"Marks {letter}Anbo {letter}Enbo ({letter}{letter}) an{letter} (A{letter}s)",
        f"{letter}-{letter}anbo marks {letter}anbo's {letter}",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "tr", "de", "el", "xx"])
def test_every_letter_may_begin_and_end_a_word(language):
    texts = [text for letter in cased_letters() for text in texts_with(letter)]
    vocabulary = index_terms(texts, Reader(language), 3)
    assert len(vocabulary.terms) > 1000
    assert vocabulary.incidence.shape == (len(texts), len(vocabulary.terms))


@pytest.mark.parametrize("language", ["en", "tr"])
def test_topics_of_any_letters_are_named(language):
    letters = [*"İıßﬁŉǰΐΰﬀẖẗẘẙẚὒᾳᾼῷǅǆΣςσԵեևﬓ", "i\u0307", "I\u0307"]
    texts = [text for letter in letters for text in texts_with(letter)]
    topics = np.repeat(np.arange(len(letters)), 3)
    vectors = np.eye(len(letters), dtype=np.float32)[topics]
    result = label(texts, vectors, topics, LabelSettings(), language, None)
    assert all(own.terms for own in result.chosen)
    assert len(set(map(str.casefold, result.names.final))) == len(letters)


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
    vectors = np.eye(len(texts), dtype=np.float32)
    views = [TopicTerms(own, {"frex": own[::-1]}) for own in chosen]
    return fit_model(vectors, topics, index_terms(texts, ENGLISH, 2), 2, views)


def test_the_model_keeps_topic_numbers_and_bears_the_chosen_terms(small):
    texts, topics, chosen = small
    model = fit_small(texts, topics, chosen)
    assert list(model.topics_) == topics.tolist()
    assert [model.get_topic(topic) for topic in range(3)] == chosen


def test_weights_are_those_of_their_own_topic_and_of_bertopic(small):
    texts, topics, chosen = small
    vocabulary = index_terms(texts, ENGLISH, 2)
    weights = class_tfidf(vocabulary, topics)
    assert weights.shape == (3, len(vocabulary.terms))
    for topic, term in enumerate(["graph", "moon", "gradient"]):
        column = weights[:, vocabulary.terms.index(term)].toarray()
        assert np.flatnonzero(column).tolist() == [topic]
    model = fit_small(texts, topics, chosen)
    assert (model.c_tf_idf_[1:].toarray() == weights.toarray()).all()  # noise is the first row


def test_the_weight_of_a_term_by_hand():
    # topic 0: two documents carry graph, one node; topic 1: one carries graph, one moon
    texts = ["A graph with a node.", "A graph.", "A graph.", "The moon."]
    vocabulary = index_terms(texts, ENGLISH, 1, 1)
    assert sorted(vocabulary.terms) == ["graph", "moon", "node"]
    weights = class_tfidf(vocabulary, np.array([0, 0, 1, 1])).toarray()
    place = [vocabulary.terms.index(term) for term in ("graph", "node", "moon")]
    # five in two topics: 2 on average, rounded down
    expected = [[2 / 3 * np.log(1 + 2 / 3), 1 / 3 * np.log(1 + 2 / 1), 0],
                [1 / 2 * np.log(1 + 2 / 3), 0, 1 / 2 * np.log(1 + 2 / 1)]]  # fmt: skip
    assert weights[:, place] == pytest.approx(np.array(expected))


def test_a_saved_model_loads_with_topics_terms_and_names(small, tmp_path):
    texts, topics, chosen = small
    model = fit_small(texts, topics, chosen)
    save_model(model, tmp_path / "model", {0: "graphs", 1: "the moon", 2: "training"})
    loaded = BERTopic.load(str(tmp_path / "model"))
    assert list(loaded.topics_) == topics.tolist()
    for topic in range(3):
        terms, weights = zip(*loaded.get_topic(topic), strict=True)
        assert terms == tuple(term for term, _ in chosen[topic])
        assert weights == pytest.approx([weight for _, weight in chosen[topic]])
    assert loaded.custom_labels_ == ["no topic (noise)", "graphs", "the moon", "training"]
    assert [term for term, _ in loaded.get_topic(2, full=True)["frex"]] == ["loss", "gradient"]
    counts = loaded.vectorizer_model.transform(["The Moon makes waves on the moon."]).toarray()
    words = loaded.vectorizer_model.get_feature_names_out()
    assert {words[i] for i in np.flatnonzero(counts)} >= {"moon", "waves"}
    information = loaded.get_topic_info().set_index("Topic")
    assert information["Count"].to_dict() == {-1: 1, 0: 2, 1: 3, 2: 4}
    assert information.loc[1, "CustomName"] == "the moon"


def test_saving_twice_gives_the_same_bytes(small, tmp_path):
    names = {0: "graphs", 1: "the moon", 2: "training"}
    for folder in ("one", "two"):
        save_model(fit_small(*small), tmp_path / folder, names)
    assert sha256_file(tmp_path / "one") == sha256_file(tmp_path / "two")
    assert {path.name for path in (tmp_path / "one").iterdir()} >= {"topics.json", "config.json"}


# --- all of it, on small corpora and on the seeds


@pytest.fixture(scope="module")
def encoder():
    return OnnxEncoder(shipped_files(), 1)


def label_texts(texts, topics, encoder, **settings):
    vectors = encode_all(encoder, texts)
    encode = partial(encode_all, encoder)
    return label(texts, vectors, np.array(topics), LabelSettings(**settings), "en", encode)


def test_one_topic_of_all_documents_has_terms_and_a_tree(encoder):
    texts = ["The graph learns trees.", "A graph forgets trees.", "Graph theory."]
    result = label_texts(texts, [0, 0, 0], encoder)
    assert {term for term, _ in result.chosen[0].terms} == {"graph", "trees"}
    assert result.hierarchy["topic"] == 0
    assert result.hierarchy["size"] == 3


def test_a_corpus_in_which_a_single_word_recurs_is_named_by_it(encoder):
    result = label_texts(["The graph learns.", "A graph forgets.", "Graph."], [0, 0, 0], encoder)
    assert result.names.final == ["graph"]


@pytest.mark.filterwarnings("error::RuntimeWarning")
def test_topics_without_words_get_different_names(encoder, tmp_path):
    result = label_texts(["1 2 3", "4 5 6", "7 8 9", "10 11"], [0, 0, 1, 1], encoder)
    assert result.names.final == ["no shared words", "no shared words, group 2"]
    assert [own.terms for own in result.chosen] == [[], []]
    model = model_of(np.array([0, 0, 1, 1]), result)
    save_model(model, tmp_path / "model", dict(enumerate(result.names.final)))
    assert list(BERTopic.load(str(tmp_path / "model")).topics_) == [0, 0, 1, 1]


@pytest.mark.filterwarnings("error::RuntimeWarning")
def test_a_topic_without_words_stands_beside_others(encoder):
    texts = ["The graph learns trees.", "Graphs forget trees.", "7 8 9", "10 11"]
    result = label_texts(texts, [0, 0, 1, 1], encoder)
    assert result.names.final[1] == "no shared words"
    assert result.names.final[0] in ("graph", "trees")


def test_words_taken_out_in_the_settings_are_no_terms(encoder):
    texts = ["The graph learns well.", "A graph learns.", "The moon and tides.", "Moon, tides."]
    plain = label_texts(texts, [0, 0, 1, 1], encoder)
    without = label_texts(texts, [0, 0, 1, 1], encoder, stop_words=["Graph"])
    assert "graph" in " ".join(term for term, _ in plain.chosen[0].terms).split()
    assert "graph" not in " ".join(term for term, _ in without.chosen[0].terms).split()
    assert without.chosen[0].terms


@pytest.fixture(scope="module")
def seeds():
    names = sorted(str(path) for path in (ROOT / "seeds").glob("*.txt"))
    parsed = make_documents(read_corpus(names, ParseSettings()), ParseSettings())
    texts = parsed.documents["text"].to_list()
    vectors = encode_all(OnnxEncoder(shipped_files(), 2), texts)
    parts = KMeans(12, n_init=10, random_state=0).fit_predict(vectors)
    by_size = np.argsort(-np.bincount(parts), kind="stable")
    topics = np.argsort(by_size)[parts]
    topics[::10] = -1  # some documents are noise
    topics = np.unique(topics, return_inverse=True)[1] - 1
    encoder = partial(encode_all, OnnxEncoder(shipped_files(), 2))
    return texts, topics, label(texts, vectors, topics, LabelSettings(), "en", encoder)


@pytest.mark.slow
def test_terms_of_the_seeds_are_words_of_their_documents(seeds):
    texts, topics, result = seeds
    for topic, own in enumerate(result.chosen):
        inside = [ENGLISH.phrase_roots(texts[row], 3) for row in np.flatnonzero(topics == topic)]
        for term, weight in own.terms:
            assert sum(ENGLISH.roots(term) in found for found in inside) >= min(2, len(inside))
            assert weight >= 0
        for view in own.views.values():
            assert all(any(ENGLISH.roots(term) in found for found in inside) for term, _ in view)


def test_terms_of_the_seeds_hold_no_debris_and_no_stop_words(seeds):
    *_, result = seeds
    debris = re.compile(r"[\\${}^<>*`@]|http|www|\.(?:com|org|io)\b|github|textbf|math|emph|frac")
    for own in result.chosen:
        terms = [term for term, _ in own.terms]
        assert len(terms) >= 2
        assert [term for term in terms if debris.search(term)] == []
        ends = {word for term in terms for word in (term.split()[0], term.split()[-1])}
        assert ends & ENGLISH.stop == set()


def test_names_of_the_seeds_are_unique_and_stand_in_the_tree(seeds):
    _, topics, result = seeds
    leaves = {}
    groups = []

    def visit(node):
        if "topic" in node:
            leaves[node["topic"]] = node["label"]
        else:
            groups.append(node["label"])
        for child in node.get("children", []):
            visit(child)

    visit(result.hierarchy)
    assert leaves == dict(enumerate(result.names.final))
    assert len(leaves) == int(topics.max()) + 1
    everywhere = [name.casefold() for name in [*result.names.final, *groups]]
    assert len(set(everywhere)) == len(everywhere)
    assert result.hierarchy["size"] == (topics >= 0).sum()


def test_representatives_of_the_seeds_belong_to_their_topic_and_are_quoted(seeds):
    texts, topics, result = seeds
    for topic, (rows, (row, sentence)) in enumerate(
        zip(result.representatives, result.quotes, strict=True)
    ):
        assert 1 <= len(rows) <= 3
        assert (topics[rows] == topic).all()
        assert row in rows
        assert sentence in texts[row]


def model_of(topics, result):
    vectors = np.eye(len(topics), dtype=np.float32)  # the model does not look at them
    return fit_model(vectors, topics, result.vocabulary, 3, result.chosen)


def test_the_saved_model_of_the_seeds_can_be_worked_with(seeds, tmp_path):
    texts, topics, result = seeds
    names = dict(enumerate(result.names.final))
    save_model(model_of(topics, result), tmp_path / "model", names)
    loaded = BERTopic.load(str(tmp_path / "model"))
    tree = loaded.hierarchical_topics(texts)
    assert len(tree) == len(names) - 1


def test_the_model_of_the_seeds_bears_topics_and_terms(seeds):
    _, topics, result = seeds
    model = model_of(topics, result)
    assert list(model.topics_) == topics.tolist()
    terms = [own.terms for own in result.chosen]
    assert [model.get_topic(topic) for topic in range(len(terms))] == terms
