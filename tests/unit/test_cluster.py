"""Consensus, placement and tree of topics; and what they give on the seeds, whatever the seed."""

from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import adjusted_rand_score

from topograph.cluster import consensus as module
from topograph.cluster.clustering import Clustering, auto_min_cluster_size, cluster
from topograph.cluster.consensus import consensus, number_by_size, stabilities
from topograph.cluster.members import fit_members
from topograph.cluster.placement import place_documents
from topograph.cluster.tree import topic_tree
from topograph.config import ClusterSettings, ParseSettings, ReduceSettings
from topograph.encoders.base import encode_all
from topograph.encoders.onnx import OnnxEncoder
from topograph.encoders.shipped import shipped_files
from topograph.errors import TopographError
from topograph.parse.documents import make_documents
from topograph.parse.reading import read_corpus
from topograph.reduce.reduction import reduce

ROOT = Path(__file__).parents[2]
SEEDS = range(20)


@pytest.fixture(params=["co-association", "meta-clusters"])
def either_way(request, monkeypatch):
    """Both ways to a consensus, whatever the number of documents."""
    limit = 10**9 if request.param == "co-association" else 0
    monkeypatch.setattr(module, "CO_ASSOCIATION_UP_TO", limit)


@st.composite
def partitions(draw, smallest=2):
    """Clusters of at least `smallest` documents, numbered in any order, and noise."""
    sizes = draw(st.lists(st.integers(smallest, 6), min_size=1, max_size=5))
    noise = draw(st.integers(0, 4))
    labels = np.repeat([*range(len(sizes)), -1], [*sizes, noise])
    return labels[np.array(draw(st.permutations(range(len(labels)))))]


@st.composite
def ensembles(draw):
    """Members over the same documents, each with clusters from 0 without gaps."""
    n = draw(st.integers(4, 12))
    members = []
    for _ in range(draw(st.integers(2, 5))):
        labels = np.array(draw(st.lists(st.integers(-1, 3), min_size=n, max_size=n)))
        found = np.unique(labels[labels >= 0])
        members.append(np.where(labels >= 0, np.searchsorted(found, labels), -1))
    return np.array(members)


def relabelled(labels, random):
    """The same partitions under other numbers, and the members in another order."""
    mixed = []
    for member in labels:
        numbers = list(range(member.max() + 1))
        random.shuffle(numbers)
        mixed.append(np.array([*numbers, -1])[member])
    random.shuffle(mixed)
    return np.array(mixed)


def planted(n, topics, members, flipped, seed=0):
    """A partition, and members in which a share of the documents has strayed elsewhere."""
    random = np.random.default_rng(seed)
    truth = np.sort(np.arange(n) % topics)
    labels = np.tile(truth, (members, 1))
    for member in labels:
        strays = random.choice(n, round(flipped * n), replace=False)
        member[strays] = (member[strays] + random.integers(1, topics, len(strays))) % topics
    return truth, labels


# --- numbering


@pytest.mark.parametrize(
    ("labels", "least", "expected"),
    [
        ([5, 2, 2, -1], 1, [1, 0, 0, -1]),
        ([5, 2, 2, -1], 2, [-1, 0, 0, -1]),
        ([1, 1, 0, 0], 1, [0, 0, 1, 1]),  # of equals the one that comes first
        ([-1, -1], 1, [-1, -1]),
        ([3, 3, 3], 4, [-1, -1, -1]),
    ],
)
def test_topics_are_numbered_by_size(labels, least, expected):
    assert number_by_size(np.array(labels), least).tolist() == expected


@given(st.lists(st.integers(-1, 5), min_size=1), st.integers(1, 4))
def test_numbers_have_no_gap_and_follow_the_sizes(labels, least):
    numbered = number_by_size(np.array(labels), least)
    sizes = np.bincount(numbered[numbered >= 0])
    assert (sizes >= least).all()
    assert (np.diff(sizes) <= 0).all()
    assert (number_by_size(numbered, least) == numbered).all()


# --- consensus


@pytest.mark.usefixtures("either_way")
@given(partitions(), st.integers(1, 6))
def test_the_consensus_of_equal_partitions_is_that_partition(labels, members):
    found = consensus(np.tile(labels, (members, 1)), 2)
    assert (found == number_by_size(labels, 2)).all()


@pytest.mark.usefixtures("either_way")
@pytest.mark.parametrize("members", [1, 2, 40])
def test_where_no_member_finds_anything_there_is_nothing(members):
    assert (consensus(np.full((members, 30), -1), 3) == -1).all()


@given(ensembles(), st.integers(2, 4), st.randoms(use_true_random=False))
def test_neither_numbers_nor_order_of_the_members_change_the_consensus(labels, least, random):
    expected = consensus(labels, least)
    assert (consensus(relabelled(labels, random), least) == expected).all()


@pytest.mark.usefixtures("either_way")
@given(st.integers(0, 99), st.randoms(use_true_random=False))
def test_neither_numbers_nor_order_change_a_clear_consensus(seed, random):
    _, labels = planted(60, 4, 7, 0.15, seed)
    assert (consensus(relabelled(labels, random), 4) == consensus(labels, 4)).all()


@pytest.mark.usefixtures("either_way")
@pytest.mark.parametrize("seed", range(5))
def test_a_planted_partition_is_recovered_from_members_that_stray(seed):
    truth, labels = planted(200, 5, 30, 0.2, seed)
    assert adjusted_rand_score(truth, labels[0]) < 0.8
    assert (consensus(labels, 5) == truth).all()


@pytest.mark.usefixtures("either_way")
def test_a_document_that_every_member_calls_noise_is_noise():
    labels = np.tile(np.repeat([0, 1], 10), (10, 1))
    labels[:, 4] = -1
    labels[:3, 12] = -1
    assert np.flatnonzero(consensus(labels, 3) == -1).tolist() == [4]


# --- agreement of the members

#: Jaccard of the first member's clusters with the topics: 1 and 1; of the second's: 2/3 and 1/4.
MEMBERS = np.array([[0, 0, 1, 1], [0, 0, 0, -1]])
TOPICS = np.array([0, 0, 1, 1])


def test_stability_of_documents_by_hand():
    by_document, _ = stabilities(MEMBERS, TOPICS)
    assert by_document.tolist() == [1, 1, 0.5, 0.5]


def test_stability_of_noise_is_the_share_of_members_that_call_it_noise():
    by_document, _ = stabilities(MEMBERS, np.array([0, 0, 1, -1]))
    assert by_document[3] == 0.5


def test_stability_of_topics_by_hand():
    # (1 + 2/3) / 2 and (1 + 1/4) / 2
    assert stabilities(MEMBERS, TOPICS)[1] == pytest.approx([5 / 6, 5 / 8])


def test_stability_of_a_topic_that_a_member_misses():
    members = np.array([[0, 0, 1, 1], [-1, -1, -1, -1]])
    by_document, by_topic = stabilities(members, TOPICS)
    assert by_topic.tolist() == [0.5, 0.5]
    assert by_document.tolist() == [0.5, 0.5, 0.5, 0.5]


def test_a_cluster_of_noise_documents_stands_for_no_topic():
    members = np.array([[0, 0, 1, 1], [0, 0, 1, 1]])
    by_document, _ = stabilities(members, np.array([0, 0, -1, -1]))
    assert by_document.tolist() == [1, 1, 0, 0]


@given(ensembles(), st.data())
def test_stabilities_are_shares(labels, data):
    n = labels.shape[1]
    topics = np.array(data.draw(st.lists(st.integers(-1, 2), min_size=n, max_size=n)))
    topics[:3] = [0, 1, 2]
    for values in stabilities(labels, topics):
        assert ((values >= 0) & (values <= 1 + 1e-9)).all()


@given(partitions(), st.integers(1, 4))
def test_members_that_agree_are_stable(labels, members):
    by_document, by_topic = stabilities(np.tile(labels, (members, 1)), number_by_size(labels))
    assert by_topic == pytest.approx(1.0)
    assert by_document == pytest.approx(1.0)


# --- clusterings of any corpus


def check(result, n, least):
    assert result.topics.shape == result.strength.shape == result.stability.shape == (n,)
    sizes = np.bincount(result.topics[result.topics >= 0])
    assert len(sizes) == len(result.topic_stability) == result.topics.max() + 1 >= 1
    assert (np.diff(sizes) <= 0).all()
    assert sizes.min() >= min(least, n)
    for values in (result.strength, result.stability, result.topic_stability):
        assert np.isfinite(values).all()
        assert ((values >= 0) & (values <= 1)).all()
    assert (result.strength[result.topics == -1] == 0).all()


@pytest.mark.parametrize("n", range(1, 21))
def test_any_number_of_random_points_is_clustered(n):
    space = np.random.default_rng(n).normal(size=(3, n, 2)).astype(np.float32)
    result = cluster(space, ClusterSettings())
    check(result, n, auto_min_cluster_size(n))
    assert result.used["min_cluster_size"] == 3
    if n < 6:
        assert result.topics.tolist() == [0] * n
        assert len(result.used["notes"]) == 1


@pytest.mark.parametrize("n", [1, 2, 5, 6, 20, 60])
@pytest.mark.parametrize("settings", [{}, {"min_samples": 2}, {"selection": "eom"}])
def test_points_that_are_all_the_same_are_one_topic(n, settings):
    result = cluster(np.zeros((3, n, 2), np.float32), ClusterSettings(**settings))
    check(result, n, 3)
    assert result.topics.tolist() == [0] * n
    assert len(result.used["notes"]) == 1


def test_where_nothing_stands_out_all_documents_are_one_topic_with_a_note():
    grid = np.stack(np.meshgrid(np.arange(6.0), np.arange(6.0)), axis=-1).reshape(1, 36, 2)
    space = np.tile(grid, (3, 1, 1)).astype(np.float32)
    labels, _ = fit_members(space, 3, 1, "leaf")
    assert (labels == -1).all()
    result = cluster(space, ClusterSettings())
    check(result, 36, 3)
    assert result.topics.tolist() == [0] * 36
    assert any("stands out" in note for note in result.used["notes"])


def test_groups_that_stand_apart_are_the_topics():
    random = np.random.default_rng(0)
    truth = np.repeat([0, 1, 2], [30, 20, 10])
    centres = np.array([[0, 0], [10, 0], [0, 10]])
    space = (centres[truth] + random.normal(scale=0.1, size=(5, 60, 2))).astype(np.float32)
    result = cluster(space, ClusterSettings(selection="eom", min_cluster_size=10))
    assert (result.topics == truth).all()
    assert result.topic_stability.min() > 0.9
    assert result.used["topics_of_members"] == [3] * 5
    assert result.used["notes"] == []


@pytest.mark.parametrize(("n", "asked"), [(1, 2), (20, 21), (20, 500)])
def test_topics_larger_than_the_corpus_are_refused(n, asked):
    space = np.zeros((1, n, 2), np.float32)
    with pytest.raises(TopographError) as caught:
        cluster(space, ClusterSettings(min_cluster_size=asked))
    assert f"cluster.min_cluster_size is {asked}" in caught.value.what
    assert str(n) in caught.value.fix


def test_topics_have_at_least_the_size_asked_for():
    space = np.random.default_rng(0).normal(size=(5, 80, 2)).astype(np.float32)
    for asked in (2, 5, 10):
        result = cluster(space, ClusterSettings(min_cluster_size=asked))
        check(result, 80, asked)


# --- places of the documents


def at(*degrees):
    angles = np.radians(degrees)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


def placed(vectors, topics, stability=None):
    n = len(topics)
    stability = np.ones(n) if stability is None else np.array(stability)
    return place_documents(vectors, Clustering(np.array(topics), np.ones(n), stability, np.ones(1)))


def cos(degrees):
    return np.cos(np.radians(degrees))


def test_places_by_hand():
    # the topics' centroids point to 10 and to 100 degrees
    vectors = at(0, 20, 90, 110, 60, 56, 300)
    table = placed(vectors, [0, 0, 1, 1, -1, -1, -1], [1, 1, 1, 1, 0.2, 0.2, 0.5])
    assert table["nearest_topic"].to_list() == [1, 1, 0, 0, 1, 1, 0]
    assert table["margin"].to_numpy() == pytest.approx(
        [
            cos(10) - cos(100),
            cos(10) - cos(80),
            cos(10) - cos(80),
            cos(10) - cos(100),
            cos(40) - cos(50),
            cos(44) - cos(46),
            cos(70) - cos(160),
        ],
        abs=1e-6,
    )
    assert table["reason"].to_list() == [
        "",
        "",
        "",
        "",
        "unstable over members",
        "between topics",
        "far from all topics",
    ]


def test_places_beside_a_single_topic():
    table = placed(at(0, 20, 90), [0, 0, -1], [1, 1, 0.5])
    assert table["nearest_topic"].to_list() == [-1, -1, 0]
    assert table["margin"].to_numpy() == pytest.approx([1, 1, cos(80)], abs=1e-6)
    assert table["reason"].to_list() == ["", "", "far from all topics"]
    alone = placed(at(0, 20), [0, 0])
    assert alone["nearest_topic"].to_list() == [-1, -1]
    assert alone["margin"].to_list() == [1, 1]


@given(st.lists(st.tuples(st.integers(0, 359), st.integers(-1, 2)), min_size=1, max_size=20))
def test_reasons_are_given_for_noise_alone_and_no_topic_is_nearest_to_its_own(pairs):
    degrees, topics = zip(*pairs, strict=True)
    # one document in each topic, so that there are no gaps
    vectors, topics = at(0, 120, 240, *degrees), np.array([0, 1, 2, *topics])
    table = placed(vectors, topics, np.linspace(0, 1, len(topics)))
    assert ((table["reason"] != "") == (topics == -1)).all()
    assert (table["nearest_topic"] != table["topic"]).all()
    assert table["nearest_topic"].between(0, 2).all()
    assert np.isfinite(table["margin"]).all()
    assert (table["margin"][topics == -1] >= 0).all()


# --- the tree


def test_the_tree_by_hand():
    # centroids at 0, 10 and 90 degrees; the first two merge, then the third by average linkage
    vectors, topics = at(0, 0, 0, 10, 10, 90, 45), np.array([0, 0, 0, 1, 1, 2, -1])
    tree = topic_tree(vectors, topics)
    assert tree["topics"] == 3
    first, second = tree["merges"]
    assert (first["node"], {first["left"], first["right"]}, first["size"]) == (3, {0, 1}, 5)
    assert (second["node"], {second["left"], second["right"]}, second["size"]) == (4, {2, 3}, 6)
    assert first["height"] == pytest.approx(1 - cos(10), abs=1e-6)
    assert second["height"] == pytest.approx(1 - (cos(90) + cos(80)) / 2, abs=1e-6)


def test_one_topic_has_no_merges():
    assert topic_tree(at(0, 10, 90), np.array([0, 0, -1])) == {"topics": 1, "merges": []}


@given(st.integers(2, 12), st.integers(0, 99))
def test_sizes_add_up_to_all_placed_documents(count, seed):
    random = np.random.default_rng(seed)
    topics = np.concatenate([np.arange(count), random.integers(-1, count, 30)])
    tree = topic_tree(random.normal(size=(len(topics), 8)).astype(np.float32), topics)
    sizes = dict(enumerate(np.bincount(topics[topics >= 0]).tolist()))
    for merge in tree["merges"]:
        assert merge["size"] == sizes.pop(merge["left"]) + sizes.pop(merge["right"])
        sizes[merge["node"]] = merge["size"]
    assert list(sizes.values()) == [(topics >= 0).sum()]
    heights = [merge["height"] for merge in tree["merges"]]
    assert heights == sorted(heights)


# --- the seeds, under twenty random seeds. About a minute: it measures what users get.


@pytest.fixture(scope="module")
def partitions_of_the_seeds():
    names = sorted(str(path) for path in (ROOT / "seeds").glob("*.txt"))
    parsed = make_documents(read_corpus(names, ParseSettings()), ParseSettings())
    texts = parsed.documents["text"].to_list()
    vectors = encode_all(OnnxEncoder(shipped_files(), 2), texts)
    found = [
        cluster(reduce(vectors, ReduceSettings(seed=seed), "auto").space, ClusterSettings()).topics
        for seed in SEEDS
    ]
    print("\nseed  topics  noise  ARI with the seed before")
    before = [None, *(adjusted_rand_score(one, other) for one, other in pairwise(found))]
    for seed, topics, ari in zip(SEEDS, found, before, strict=True):
        agreement = "" if ari is None else f"{ari:5.2f}"
        print(f"{seed:4}  {topics.max() + 1:6}  {(topics == -1).mean():5.1%}  {agreement}")
    every = [adjusted_rand_score(one, other) for one, other in combinations(found, 2)]
    print(f"ARI of all pairs: mean {np.mean(every):.3f}, least {np.min(every):.3f}")
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_the_seeds_have_8_to_18_topics_and_little_noise(partitions_of_the_seeds, seed):
    topics = partitions_of_the_seeds[seed]
    assert len(topics) == 95
    assert 8 <= topics.max() + 1 <= 18
    assert (topics == -1).mean() <= 0.15
