"""A finished run in Python."""

import shutil

import numpy as np
import pandas as pd
import pytest

from topograph import TopographError, load_run
from topograph.encoders.base import encode_all
from topograph.encoders.onnx import OnnxEncoder
from topograph.encoders.shipped import shipped_files
from topograph.figures.registry import FIGURES
from topograph.figures.style import why_absent
from topograph.rundir.contract import STAGES
from topograph.stages.plot.figurepages import to_page


@pytest.fixture(scope="module")
def run(tiny_project):
    """The tiny run."""
    return load_run(tiny_project / "results/tiny")


def test_a_missing_run_is_refused_with_the_runs_there_are(tiny_copy):
    with pytest.raises(TopographError, match="There is no run in results/nothing") as refused:
        load_run("results/nothing")
    assert "results has the runs other, tiny" in refused.value.why
    assert "topograph init FILE --run nothing" in refused.value.fix
    assert "snakemake results/nothing/report.html" in refused.value.fix


def test_an_empty_folder_is_no_finished_run(tmp_path):
    with pytest.raises(TopographError, match="is not finished") as refused:
        load_run(tmp_path)
    assert STAGES["parse"].seal in refused.value.why
    assert "other files" in refused.value.why
    assert refused.value.fix == "copy the folder again from a finished run."


@pytest.mark.parametrize("stage", STAGES)
def test_an_unfinished_run_is_refused_with_what_is_missing(tiny_copy, stage):
    (tiny_copy / "results/tiny" / STAGES[stage].seal).unlink()
    with pytest.raises(TopographError) as refused:
        load_run("results/tiny")
    assert refused.value.why == f"{STAGES[stage].seal} does not exist."


@pytest.mark.parametrize("name", ["reduce/map.npy", "label/topics.parquet"])
def test_a_run_that_lost_a_file_is_refused_with_its_name(tiny_copy, name):
    (tiny_copy / "results/tiny" / name).unlink()
    with pytest.raises(TopographError) as refused:
        load_run("results/tiny")
    assert name in str(refused.value)


def test_a_run_with_a_stage_of_another_run_is_refused(tiny_copy):
    shutil.rmtree("results/tiny/parse")
    shutil.copytree("results/other/parse", "results/tiny/parse")
    with pytest.raises(TopographError):
        load_run("results/tiny")


def test_a_run_is_known_by_its_folders_name(tiny_copy):
    run = load_run("results/tiny/")
    assert run.name == "tiny"
    assert repr(run) == f"<Run tiny: 12 documents, {len(run.topics)} topics>"


def test_documents_are_those_of_the_corpus_with_topic_and_label(run, kitchen, sky):
    documents = run.documents
    assert sorted(documents["text"]) == sorted(kitchen + sky)
    assert documents.index.name == "doc_id"
    assert documents.index.is_unique
    years = dict(zip(kitchen + sky, range(2001, 2013), strict=True))
    assert documents["year"].astype(int).to_list() == [years[text] for text in documents["text"]]
    labels = {-1: "no topic (noise)"} | run.topics["label"].to_dict()
    assert documents["label"].to_list() == [labels[topic] for topic in documents["topic"]]


def test_texts_on_two_subjects_are_not_in_one_topic(run, kitchen, sky):
    topic = dict(zip(run.documents["text"], run.documents["topic"], strict=True))
    of_kitchen, of_sky = ({topic[text] for text in texts} - {-1} for texts in (kitchen, sky))
    assert of_kitchen
    assert of_sky
    assert not of_kitchen & of_sky


def test_topics_count_their_documents_the_largest_first(run):
    topics = run.topics
    assert topics.index.to_list() == list(range(len(topics)))
    counted = run.documents.loc[run.documents["topic"] >= 0, "topic"].value_counts()
    assert topics["size"].to_dict() == counted.to_dict()
    assert topics["size"].is_monotonic_decreasing
    for topic, row in topics.iterrows():
        assert (run.documents.loc[row["representatives"], "topic"] == topic).all()


def test_documents_of_no_topic_are_called_noise(tiny_copy):
    path = tiny_copy / "results/tiny/label/assignments.parquet"
    frame = pd.read_parquet(path)
    frame.loc[0, "topic"] = -1
    frame.to_parquet(path)
    first = load_run("results/tiny").documents.loc[frame["doc_id"][0]]
    assert (first["topic"], first["label"]) == (-1, "no topic (noise)")


@pytest.mark.parametrize("column", ["topic", "label", "reason"])
def test_a_column_of_the_corpus_takes_no_column_of_the_run_away(tiny_copy, column):
    right = load_run("results/tiny").documents
    path = tiny_copy / "results/tiny/parse/documents.parquet"
    pd.read_parquet(path).assign(**{column: "of the corpus"}).to_parquet(path)
    documents = load_run("results/tiny").documents
    assert documents[column].to_list() == right[column].to_list()
    assert (documents.astype(str) == "of the corpus").all().any()


def test_embeddings_are_unit_vectors_of_the_documents_in_their_order(run):
    assert isinstance(run.embeddings, np.memmap)
    assert run.embeddings.dtype == np.float32
    again = encode_all(OnnxEncoder(shipped_files(), 1), run.documents["text"].to_list())
    cosines = again @ run.embeddings.T
    np.testing.assert_allclose(np.diag(cosines), 1, atol=1e-5)
    off = cosines - 2 * np.eye(12)
    assert off.max() < 0.99


def test_the_map_has_a_place_for_every_document(run):
    assert run.map.shape == (12, 2)
    assert np.isfinite(run.map).all()


def test_the_hierarchy_holds_every_topic_once(run):
    def leaves(node):
        if "topic" in node:
            yield node["topic"]
        for child in node.get("children", []):
            yield from leaves(child)

    assert sorted(leaves(run.hierarchy)) == run.topics.index.to_list()


def test_metrics_and_manifest_tell_of_this_run(run):
    noise = (run.documents["topic"] == -1).mean()
    assert run.metrics["noise_share"]["value"] == pytest.approx(noise)
    assert set(run.manifest["summary"]["stages"]) == set(STAGES) - {"report"}
    assert list(run.manifest["summary"]["corpus"]) == ["data/tiny.csv"]


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_can_be_drawn(run, name):
    figure = run.figure(name)
    assert bool(figure.data) != bool(why_absent(figure))
    assert bool(figure.data) or name in {"classes", "noise"}  # there may be none


def test_figures_are_those_of_the_stage(run):
    for name in FIGURES:
        made = to_page(run.figure(name), name, f"tiny: {name}")
        assert made == (run.path / f"plot/figures/{name}.html").read_text(encoding="utf-8")


def test_the_map_shows_every_document(run):
    assert sum(len(trace.x) for trace in run.figure("map").data) == 12


def test_an_unknown_figure_is_answered_with_those_there_are(run):
    with pytest.raises(TopographError, match="no figure `mpa`") as refused:
        run.figure("mpa")
    assert all(name in refused.value.why for name in FIGURES)


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("telescope", 2),
        ("TELESCOPE", 2),
        ("telescope galaxy", 2),
        ("galaxy quasar", 1),
        ("quasar soup", 0),
        ("tomato  sauce", 2),
        (".*", 0),
        ("(", 0),
        ("", 12),
    ],
)
def test_searching_finds_documents_that_hold_all_words(run, words, count):
    found = run.search(words)
    assert len(found) == count
    for text in found["text"]:
        assert all(word in text.lower() for word in words.lower().split())
