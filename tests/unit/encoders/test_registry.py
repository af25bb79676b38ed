"""An encoder is one module: what the program knows of it follows from the line that lists it."""

import json

import pytest
from added_entries import extended
from sealing import seals_of

from topograph.encoders.registry import ENCODERS, encoder_kind
from topograph.errors import TopographError
from topograph.rundir.provenance import stage_libraries
from topograph.sections.choices import users_of_keys

MADE_UP = '''
"""Vectors by the length of a text."""

from pydantic import Field

from topograph.encoders.kinds import CorpusEncoderKind
from topograph.sections.base import Section


class LengthKeys(Section):
    letter: str = Field("e", description="The letter that is counted.")


def embed(documents, audit, keys):
    import numpy as np
    import rensa

    counts = [(len(text), text.count(keys.letter)) for text in documents["text"]]
    rows = np.array(counts, dtype=np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True), f"lengths and {keys.letter}"


KIND = CorpusEncoderKind(
    name="lengths", description="by the length", keys=LengthKeys, cites=lambda model: ("made-up",),
    embed=embed, without_new="nobody asked for it.",
)
'''


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    made = extended(tmp_path_factory.mktemp("encoder"))
    made.add("encoders", "lengths", MADE_UP, "lengths.KIND")
    return made


@pytest.mark.slow
def test_the_schema_and_the_table_of_keys_follow(copy):
    schema, table = copy.ask("answer = schema_text(), table_text()")
    embed = json.loads(schema)["$defs"]["EmbedSettings"]["properties"]
    assert "lengths" in embed["encoder"]["enum"]
    assert embed["letter"]["default"] == "e"
    assert "`lengths` by the length" in table
    row = next(line for line in table.splitlines() if line.startswith("| `embed.letter`"))
    assert "The letter that is counted. Only for `lengths`." in row


@pytest.mark.slow
def test_a_run_uses_it_and_other_encoders_refuse_its_key(copy):
    model, shape, refused = copy.ask("""
import pandas as pd
from pydantic import ValidationError
from topograph.config import EmbedSettings
from topograph.encoders.corpus import embed_corpus
documents = pd.DataFrame({"text": ["one tree", "two trees"]})
found = embed_corpus(documents, documents, EmbedSettings(encoder="lengths", letter="t"), 1)
try:
    EmbedSettings(encoder="tfidf", letter="t")
except ValidationError as error:
    answer = found.model, found.vectors.shape, error.errors()[0]["msg"]
""")
    assert (model, shape) == ("lengths and t", [2, 2])
    assert "belongs to lengths;" in refused


def test_the_methods_paragraph_cites_it(copy, tiny_project):
    seals = seals_of(tiny_project / "results/tiny")
    seals["embed"]["settings"]["embed"]["encoder"] = "lengths"
    seals["embed"]["summary"]["model"] = "lengths and e"
    text, cited = copy.methods(seals)
    assert "embedded with lengths and e (Doe 2001)" in text
    assert "made-up" in cited


def test_versions_follow_what_it_imports(copy):
    assert "rensa" not in stage_libraries("embed")
    assert "rensa" in copy.ask("answer = sorted(provenance.stage_libraries('embed'))")


def test_an_unknown_name_is_an_error_that_suggests_the_nearest():
    with pytest.raises(TopographError, match="did you mean `static`") as refused:
        encoder_kind("statik")
    assert "no encoder `statik`" in refused.value.what


def test_a_misspelt_encoder_in_a_file_is_reported_with_the_nearest(project):
    project.write("config/runs/a.yaml", "parse: {files: [seeds/a.txt]}\nembed: {encoder: onxn}\n")
    problem = project.problem()
    assert "allowed: onnx | static" in problem
    assert problem.endswith("did you mean `onnx`?")


def test_a_missing_model_is_the_only_mistake(project):
    project.write("b.txt", (project.root / "seeds/a.txt").read_text())
    (project.root / "seeds/a.txt").unlink()  # so that the default files are not there
    embed = "embed: {encoder: openai, dimensions: 99}"
    project.write("config/runs/a.yaml", f"parse: {{files: [b.txt]}}\n{embed}\n")
    assert project.problem().endswith(
        "the encoder openai needs the model's name on the server here"
    )


@pytest.mark.parametrize("name", ENCODERS)
def test_an_encoder_is_listed_by_its_own_name_and_cites_what_there_is(name):
    from topograph.stages.report.references import references

    kind = ENCODERS[name]
    assert kind.name == name
    assert kind.description
    assert set(kind.cites("all-MiniLM-L6-v2")) <= set(references())
    assert ("model" in kind.keys.model_fields) >= bool(kind.needs_model)


def test_keys_that_decide_a_result_belong_to_these_encoders():
    assert users_of_keys(ENCODERS) == {
        "model": ("onnx", "static", "sentence-transformers", "openai", "precomputed"),
        "max_tokens": ("onnx", "sentence-transformers"),
        "long_documents": ("onnx", "sentence-transformers"),
        "pooling": ("onnx",),
        "prefix": ("onnx", "sentence-transformers", "openai"),
        "dimensions": ("openai", "tfidf"),
        "ids": ("precomputed",),
    }
