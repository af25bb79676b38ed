"""Phrases in place of single words of a name."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from topograph.config import LabelSettings
from topograph.language.words import Reader
from topograph.stages.label.labelling import label
from topograph.stages.label.longerphrases import PhraseFinder, closed_phrases, lie_near
from topograph.stages.label.vocabulary import index_terms

ENGLISH = Reader("en")
#: Two documents are about domain adaptation, of which one has the phrase.
SMALL = ("Robust Domain Adaptation.", "Adaptation to unseen domains.", "Adaptation, pixels.")
OTHER = ("Salt lakes.", "Salt lakes.", "Salt and unseen mines.")


def around(word, own, others=OTHER, longest=3):
    texts = [*own, *others]
    topics = np.repeat([0, 1], [len(own), len(others)])
    vocabulary = index_terms(texts, ENGLISH, longest)
    return PhraseFinder(texts, topics, vocabulary, ENGLISH, longest).around(0, word)


def test_a_phrase_of_one_document_is_found_where_others_have_its_words_near():
    # "robust" stands in one document; the capitals are a title's
    small = [*SMALL, "The domain, our adaptation."]
    assert around("adaptation", small) == [("domain adaptation", 3)]


def test_in_a_larger_topic_two_documents_write_the_phrase():
    more = ["Adaptation of domains."] * 18
    assert around("adaptation", [*SMALL, *more]) == []
    assert around("adaptation", [*SMALL, *more, SMALL[0]]) == [("domain adaptation", 21)]


def test_a_phrase_that_two_write_goes_before_those_of_one():
    small = ["Domain adaptation.", "Domain adaptation, pixels.", "Pixel adaptation."]
    assert around("adaptation", small) == [("domain adaptation", 2)]
    assert around("adaptation", small[1:]) == [("pixel adaptation", 2)]


def test_a_fair_share_of_the_documents_of_the_word_is_about_the_phrase():
    own = [SMALL[0], "Domain.", *["Adaptation."] * 4]
    assert around("adaptation", own) == [("domain adaptation", 1)]
    assert around("adaptation", [*own, "Adaptation."]) == []  # one of six


def test_words_that_others_have_as_much_are_no_part_of_it():
    others = ["Domain of salt.", "Domain of lakes.", "Salt lakes."]
    assert around("adaptation", SMALL, others) == []


def test_a_word_that_is_no_term_has_no_phrases():
    assert around("pixels", SMALL) == []


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("graph loss of trees", ["graph loss"]),
        ("graph loss trees", ["graph loss trees"]),  # not its beginning
        ("Porto Rico graph", ["Porto Rico graph"]),  # "Rico" is the end of a name
        ("Porto Graph", ["Porto Graph"]),
        ("big Porto Graph", ["big Porto Graph", "Porto Graph"]),
        ("New Porto Graph", ["New Porto Graph"]),
        ("graph", []),
    ],
)
def test_which_runs_of_words_are_phrases(clause, expected):
    plain = Reader("xx", ["of"])
    found = closed_phrases(clause.split(), plain.root("graph"), plain, 3)
    assert [" ".join(phrase) for phrase in found] == expected


@given(st.lists(st.sampled_from("abcd"), max_size=20), st.sets(st.sampled_from("abcd"), min_size=1))
def test_stems_lie_near_in_any_order(stream, stems):
    if lie_near(stems, stream):
        assert stems <= set(stream)
        assert lie_near(stems, stream[::-1])
    elif len(stream) <= 7:
        assert not stems <= set(stream)


WORDS = st.sampled_from(["graph", "loss", "Tree", "of", ",", "salt"])
DOCUMENTS = st.lists(st.lists(WORDS, min_size=1, max_size=7).map(" ".join), min_size=2, max_size=6)


@given(DOCUMENTS, DOCUMENTS)
def test_what_is_found_is_written_in_the_topic_and_each_word_in_two_documents(own, others):
    for phrase, count in around("graph", own, others):
        roots = ENGLISH.roots(phrase)
        assert "graph" in roots.split()
        assert any(roots in ENGLISH.phrase_roots(text, 3) for text in own)
        assert 1 <= count <= len(own)
        for word in roots.split():
            inside = [word in ENGLISH.phrase_roots(text, 1) for text in own]
            outside = [word in ENGLISH.phrase_roots(text, 1) for text in others]
            assert sum(inside) >= 2
            assert np.mean(outside) <= 0.5 * np.mean(inside)


def named(texts, topics, meaning, language="en"):
    """Names where a term's vector is given by a function of it."""
    vectors = np.eye(2, dtype=np.float32)[topics]

    def encode(terms):
        rows = np.array([meaning(term) for term in terms], np.float32).reshape(-1, 2)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    settings = LabelSettings(name_terms=1)
    return label(texts, vectors, np.array(topics), settings, language, encode).names.final


def test_a_name_has_the_phrase_only_where_it_means_the_topic():
    texts, topics = [*SMALL, *OTHER], [0, 0, 0, 1, 1, 1]

    def meaning(term):
        return [0.0, 1.0] if "lake" in term or "salt" in term.lower() else [1.0, 0.1]

    assert named(texts, topics, meaning)[0] == "domain adaptation"

    def farther(term):
        return [0.5, 1.0] if term == "domain adaptation" else meaning(term)

    assert named(texts, topics, farther)[0] == "adaptation"
