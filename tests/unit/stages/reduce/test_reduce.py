"""Neighbours and layouts: exact, repeatable, and valid for corpora of any size."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from topograph.config import ReduceSettings
from topograph.core import neighbors
from topograph.core.neighbors import nearest_neighbors
from topograph.errors import TopographError
from topograph.reducers.graph import cosine_graph
from topograph.reducers.layout import Layout, lay_out
from topograph.reducers.registry import reducer_named
from topograph.reducers.umap import auto_map_epochs, auto_members, fuzzy_graph, member_seeds
from topograph.stages.reduce.approximate import approximate_neighbors
from topograph.stages.reduce.reduction import (
    SMALLEST_LAYOUT,
    auto_neighbors,
    reduce,
)
from topograph.system.parallel import PARALLEL_FROM

#: Unit vectors whose products are exact in float32, so that equal distances are equal bits.
EXACT = st.integers(2, 30).flatmap(
    lambda n: arrays(np.float32, (n, 4), elements=st.sampled_from([-0.5, 0.5]))
)


def unit(n: int, d: int = 16, seed: int = 0) -> np.ndarray:
    vectors = np.random.default_rng(seed).normal(size=(n, d))
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def blobs(n: int, d: int = 16, centres: int = 8) -> np.ndarray:
    vectors = np.eye(d)[np.arange(n) % centres]
    vectors = vectors + np.random.default_rng(0).normal(scale=0.1, size=(n, d))
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def brute_force(vectors: np.ndarray, k: int) -> list[list[int]]:
    """Neighbours by sorting (distance, index) of all the others."""
    distance = 1 - vectors.astype(np.float64) @ vectors.T.astype(np.float64)
    return [
        sorted(set(range(len(row))) - {own}, key=lambda other: (row[other], other))[:k]
        for own, row in enumerate(distance.tolist())
    ]


@given(EXACT, st.data())
def test_neighbours_are_those_of_brute_force_with_ties_by_index(vectors, data):
    k = data.draw(st.integers(1, len(vectors) - 1))
    indices, distances = nearest_neighbors(vectors, k)
    assert indices.tolist() == brute_force(vectors, k)
    exact = vectors.astype(np.float64)
    for row, (near, far) in enumerate(zip(indices, distances, strict=True)):
        assert far.tolist() == (1 - exact[near] @ exact[row]).tolist()


@pytest.mark.parametrize("n", [511, 512, 513, 1100])
def test_neighbours_of_more_documents_than_a_block(n):
    vectors = unit(n)
    indices, distances = nearest_neighbors(vectors, 9)
    cosine = vectors.astype(np.float64) @ vectors.T.astype(np.float64)
    np.fill_diagonal(cosine, -np.inf)
    best = -np.sort(-cosine, axis=1)[:, :9]
    assert distances == pytest.approx(1 - best, abs=1e-6)
    assert np.take_along_axis(cosine, indices.astype(int), axis=1) == pytest.approx(best, abs=1e-6)
    assert (indices != np.arange(n)[:, None]).all()
    assert all(len(set(row)) == 9 for row in indices.tolist())


def test_neighbours_do_not_depend_on_the_number_of_threads():
    vectors = unit(1500)
    one, two = (nearest_neighbors(vectors, 15, threads) for threads in (1, 2))
    assert one[0].tobytes() == two[0].tobytes()
    assert one[1].tobytes() == two[1].tobytes()


def test_a_neighbour_in_another_block_is_found(monkeypatch):
    monkeypatch.setattr(neighbors, "BLOCK_ROWS", 7)
    vectors = unit(50)
    assert nearest_neighbors(vectors, 5, 2)[0].tolist() == brute_force(vectors, 5)


def test_of_equal_documents_none_is_its_own_neighbour():
    vectors = np.tile(np.array([[0.6, 0.8]], np.float32), (60, 1))
    indices, distances = nearest_neighbors(vectors, 5)
    assert indices[10].tolist() == [0, 1, 2, 3, 4]
    assert indices[2].tolist() == [0, 1, 3, 4, 5]
    assert np.ptp(distances) == 0


@pytest.mark.parametrize("k", [0, 5, 6])
def test_as_many_neighbours_as_documents_cannot_be_had(k):
    with pytest.raises(ValueError, match="k must be"):
        nearest_neighbors(unit(5), k)


@pytest.mark.slow
def test_a_faster_search_finds_nearly_all_neighbours_at_their_exact_distances():
    vectors = blobs(3000, d=48, centres=30)
    vectors[:200] = vectors[0]  # more equal documents than candidates: these hide all others
    indices, distances = approximate_neighbors(vectors, 15)
    exact, exactly = nearest_neighbors(vectors, 15)
    assert (indices != np.arange(3000)[:, None]).all()
    assert all(len(set(row)) == 15 for row in indices.tolist())
    assert (np.diff(distances, axis=1) >= 0).all()
    found = [len(set(a) & set(b)) for a, b in zip(indices[200:], exact[200:], strict=True)]
    assert np.mean(found) > 0.98 * 15
    assert distances[:200] == pytest.approx(np.zeros((200, 15)), abs=1e-6)
    assert np.median(np.abs(distances - exactly)) < 1e-6
    again = approximate_neighbors(vectors, 15)
    assert indices.tobytes() == again[0].tobytes()
    assert distances.tobytes() == again[1].tobytes()


@pytest.mark.slow
@pytest.mark.parametrize("n", [16, 20, 40])
def test_a_faster_search_fits_small_corpora(n):
    vectors = unit(n)
    indices, _ = approximate_neighbors(vectors, 15)
    expected = brute_force(vectors, 15)
    shared = [len(set(a) & set(b)) for a, b in zip(indices.tolist(), expected, strict=True)]
    assert np.mean(shared) > 0.98 * 15


@pytest.mark.parametrize(("method", "most", "exact"), [
    ("umap", 60, True), ("umap", 59, False), ("pca", 0, True), ("none", 0, True),
])  # fmt: skip
def test_neighbours_are_exact_up_to_so_many_documents(method, most, exact):
    settings = ReduceSettings(exact_neighbors_up_to=most, epochs=10)
    found = reduce(unit(60), settings, 1, reducer=reducer_named(method))
    assert found.used["exact_neighbors"] is exact


# --- automatic values


@given(st.integers(2, 100_000))
def test_automatic_values_fit_any_corpus(n):
    assert 1 <= auto_neighbors(n) <= min(15, n - 1)
    assert ReduceSettings(epochs=auto_map_epochs(n)).epochs == auto_map_epochs(n)
    assert 1 <= auto_members(n) <= 40


def test_the_seeds_have_fifteen_neighbours_and_forty_members():
    assert (auto_neighbors(95), auto_members(95)) == (15, 40)


@given(st.integers(0, 2**31 - 1), st.integers(1, 500))
def test_members_have_seeds_of_their_own(seed, count):
    drawn = member_seeds(seed, count)
    assert len(set(drawn)) == len(drawn) == count
    assert all(0 <= value < 2**32 for value in drawn)
    assert member_seeds(seed, count) == drawn


def test_members_have_seeds_of_their_own_where_the_generator_repeats_itself():
    # the first seed whose 500 draws hold the same number twice
    assert len(set(np.random.SeedSequence(4388).generate_state(500, np.uint32))) == 499
    assert len(set(member_seeds(4388, 500))) == 500


def test_another_seed_gives_other_members():
    assert not set(member_seeds(1, 40)) & set(member_seeds(2, 40))


# --- corpora of any size


def check(result, n, members=None):
    assert result.map.shape == (n, 2)
    assert result.map.dtype == result.space.dtype == np.float32
    assert result.space.shape == (result.used["members"], n, result.used["dimensions"])
    assert members is None or result.used["members"] in (1, members)
    assert np.isfinite(result.map).all()
    assert np.isfinite(result.space).all()
    k = result.used["neighbors"]
    assert result.indices.shape == result.distances.shape == (n, k)
    assert np.isfinite(result.distances).all()


@pytest.mark.parametrize("n", range(1, 21))
def test_any_number_of_documents_has_a_map_and_spaces(n):
    result = reduce(unit(n), ReduceSettings(), 3)
    check(result, n, 3)
    unusual = n < SMALLEST_LAYOUT or result.used["dimensions"] < ReduceSettings().dimensions
    assert bool(result.used["notes"]) == unusual
    assert unusual == (n < 7)
    if n > 1:
        assert len(np.unique(result.map, axis=0)) == n


@pytest.mark.parametrize("n", [2, 5, 6, 7, 10, 20, 60, 150])
def test_documents_that_are_all_the_same_are_reported_of(n):
    result = reduce(np.tile(unit(1), (n, 1)), ReduceSettings(), 3)
    check(result, n)
    assert result.used["notes"] != []


@pytest.mark.parametrize("copies", [2, 10, 30])
def test_duplicates_among_the_documents_are_laid_out(copies):
    vectors = np.concatenate([np.tile(unit(1), (copies, 1)), unit(30, seed=1)])
    check(reduce(vectors, ReduceSettings(), 3), copies + 30, 3)


def test_groups_without_a_link_between_them_are_laid_out():
    vectors = np.eye(4, dtype=np.float32)[np.repeat([0, 1, 2], 20)]
    result = reduce(vectors, ReduceSettings(), 3)
    check(result, 60, 3)


@pytest.mark.parametrize(("n", "asked"), [(20, 20), (20, 50), (3, 3), (3, 12)])
def test_as_many_neighbours_as_documents_are_refused(n, asked):
    with pytest.raises(TopographError) as caught:
        reduce(unit(n), ReduceSettings(neighbors=asked), 3)
    assert "reduce.neighbors" in caught.value.what
    assert str(n - 1) in caught.value.fix


def test_two_documents_have_no_number_of_neighbours_to_set():
    with pytest.raises(TopographError) as caught:
        reduce(unit(2), ReduceSettings(neighbors=2), "auto")
    assert caught.value.fix == "set reduce.neighbors to auto."


def test_what_is_set_is_used():
    chosen = ReduceSettings(neighbors=7, dimensions=3, epochs=20)
    result = reduce(unit(40), chosen, 2)
    assert result.space.shape == (2, 40, 3)
    assert result.indices.shape == (40, 7)
    expected = {"neighbors": 7, "exact_neighbors": True, "members": 2, "dimensions": 3}
    expected |= {"notes": [], "epochs": {"map": 20, "spaces": 20}}
    assert result.used == expected


# --- repeatability


def test_the_same_seed_gives_the_same_bits_and_another_seed_others():
    one, again, other = (
        reduce(unit(40), ReduceSettings(seed=seed, epochs=30), 3) for seed in (1, 1, 2)
    )
    assert one.map.tobytes() == again.map.tobytes()
    assert one.space.tobytes() == again.space.tobytes()
    assert one.map.tobytes() != other.map.tobytes()
    assert len({member.tobytes() for member in [*one.space, *other.space]}) == 6


@pytest.mark.parametrize("n", [100, 1100])
def test_layouts_do_not_depend_on_the_number_of_threads(n):
    assert (n >= PARALLEL_FROM) == (n == 1100)
    chosen = ReduceSettings(epochs=10)
    one, two = (reduce(blobs(n), chosen, 3, threads) for threads in (1, 2))
    assert one.map.tobytes() == two.map.tobytes()
    assert one.space.tobytes() == two.space.tobytes()
    assert one.indices.tobytes() == two.indices.tobytes()


def test_a_layout_does_not_change_the_graph_it_shares_with_the_others():
    vectors = blobs(60)
    graph = fuzzy_graph(vectors, *nearest_neighbors(vectors, 8))
    before = graph.copy()
    wanted = Layout(2, 0.1, 50, 3)
    first, second = lay_out(vectors, graph, [wanted, wanted])
    assert first.tobytes() == second.tobytes()
    assert (graph != before).nnz == 0


def test_the_graph_is_symmetric_with_weights_up_to_one_and_holds_the_nearest():
    vectors = blobs(60)
    indices, distances = nearest_neighbors(vectors, 8)
    graph = fuzzy_graph(vectors, indices, distances)
    assert abs(graph - graph.T).max() == 0
    assert 0 < graph.data.min() <= graph.data.max() <= 1
    nearest = np.asarray(graph[np.arange(60), indices[:, 0]]).ravel()
    assert nearest == pytest.approx(1.0)  # UMAP joins each point with its nearest for certain


def test_the_graph_of_cosines_by_hand():
    # one way only, both ways, and at a right angle
    indices = np.array([[1], [2], [1], [0]], np.int32)
    distances = np.array([[0.25], [0.5], [0.5], [1.0]], np.float32)
    graph = cosine_graph(indices, distances).toarray()
    expected = np.zeros((4, 4))
    expected[0, 1] = expected[1, 0] = 0.75
    expected[1, 2] = expected[2, 1] = 0.5
    assert graph == pytest.approx(expected)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, 7, 20])
@pytest.mark.parametrize("method", ["pca", "none"])
def test_principal_components_of_any_number_of_documents(method, n):
    result = reduce(unit(n), ReduceSettings(method=method), "auto")
    check(result, n, 1)


def test_principal_components_keep_the_directions_in_which_documents_differ():
    random = np.random.default_rng(0)
    spread = np.array([3.0, 2.0, 1.0] + [0.01] * 13)
    vectors = (random.normal(size=(50, 16)) * spread).astype(np.float32)
    result = reduce(vectors, ReduceSettings(method="pca", dimensions=3), "auto")
    centred = vectors - vectors.mean(axis=0)
    assert np.abs(np.corrcoef(result.map[:, 0], centred[:, 0])[0, 1]) > 0.95
    lost = (centred**2).sum() - (result.space[0] ** 2).sum()
    assert lost == pytest.approx((centred[:, 3:] ** 2).sum(), rel=0.5)


def test_without_reduction_the_space_is_the_vectors():
    result = reduce(unit(20), ReduceSettings(method="none"), "auto")
    assert (result.space[0] == unit(20)).all()
    assert result.map.shape == (20, 2)


def test_a_map_keeps_groups_together():
    points = reduce(blobs(160), ReduceSettings(), 1).map
    distances = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(distances, np.inf)
    closest = np.argsort(distances, axis=1)[:, :5]
    assert (closest % 8 == np.arange(160)[:, None] % 8).mean() > 0.95


PLAIN_UMAP = """
import sys
import numpy as np
import topograph.reducers.compilation as compilation
import topograph.reducers.layout as layout
import topograph.reducers.umap as graphs
if sys.argv[2] == "plain":
    compilation.import_umap = layout.import_umap = lambda: None
sys.path.insert(0, sys.argv[3])
from test_reduce import blobs
from topograph.core.neighbors import nearest_neighbors
vectors = blobs(60)
graph = graphs.fuzzy_graph(vectors, *nearest_neighbors(vectors, 8))
np.save(sys.argv[1], layout.lay_out(vectors, graph, [layout.Layout(2, 0.1, 50, 3)])[0])
"""


@pytest.mark.slow
def test_kept_compiled_code_gives_the_layout_of_plain_umap(tmp_path):
    for kind in ("plain", "kept"):
        arguments = [str(tmp_path / f"{kind}.npy"), kind, str(Path(__file__).parent)]
        subprocess.run([sys.executable, "-c", PLAIN_UMAP, *arguments], check=True)
    assert (tmp_path / "plain.npy").read_bytes() == (tmp_path / "kept.npy").read_bytes()
