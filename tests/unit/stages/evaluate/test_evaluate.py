"""A whole run measured: which values there are, what each is, and the stage's files."""

import json
import re
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from topograph.cli import main
from topograph.config import EvaluateSettings
from topograph.core.neighbors import nearest_neighbors
from topograph.language.words import Reader
from topograph.measures.agreement import Repeats
from topograph.measures.base import Subject
from topograph.measures.gold import LABEL_AGREEMENT
from topograph.measures.labels import WITHOUT_NOISE
from topograph.measures.mapquality import auto_trustworthiness_neighbors
from topograph.measures.notapplicable import NotApplicable
from topograph.measures.registry import MEASURES, TOPIC_COLUMNS
from topograph.measures.silhouette import silhouettes
from topograph.measures.terms import auto_coherence_terms
from topograph.measures.trustworthiness import neighbour_preservation, trustworthiness
from topograph.rundir.contract import TABLES
from topograph.stages.evaluate import evaluation
from topograph.stages.evaluate.evaluation import describe
from topograph.system.jsontext import pretty_json

ENGLISH = Reader("en")

LABEL_MEASURES = [name + tail for tail in ("", WITHOUT_NOISE) for name in LABEL_AGREEMENT]


def corpus_of(topics, vectors, text="graph and node", **columns):
    """Documents of one text each, with the columns that `evaluate` reads."""
    n = len(topics)
    indices = nearest_neighbors(vectors, min(5, n - 1))[0] if n > 1 else np.empty((1, 0), int)
    return Subject(
        pd.DataFrame({"text": [text] * n, "language": "en", **columns}),
        pd.DataFrame({"topic": topics, "stability": np.linspace(0.5, 1.0, n), "nearest_topic": 0}),
        pd.DataFrame(),
        vectors,
        indices,
        vectors[:, :2],
        language="en",
        partitions=3,
        settings=EvaluateSettings(),
        rows=evaluation.sample_rows(n),
    )


def evaluate(corpus, topics, settings):
    return evaluation.evaluate(replace(corpus, topics=topics, settings=settings))


def table_of(topics, terms):
    """`label/topics.parquet` with the columns that `evaluate` reads."""
    count = len(terms)
    return pd.DataFrame(
        {
            "topic": range(count),
            "label": [f"topic {topic}" for topic in range(count)],
            "size": [int((np.array(topics) == topic).sum()) for topic in range(count)],
            "terms": terms,
            "stability": [0.5 + topic / 10 for topic in range(count)],
        }
    )


@pytest.fixture
def blobs():
    """Sixty unit vectors around three directions, and their topics, six documents noise."""
    random = np.random.default_rng(0)
    topics = np.repeat([0, 1, 2], 20)
    vectors = np.eye(8)[topics] + random.normal(scale=0.2, size=(60, 8))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    topics[:6] = -1
    return vectors.astype(np.float32), topics


TERMS = [["graph", "node"], ["graph", "moon"], ["tide"]]


@pytest.fixture
def measured(blobs):
    """The blobs measured against labels of which the last ten documents have none."""
    vectors, topics = blobs
    kind = ["a"] * 20 + ["b"] * 20 + ["c"] * 10 + [None] * 10
    repeats = Repeats(topics, [topics], topics)
    corpus = replace(corpus_of(topics, vectors, kind=kind), repeats=repeats)
    return corpus, evaluate(corpus, table_of(topics, TERMS), EvaluateSettings(label_column="kind"))


def test_a_run_is_measured(measured):
    corpus, result = measured
    values = result.values
    assert list(values) == list(MEASURES)
    assert (values["topics"], values["documents"]) == (3, 60)
    assert values["noise_share"] == pytest.approx(0.1)
    assert (values["smallest_topic"], values["median_topic"], values["largest_topic"]) == (
        14, 20, 20,
    )  # fmt: skip
    assert values["largest_topic_share"] == pytest.approx(1 / 3)
    shares = np.array([14, 20, 20]) / 54
    assert values["size_evenness"] == pytest.approx(-(shares * np.log(shares)).sum() / np.log(3))
    assert values["diversity"] == pytest.approx(4 / 5)
    # "graph" and "node" stand in each window, of which there is nothing to learn
    assert values["coherence_npmi"] == pytest.approx(-1.0)
    assert values["coherence_cv"] == pytest.approx(1.0)
    assert values["document_stability"] == pytest.approx(0.75)
    assert values["topic_stability"] == pytest.approx(0.6)
    rows = np.arange(60)
    trust = trustworthiness(corpus.vectors, corpus.points, 15, rows)
    assert values["trustworthiness"] == pytest.approx(trust.mean())
    assert values["labelled_documents"] == 50
    assert values["purity_without_noise"] == 1.0
    assert values["purity"] == pytest.approx(1.0)  # noise is of one label here
    assert values["ari"] < values["ari_without_noise"] == pytest.approx(1.0)
    assert not [name for name, value in values.items() if isinstance(value, NotApplicable)]


def test_each_topic_is_measured(measured):
    corpus, result = measured
    table = result.by_topic
    assert set(table) == {*TABLES["evaluate/topics.parquet"], *TOPIC_COLUMNS}
    assert list(table) == ["topic", "label", "size", *TOPIC_COLUMNS, "reason"]
    assert table["topic"].to_list() == [0, 1, 2]
    assert table["share"].to_list() == pytest.approx([14 / 60, 1 / 3, 1 / 3])
    assert table["noise_share"].to_list() == pytest.approx([6 / 20, 0, 0])
    assert table["diversity"].to_list() == pytest.approx([0.5, 0.5, 1.0])
    assert table["purity"].to_list() == [1.0, 1.0, 1.0]
    assert table["stability"].to_list() == pytest.approx([0.5, 0.6, 0.7])
    silhouette = silhouettes(corpus.vectors, corpus.assigned)
    kept = neighbour_preservation(corpus.indices, corpus.points)
    trust = trustworthiness(corpus.vectors, corpus.points, 15, np.arange(60))
    for name, by_document in (
        ("silhouette", silhouette), ("neighbour_preservation", kept), ("trustworthiness", trust),
    ):  # fmt: skip
        for topic in range(3):
            expected = by_document[corpus.assigned == topic].mean()
            assert table[name][topic] == pytest.approx(expected)
    assert table["dbcv"].between(-1, 1).all()


def test_a_topics_reasons_are_reported(measured):
    _, result = measured
    table = result.by_topic
    assert table["coherence_npmi"].isna().to_list() == [False, True, True]
    few = "fewer than two of the topic's terms occur in the texts"
    assert table["reason"].to_list() == [
        "", *[f"coherence_npmi: {few}; coherence_cv: {few}"] * 2,
    ]  # fmt: skip


def test_terms_are_found_by_their_singulars_in_english_only(blobs):
    vectors, topics = blobs
    table = table_of(topics, [["graph theories", "nodes", "node"], ["tides"], ["moon"]])
    corpus = corpus_of(topics, vectors, "Graphs theory and nodes.")
    result = evaluate(corpus, table, EvaluateSettings())
    assert result.values["coherence_cv"] == pytest.approx(1.0)
    result = evaluate(replace(corpus, language="de"), table, EvaluateSettings())
    assert isinstance(result.values["coherence_cv"], NotApplicable)


def test_a_term_without_words_is_left_out_of_coherence(blobs):
    vectors, topics = blobs
    table = table_of(topics, [["!", "graph", "node"], ["?"], ["moon"]])
    result = evaluate(corpus_of(topics, vectors), table, EvaluateSettings())
    assert result.values["coherence_cv"] == pytest.approx(1.0)


def test_measures_look_at_as_many_terms_as_asked(blobs):
    vectors, topics = blobs
    table = table_of(topics, [["a", "b", "x"], ["c", "d", "x"], ["e", "f", "x"]])
    corpus = corpus_of(topics, vectors)
    for asked, used, diversity in ((2, 2, 1.0), (3, 3, 7 / 9), ("auto", 3, 7 / 9)):
        result = evaluate(corpus, table, EvaluateSettings(coherence_terms=asked))
        assert result.used["coherence_terms"] == used
        assert result.values["diversity"] == pytest.approx(diversity)


def test_without_a_label_column_its_measures_have_none_and_the_table_is_empty(blobs):
    vectors, topics = blobs
    result = evaluate(corpus_of(topics, vectors), table_of(topics, TERMS), EvaluateSettings())
    for name in ["labelled_documents", *LABEL_MEASURES]:
        assert result.values[name] == NotApplicable("evaluate.label_column names no column")
    assert result.contingency.empty
    assert list(result.contingency) == list(TABLES["evaluate/contingency.parquet"])


def test_the_neighbourhood_asked_for_must_fit(blobs):
    vectors, topics = blobs
    settings = EvaluateSettings(trustworthiness_neighbors=30)
    result = evaluate(corpus_of(topics, vectors), table_of(topics, TERMS), settings)
    assert "fewer than half of 60" in result.values["trustworthiness"].reason
    assert result.by_topic["trustworthiness"].isna().all()
    assert "trustworthiness: 30 neighbours" in result.by_topic["reason"][0]


def test_a_run_of_one_topic_without_terms_is_measured(blobs):
    vectors, _ = blobs
    topics = [0] * 60
    result = evaluate(corpus_of(topics, vectors), table_of(topics, [[]]), EvaluateSettings())
    for name in ("diversity", "inverted_rbo", "coherence_npmi", "coherence_cv", "silhouette",
                 "dbcv", "size_evenness"):  # fmt: skip
        assert isinstance(result.values[name], NotApplicable), name
    assert result.by_topic["size"].to_list() == [60]


@pytest.mark.parametrize("n", [1, 2, 3])
def test_a_run_of_very_few_documents_is_measured(n):
    vectors = np.eye(4, dtype=np.float32)[:n]
    topics = [0] * n
    corpus = corpus_of(topics, vectors)
    result = evaluate(corpus, table_of(topics, [["graph", "node"]]), EvaluateSettings())
    assert result.values["documents"] == n
    assert isinstance(result.values["silhouette"], NotApplicable)
    assert isinstance(result.values["trustworthiness"], NotApplicable) == (n < 3)
    assert isinstance(result.values["neighbour_preservation"], NotApplicable) == (n < 2)


def test_one_clustering_alone_has_no_stability(blobs):
    vectors, topics = blobs
    corpus = replace(corpus_of(topics, vectors), partitions=1)
    result = evaluate(corpus, table_of(topics, TERMS), EvaluateSettings())
    for name in ("document_stability", "topic_stability"):
        assert "no other to agree with" in result.values[name].reason
    assert result.by_topic["stability"].isna().all()


def test_a_topic_of_one_document_has_no_silhouette_and_no_density(blobs):
    vectors, topics = blobs
    topics[-1] = 3
    table = table_of(topics, [*TERMS, ["graph"]])
    result = evaluate(corpus_of(topics, vectors), table, EvaluateSettings())
    assert result.by_topic[["silhouette", "dbcv"]].isna().all(axis=1).to_list() == [
        False, False, False, True,
    ]  # fmt: skip
    assert "silhouette: the topic has one document" in result.by_topic["reason"][3]


def test_large_corpora_are_sampled_where_all_pairs_are_needed(blobs, monkeypatch):
    vectors, topics = blobs
    monkeypatch.setattr(evaluation, "SAMPLE", 4)
    corpus = corpus_of(topics, vectors)
    result = evaluate(corpus, table_of(topics, TERMS), EvaluateSettings())
    assert result.used["sampled_documents"] == 4
    rows = np.array([0, 19, 39, 59])  # of noise and of each topic one
    trust = trustworthiness(corpus.vectors, corpus.points, 15, rows)
    assert result.values["trustworthiness"] == pytest.approx(trust.mean())
    assert isinstance(result.values["dbcv"], NotApplicable)
    whole = silhouettes(corpus.vectors, corpus.assigned)
    assert result.values["silhouette"] == pytest.approx(np.nanmean(whole))


@pytest.mark.parametrize("n", range(3, 60))
def test_the_neighbourhood_chosen_is_one_that_can_be_measured(n):
    chosen = auto_trustworthiness_neighbors(n)
    assert 1 <= chosen < n / 2
    assert chosen == 15 or n <= 31


@pytest.mark.parametrize(
    ("listed", "chosen"), [([3, 3], 3), ([2, 5], 5), ([12, 12], 10), ([0], 0), ([], 0)]
)
def test_coherence_looks_at_as_many_terms_as_are_listed_and_at_most_ten(listed, chosen):
    assert auto_coherence_terms([["word"] * number for number in listed]) == chosen


def test_each_measure_says_what_it_is():
    for name, measure in MEASURES.items():
        assert measure.better in ("higher", "lower", "neither"), name
        assert re.fullmatch(r"-?[0-9.]+ (to -?[0-9.]+|or more)", measure.range), name
        assert measure.meaning and measure.reference, name


def test_values_lie_in_the_range_they_state(measured):
    _, result = measured
    for name, entry in describe(result.values).items():
        least, _, most = entry["range"].partition(" to ")
        assert entry["value"] >= float(least.split()[0]) - 1e-9, name
        assert not most or entry["value"] <= float(most) + 1e-9, name
        assert entry["reason"] == ""


def test_what_has_no_meaning_is_null_with_a_reason_in_valid_json():
    values = dict.fromkeys(MEASURES, 0.25) | {"silhouette": NotApplicable("there is one topic")}
    described = json.loads(pretty_json(describe(values)))
    assert list(described) == list(MEASURES)
    assert described["silhouette"]["value"] is None
    assert described["silhouette"]["reason"] == "there is one topic"
    assert described["diversity"]["value"] == 0.25


# --- the stage -------------------------------------------------------------------------------


def settings_of(**keys):
    """The stage's settings as the command line takes them."""
    return json.dumps({"evaluate": EvaluateSettings(**keys).model_dump(mode="json")})


def test_the_stage_writes_measures_topics_and_contingency(tiny_copy, capsys):
    assert main(["evaluate", "results/tiny", "--settings", settings_of(label_column="year")]) == 0
    output = capsys.readouterr().out
    folder = tiny_copy / "results/tiny/evaluate"
    metrics = json.loads((folder / "metrics.json").read_text())
    assert metrics["labelled_documents"]["value"] == 12
    assert f"ami {metrics['ami']['value']:.2f}" in output
    table = pd.read_parquet(folder / "contingency.parquet")
    assigned = pd.read_parquet(tiny_copy / "results/tiny/cluster/assignments.parquet")
    assert table["documents"].sum() == 12
    assert sorted(table["gold_label"]) == [str(year) for year in range(2001, 2013)]
    assert sorted(table["topic"]) == sorted(assigned["topic"])


def test_the_stage_tells_why_a_measure_is_missing(tiny_copy, capsys):
    settings = settings_of(trustworthiness_neighbors=6)
    assert main(["evaluate", "results/tiny", "--settings", settings]) == 0
    assert "no trustworthiness (6 neighbours are not fewer than half of 12 documents)" in (
        capsys.readouterr().out
    )


def test_the_stage_refuses_a_column_that_is_missing(tiny_copy, capsys):
    assert main(["evaluate", "results/tiny", "--settings", settings_of(label_column="kind")]) != 0
    output = capsys.readouterr().err
    assert "the documents have no column 'kind'" in output
    assert "the columns are year, source, language." in output
    assert not (tiny_copy / "results/tiny/evaluate/summary.json").exists()


def test_the_report_lists_what_was_not_measured_with_the_reason(tiny_project):
    page = (tiny_project / "results/tiny/report.html").read_text()
    sentence = re.search(r"Not measured, because evaluate.label_column [^<]*", page)[0]
    assert "ami without noise" in sentence
    assert "trustworthiness" not in sentence


def test_an_empty_label_column_is_none():
    assert EvaluateSettings(label_column="").label_column is None


def test_the_stage_needs_no_scikit_learn(tiny_copy):
    script = (
        "import sys\n"
        "from topograph.cli import main\n"
        "assert main(['evaluate', 'results/tiny']) == 0\n"
        "print(sorted({'sklearn', 'hdbscan', 'umap', 'numba'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr
