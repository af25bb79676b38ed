"""A reducer is one module: what the program knows of it follows from the line that lists it."""

import json

import numpy as np
import pytest
from added_entries import extended
from sealing import seals_of

from topograph.config import ReduceSettings
from topograph.errors import TopographError
from topograph.reducers.registry import REDUCERS, reducer_named
from topograph.rundir.provenance import stage_libraries
from topograph.stages.report.methods import methods

MADE_UP = '''
"""The first numbers of each vector."""

from pydantic import Field

from topograph.reducers.base import Reducer, Spaces
from topograph.reducers.pca import join
from topograph.sections.base import Section


class FirstKeys(Section):
    first: int = Field(3, ge=2, description="How many are kept.")


def lay_out(neighborhood, keys, threads):
    import rensa

    space = neighborhood.vectors[:, : keys.first]
    return Spaces(space[:, :2], space[None], {"members": 1, "dimensions": keys.first, "notes": []})


REDUCER = Reducer(
    name="first", description="the first numbers", keys=FirstKeys, join=join, lay_out=lay_out,
    sentence=lambda seal, graph, cite: f"The first numbers ({cite('made-up')}); {graph}.",
)
'''


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    made = extended(tmp_path_factory.mktemp("reducer"))
    made.add("reducers", "first", MADE_UP, "first.REDUCER")
    return made


def test_the_schema_and_the_table_of_keys_follow(copy):
    schema, table = copy.ask("answer = schema_text(), table_text()")
    keys = json.loads(schema)["$defs"]["ReduceSettings"]["properties"]
    assert "first" in keys["method"]["enum"]
    assert keys["first"]["minimum"] == 2
    row = next(line for line in table.splitlines() if line.startswith("| `reduce.first`"))
    assert "How many are kept. Only for `first`." in row


def test_a_run_uses_it_and_other_reducers_refuse_its_key(copy):
    space, joined, refused = copy.ask("""
import numpy as np
from pydantic import ValidationError
from topograph.config import ReduceSettings
from topograph.stages.reduce.reduction import reduce
vectors = np.eye(12, dtype=np.float32) + 0.1
vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
found = reduce(vectors, ReduceSettings(method="first", first=4), "auto")
try:
    ReduceSettings(method="pca", first=4)
except ValidationError as error:
    answer = found.space.shape, found.graph.nnz > 0, error.errors()[0]["msg"]
""")
    assert space == [1, 12, 4]
    assert joined
    assert "belongs to first;" in refused


@pytest.mark.slow
def test_the_methods_paragraph_has_its_sentence_and_citation(copy, tiny_project):
    seals = seals_of(tiny_project / "results/tiny")
    seals["reduce"]["settings"]["reduce"]["method"] = "first"
    text, cited = copy.methods(seals)
    assert "The first numbers (Doe 2001); each document to its" in text
    assert "UMAP" not in text
    assert "made-up" in cited


def test_versions_follow_what_it_imports(copy):
    assert "rensa" not in stage_libraries("reduce")
    assert "rensa" in copy.ask("answer = sorted(provenance.stage_libraries('reduce'))")


def test_an_unknown_name_is_an_error_that_suggests_the_nearest(project, tiny_project):
    with pytest.raises(TopographError, match="did you mean `umap`") as refused:
        reducer_named("unap")
    assert "no reducer `unap`" in refused.value.what
    project.write("config/runs/a.yaml", "parse: {files: [seeds/a.txt]}\nreduce: {method: pac}\n")
    problem = project.problem()
    assert "allowed: umap | pca | none" in problem
    assert problem.endswith("did you mean `pca`?")
    seals = seals_of(tiny_project / "results/tiny")
    seals["reduce"]["settings"]["reduce"]["method"] = "tsne"
    with pytest.raises(TopographError, match="no reducer `tsne`"):
        methods(seals, [1.0])


@pytest.mark.parametrize(
    ("settings", "key"),
    [
        ({"method": "pca", "epochs": 20}, "epochs"),
        ({"method": "none", "dimensions": 7}, "dimensions"),
        ({"method": "pca", "exact_neighbors_up_to": 7}, "exact_neighbors_up_to"),
    ],
)
def test_keys_of_other_reducers_are_refused(settings, key):
    with pytest.raises(ValueError, match="belongs to") as refused:
        ReduceSettings(**settings)
    (error,) = refused.value.errors()
    assert error["ctx"]["key"] == f"reduce.{key}"


def test_reducers_are_listed_by_their_own_names():
    assert all(own.name == name and own.description for name, own in REDUCERS.items())


def test_without_a_layout_the_methods_tell_of_the_graph_alone(tiny_project):
    from topograph.stages.reduce.reduction import reduce

    few = np.eye(4, dtype=np.float32)
    seals = seals_of(tiny_project / "results/tiny")
    seals["reduce"]["settings"]["reduce"]["method"] = "pca"
    seals["reduce"]["summary"] = reduce(few, ReduceSettings(method="pca"), "auto").used
    text = methods(seals, [1.0]).text
    assert "A graph joined each document to its 3 exact nearest neighbours" in text
    assert "principal" not in text
