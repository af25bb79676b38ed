"""The report: what it says of a run, with what it cites; and the manifest."""

import json
import re
from html.parser import HTMLParser

import pandas as pd
import pytest
import yaml
from bibtexparser import parse_string
from made_runs import HOSTILE
from sealing import seals_of

from topograph.cli import main
from topograph.figures.registry import FIGURES
from topograph.rundir.checksums import sha256_file
from topograph.rundir.resources import resources_used
from topograph.rundir.stagefiles import read_seal
from topograph.stages.report.content import (
    automatic_values,
    changed_settings,
    corpus_facts,
    figures,
    notes,
)
from topograph.stages.report.methods import methods
from topograph.stages.report.references import bibtex, references
from topograph.web.pages import number_text, render

STAGES = ("parse", "embed", "reduce", "cluster", "label", "plot", "evaluate")


class Links(HTMLParser):
    """The addresses a page points to, and its text."""

    def __init__(self, page):
        super().__init__()
        self.found, self.text, self.tags = [], "", []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.found += [value for name, value in attributes if name in ("href", "src")]

    def handle_data(self, data):
        self.text += data


@pytest.fixture(scope="module")
def run_dir(tiny_project):
    return tiny_project / "results/tiny"


@pytest.fixture
def seals(run_dir):
    """The seals of the tiny run, to be changed."""
    return seals_of(run_dir)


@pytest.fixture(scope="module")
def page(run_dir):
    return Links((run_dir / "report.html").read_text(encoding="utf-8"))


# --- the page


def test_every_link_of_the_report_leads_somewhere(run_dir, page):
    local = [address for address in page.found if not address.startswith(("http", "#"))]
    assert len(local) > 10
    assert [one for one in local if not (run_dir / one.partition("#")[0]).exists()] == []
    inner = {address[1:] for address in page.found if address.startswith("#")}
    source = (run_dir / "report.html").read_text(encoding="utf-8")
    assert inner
    assert all(f'id="{name}"' in source for name in inner)


def test_the_report_links_each_topic_and_its_document_into_the_explorer(run_dir, page):
    topics = pd.read_parquet(run_dir / "label/topics.parquet")
    for topic in topics.to_dict("records"):
        assert f"plot/explorer.html#topics={topic['topic']}" in page.found
        assert f"plot/explorer.html#document={topic['representatives'][0]}" in page.found
        assert topic["label"] in page.text


def test_the_report_shows_the_figures_there_are_and_says_why_others_are_not(page):
    found = {address.partition("#")[0] for address in page.found}
    shown = {name for name in FIGURES if f"plot/figures/{name}.html" in found}
    assert shown >= set(FIGURES) - {"classes", "noise"}
    assert "classes" not in shown
    assert "No column with known classes is set" in page.text


def test_the_report_tells_settings_that_differ(page):
    assert "cluster.members" in page.text  # 3 in the tiny project
    changed = page.text.split("differ from the defaults")[1].split("Reproduce")[0]
    assert "parse.files" in changed
    assert "data/tiny.csv" in changed
    assert "[" not in changed  # values as people write them
    assert "reduce.seed" not in changed


def test_texts_in_a_report_are_text(tiny_copy):
    run = tiny_copy / "config/runs/tiny.yaml"
    settings = yaml.safe_load(run.read_text(encoding="utf-8"))
    run.write_text(yaml.safe_dump(settings | {"report": {"title": HOSTILE.replace("\0", "")}}))
    assert main(["report", "results/tiny"]) == 0
    found = Links((tiny_copy / "results/tiny/report.html").read_text(encoding="utf-8"))
    assert found.tags.count("script") == 2  # what the stages took, and what shows it
    assert "img" not in found.tags
    assert "window.hacked" in found.text


def test_a_template_escapes_and_refuses_unknown_names(tmp_path, monkeypatch):
    package = tmp_path / "some_templates"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "a.html").write_text("{{ text }} {{ 0.5|number }}")
    (package / "b.html").write_text("{{ txet }}")
    monkeypatch.syspath_prepend(tmp_path)
    assert render("some_templates", "a.html", text="<b>") == "&lt;b&gt; 0.50"
    with pytest.raises(Exception, match="txet"):
        render("some_templates", "b.html", text="x")


def test_numbers_in_tables():
    values = [number_text(value) for value in (0, 1234, 0.5, -0.004, None, float("nan"))]
    assert values == ["0", "1,234", "0.50", "-0.00", "–", "–"]


# --- its parts


def test_notes_of_all_stages_are_reported_in_their_order(seals):
    seals["label"]["summary"]["notes"] = ["one"]
    seals["reduce"]["summary"]["notes"] = ["two", "three"]
    seals["embed"]["summary"] |= {
        "truncated_documents": 2, "documents": 12, "max_tokens": 8, "unread_tokens": 5,
        "tokens": 90,
    }  # fmt: skip
    reported = [pair for pair in notes(seals) if pair[0] in ("embed", "reduce", "label")]
    assert [stage for stage, _ in reported] == ["embed", "reduce", "reduce", "label"]
    assert "2 documents of 12 are longer than the 8 tokens" in reported[0][1]


def test_values_used_for_auto_are_reported(seals):
    found = dict(automatic_values(seals))
    assert found["cluster.min_cluster_size"] == seals["cluster"]["summary"]["min_cluster_size"]
    assert "cluster.members" not in found  # it is set


def test_only_what_differs_from_the_defaults_is_a_changed_setting():
    from topograph.config import RunConfig

    config = RunConfig.model_validate({"label": {"terms": 12}, "embed": {"cache": "elsewhere"}})
    changed = changed_settings(config.model_dump(mode="json"))
    assert [(key, value, default) for key, value, default, _ in changed] == [
        ("label.terms", 12, 10)
    ]
    assert changed[0][3] == "Terms per topic."


def test_the_corpus_is_described_in_numbers():
    summary = {
        "files": 2, "records": 1500, "documents": 3, "dropped": {"empty": 1400, "duplicate": 97},
        "words": 60, "languages": {"en": 2, "de": 1}, "dates": {"unread": {"documents": 1}},
    }  # fmt: skip
    documents = pd.DataFrame(
        {
            "n_words": [10, 20, 30],
            "date": pd.to_datetime(["2020-04-01", None, "2021-03-04"]),
            "date_precision": ["quarter", "", "day"],
        }
    )
    facts = dict(corpus_facts(summary, documents))
    assert facts["Records"] == "1,500"
    assert facts["Dropped"] == "1,400 empty, 97 duplicate"
    assert facts["Words"] == "60; per document 10 to 30, median 20"
    assert facts["Dates"] == "2 documents, 2020-Q2 to 2021-03-04; not read in 1 document"
    assert facts["Languages"] == "2 en (66.7 %), 1 de (33.3 %)"


def test_figures_that_were_not_drawn_are_distinguished():
    shown, rest = figures({"time": "no dates"})
    assert [figure["name"] for figure in shown] == [name for name in FIGURES if name != "time"]
    assert rest == [("Topics over time", "no dates")]


# --- methods


def test_the_methods_tell_what_ran(seals):
    paragraph = methods(seals, [0.5, 0.75])
    reduce, cluster = seals["reduce"]["summary"], seals["cluster"]["summary"]
    for part in (
        "We analysed 12 documents", f"to its {reduce['neighbors']} exact nearest neighbours",
        f"{reduce['members']} times", "(drawn from 42;", "300 times, each time with a random 20%",
        "Of the weight of an edge, 15%", "clusters on average",
        f"min_cluster_size {cluster['min_cluster_size']}", "MiniLM", "This gave 2 topics",
        f"umap-learn {seals['reduce']['versions']['umap-learn']}",
        "0.62 on average, 0.50 at least",
    ):  # fmt: skip
        assert part in paragraph.text, part
    for key in paragraph.cited:
        assert references()[key].short in paragraph.text
    expected = {"umap", "hdbscan", "leiden", "consensus", "bertopic", "snakemake", "minilm"}
    assert expected <= set(paragraph.cited)
    assert not {"near-duplicates", "spherical-kmeans"} & set(paragraph.cited)


def test_the_methods_follow_what_ran(seals):
    seals["parse"]["summary"] |= {"records": 20, "dropped": {"near-duplicate": 8}}
    seals["embed"]["settings"]["embed"]["encoder"] = "tfidf"
    seals["embed"]["summary"] |= {"model": "TF-IDF", "max_tokens": None}
    seals["reduce"]["summary"]["laid_out"] = False
    del seals["cluster"]["summary"]["topics_of_members"]
    paragraph = methods(seals, [1.0])
    assert "; 8 of 20 records were dropped (8 near-duplicate)" in paragraph.text
    assert {"near-duplicates", "lsa"} <= set(paragraph.cited)
    assert not {"umap", "hdbscan", "sbert", "minilm", "stability"} & set(paragraph.cited)
    assert "UMAP" not in paragraph.text


@pytest.mark.parametrize(
    ("method", "part", "cited"),
    [
        ("hdbscan", "HDBSCAN", {"hdbscan", "leiden", "consensus"}),
        ("leiden", "communities of this graph", {"leiden", "consensus"}),
        ("kmeans", "by k-means", set()),
        ("spherical_kmeans", "by spherical k-means", {"spherical-kmeans"}),
        ("agglomerative", "average linkage", set()),
    ],
)
def test_the_methods_name_the_clusterer(seals, method, part, cited):
    seals["cluster"]["settings"]["cluster"]["method"] = method
    paragraph = methods(seals, [1.0])
    assert part in paragraph.text
    ways = {"hdbscan", "leiden", "consensus", "spherical-kmeans"}
    assert set(paragraph.cited) & ways == cited


def test_the_methods_tell_what_was_done_otherwise_than_usual(seals):
    plain = methods(seals, [1.0, 1.0]).text
    for part in ("A document has no topic if", "curated", "language model", "guided", "descent",
                 "as requested", "of the documents each", "held most documents",
                 "have no topic because"):  # fmt: skip
        assert part not in plain, part
    seals["reduce"]["summary"]["exact_neighbors"] = False
    seals["cluster"]["settings"]["cluster"] |= {
        "guide": "journal", "seed_topics": "seed.yaml", "n_topics": 7, "resample": 0.8,
    }  # fmt: skip
    seals["cluster"]["summary"] |= {
        "noise_rule": {"left_out_from": 0.5, "thin_membership": 0.3}, "collapsed_members": 2,
        "dissolved": {"communities": 2, "below": 0.35},
        "noise_documents": 5, "topics": 7,
    }  # fmt: skip
    seals["label"]["summary"] |= {"llm_names": 3, "curation": {"applied": [{}, {}]}}
    seals["label"]["settings"]["label"]["llm"] = "some-model"
    paragraph = methods(seals, [1.0, 1.0])
    for part in (
        "(found by descent, Dong et al. 2011)",
        "the topics of seed.yaml and by the values of the field journal",
        "into 7 communities, as requested", "of a random 80% of the documents each",
        "in 2, where one cluster held most documents", "This gave 7 topics; 5 documents",
        "The documents of 2 groups have no topic because the stability",
        "more than 50% of the clusterings leave it out and less than 30%",
        "curated the topics (2 changes, listed in manifest.json), which left 2 topics",
        "3 topics got their names from the language model some-model",
    ):  # fmt: skip
        assert part in paragraph.text, part


def test_the_methods_tell_of_noise_that_was_assigned(seals):
    assert "were moved into it" not in methods(seals, [1.0]).text
    seals["cluster"]["summary"]["noise_assigned"] = 3
    seals["cluster"]["settings"]["cluster"]["strictness"] = 0.8
    assert "3 documents of this kind, with at least 20%" in methods(seals, [1.0]).text


def test_every_reference_is_valid_bibtex_with_an_address():
    library = parse_string(bibtex(references()))
    assert not library.failed_blocks
    entries = {entry.key: entry for entry in library.entries}
    assert set(entries) == set(references())
    for key, reference in references().items():
        fields = {field.key: field.value for field in entries[key].fields}
        assert all("," in author for author in reference.authors)
        assert re.fullmatch("[12][0-9]{3}", fields["year"])
        assert re.fullmatch(r"https://\S+", reference.address)
        assert reference.fields["title"] in reference.full


def test_references_are_cited_by_their_authors():
    assert references()["umap"].short == "McInnes et al. 2018"
    assert references()["consensus"].short == "Lancichinetti and Fortunato 2012"
    assert references()["bertopic"].short == "Grootendorst 2022"


# --- manifest


def test_the_manifest_tells_what_the_run_was_made_from(run_dir, root):
    manifest = json.loads((run_dir / "manifest.json").read_text(encoding="utf-8"))
    summary = manifest["summary"]
    assert set(summary["stages"]) == set(STAGES)
    for stage in STAGES:
        assert summary["stages"][stage]["outputs"] == read_seal(run_dir, stage)["outputs"]
    assert summary["corpus"] == {"data/tiny.csv": sha256_file(run_dir.parents[1] / "data/tiny.csv")}
    assert summary["environment"]["lock"] == sha256_file(root / "uv.lock")
    assert re.fullmatch("[0-9a-f]{64}", summary["environment"]["packages"])
    assert (
        summary["encoder"]["fingerprint"] == read_seal(run_dir, "embed")["summary"]["fingerprint"]
    )
    assert (run_dir / "references.bib").read_text(encoding="utf-8").count("@") >= 5


def test_what_jobs_took_is_reported_in_their_order(tmp_path):
    (tmp_path / "benchmarks").mkdir()
    for job in ("repeat-10", "report", "repeat-2", "embed", "parse"):
        (tmp_path / f"benchmarks/{job}.json").write_text('{"seconds": 1}')
    order = ["parse", "embed", "report", "repeat-2", "repeat-10"]
    assert list(resources_used(tmp_path)) == order


def test_time_and_memory_of_each_stage_stand_beside_the_results_and_in_the_manifest(run_dir):
    script = (run_dir / "benchmarks/resources.js").read_text(encoding="utf-8")
    listed = json.loads(script.removeprefix("const RESOURCES = "))
    assert list(listed) == [*STAGES, "report"]
    manifest = json.loads((run_dir / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["summary"]["resources"] == {stage: listed[stage] for stage in STAGES}
    for stage in (*STAGES, "report"):
        resources = json.loads((run_dir / f"benchmarks/{stage}.json").read_text(encoding="utf-8"))
        assert resources == listed[stage]
        assert resources["seconds"] > 0
        assert resources["processor_seconds"] > 0
        assert 50 < resources["peak_memory_mb"] < 20_000
        assert resources["threads"] == 1
        assert resources["processor"]
