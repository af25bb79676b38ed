"""Small, uniform, patternless and hostile corpora go through the whole workflow."""

import json
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest

from topograph.figures.registry import FIGURES
from topograph.rundir.contract import STAGES

CORPORA = ["one", "two", "three", "five", "eight", "twenty", "identical", "random", "hostile"]
#: What is done otherwise than usual, in words that the notes must hold.
NOTES = {
    "one": ["too few for a layout", "one topic"],
    "two": ["too few for a layout", "one topic"],
    "three": ["too few for a layout", "one topic"],
    # UMAP's spectral start needs two dimensions less than documents; a topic has 3 at least
    "five": ["5 documents allow for 3 dimensions", "5 documents are too few for two topics of 3"],
    "identical": ["all documents have the same vector", "one topic"],
}


def run_folder(small_project, name):
    folder = small_project.root / "results" / name
    output = (small_project.root / "output.txt").read_text(encoding="utf-8")
    assert (folder / "report.html").exists(), output
    return folder


def summary(folder, stage):
    return json.loads((folder / STAGES[stage].seal).read_text(encoding="utf-8"))["summary"]


class Page(HTMLParser):
    """Collects the elements of a page and the text between them, scripts and styles left out."""

    def __init__(self, path):
        super().__init__()
        self.elements, self.handlers, self.pieces, self.hidden = [], [], [], ""
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        self.elements.append(tag)
        self.handlers += [name for name, _ in attrs if name == "onerror"]
        self.hidden = tag if tag in ("script", "style") else self.hidden

    def handle_endtag(self, tag):
        self.hidden = "" if tag == self.hidden else self.hidden

    def handle_data(self, data):
        if not self.hidden:
            self.pieces.append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.pieces).split())


def test_the_corpora_are_those_that_ran(small_corpora):
    assert list(small_corpora) == CORPORA


@pytest.mark.parametrize("name", CORPORA)
def test_every_artifact_is_there(small_project, name):
    folder = run_folder(small_project, name)
    for stage in STAGES.values():
        for artifact in (*stage.writes, stage.seal):
            assert (folder / artifact).exists(), artifact


@pytest.mark.parametrize("name", CORPORA)
def test_all_documents_are_in_every_artifact_in_one_order(small_project, small_corpora, name):
    folder = run_folder(small_project, name)
    documents = pd.read_parquet(folder / "parse/documents.parquet")
    assignments = pd.read_parquet(folder / "label/assignments.parquet")
    topics = pd.read_parquet(folder / "label/topics.parquet")
    assert len(documents) == len(small_corpora[name])
    assert documents["doc_id"].is_unique
    assert list(assignments["doc_id"]) == list(documents["doc_id"])
    assert len(np.load(folder / "embed/embeddings.npy")) == len(documents)
    for array in (np.load(folder / "reduce/map.npy"), *np.load(folder / "reduce/space.npy")):
        assert len(array) == len(documents)
        assert np.isfinite(array).all()
    sizes = assignments["topic"].value_counts()
    assert sizes.drop(-1, errors="ignore").to_dict() == dict(
        zip(topics["topic"], topics["size"], strict=True)
    )


@pytest.mark.parametrize("name", CORPORA)
def test_every_topic_has_a_name_of_its_own_and_a_representative(small_project, name):
    topics = pd.read_parquet(run_folder(small_project, name) / "label/topics.parquet")
    assert len(topics) >= 1
    assert topics["label"].str.strip().str.len().min() > 0
    assert topics["label"].is_unique
    assert topics["representatives"].str.len().min() >= 1


@pytest.mark.parametrize("name", NOTES)
def test_what_was_done_otherwise_is_reported_in_the_seals_and_in_the_report(small_project, name):
    folder = run_folder(small_project, name)
    notes = [note for stage in ("reduce", "cluster") for note in summary(folder, stage)["notes"]]
    for words in NOTES[name]:
        assert any(words in note for note in notes), notes
    page = Page(folder / "report.html")
    for note in notes:
        assert note in page.text


@pytest.mark.parametrize("name", CORPORA)
def test_a_topic_that_holds_all_documents_is_reported_as_what_was_left(small_project, name):
    # HDBSCAN finds two topics or none; a single one is what was done in place of none
    found = summary(run_folder(small_project, name), "cluster")
    single = found["topics"] == 1 and found["noise_documents"] == 0
    assert any("one topic" in note for note in found["notes"]) == single


def test_identical_documents_are_one_topic(small_project):
    folder = run_folder(small_project, "identical")
    topics = pd.read_parquet(folder / "label/assignments.parquet")["topic"]
    assert topics.nunique() == 1
    assert topics.iloc[0] == 0


@pytest.mark.parametrize(
    "page", ["report.html", "parse/audit.html", "plot/explorer.html", "plot/figures/map.html"]
)
def test_hostile_text_adds_no_element_to_a_page(small_project, page):
    # the corpus of abstracts has as many documents, and nothing that a browser could run
    hostile = Page(run_folder(small_project, "hostile") / page)
    harmless = Page(run_folder(small_project, "eight") / page)
    assert hostile.elements.count("script") == harmless.elements.count("script")
    assert hostile.handlers == harmless.handlers


def test_hostile_text_leaves_no_control_character_on_a_page(small_project):
    pages = sorted(run_folder(small_project, "hostile").rglob("*.html"))
    written = [name for stage in STAGES.values() for name in stage.writes]
    assert len(pages) == len(FIGURES) + sum(name.endswith(".html") for name in written)
    for page in pages:
        assert not set("\0\x07\x1b\u202e\u202c") & set(page.read_text(encoding="utf-8")), page


def test_hostile_documents_keep_their_words(small_project):
    folder = run_folder(small_project, "hostile")
    texts = pd.read_parquet(folder / "parse/documents.parquet").set_index("position")["text"]
    assert texts[0].startswith("<script>alert('hostile')</script> closes a page </script>")
    assert texts[2] == "Null bytes and bells and escapes [31m stand between these words"
    assert texts[3] == "Marks that turn the text from right to left stand in this sentence"
    assert texts[5] == "שלום עולם זהו משפט ארוך למדי שנכתב מימין לשמאל"
