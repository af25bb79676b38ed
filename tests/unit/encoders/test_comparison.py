"""Encoders are compared by what can be measured without labels, and with them."""

import json
import shutil

import numpy as np
import pandas as pd
import pytest
import scipy.sparse.csgraph

from topograph.cli import main
from topograph.commands.compare_encoders import _dimension
from topograph.encoders.comparison import mst_dimension, nearest_neighbors, tree_length


@pytest.mark.parametrize("dimension", [2, 4])
def test_the_dimension_of_a_cube_in_a_larger_space_is_found(dimension):
    draw = np.random.default_rng(5)
    inside = draw.random((1500, dimension))
    turn = np.linalg.qr(draw.normal(size=(30, dimension)))[0]
    found = mst_dimension((inside @ turn.T).astype(np.float32))
    assert abs(found - dimension) < 0.15 * dimension


def test_the_trees_length_is_that_of_another_implementation():
    points = np.random.default_rng(1).random((60, 3))
    distances = np.linalg.norm(points[:, None] - points[None], axis=2)
    other = scipy.sparse.csgraph.minimum_spanning_tree(distances).sum()
    assert tree_length(distances) == pytest.approx(other)


def test_too_few_points_have_no_dimension():
    assert mst_dimension(np.random.default_rng(0).random((49, 3))) is None
    assert mst_dimension(np.ones((200, 3))) is None


def test_the_dimension_is_given_as_a_range_or_not_at_all():
    draw = np.random.default_rng(1)
    plane = draw.random((600, 2)).astype(np.float32) @ draw.normal(size=(2, 9)).astype(np.float32)
    assert _dimension(plane) == "2-2"
    low, high = map(int, _dimension(draw.normal(size=(60, 30))).split("-"))
    assert low < high  # too few points to tell
    assert _dimension(plane[:20]) == "-"


def test_neighbours_do_not_count_the_document_itself():
    vectors = np.array([[1, 0], [0.8, 0.6], [0, 1]], np.float32)
    assert nearest_neighbors(vectors, 2).tolist() == [[1, 2], [0, 2], [1, 0]]


@pytest.fixture
def project(root, tmp_path, monkeypatch):
    """A parsed run of 60 short documents in two classes, and the user's vectors for it."""
    words = {
        "sea": "whale dolphin ocean wave fish".split(),
        "tax": "tax fee bill audit law".split(),
    }
    draw = np.random.default_rng(2)
    shutil.copytree(root / "config", tmp_path / "config")
    with (tmp_path / "corpus.jsonl").open("w") as file:
        for i in range(60):
            kind = ("sea", "tax")[i % 2]
            text = " ".join(draw.choice(words[kind], 6)) + f" number {i}"
            file.write(json.dumps({"text": text, "kind": kind}) + "\n")
    (tmp_path / "config/runs").mkdir(exist_ok=True)
    (tmp_path / "config/runs/small.yaml").write_text("parse: {files: [corpus.jsonl]}\n")
    np.save(tmp_path / "random.npy", draw.normal(size=(60, 8)))
    monkeypatch.chdir(tmp_path)
    assert main(["parse", "results/small"]) == 0
    return tmp_path


def compare(*options):
    return main(["compare-encoders", "--run", "small", *options])


def table(output):
    """The lines of the first table, by encoder."""
    lines = output.split("purity\n")[1].split("\n\n")[0].splitlines()
    return {line.split()[0]: line.split()[1:] for line in lines}


def test_encoders_are_distinguished_by_purity_and_agreement(project, capsys):
    assert compare("--encoders", "onnx,tfidf,precomputed:random.npy", "--label", "kind") == 0
    output = capsys.readouterr().out
    found = table(output)
    assert float(found["onnx"][-1]) > 0.9
    assert float(found["tfidf"][-1]) > 0.9
    assert 0.3 < float(found["precomputed:random.npy"][-1]) < 0.7
    assert float(found["(by"][-1]) == pytest.approx(29 / 59, abs=1e-3)
    assert [found["onnx"][0], found["precomputed:random.npy"][0]] == ["384", "8"]
    assert found["precomputed:random.npy"][1] == "-"
    assert float(found["onnx"][1]) > 0
    assert "share of nearest neighbours that two encoders share" in output


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--label", "colour"], "no column colour"),
        (["--sample", "5"], "cannot be compared on 5 documents"),
        (["--encoders", "bert"], "bert cannot be used"),
        (["--encoders", "openai"], "openai cannot be used"),
    ],
)
def test_what_cannot_be_compared_is_reported(project, capsys, options, message):
    assert compare(*options) == 1
    assert message in capsys.readouterr().err


@pytest.mark.slow
def test_the_sample_comes_from_the_cache(project, capsys):
    for _ in range(2):
        assert compare("--encoders", "onnx", "--sample", "20") == 0
    vectors = list(project.glob(".cache/embeddings/*/*.vectors"))
    assert sum(path.stat().st_size for path in vectors) == 20 * 384 * 4
    documents = pd.read_parquet("results/small/parse/documents.parquet")
    assert len(documents) == 60
