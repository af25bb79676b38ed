"""Partition, consensus, stability and placement; and what they give on the seeds."""

import json
import os
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import cdist
from sklearn.metrics import adjusted_rand_score

from topograph.clusterers.agglomerative import agglomerative_member
from topograph.clusterers.hdbscan import hdbscan_members
from topograph.clusterers.kmeans import kmeans_members
from topograph.clusterers.members import ensemble
from topograph.clusterers.spherical_kmeans import spherical_kmeans_members
from topograph.config import ClusterSettings, ParseSettings, ReduceSettings
from topograph.core.neighbors import nearest_neighbors
from topograph.encoders.base import encode_all
from topograph.encoders.onnx import OnnxEncoder
from topograph.encoders.shipped import shipped_files
from topograph.errors import TopographError
from topograph.reducers.graph import cosine_graph
from topograph.stages.cluster.clustering import (
    Clustering,
    ClusterInput,
    Evidence,
    auto_min_cluster_size,
    auto_topics,
    cluster,
    clustering_of,
    membership_in,
)
from topograph.stages.cluster.consensus import (
    consensus,
    join_nodes,
    medoid,
    number_by_size,
    thin,
    weigh,
)
from topograph.stages.cluster.memberships import assign_noise, place_documents
from topograph.stages.cluster.partition import leiden, leiden_with, merge_small
from topograph.stages.cluster.stability import Stability, stability_of
from topograph.stages.parse.documents import make_documents
from topograph.stages.parse.reading import read_corpus
from topograph.stages.reduce.reduction import reduce
from topograph.system import parallel as processes

ROOT = Path(__file__).parents[4]
METHODS = ["hdbscan", "kmeans", "spherical_kmeans", "agglomerative", "leiden"]


def graph_of(n, edges):
    """A symmetric graph from {(row, column): weight}."""
    rows, columns = zip(*edges, strict=True) if edges else ((), ())
    weights = list(edges.values())
    half = scipy.sparse.csr_matrix((weights, (rows, columns)), shape=(n, n))
    return (half + half.T).tocsr()


def cliques(*sizes, bridge=0.0):
    """Groups of documents all joined to each other, and each group to the next by one edge."""
    edges, start = {}, 0
    for size in sizes:
        edges |= dict.fromkeys(combinations(range(start, start + size), 2), 1.0)
        if bridge and start:
            edges[start - 1, start] = bridge
        start += size
    return graph_of(start, edges)


def groups(*sizes):
    return np.repeat(np.arange(len(sizes)), sizes)


def topical(sizes, spread=0.15, members=3, seed=0):
    """A corpus of groups that stand apart: unit vectors, their graph, and spaces with noise."""
    random = np.random.default_rng(seed)
    truth = groups(*sizes)
    vectors = np.eye(16)[truth] + random.normal(scale=spread, size=(len(truth), 16))
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    graph = cosine_graph(*nearest_neighbors(vectors, min(10, len(truth) - 1)))
    space = np.stack(
        [vectors[:, :5] + random.normal(scale=0.02, size=(len(truth), 5)) for _ in range(members)]
    )
    return truth, ClusterInput(vectors, graph.astype(np.float64), space.astype(np.float32))


# --- numbering


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ([5, 2, 2, -1], [1, 0, 0, -1]),
        ([1, 1, 0, 0], [0, 0, 1, 1]),  # of equals the one that comes first
        ([-1, -1], [-1, -1]),
    ],
)
def test_topics_are_numbered_by_size(labels, expected):
    assert number_by_size(np.array(labels)).tolist() == expected


@given(st.lists(st.integers(-1, 5), min_size=1))
def test_numbers_have_no_gap_and_follow_the_sizes(labels):
    numbered = number_by_size(np.array(labels))
    sizes = np.bincount(numbered[numbered >= 0])
    assert (sizes > 0).all()
    assert (np.diff(sizes) <= 0).all()
    assert (number_by_size(numbered) == numbered).all()


# --- communities


def test_groups_joined_by_single_edges_are_the_communities():
    found = leiden(cliques(6, 5, 4, bridge=0.5), 1.0, seed=1)
    assert adjusted_rand_score(groups(6, 5, 4), found) == 1


def test_documents_of_a_graph_without_edges_are_communities_of_their_own():
    assert leiden(graph_of(4, {}), 1.0, seed=0).tolist() == [0, 1, 2, 3]


def test_documents_without_an_edge_are_communities_of_their_own():
    graph = graph_of(5, {(0, 1): 1.0, (0, 2): 1.0, (1, 2): 1.0})
    found = leiden(graph, 1.0, seed=1)
    assert len(set(found[:3])) == 1
    assert len(set(found)) == 3


@pytest.mark.parametrize(("wanted", "expected"), [(2, groups(12, 12)), (4, groups(6, 6, 6, 6))])
def test_as_many_communities_as_wanted_are_found(wanted, expected):
    # two pairs of groups; each pair is joined more closely than the pairs are
    graph = cliques(6, 6, 6, 6, bridge=0.1)
    joined = graph.tolil()
    for one, other in [(0, 6), (1, 7), (2, 8), (12, 18), (13, 19), (14, 20)]:
        joined[one, other] = joined[other, one] = 1.0
    found, _ = leiden_with(joined.tocsr(), wanted, seed=0, trials=3)
    assert adjusted_rand_score(expected, found) == 1


def test_a_small_community_goes_into_the_one_it_is_joined_with_most_strongly():
    graph = graph_of(
        7, {(0, 1): 1.0, (2, 3): 1.0, (4, 5): 1.0, (4, 6): 1.0, (1, 2): 0.9, (0, 4): 0.2}
    )
    labels = np.array([0, 0, 1, 1, 2, 2, 2])
    # 1 is joined with 0 by 0.9 over 4 pairs, 0 with 2 by 0.2 over 6
    assert merge_small(graph, labels, 3).tolist() == [0, 0, 0, 0, 1, 1, 1]
    assert merge_small(graph, labels, 2).tolist() == labels.tolist()
    assert merge_small(graph, labels, 2, most=2).tolist() == [0, 0, 0, 0, 1, 1, 1]
    assert merge_small(graph, labels, 2, most=1).tolist() == [0] * 7


@given(st.lists(st.integers(1, 6), min_size=1, max_size=6), st.integers(1, 8), st.integers(1, 6))
def test_merged_communities_are_large_and_few_enough(sizes, least, most):
    labels = groups(*sizes)
    merged = merge_small(cliques(*sizes, bridge=0.3), labels, least, most)
    found = np.bincount(merged)
    assert len(found) == 1 or (found.min() >= least and len(found) <= most)
    for label in range(len(sizes)):  # what was together stays together
        assert len(set(merged[labels == label])) == 1


# --- consensus


def test_edges_are_weighed_by_how_often_their_ends_stand_together():
    graph = graph_of(4, {(0, 1): 1.0, (1, 2): 0.5, (2, 3): 1.0})
    members = np.array([[0, 0, 1, 1], [0, 0, 0, -1]])
    # together in 2, 1 and 1 of 2 members
    weighed = weigh(graph, members, 0.4).toarray()
    assert weighed[0, 1] == pytest.approx(1.0)
    assert weighed[1, 2] == pytest.approx(0.5 * (0.6 + 0.4 * 0.5))
    assert weighed[2, 3] == pytest.approx(0.6 + 0.4 * 0.5)
    assert (weighed == weighed.T).all()
    alone = weigh(graph, np.array([[-1, -1, 0, 0]]), 1.0)
    assert alone.nnz == 2  # edges of weight 0 are gone


def test_a_thinned_graph_holds_a_share_of_the_edges_in_both_directions():
    graph = cliques(40)
    edges = scipy.sparse.triu(graph, format="coo")
    thinned = thin(edges, 0.8, np.random.default_rng(0))
    assert (thinned != thinned.T).nnz == 0
    assert 0.75 < thinned.nnz / graph.nnz < 0.85
    assert (graph - thinned).min() >= 0


@pytest.mark.parametrize("seed", range(3))
def test_groups_are_found_whatever_stray_members_say(seed):
    random = np.random.default_rng(seed)
    truth = groups(20, 15, 10)
    members = np.tile(truth, (10, 1))
    for member in members:
        member[random.choice(45, 15, replace=False)] = random.integers(-1, 3, 15)
    topics, weighed, repeated = consensus(cliques(20, 15, 10, bridge=1.0), members, 3, 5, seed)
    assert topics.tolist() == truth.tolist()
    assert weighed.shape == (45, 45)
    assert repeated.shape[1] == 45


def test_the_consensus_does_not_depend_on_the_number_of_threads():
    _, corpus = topical([15] * 6, spread=0.4)
    one, two = (consensus(corpus.graph, None, 6, 3, 0, threads) for threads in (1, 2))
    assert one[0].tolist() == two[0].tolist()
    assert (one[2] == two[2]).all()


def test_documents_whose_ties_are_all_in_doubt_go_where_the_graph_joins_them():
    # the last document is joined with one of the first group, who never stays with it
    graph = cliques(8, 8, bridge=0.1).tolil()
    graph.resize((17, 17))
    graph[16, 0] = graph[0, 16] = 0.01
    members = np.array([[*groups(8, 8), -1]] * 3)
    topics, _, _ = consensus(graph.tocsr(), members, 2, 3, 0)
    assert topics[16] == topics[0]


def test_members_decide_where_the_graph_leaves_it_open():
    # four groups in a ring, joined with their neighbours alike: which pairs are topics?
    ring = cliques(6, 6, 6, 6).tolil()
    for group in range(4):
        for k in range(3):
            one, other = 6 * group + k, (6 * group + 9 + k) % 24
            ring[one, other] = ring[other, one] = 1.0
    for shift, expected in [(0, groups(12, 12)), (6, np.roll(groups(12, 12), 6))]:
        members = np.tile(np.roll(groups(12, 12), shift), (5, 1))
        topics, _, _ = consensus(ring.tocsr(), members, 2, 3, 0)
        assert adjusted_rand_score(expected, topics) == 1


def test_the_medoid_is_the_member_that_agrees_best():
    members = np.array([[0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1], [0, 1, 0, 1, 0, 1]])
    assert medoid(members) == 0
    assert medoid(members[2:]) == 0


# --- stability

#: Jaccard of the first member's clusters with the topics: 1 and 1; of the second's: 2/3 and 1/4.
MEMBERS = np.array([[0, 0, 1, 1], [0, 0, 0, -1]])
TOPICS = np.array([0, 0, 1, 1])


def test_stability_by_hand():
    found = stability_of(MEMBERS, TOPICS)
    assert found.documents.tolist() == [1, 1, 0.5, 0.5]
    assert found.topics == pytest.approx([(1 + 2 / 3) / 2, (1 + 1 / 4) / 2])
    assert found.found.tolist() == [1, 0.5]


def test_stability_of_noise_is_the_share_of_members_that_leave_it_out():
    assert stability_of(MEMBERS, np.array([0, 0, 1, -1])).documents[3] == 0.5


def test_stability_of_noise_can_be_derived_from_others():
    found = stability_of(MEMBERS, np.array([0, 0, 1, -1]), np.array([0, 0, 0, 0.7]))
    assert found.documents[3] == 0.7


def test_stability_of_a_topic_that_a_member_misses():
    found = stability_of(np.array([[0, 0, 1, 1], [-1, -1, -1, -1]]), TOPICS)
    assert found.topics.tolist() == found.found.tolist() == [0.5, 0.5]
    assert found.documents.tolist() == [0.5, 0.5, 0.5, 0.5]


def test_a_cluster_of_noise_documents_stands_for_no_topic():
    found = stability_of(np.array([[0, 0, 1, 1], [0, 0, 1, 1]]), np.array([0, 0, -1, -1]))
    assert found.documents.tolist() == [1, 1, 0, 0]


@given(st.integers(0, 99), st.integers(1, 5))
def test_stabilities_are_shares_and_members_that_agree_are_stable(seed, members):
    random = np.random.default_rng(seed)
    labels = np.stack([number_by_size(random.integers(-1, 4, 20)) for _ in range(members)])
    topics = number_by_size(np.concatenate([[0, 1, 2], random.integers(-1, 3, 17)]))
    found = stability_of(labels, topics)
    for values in (found.documents, found.topics, found.found):
        assert ((values >= 0) & (values <= 1)).all()
    same = stability_of(np.tile(topics, (members, 1)), topics)
    assert (same.topics == 1).all()
    assert (same.documents == 1).all()


# --- documents that are the same


@pytest.mark.slow
def test_documents_of_the_same_text_stay_together():
    # as many equal documents as others: each has only equal ones among its neighbours
    vectors = topical([30, 30], spread=0.3)[1].vectors
    vectors = np.concatenate([vectors, np.repeat(vectors[:1], 60, axis=0)])
    reduced = reduce(vectors, ReduceSettings(), 5)
    found = cluster(
        ClusterInput(vectors, reduced.graph.astype(np.float64), reduced.space),
        ClusterSettings(n_topics=6, min_cluster_size=3),
    )
    assert found.topics.max() >= 2
    assert len(set(found.topics[60:]) - {-1}) == 1


def test_joined_nodes_have_the_edges_of_their_documents():
    graph = scipy.sparse.csr_matrix(
        np.array([[0, 1, 2, 0], [1, 0, 0, 4], [2, 0, 0, 8], [0, 4, 8, 0]], dtype=float)
    )
    joined = join_nodes(graph, np.array([0, 0, 1, 2]))
    assert joined.toarray().tolist() == [[0, 2, 4], [2, 0, 8], [4, 8, 0]]
    assert join_nodes(graph, np.arange(4)) is graph


# --- topics that are none


def unit_rows(vectors: np.ndarray) -> np.ndarray:
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


@pytest.fixture(scope="module")
def structureless() -> np.ndarray:
    return unit_rows(np.random.default_rng(0).normal(size=(500, 384)))


def fitted(vectors: np.ndarray, **settings) -> Clustering:
    reduced = reduce(vectors, ReduceSettings(), 6)
    corpus = ClusterInput(vectors, reduced.graph.astype(np.float64), reduced.space)
    return cluster(corpus, ClusterSettings(**settings))


@pytest.mark.slow
def test_points_without_structure_are_one_topic_or_noise(structureless):
    found = fitted(structureless)
    assert (found.topics <= 0).all()
    assert (found.topics == 0).all() or (found.topics == -1).mean() > 0.9


@pytest.mark.slow
def test_as_many_topics_as_asked_for_whatever_their_stability(structureless):
    found = fitted(structureless, n_topics=7)
    assert found.topics.max() == 6
    assert found.stability.topics.mean() < 0.5
    assert any("unstable" in note for note in found.used["notes"])


@pytest.mark.slow
def test_a_few_topics_among_much_noise(structureless):
    truth, corpus = topical([30, 30], spread=0.02)
    wide = np.hstack([corpus.vectors, np.zeros((60, 384 - corpus.vectors.shape[1]), np.float32)])
    found = fitted(np.concatenate([unit_rows(wide), structureless]))
    assert adjusted_rand_score(truth, found.topics[:60]) == 1
    assert (found.topics[:60] >= 0).all()
    assert (found.topics[60:] == -1).mean() > 0.8
    assert any("rarely recurred" in note for note in found.used["notes"])


# --- members


def test_a_member_that_collapsed_takes_the_leaves():
    # dense groups inside one large cloud, and a small group far away: two persistent clusters
    random = np.random.default_rng(0)
    centres = np.array([[0, 0], [1.2, 0], [0, 1.2], [1.2, 1.2], [40, 40]])
    truth = groups(30, 30, 30, 30, 12)
    space = (centres[truth] + random.normal(scale=0.25, size=(132, 2)))[None].astype(np.float32)
    plain, collapsed = hdbscan_members(ensemble(space, 1, None, 0), 10, 1, "leaf")
    assert collapsed == 0
    found, collapsed = hdbscan_members(ensemble(space, 1, None, 0), 10, 1, "eom")
    assert collapsed == 1
    assert (found == plain).all()
    assert found.max() + 1 >= 4


def test_members_take_the_spaces_in_turn_and_see_their_own_share_of_the_documents():
    space = np.arange(2 * 50 * 3, dtype=np.float32).reshape(2, 50, 3)
    whole = ensemble(space, 4, None, 9)
    assert [(member.points == space[number % 2]).all() for number, member in enumerate(whole)]
    assert all((member.seen == np.arange(50)).all() for member in whole)
    parts = ensemble(space, 4, 0.8, 9)
    for member in parts:
        assert len(member.seen) == 40
        assert (np.diff(member.seen) > 0).all()
        assert 0 <= member.seen[0] <= member.seen[-1] < 50
    assert len({tuple(member.seen) for member in parts}) == 4
    again, other = ensemble(space, 4, 0.8, 9), ensemble(space, 4, 0.8, 10)
    assert all((one.seen == two.seen).all() for one, two in zip(parts, again, strict=True))
    assert any((one.seen != two.seen).any() for one, two in zip(parts, other, strict=True))


def test_documents_that_a_member_does_not_see_go_with_the_nearest_one():
    _, corpus = topical([30, 20, 10], spread=0.1)
    members = ensemble(corpus.vectors[None], 5, 0.6, 0)
    labels, _ = hdbscan_members(members, 5, 1, "leaf")
    assert labels.shape == (5, 60)
    for member, found in zip(members, labels, strict=True):
        nearest = cdist(member.points, member.points[member.seen]).argmin(axis=1)
        assert (found == found[member.seen][nearest]).all()
        assert found.max() >= 1


@pytest.mark.parametrize("fit", [kmeans_members, spherical_kmeans_members])
def test_documents_that_k_means_does_not_see_go_with_their_centre(fit):
    truth, corpus = topical([30, 20, 10], spread=0.05)
    for member in fit(ensemble(corpus.vectors[None], 5, 0.6, 0), 3, 0.0):
        assert adjusted_rand_score(truth, member) == 1


def test_members_do_not_depend_on_the_number_of_processes(monkeypatch):
    monkeypatch.setattr(processes, "PARALLEL_FROM", 1)
    _, corpus = topical([30, 20, 10], spread=0.2)
    some = ensemble(corpus.space, 6, 0.7, 0)
    one, two = (hdbscan_members(some, 4, 1, "eom", threads) for threads in (1, 2))
    assert (one[0] == two[0]).all()
    assert one[1] == two[1]


@pytest.mark.parametrize("method", ["hdbscan", "kmeans", "spherical_kmeans"])
@pytest.mark.parametrize("n", [6, 7, 30])
def test_members_of_small_samples_give_a_valid_result(method, n):
    corpus = topical([n - n // 2, n // 2], spread=0.1)[1]
    one_space = ClusterInput(corpus.vectors, corpus.graph, corpus.space[:1])
    for wanted in ("auto", 2):
        settings = ClusterSettings(
            method=method, resample=0.2, members=7, n_topics=wanted, min_cluster_size=2
        )
        found = cluster(one_space, settings)
        assert len(found.topics) == n
        assert found.used["members"] in (1, 7)  # 1: all documents are one topic


def test_clusterers_find_groups_and_trim_the_farthest():
    truth, corpus = topical([30, 20, 10], spread=0.05)
    found = {
        "kmeans": kmeans_members(ensemble(corpus.space, len(corpus.space), None, 0), 3, 0.1),
        "spherical": spherical_kmeans_members(ensemble(corpus.vectors[None], 2, None, 0), 3, 0.1),
    }
    for labels in found.values():
        for member in labels:
            assert (member == -1).sum() == 6
            kept = member >= 0
            assert adjusted_rand_score(truth[kept], member[kept]) == 1
    assert adjusted_rand_score(truth, agglomerative_member(corpus.vectors, 3)[0]) == 1
    # farther from the centre than all that stay, by the cosine
    member = found["spherical"][0]
    centre = corpus.vectors[truth == 0].mean(axis=0)
    cosine = corpus.vectors[truth == 0] @ (centre / np.linalg.norm(centre))
    outside = member[truth == 0] == -1
    assert not outside.any() or cosine[outside].max() < np.median(cosine[~outside])


# --- clusterings of any corpus


def check(result, n, least):
    topics = result.topics
    assert topics.shape == result.strength.shape == result.stability.documents.shape == (n,)
    sizes = np.bincount(topics[topics >= 0])
    assert len(sizes) == len(result.stability.topics) == topics.max() + 1 >= 1
    assert (np.diff(sizes) <= 0).all()
    assert sizes.min() >= min(least, n)
    assert result.memberships.shape == (n, len(sizes))
    rows = np.asarray(result.memberships.sum(axis=1)).ravel()
    assert (np.isclose(rows, 1) | (rows == 0)).all()
    for values in (result.strength, result.stability.documents, result.stability.topics):
        assert ((values >= 0) & (values <= 1 + 1e-9)).all()
    assert (result.strength[topics == -1] == 0).all()


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 10, 20, 60])
def test_any_number_of_random_documents_is_clustered(n, method):
    vectors = np.random.default_rng(n).normal(size=(n, 16))
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    reduced = reduce(vectors, ReduceSettings(method="pca"), "auto")
    corpus = ClusterInput(vectors, reduced.graph.astype(np.float64), reduced.space)
    result = cluster(corpus, ClusterSettings(method=method))
    check(result, n, auto_min_cluster_size(n))
    assert result.used["min_cluster_size"] == 3
    if n < 6:
        assert result.topics.tolist() == [0] * n
        assert len(result.used["notes"]) == 1


@pytest.mark.parametrize("n", [2, 6, 60])
@pytest.mark.parametrize("settings", [{}, {"min_samples": 2}, {"method": "leiden"}])
def test_documents_that_are_all_the_same_are_one_topic(n, settings):
    vectors = np.ones((n, 4), np.float32) / 2
    reduced = reduce(vectors, ReduceSettings(), "auto")
    corpus = ClusterInput(vectors, reduced.graph.astype(np.float64), reduced.space)
    result = cluster(corpus, ClusterSettings(**settings))
    check(result, n, 3)
    assert result.topics.tolist() == [0] * n
    assert len(result.used["notes"]) == 1


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("settings", [{}, {"n_topics": 3}])
@pytest.mark.filterwarnings("error")
def test_documents_at_right_angles_to_each_other_are_clustered(method, settings):
    vectors = np.eye(12, dtype=np.float32)
    reduced = reduce(vectors, ReduceSettings(method="pca"), "auto")
    assert reduced.graph.nnz == 0
    corpus = ClusterInput(vectors, reduced.graph.astype(np.float64), reduced.space)
    result = cluster(corpus, ClusterSettings(method=method, **settings))
    check(result, 12, 3)
    if method in ("hdbscan", "leiden"):  # they have nothing to tell documents apart by
        assert result.topics.tolist() == [0] * 12
        assert "no two documents are joined" in result.used["notes"][0]


@pytest.mark.parametrize("method", ["hdbscan", "leiden"])
def test_a_document_without_neighbours_is_noise(method):
    truth, corpus = topical([20, 20])
    vectors = np.vstack([np.pad(corpus.vectors, ((0, 0), (0, 1))), np.eye(17)[16:]])
    graph = scipy.sparse.block_diag([corpus.graph, [[0.0]]]).tocsr()
    graph.eliminate_zeros()
    away = np.full((len(corpus.space), 1, 5), 9.0)
    space = np.concatenate([corpus.space, away], axis=1)
    corpus = ClusterInput(vectors.astype(np.float32), graph, space)
    result = cluster(corpus, ClusterSettings(method=method, n_topics=2))
    assert result.topics.tolist() == [*truth, -1]
    assert result.stability.documents[-1] == 1
    table = place_documents(corpus.vectors, np.full(41, 9), result)
    assert table["reason"].to_list()[-1] == "far from all topics"


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.filterwarnings("error")
def test_fewer_topics_than_asked_for_are_reported(method):
    # three different texts, six times each
    vectors = np.repeat(np.eye(3, 8, dtype=np.float32) + 0.1, 6, axis=0)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    reduced = reduce(vectors, ReduceSettings(method="pca"), "auto")
    corpus = ClusterInput(vectors, reduced.graph.astype(np.float64), reduced.space)
    result = cluster(corpus, ClusterSettings(method=method, n_topics=5))
    check(result, 18, 3)
    found = result.topics.max() + 1
    assert found == 3
    reported = (
        "5 topics were requested, and 3 found: there are no more groups of at least 3 documents"
    )
    assert reported in result.used["notes"]


@pytest.mark.parametrize("method", METHODS)
def test_groups_that_stand_apart_are_the_topics(method):
    truth, corpus = topical([40, 30, 20])
    result = cluster(corpus, ClusterSettings(method=method, n_topics=3, min_cluster_size=10))
    check(result, 90, 10)
    placed = result.topics >= 0
    assert placed.mean() > 0.95
    assert (result.topics[placed] == truth[placed]).all()
    assert result.used["notes"] == []


def test_hdbscan_finds_the_number_of_topics():
    truth, corpus = topical([40, 30, 20])
    result = cluster(corpus, ClusterSettings(selection="eom", min_cluster_size=10))
    assert (result.topics == truth).all()
    assert result.used["topics_of_members"] == [3] * 3
    assert result.stability.topics.min() > 0.9


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("wanted", [1, 2, 5])
def test_as_many_topics_as_asked_for(method, wanted):
    _, corpus = topical([20, 20, 20, 20, 20])
    result = cluster(corpus, ClusterSettings(method=method, n_topics=wanted))
    check(result, 100, 4)
    assert result.topics.max() + 1 == wanted


@pytest.mark.parametrize(
    ("settings", "word"),
    [
        ({"min_cluster_size": 61}, "cluster.min_cluster_size is 61"),
        ({"min_samples": 60}, "cluster.min_samples is 60"),
        ({"n_topics": 21}, "cluster.n_topics is 21"),
    ],
)
def test_what_the_corpus_cannot_give_is_refused(settings, word):
    _, corpus = topical([20, 20, 20])
    with pytest.raises(TopographError) as caught:
        cluster(corpus, ClusterSettings(**settings))
    assert word in caught.value.what
    assert "60 documents" in caught.value.what


def test_advice_can_be_followed():
    _, corpus = topical([20, 20, 20])
    with pytest.raises(TopographError) as caught:
        cluster(corpus, ClusterSettings(n_topics=40, min_cluster_size=2))
    assert caught.value.fix == "set it to at most 30."
    one = ClusterInput(corpus.vectors[:1], corpus.graph[:1, :1], corpus.space[:, :1])
    with pytest.raises(TopographError) as caught:
        cluster(one, ClusterSettings(min_cluster_size=2))  # the least there is
    assert caught.value.fix == "set it to auto."
    assert "the corpus has 1 document." in caught.value.what


def test_average_linkage_of_too_many_documents_is_refused():
    n = 20_001
    vectors = np.ones((n, 2), np.float32)
    graph = scipy.sparse.csr_matrix((n, n))
    corpus = ClusterInput(vectors, graph, np.ones((1, n, 2), np.float32))
    with pytest.raises(TopographError, match="agglomerative"):
        cluster(corpus, ClusterSettings(method="agglomerative"))


def test_topics_have_at_least_the_size_asked_for():
    _, corpus = topical([15] * 6, spread=0.4)
    for asked in (2, 5, 20):
        check(cluster(corpus, ClusterSettings(min_cluster_size=asked)), 90, asked)


def test_a_document_in_no_ones_neighbourhood_that_members_leave_out_is_noise():
    truth, corpus = topical([30, 30, 30, 30], spread=0.05, members=6)
    stray = np.full(16, 0.25, np.float32)  # as near to one group as to another
    vectors = np.vstack([corpus.vectors, stray])
    edges = {(120, 30 * group + k): 1.0 for group in range(4) for k in range(2)}
    joined = scipy.sparse.block_diag([corpus.graph, [[0.0]]]).tocsr() + graph_of(121, edges)
    away = np.full((6, 1, 5), 9.0, np.float32) * np.arange(1, 7)[:, None, None]
    space = np.concatenate([corpus.space, away], axis=1)
    result = cluster(ClusterInput(vectors, joined.tocsr(), space), ClusterSettings(n_topics=4))
    assert result.topics[:120].tolist() == truth.tolist()
    assert result.topics[120] == -1
    assert result.stability.documents[120] == 1


# --- places of the documents


def at(*degrees):
    angles = np.radians(degrees)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


def clustering(topics, memberships=None):
    topics = np.array(topics)
    n, count = len(topics), max(topics) + 1
    if memberships is None:
        memberships = np.eye(count)[np.maximum(topics, 0)]
    stable = Stability(np.ones(n), np.ones(count), np.ones(count))
    evidence = Evidence(scipy.sparse.csr_matrix((n, n)), topics[None], np.zeros(n))
    return Clustering(topics, scipy.sparse.csr_matrix(memberships), stable, evidence)


def cos(degrees):
    return np.cos(np.radians(degrees))


def test_places_by_hand():
    # the topics' centroids point to 10 and to 100 degrees
    vectors = at(0, 20, 90, 110, 16, 55.5, 300, 17)
    words = np.array([9, 9, 9, 9, 9, 9, 9, 7])
    table = place_documents(vectors, words, clustering([0, 0, 1, 1, -1, -1, -1, -1]))
    assert table["nearest_topic"].to_list() == [1, 1, 0, 0, 0, 1, 0, 0]
    assert table["margin"].to_numpy() == pytest.approx(
        [
            cos(10) - cos(100),
            cos(10) - cos(80),
            cos(10) - cos(80),
            cos(10) - cos(100),
            cos(6) - cos(84),
            cos(44.5) - cos(45.5),
            cos(70) - cos(160),
            cos(7) - cos(83),
        ],
        abs=1e-6,
    )
    assert table["reason"].to_list() == [
        "",
        "",
        "",
        "",
        "unstable",
        "far from all topics",
        "far from all topics",
        "too short",
    ]


def test_a_text_is_short_below_eight_words_and_a_close_call_below_a_twentieth():
    # centroids at 10 and 100 degrees; margins of 0.049 and 0.051, both within reach
    angles = [55 - np.degrees(np.arcsin(margin / 2 / np.sin(np.radians(45)))) for margin in
              (0.049, 0.051)]  # fmt: skip
    vectors = at(-35, 55, 55, 145, 16, 16, *angles)
    words = np.array([9, 9, 9, 9, 7, 8, 9, 9])
    table = place_documents(vectors, words, clustering([0, 0, 1, 1, -1, -1, -1, -1]))
    assert table["margin"].to_list()[6:] == pytest.approx([0.049, 0.051], abs=1e-6)
    assert table["reason"].to_list()[4:] == ["too short", "unstable", "between topics", "unstable"]


def test_far_from_a_topic_is_what_is_farther_than_a_twentieth_of_its_documents():
    # 21 documents at -20 to 20 degrees, 2 apart: a twentieth is the second farthest, at 20 or -20
    vectors = at(*range(-20, 21, 2), 19, 23, 200)
    table = place_documents(vectors, np.full(24, 9), clustering([0] * 21 + [-1, -1, 1]))
    assert table["reason"].to_list()[21:23] == ["unstable", "far from all topics"]


def test_a_document_between_two_wide_topics():
    vectors = at(0, 60, 80, 140, 70.5)
    table = place_documents(vectors, np.full(5, 9), clustering([0, 0, 1, 1, -1]))
    # centroids at 30 and 110 degrees, their own documents up to 30 away; 40.5 is farther
    assert table["reason"].to_list()[4] == "far from all topics"
    vectors = at(0, 90, 50, 140, 70.5)
    table = place_documents(vectors, np.full(5, 9), clustering([0, 0, 1, 1, -1]))
    # centroids at 45 and 95 degrees, their own documents 45 away; 25.5 and 24.5
    assert table["reason"].to_list()[4] == "between topics"


def test_places_beside_a_single_topic():
    table = place_documents(at(0, 20, 90), np.full(3, 9), clustering([0, 0, -1]))
    assert table["nearest_topic"].to_list() == [-1, -1, 0]
    assert table["margin"].to_numpy() == pytest.approx([1, 1, cos(80)], abs=1e-6)
    assert table["reason"].to_list() == ["", "", "far from all topics"]


@given(st.lists(st.tuples(st.integers(0, 359), st.integers(-1, 2)), min_size=1, max_size=20))
def test_reasons_are_given_for_noise_alone_and_no_topic_is_nearest_to_its_own(pairs):
    degrees, topics = zip(*pairs, strict=True)
    # one document in each topic, so that there are no gaps
    vectors, topics = at(0, 120, 240, *degrees), np.array([0, 1, 2, *topics])
    table = place_documents(vectors, np.full(len(topics), 9), clustering(topics))
    assert ((table["reason"] != "") == (topics == -1)).all()
    assert (table["nearest_topic"] != table["topic"]).all()
    assert table["nearest_topic"].between(0, 2).all()
    assert (table["margin"][topics == -1] >= 0).all()


def test_noise_is_assigned_by_its_membership_in_the_nearest_topic():
    vectors = at(0, 20, 90, 110, 30, 80)
    graph = graph_of(6, {(0, 4): 0.6, (2, 4): 0.4, (1, 5): 0.7, (3, 5): 0.3})
    topics = np.array([0, 0, 1, 1, -1, -1])
    result = clustering_of(topics, Evidence(graph, topics[None], np.zeros(6)), {})
    # the explorer must agree: tests/javascript/filter.test.js reads the same file
    known = json.loads((ROOT / "tests/support/strictness.json").read_text())
    assert known["memberships"] == [0.6, 0.3]
    for strictness, expected in known["topics"].items():
        found = assign_noise(vectors, result, float(strictness)).topics[4:].tolist()
        assert found == expected, strictness
    assert assign_noise(vectors, result, 1.0).strength[4:] == pytest.approx([0.6, 0.3])


def test_topics_that_noise_has_joined_are_numbered_and_measured_anew():
    # two documents of noise lie with the second topic, which becomes the largest
    vectors = at(0, 1, 2, 90, 91, 92, 93)
    graph = graph_of(7, {(0, 1): 1.0, (1, 2): 1.0, (3, 4): 1.0, (4, 5): 3.0, (5, 6): 1.0})
    topics = np.array([0, 0, 0, 1, 1, -1, -1])
    repeated = np.array([[0, 0, 0, 1, 1, 1, 1], [0, 0, 0, 1, 1, 1, -1]])
    noisy = clustering_of(topics, Evidence(graph, repeated, np.full(7, 0.75)), {})
    assert noisy.stability.topics == pytest.approx([1, (2 / 4 + 2 / 3) / 2])
    assert noisy.stability.documents == pytest.approx([1, 1, 1, 1, 1, 0.75, 0.75])
    assert noisy.strength[4] == 1.0  # among the placed ones it is joined with its own topic alone
    assigned = assign_noise(vectors, noisy, 1.0)
    assert assigned.topics.tolist() == [1, 1, 1, 0, 0, 0, 0]
    assert assigned.memberships.toarray() == pytest.approx(np.eye(2)[assigned.topics])
    assert assigned.stability.topics == pytest.approx([(1 + 3 / 4) / 2, 1])
    assert assigned.stability.documents == pytest.approx([1, 1, 1, 1, 1, 1, 0.5])


def test_membership_in_a_topic_by_hand():
    shares = scipy.sparse.csr_matrix([[0.75, 0.25], [0.0, 1.0], [0.5, 0.5]])
    assert membership_in(shares, np.array([1, 0, -1])).tolist() == [0.25, 0, 0]


# --- the seeds: what users get, under several random seeds


@pytest.fixture(scope="module")
def seed_vectors():
    names = sorted(str(path) for path in (ROOT / "seeds").glob("*.txt"))
    parsed = make_documents(read_corpus(names, ParseSettings()), ParseSettings())
    return encode_all(OnnxEncoder(shipped_files(), 2), parsed.documents["text"].to_list())


@pytest.fixture(scope="module")
def partitions_of_the_seeds(seed_vectors):
    found = []
    for seed in range(8):
        reduced = reduce(seed_vectors, ReduceSettings(seed=seed), "auto")
        corpus = ClusterInput(seed_vectors, reduced.graph.astype(np.float64), reduced.space)
        found.append(cluster(corpus, ClusterSettings(seed=seed)).topics)
    return found


def test_the_seeds_have_8_to_18_topics_and_little_noise(partitions_of_the_seeds):
    for topics in partitions_of_the_seeds:
        assert 8 <= topics.max() + 1 <= 18
        assert (topics == -1).mean() <= 0.1


def test_topics_of_the_seeds_hardly_depend_on_the_random_seed(partitions_of_the_seeds):
    every = [adjusted_rand_score(a, b) for a, b in combinations(partitions_of_the_seeds, 2)]
    print(f"ARI of all pairs: mean {np.mean(every):.3f}, least {np.min(every):.3f}")
    assert np.mean(every) >= 0.93
    assert np.min(every) >= 0.75


PORTABLE = """
import sys
import numpy as np
from topograph.stages.cluster.clustering import ClusterInput, cluster
from topograph.config import ClusterSettings, ReduceSettings
from topograph.stages.reduce.reduction import reduce
vectors = np.load(sys.argv[1])
reduced = reduce(vectors, ReduceSettings(method="pca"), "auto")
corpus = ClusterInput(vectors, reduced.graph.astype(np.float64), reduced.space)
np.save(sys.argv[2], cluster(corpus, ClusterSettings(method="leiden")).topics)
print(sorted({"numba", "umap"} & set(sys.modules)))
"""


@pytest.mark.slow
def test_the_portable_configuration_gives_the_same_topics_for_every_processor(
    seed_vectors, tmp_path
):
    np.save(tmp_path / "vectors.npy", seed_vectors)
    targets = {
        "host": {},
        "generic": {"NUMBA_CPU_NAME": "generic", "OPENBLAS_CORETYPE": "Prescott"},
    }
    for name, target in targets.items():
        arguments = [str(tmp_path / "vectors.npy"), str(tmp_path / f"{name}.npy")]
        ran = subprocess.run(
            [sys.executable, "-c", PORTABLE, *arguments],
            env=os.environ | target,
            check=True,
            capture_output=True,
            text=True,
        )
        assert ran.stdout == "[]\n"  # no code is compiled for this processor
    host, generic = (np.load(tmp_path / f"{name}.npy") for name in targets)
    assert host.max() + 1 >= 5
    assert (host == generic).all()


def test_the_number_of_topics_by_size_fits_the_least_size():
    for n in (6, 95, 1000, 100_000):
        assert 2 * auto_topics(n, auto_min_cluster_size(n)) * auto_min_cluster_size(n) <= 1.5 * n
