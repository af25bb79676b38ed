"""A clusterer is one module: what the program knows of it follows from the line that lists it."""

import json

import numpy as np
import pytest
import scipy.sparse
from added_entries import extended
from sealing import seals_of

from topograph.clusterers.base import Clusterer, Fits
from topograph.clusterers.registry import CLUSTERERS, clusterer_named
from topograph.config import ClusterSettings
from topograph.errors import TopographError
from topograph.rundir.provenance import stage_libraries
from topograph.stages.cluster.clustering import ClusterInput, cluster

MADE_UP = '''
"""Clusters by the sign of one dimension."""

from pydantic import Field

from topograph.clusterers.base import Clusterer, Fits
from topograph.sections.base import Section


class SignKeys(Section):
    dimension: int = Field(0, ge=0, description="The dimension that is looked at.")


def fit(points, keys, threads):
    import rensa

    return Fits((points.vectors[:, keys.dimension] > 0).astype("int64")[None])


CLUSTERER = Clusterer(
    name="sign", description="by the sign", keys=SignKeys, fit=fit,
    sentence=lambda seal, cite: f"Topics were found by their sign ({cite('made-up')}).",
)
'''


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    made = extended(tmp_path_factory.mktemp("clusterer"))
    made.add("clusterers", "sign", MADE_UP, "sign.CLUSTERER")
    return made


def test_the_schema_and_the_table_of_keys_follow(copy):
    schema, table = copy.ask("answer = schema_text(), table_text()")
    keys = json.loads(schema)["$defs"]["ClusterSettings"]["properties"]
    assert "sign" in keys["method"]["enum"]
    assert keys["dimension"]["minimum"] == 0
    row = next(line for line in table.splitlines() if line.startswith("| `cluster.dimension`"))
    assert "The dimension that is looked at. Only for `sign`." in row


def two_groups() -> ClusterInput:
    """Twenty documents whose first numbers are positive for half of them."""
    angles = np.concatenate([np.linspace(-0.3, 0.3, 10), np.linspace(2.8, 3.4, 10)])
    vectors = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    near = (vectors @ vectors.T > 0.9).astype(float) - np.eye(20)
    return ClusterInput(vectors, scipy.sparse.csr_matrix(near), vectors[None])


@pytest.mark.slow
def test_a_run_uses_it_and_other_clusterers_refuse_its_key(copy, tmp_path):
    corpus = two_groups()
    np.save(tmp_path / "vectors.npy", corpus.vectors)
    scipy.sparse.save_npz(tmp_path / "graph.npz", corpus.graph)
    topics, refused = copy.ask(
        """
import numpy as np, scipy.sparse
from pydantic import ValidationError
from topograph.config import ClusterSettings
from topograph.stages.cluster.clustering import ClusterInput, cluster
vectors = np.load("vectors.npy")
corpus = ClusterInput(vectors, scipy.sparse.load_npz("graph.npz"), vectors[None])
found = cluster(corpus, ClusterSettings(method="sign", dimension=0))
try:
    ClusterSettings(method="kmeans", dimension=1)
except ValidationError as error:
    answer = found.topics.tolist(), error.errors()[0]["msg"]
""",
        tmp_path,
    )
    assert topics == [0] * 10 + [1] * 10
    assert "belongs to sign;" in refused


@pytest.mark.slow
def test_the_methods_paragraph_has_its_sentence_and_citation(copy, tiny_project):
    seals = seals_of(tiny_project / "results/tiny")
    seals["cluster"]["settings"]["cluster"]["method"] = "sign"
    text, cited = copy.methods(seals)
    assert "found by their sign (Doe 2001)" in text
    assert "HDBSCAN" not in text
    assert "made-up" in cited


def test_versions_follow_what_it_imports(copy):
    assert "rensa" not in stage_libraries("cluster")
    assert "rensa" in copy.ask("answer = sorted(provenance.stage_libraries('cluster'))")


def test_a_clusterer_can_be_handed_in():
    halves = Clusterer(
        name="halves",
        description="",
        sentence=lambda seal, cite: "",
        fit=lambda points, keys, threads: Fits(np.repeat([0, 1], 10)[None]),
    )
    found = cluster(two_groups(), ClusterSettings(), clusterer=halves)
    assert found.topics.tolist() == [0] * 10 + [1] * 10


def test_an_unknown_name_is_an_error_that_suggests_the_nearest(project):
    with pytest.raises(TopographError, match="did you mean `hdbscan`") as refused:
        clusterer_named("hbdscan")
    assert "no clusterer `hbdscan`" in refused.value.what
    corpus = "parse: {files: [seeds/a.txt]}\n"
    project.write("config/runs/a.yaml", f"{corpus}cluster: {{method: hbdscan}}\n")
    problem = project.problem()
    assert "allowed: hdbscan | kmeans" in problem
    assert problem.endswith("did you mean `hdbscan`?")


def test_the_methods_paragraph_refuses_a_clusterer_that_is_not_listed(tiny_project):
    from topograph.stages.report.methods import methods

    seals = seals_of(tiny_project / "results/tiny")
    seals["cluster"]["settings"]["cluster"]["method"] = "ward"
    with pytest.raises(TopographError, match="no clusterer `ward`"):
        methods(seals, [1.0])


@pytest.mark.parametrize(
    ("settings", "key", "those"),
    [
        ({"method": "leiden", "resample": 0.8}, "resample", "hdbscan, kmeans and spherical_kmeans"),
        ({"method": "kmeans", "guide": "year"}, "guide", "hdbscan and leiden"),
        ({"method": "hdbscan", "trim": 0.1}, "trim", "kmeans and spherical_kmeans"),
        ({"method": "leiden", "min_samples": 2}, "min_samples", "hdbscan"),
    ],
)
def test_keys_of_other_clusterers_are_refused(settings, key, those):
    with pytest.raises(ValueError, match="belongs to") as refused:
        ClusterSettings(**settings)
    (error,) = refused.value.errors()
    assert error["ctx"]["key"] == f"cluster.{key}"
    assert f"it belongs to {those};" in error["msg"]


def test_clusterers_are_listed_by_their_own_names():
    assert all(own.name == name and own.description for name, own in CLUSTERERS.items())
