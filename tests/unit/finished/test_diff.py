"""Two runs compared, and a run exported."""

import csv
import json
import shutil
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from topograph.cli import main
from topograph.commands.export import everything, topics_table
from topograph.finished.diff import compare_topics, first_difference, further_differences
from topograph.finished.run import load_run
from topograph.rundir.contract import STAGES


def topics(text):
    """`aab.` are the documents 0 to 3, of the topics 0, 0, 1 and noise."""
    return {i: -1 if c == "." else ord(c) - ord("a") for i, c in enumerate(text)}


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("aaabb", "bbbaa", {"kept": {0: 1, 1: 0}}),
        # a loses one of four documents to b, which keeps more than half in common, too
        ("aaaabb", "aaabbb", {"kept": {0: 0, 1: 1}, "moved": [3]}),
        ("aaaa", "aabb", {"split": {0: [0, 1]}}),
        # three of four stay together: a is kept and one document has moved
        ("aaaac", "aaabc", {"kept": {0: 0, 2: 2}, "split": {0: [0, 1]}}),
        ("aabb", "aaaa", {"merged": {0: [0, 1]}}),
        # five topics into one: each is all there, and a fifth of it
        ("aabbccddee", "aaaaaaaaaa", {"merged": {0: [0, 1, 2, 3, 4]}}),
        ("aaaaaaaaaa", "aabbccddee", {"split": {0: [0, 1, 2, 3, 4]}}),
        ("aa..", "..aa", {"died": [0], "born": [0], "moved": [0, 1, 2, 3]}),
        ("aabbcc", "abcabc", {"died": [0, 1, 2], "born": [0, 1, 2], "moved": [0, 1, 2, 3, 4, 5]}),
        ("", "", {}),
    ],
)
def test_what_became_of_topics(a, b, expected):
    found = compare_topics(topics(a), topics(b))
    assert {name: value for name, value in vars(found).items() if value} == expected


def test_documents_of_one_run_only_do_not_count_against_a_topic():
    a, b = {1: 0, 2: 0, 3: 1}, {1: 4, 2: 4, 7: 4, 8: 4, 9: 4, 10: 5}
    found = compare_topics(a, b)
    assert (found.kept, found.died, found.born) == ({0: 4}, [1], [5])
    assert (found.added, found.removed, found.moved) == ([7, 8, 9, 10], [3], [])


@given(st.text("abc.", max_size=30))
def test_a_run_against_itself_differs_in_nothing(text):
    found = compare_topics(topics(text), topics(text))
    assert found.kept == {topic: topic for topic in topics(text).values() if topic >= 0}
    others = {name: value for name, value in vars(found).items() if name != "kept"}
    assert not any(others.values())


@given(st.text("abc.", max_size=30), st.randoms())
def test_every_topic_is_accounted_for(text, random):
    a = topics(text)
    shuffled = list(text)
    random.shuffle(shuffled)
    b = topics("".join(shuffled))
    found = compare_topics(a, b)
    into = {one for parts in found.merged.values() for one in parts}
    out_of = {other for parts in found.split.values() for other in parts}
    of_a = {*found.kept, *found.split, *into, *found.died}
    of_b = {*found.kept.values(), *found.merged, *out_of, *found.born}
    assert of_a == set(a.values()) - {-1}
    assert of_b == set(b.values()) - {-1}


def seals(**changes):
    made = {
        stage: {"outputs": {"x": 1}, "settings": {}, "versions": {}, "inputs": {}, "code": "c"}
        for stage in STAGES
    }
    for stage, change in changes.items():
        made[stage] = made[stage] | change
    return made


def test_the_first_difference_is_the_first_stage_with_other_results():
    a = seals(reduce={"settings": {"reduce": {"seed": 1}}}, embed={"settings": {"embed": {"a": 1}}})
    b = seals(
        embed={"settings": {"embed": {"a": 2}}},  # another setting, the same vectors
        reduce={"outputs": {"x": 2}, "settings": {"reduce": {"seed": 2}}, "code": "d"},
        cluster={"outputs": {"x": 3}},
    )
    cause = first_difference(a, b)
    assert (cause.stage, cause.what) == ("reduce", {"reduce.seed": (1, 2), "code": ("c", "d")})
    assert first_difference(a, a) is None


def test_pages_that_differ_by_the_name_of_the_run_are_no_difference():
    """The audit's page contains the run's name."""
    a = seals(parse={"outputs": {"parse/x.parquet": 1, "parse/audit.html": 1}})
    b = seals(
        parse={"outputs": {"parse/x.parquet": 1, "parse/audit.html": 2}},
        cluster={"outputs": {"x": 3}, "settings": {"cluster": {"seed": 2}}},
    )
    assert first_difference(a, b).stage == "cluster"
    # results that differ without a known reason are reported, and so are pages with one
    b["parse"]["outputs"] = {"parse/x.parquet": 2, "parse/audit.html": 1}
    assert (first_difference(a, b).stage, first_difference(a, b).what) == ("parse", {})
    b["parse"] = a["parse"] | {
        "outputs": {"parse/x.parquet": 1, "parse/audit.html": 2},
        "code": "d",
    }
    assert first_difference(a, b).stage == "parse"


def test_what_else_differs_are_settings_and_files_of_later_stages():
    a = seals(cluster={"settings": {"cluster": {"seed": 1}}})
    b = seals(
        reduce={"settings": {"reduce": {"seed": 2}}},
        cluster={"settings": {"cluster": {"seed": 2}}, "versions": {"numpy": "9"}},
        label={"inputs": {"config/runs/b.curation.yaml": "1", "parse/documents.parquet": "2"}},
    )
    assert further_differences(a, b, "reduce") == {
        "cluster.seed": (1, 2),
        "numpy": (None, "9"),
        "config/runs/b.curation.yaml": (None, "1"),
    }
    assert further_differences(a, b, "cluster") == {"config/runs/b.curation.yaml": (None, "1")}


@pytest.fixture
def two_runs(tiny_copy):
    """The tiny run, and one with a document more and other names."""
    for kind in ("data/tiny.csv", "config/runs/tiny.yaml"):
        shutil.copy(kind, kind.replace("tiny", "more"))
    with Path("data/more.csv").open("a") as file:
        file.write('"A long telescope night under distant galaxy clusters",2020\n')
    Path("config/runs/more.yaml").write_text(
        "parse: {files: [data/more.csv]}\nlabel: {name_terms: 1}\n"
    )
    for stage in STAGES:
        assert main([stage, "results/more"]) == 0
    return tiny_copy


def test_two_runs_are_distinguished_and_why(two_runs, capsys):
    capsys.readouterr()
    assert main(["diff", "results/tiny", "results/more"]) == 0
    text = capsys.readouterr().out
    assert "12 documents, 2 topics" in text
    assert "documents only in B: 1" in text
    assert "the first stage that differs: parse" in text
    assert 'parse.files: ["data/tiny.csv"] -> ["data/more.csv"]' in text
    further = text.split("further differences in later stages:\n")[1]
    assert further == "  label.name_terms: 2 -> 1\n"
    assert main(["diff", "results/tiny", "results/more", "--json"]) == 0
    content = json.loads(capsys.readouterr().out)
    accounted = sum(len(content[name]) for name in ("kept", "split", "died"))
    accounted += sum(len(own["a"]) for own in content["merged"])
    assert accounted == 2
    assert content["first_difference"]["stage"] == "parse"
    assert main(["diff", "results/tiny", "results/tiny"]) == 0
    text = capsys.readouterr().out
    assert "kept: 2" in text
    assert "all results are equal" in text


def test_an_export_holds_every_topic_and_document(tiny_copy):
    assert main(["export", "results/tiny", "--to", "out"]) == 0
    run = load_run("results/tiny")
    read = pd.read_csv("out/tiny.topics.csv")
    assert read["label"].to_list() == run.topics["label"].to_list()
    assert [text.split("; ") for text in read["terms"]] == [
        list(own) for own in run.topics["terms"]
    ]
    with Path("out/tiny.documents.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["doc_id"] for row in rows] == list(run.documents.index)
    assert {row["topic_key"] for row in rows} <= {"", *run.topics["topic_key"]}
    assert {row["year"] for row in rows} == {str(year) for year in range(2001, 2013)}
    everything = json.loads(Path("out/tiny.all.json").read_text(encoding="utf-8"))
    assert everything["topics"][0]["terms"] == list(run.topics["terms"][0])
    assert [one["doc_id"] for one in everything["documents"]] == list(run.documents.index)
    assert everything["hierarchy"]["size"] == sum(run.topics["size"])


def test_an_export_can_be_of_one_kind_and_tells_where_it_cannot_write(tiny_copy, capsys):
    assert main(["export", "results/tiny", "--to", "out", "--only", "topics.csv"]) == 0
    assert [path.name for path in Path("out").iterdir()] == ["tiny.topics.csv"]
    Path("file").write_text("")
    assert main(["export", "results/tiny", "--to", "file"]) == 1
    assert "--to" in capsys.readouterr().err


def test_no_exported_cell_is_a_formula_and_missing_values_are_null(tiny_copy):
    path = Path("results/tiny/label/topics.parquet")
    frame = pd.read_parquet(path)
    frame["note"] = ["=1+1", "-"]
    frame["label_llm"] = ["-1.5e3", "@sum"]
    frame["stability"] = [float("nan"), 0.5]
    frame.to_parquet(path)
    run = load_run("results/tiny")
    assert topics_table(run)["note"].to_list() == ["=1+1", "-"]
    assert [own["stability"] for own in everything(run)["topics"]] == [None, 0.5]
    assert main(["export", "results/tiny", "--only", "topics.csv"]) == 0
    read = pd.read_csv("tiny.topics.csv", dtype=str)
    assert read["note"].to_list() == ["'=1+1", "'-"]
    assert read["label_llm"].to_list() == ["-1.5e3", "'@sum"]  # a number is a number


def test_no_exported_head_is_a_formula(tiny_copy):
    path = Path("results/tiny/parse/documents.parquet")
    pd.read_parquet(path).rename(columns={"year": "=year()"}).to_parquet(path)
    assert main(["export", "results/tiny", "--only", "documents.csv"]) == 0
    assert "'=year()" in pd.read_csv("tiny.documents.csv").columns
