"""Coherence: by hand, by a slow reference written from the definitions, and by gensim."""

import itertools
import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from topograph.language.words import clauses, singular
from topograph.measures.coherence import (
    CV_WINDOW,
    EPSILON,
    NPMI_WINDOW,
    TopicCounts,
    c_v,
    count_windows,
    npmi,
    roots,
)
from topograph.measures.notapplicable import NotApplicable


def counts_of(together, windows):
    """Counts of one topic."""
    return TopicCounts(windows, np.array(together))


# --- the measures, from counts ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("together", "windows", "expected"),
    [
        ([[2, 2], [2, 2]], 4, 1.0),  # always together: log(1/2 / 1/4) / -log(1/2)
        ([[2, 1], [1, 2]], 4, 0.0),  # independent: 1/4 = 1/2 * 1/2
        ([[2, 2], [2, 3]], 4, math.log(4 / 3) / math.log(2)),  # p 1/2 and 3/4, together 1/2
        ([[2, 1], [1, 2]], 8, 1 / 3),  # log(1/8 / 1/16) / -log(1/8) = log 2 / log 8
        # three pairs: 1, 0 and 0
        ([[2, 2, 1], [2, 2, 1], [1, 1, 2]], 4, 1 / 3),
        # a term that occurs nowhere is left out
        ([[2, 2, 0], [2, 2, 0], [0, 0, 0]], 4, 1.0),
        # never together, epsilon instead of 0: log(1e-12 / (1/4)) / -log(1e-12)
        ([[2, 0], [0, 2]], 4, -1 - math.log(4) / math.log(1e-12)),
    ],
)
def test_npmi_by_hand(together, windows, expected):
    assert npmi(counts_of(together, windows)) == pytest.approx(expected, abs=1e-9)


def test_cv_by_hand():
    # always together: all NPMI are 1, so the vectors are (1, 1) and their sum (2, 2)
    assert c_v(counts_of([[2, 2], [2, 2]], 4)) == pytest.approx(1.0)
    # independent: vectors (1, 0) and (0, 1), sum (1, 1), cosine of each 1 / sqrt 2
    assert c_v(counts_of([[2, 1], [1, 2]], 4)) == pytest.approx(1 / math.sqrt(2))
    # a pair that is always together, and one term independent of both: vectors (1, 1, 0),
    # (1, 1, 0), (0, 0, 1), sum (2, 2, 1): cosines 4 / (sqrt 2 * 3) twice, and 1 / 3
    value = c_v(counts_of([[2, 2, 1], [2, 2, 1], [1, 1, 2]], 4))
    assert value == pytest.approx((2 * 4 / (math.sqrt(2) * 3) + 1 / 3) / 3)


@pytest.mark.parametrize("measure", [npmi, c_v])
@pytest.mark.parametrize("together", [[[3]], [[3, 0], [0, 0]], [[0, 0], [0, 0]]])
def test_fewer_than_two_terms_that_occur_have_no_coherence(measure, together):
    value = measure(counts_of(together, 9))
    assert isinstance(value, NotApplicable)
    assert "fewer than two" in value.reason


# --- the windows, by hand --------------------------------------------------------------------


def counted(terms, text, size):
    """Windows of one text, and a topic's counts in them."""
    clauses = [part.split() for part in text.split(",")]
    found = count_windows([terms], [clauses], [size])[size][0]
    return found.windows, found.together.tolist()


def test_windows_by_hand():
    # a b c | b c a | c a d
    assert counted(["a", "b", "d"], "a b c a d", 3) == (3, [[3, 2, 1], [2, 2, 0], [1, 0, 1]])


@pytest.mark.parametrize("text", ["", "a b", "a b c"])
def test_a_text_no_longer_than_a_window_is_one(text):
    there = int(bool(text))
    assert counted(["a", "b"], text, 3) == (1, [[there, there], [there, there]])


def test_a_phrase_is_in_the_windows_that_hold_all_of_it():
    # x a b | a b y | b y z
    assert counted(["a b", "y"], "x a b y z", 3) == (3, [[2, 1], [1, 2]])
    assert counted(["a b", "y"], "x a, b y z", 3) == (3, [[0, 0], [0, 2]])  # across clauses
    assert counted(["x a b y", "y"], "x a b y z", 3) == (3, [[0, 0], [0, 2]])  # longer than it


def test_a_word_and_a_phrase_that_holds_it_are_both_counted():
    assert counted(["a", "a b"], "x a b y", 2) == (3, [[2, 1], [1, 1]])


def test_a_term_leaves_with_its_first_copy_as_in_gensim():
    # a a x | a x y | x y z: after the first `a` has left, the second, still inside, is not counted
    assert counted(["a", "x"], "a a x y z", 3) == (3, [[1, 1], [1, 3]])
    # x a y a | a y a z | y a z z: the second goes with the first, one window too early
    assert counted(["a"], "x a y a z z", 4) == (3, [[2]])


def test_topics_that_share_terms_are_counted_each():
    texts = [[["a", "b", "c"]], [["c", "a"]]]
    first, second = count_windows([["a", "b"], ["b", "a", "c"]], texts, [10])[10]
    assert first.together.tolist() == [[2, 1], [1, 1]]
    assert second.together.tolist() == [[1, 1, 1], [1, 2, 2], [1, 2, 2]]


def test_no_topic_and_no_text_are_counted():
    assert count_windows([], [[["a"]]], [10]) == {10: []}
    assert counted([], "a b", 10) == (1, [])


# --- a slow reference ------------------------------------------------------------------------


def slow_windows(text, size):
    """Each window as the set of its words, stepped through word by word as gensim does."""
    words = list(text)
    inside = set(words[:size])
    windows = [set(inside)]
    for start in range(1, len(words) - size + 1):
        inside.discard(words[start - 1])
        inside.add(words[start + size - 1])
        windows.append(set(inside))
    return windows


def slow_npmi(one, other, windows):
    """NPMI of two words, Röder et al. 2015, equations 4 and 5."""
    share = [sum(word in w for w in windows) / len(windows) for word in (one, other)]
    joint = sum(one in w and other in w for w in windows) / len(windows) + EPSILON
    return math.log(joint / (share[0] * share[1])) / -math.log(joint)


def slow_coherences(terms, texts):
    """c_npmi and c_v of a topic whose terms all occur."""
    short = [w for text in texts for w in slow_windows(text, NPMI_WINDOW)]
    pairs = list(itertools.permutations(terms, 2))
    mean = sum(slow_npmi(a, b, short) for a, b in pairs) / len(pairs)
    long = [w for text in texts for w in slow_windows(text, CV_WINDOW)]
    vectors = [[slow_npmi(a, b, long) for b in terms] for a in terms]
    whole = [sum(column) for column in zip(*vectors, strict=True)]
    cosines = [
        sum(x * y for x, y in zip(vector, whole, strict=True))
        / (math.hypot(*vector) * math.hypot(*whole))
        for vector in vectors
    ]
    return mean, sum(cosines) / len(cosines)


def corpus(seed, vocabulary):
    """Random texts of lengths around those of the windows, and topics of words that occur."""
    draw = random.Random(seed)
    words = [f"w{i}" for i in range(vocabulary)]
    lengths = [0, 1, 9, 10, 11, 40, 109, 110, 111, 180]
    texts = [[draw.choice(words) for _ in range(length)] for length in lengths]
    present = sorted({word for text in texts for word in text})
    return texts, [draw.sample(present, draw.randint(2, 5)) for _ in range(3)]


def coherences(topics, texts):
    """Our c_npmi and c_v of each topic."""
    counts = count_windows(topics, [[text] for text in texts], [NPMI_WINDOW, CV_WINDOW])
    return list(map(npmi, counts[NPMI_WINDOW])), list(map(c_v, counts[CV_WINDOW]))


@pytest.mark.parametrize(("seed", "vocabulary"), [(0, 6), (1, 20), (2, 60)])
def test_coherence_agrees_with_a_slow_reference(seed, vocabulary):
    texts, topics = corpus(seed, vocabulary)
    expected = [slow_coherences(topic, texts) for topic in topics]
    ours = coherences(topics, texts)
    assert ours[0] == pytest.approx([pair[0] for pair in expected], abs=1e-9)
    assert ours[1] == pytest.approx([pair[1] for pair in expected], abs=1e-9)


@pytest.mark.parametrize(("seed", "vocabulary"), [(0, 6), (1, 20), (2, 60)])
def test_coherence_agrees_with_gensim(seed, vocabulary):
    models = pytest.importorskip(
        "gensim.models", reason="gensim is not installed: `uv sync --group peers`"
    )
    from gensim.corpora import Dictionary

    texts, topics = corpus(seed, vocabulary)
    topics[0].append("occurs nowhere")
    for name, ours in zip(("c_npmi", "c_v"), coherences(topics, texts), strict=True):
        model = models.CoherenceModel(
            topics=topics, texts=texts, dictionary=Dictionary(texts), coherence=name, processes=1
        )
        assert ours == pytest.approx(model.get_coherence_per_topic(), abs=1e-6)


@given(st.lists(st.lists(st.sampled_from("abcd"), max_size=14), min_size=1, max_size=4))
def test_coherence_lies_in_its_range_whatever_the_texts(texts):
    for values in coherences([["a", "b", "c"]], texts):
        value = values[0]
        assert isinstance(value, NotApplicable) or -1 - 1e-9 <= value <= 1 + 1e-9


@given(st.lists(st.lists(st.sampled_from("abcd"), max_size=14), min_size=1, max_size=4))
def test_windows_are_those_of_the_slow_reference(texts):
    found = count_windows([["a", "b"]], [[text] for text in texts], [3])[3][0]
    windows = [window for text in texts for window in slow_windows(text, 3)]
    assert found.windows == len(windows)
    assert found.together[0, 0] == sum("a" in window for window in windows)
    assert found.together[0, 1] == sum({"a", "b"} <= window for window in windows)


# --- words -----------------------------------------------------------------------------------


def test_variants_of_a_word_are_one():
    texts = ["Graphs, and a policy of graph theories!", "graphs"]
    assert list(roots(texts, clauses, singular)) == [
        [["graph"], ["and", "a", "policy", "of", "graph", "theory"]],
        [["graph"]],
    ]
