"""Figures and explorer: safe with any text, complete, and the same bytes each time."""

import json
import re
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st
from plotly.offline import get_plotlyjs

from topograph.label.hierarchy import group_topics, label_tree
from topograph.plot.explorer import explorer_data, explorer_page
from topograph.plot.figures import auto_dot_size, draw_all, draw_sizes, hover_text
from topograph.plot.style import FEW, MANY, shortened, to_page, topic_colours, wrapped
from topograph.topics import centroids

HOSTILE = (
    "</script><script>alert(1)</script> <!--<script> \u2028\u2029 null\x00byte \"double\" 'single' "
    "{{ data }} {{ plotly }} %{x} \\u003c & &amp; <img src=x onerror=alert(2)> שלום 🎉"
)
FIGURES = ["map", "sizes", "terms", "similarity", "hierarchy"]


def run_of(counts, noise=0, text="A graph with nodes.", labels=None):
    """Tables, vectors and points of a run with topics of the sizes given."""
    random = np.random.default_rng(0)
    topics = np.repeat([*range(len(counts)), -1], [*counts, noise])
    n = len(topics)
    vectors = random.normal(size=(n, 8)).astype(np.float32)
    labels = labels or [f"topic {topic}" for topic in range(len(counts))]
    documents = pd.DataFrame(
        {
            "doc_id": [f"{row:012x}" for row in range(n)],
            "title": [f"Title {row}" for row in range(n)],
            "text": [f"{text} {row}" for row in range(n)],
            "source": "a.txt",
            "links": [["https://a.org/<b>"]] * n,
        }
    )
    assignments = pd.DataFrame(
        {
            "topic": topics,
            "stability": np.linspace(0, 1, n),
            "nearest_topic": np.where(topics == 0, -1, 0),
            "reason": np.where(topics < 0, "between topics", ""),
        }
    )
    table = pd.DataFrame(
        {
            "topic": range(len(counts)),
            "label": labels,
            "size": counts,
            "terms": [[f"term {topic}", "graph", "node"] for topic in range(len(counts))],
            "weights": [[0.9, 0.5, 0.1]] * len(counts),
            "stability": [0.75] * len(counts),
        }
    )
    root = group_topics(centroids(vectors, topics), scipy.sparse.csr_matrix((len(counts), 1)))
    hierarchy = label_tree(root, counts, labels, lambda node: f"group of {len(node.topics)}")
    return documents, assignments, table, vectors, vectors[:, :2], hierarchy


def draw(run, hover_words=25, dot_size=6.0):
    return draw_all(*run, hover_words, dot_size)


def explore(run, hover_words=25):
    documents, assignments, table, _, points, _ = run
    return explorer_data(documents, assignments, table, points, hover_words, 6.0)


class Reader(HTMLParser):
    """What a browser makes of a page: its tags, and the content of its scripts."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.scripts = [], []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data):
        if self.tags and self.tags[-1][0] == "script":
            self.scripts[-1] += data


# --- style


@pytest.mark.parametrize("count", range(25))
def test_up_to_24_topics_have_colours_of_their_own(count):
    colours = topic_colours(count)
    assert len(colours) == len({colour.lower() for colour in colours}) == count
    assert all(re.fullmatch("#[0-9a-fA-F]{6}", colour) for colour in colours)


def test_more_topics_than_colours_have_colours_too():
    assert len(topic_colours(60)) == 60
    assert (len(FEW), len(MANY)) == (9, 24)


def test_texts_for_plotly_are_escaped():
    hostile = """<script>alert("x")</script> & 'y'"""
    escaped = "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#x27;y&#x27;"
    assert wrapped(hostile, 80) == shortened(hostile, 80) == escaped
    assert shortened("<" * 10, 5) == "&lt;" * 4 + "…"


@given(st.text(), st.integers(1, 60))
def test_wrapping_keeps_every_word_and_adds_no_tag_but_breaks(text, width):
    result = wrapped(text, width)
    assert "<" not in result.replace("<br>", "")
    assert ">" not in result.replace("<br>", "")
    assert wrapped(text, 10**6).split() == result.replace("<br>", " ").split()


def test_lines_are_wrapped_at_the_width():
    assert wrapped("one two three four", 8) == "one two<br>three<br>four"
    assert wrapped("unbreakable", 3) == "unbreakable"


def test_the_hover_text_shows_the_opening_once():
    text = "One two three four five six seven eight nine ten"
    opening = "One two three four five six seven eight …"
    assert hover_text(opening, text, 9) == "One two three four five six seven eight nine …"
    assert hover_text("A title", text, 2) == "<b>A title</b><br>One two …"
    assert hover_text("A <b> title", text, 0) == "A &lt;b&gt; title"


@given(st.integers(1, 10**6))
def test_dots_are_of_a_visible_size(n):
    assert 3 <= auto_dot_size(n + 1) <= auto_dot_size(n) <= 10


# --- figures


@pytest.mark.parametrize(
    ("counts", "noise"),
    [([5], 0), ([5], 4), ([6, 4], 0), ([6, 4], 3), ([3] * 30, 0), ([3] * 30, 7), ([1], 0)],
)
def test_every_figure_is_drawn_for_any_number_of_topics(counts, noise):
    figures = draw(run_of(counts, noise))
    assert list(figures) == FIGURES
    pages = {name: to_page(figure, name, name) for name, figure in figures.items()}
    assert all("NaN" not in page for page in pages.values())
    dots = figures["map"].data
    assert sum(len(trace.x) for trace in dots) == sum(counts) + noise
    assert len(dots) == len(counts) + bool(noise)
    assert len(figures["map"].layout.annotations) == len(counts)
    assert [*figures["sizes"].data[0].x] == [*counts, noise]
    assert len(figures["terms"].data) == len(counts)
    assert figures["similarity"].data[0].z.shape == (len(counts), len(counts))
    tree = figures["hierarchy"].data[0]
    assert len(set(tree.ids) - set(tree.parents)) == len(counts)
    assert figures["hierarchy"].data[0]["values"][0] == sum(counts)


def test_a_topic_has_one_colour_in_all_figures():
    figures = draw(run_of([6, 4, 3], 2))
    colours = topic_colours(3)
    assert [trace.marker.color for trace in figures["map"].data[1:]] == colours
    assert [*figures["sizes"].data[0].marker.color][:3] == colours
    assert [trace.marker.color for trace in figures["terms"].data] == colours
    hierarchy = figures["hierarchy"].data[0]
    by_label = dict(zip(hierarchy.labels, hierarchy.marker.colors, strict=True))
    assert [by_label[f"topic {topic}"] for topic in range(3)] == colours


def test_dots_stand_where_their_documents_are():
    run = run_of([6, 4], 2)
    noise, first, second = draw(run)["map"].data
    points = run[4]
    for trace, rows in ((first, range(6)), (second, range(6, 10)), (noise, range(10, 12))):
        assert np.array(trace.x).tolist() == points[list(rows), 0].tolist()
        assert all(f"Title {row}<" in text for row, text in zip(rows, trace.text, strict=True))


def test_topics_whose_names_begin_alike_are_not_mixed():
    labels = ["graph neural networks for molecular property prediction, " + end for end in "ab"]
    run = run_of([6, 4], 0, labels=labels)
    figures = draw(run)
    assert len(set(figures["sizes"].data[0].y)) == 3
    assert len(set(figures["similarity"].data[0].x)) == 2
    assert len(set(figures["similarity"].data[0].y)) == 2


def test_terms_that_begin_alike_are_not_mixed():
    run = run_of([6])
    run[2]["terms"] = [["self-supervised representation learning", "self-supervised representation "
                        "theory", "node"]]  # fmt: skip
    assert len(set(draw(run)["terms"].data[0].y)) == 3


def test_names_and_texts_are_escaped_in_every_figure():
    labels = [HOSTILE, HOSTILE + "2"]
    run = run_of([6, 4], 1, text=HOSTILE, labels=labels)
    run[0]["title"] = HOSTILE
    run[2]["terms"] = [[HOSTILE, "graph", "node"]] * 2
    harmless = draw(run_of([6, 4], 1))
    for name, figure in draw(run).items():
        tags = [tag for tag, _ in Reader(to_page(figure, name, HOSTILE)).tags]
        assert tags == [tag for tag, _ in Reader(to_page(harmless[name], name, "A run")).tags]
        strings = json.dumps(figure.to_plotly_json(), default=str)
        assert "<img" not in strings
        assert "<script" not in strings


def test_sizes_show_stability_and_noise():
    figure = draw_sizes(run_of([6, 4], 3)[2], 3)
    assert [*figure.data[0].customdata] == ["stability 0.75", "stability 0.75", ""]
    assert figure.data[0].y[-1] == "no topic (noise)"


# --- pages


@pytest.mark.parametrize("name", FIGURES)
def test_a_page_asks_nobody_for_anything(name):
    page = to_page(draw(run_of([6, 4], 1))[name], name, "A run")
    reader = Reader(page)
    sources = [attributes["src"] for tag, attributes in reader.tags if "src" in attributes]
    assert sources == ["plotly.min.js"]
    assert not [tag for tag, attributes in reader.tags if "href" in attributes]
    assert "cdn." not in page
    assert f'id="{name}"' in page


def test_pages_have_no_button_that_sends_data_away():
    page = to_page(draw(run_of([6]))["map"], "map", "A run")
    options = json.loads(re.search(r'\{[^{}]*"modeBarButtonsToRemove"[^{}]*\}', page)[0])
    assert "sendChartToCloud" in options["modeBarButtonsToRemove"]
    assert options["displaylogo"] is False


def test_pages_are_the_same_bytes_each_time():
    pages = [
        {name: to_page(figure, name, "A run") for name, figure in draw(run_of([6, 4], 1)).items()}
        for _ in range(2)
    ]
    assert pages[0] == pages[1]


# --- explorer


def data_in(page):
    """What the page's own code reads: the content of the element `data`, parsed as JSON."""
    reader = Reader(page)
    scripts = [attributes for tag, attributes in reader.tags if tag == "script"]
    place = [attributes.get("id") for attributes in scripts].index("data")
    assert scripts[place]["type"] == "application/json"
    return json.loads(reader.scripts[place])


def test_the_explorer_holds_its_data_whole_and_unexecuted_whatever_the_texts():
    run = run_of([6, 4], 2, text=HOSTILE, labels=[HOSTILE, "b"])
    run[0]["title"] = HOSTILE
    data = explore(run)
    page = explorer_page(HOSTILE, data, "let plotly = 1;")
    assert data_in(page) == data
    reader = Reader(page)
    assert [tag for tag, _ in reader.tags].count("script") == 3
    assert "img" not in [tag for tag, _ in reader.tags]
    assert reader.scripts[0].strip() == "let plotly = 1;"
    assert sum("alert(1)" in script for script in reader.scripts) == 1


@given(st.text(), st.text())
def test_the_explorer_holds_any_text(title, text):
    data = {"documents": [{"title": title, "text": text}]}
    page = explorer_page(title, data, "")
    assert data_in(page) == data


def test_the_explorer_stands_alone():
    page = explorer_page("A run", explore(run_of([6, 4], 2)), get_plotlyjs())
    reader = Reader(page)
    assert [tag for tag, _ in reader.tags].count("script") == 3
    assert not [tag for tag, attributes in reader.tags if {"src", "href"} & attributes.keys()]
    assert len(reader.scripts[0]) > 1_000_000
    assert "sendChartToCloud" in data_in(page)["config"]["modeBarButtonsToRemove"]


def test_the_explorer_is_the_same_bytes_each_time():
    one, two = (explorer_page("A", explore(run_of([6, 4], 2)), "") for _ in range(2))
    assert one == two


@pytest.mark.parametrize(("counts", "noise"), [([5], 0), ([5], 4), ([3] * 30, 0), ([1], 0)])
def test_the_explorer_knows_every_topic_and_document(counts, noise):
    run = run_of(counts, noise)
    data = explore(run)
    assert [topic["size"] for topic in data["topics"]] == counts
    assert len(data["documents"]) == sum(counts) + noise
    first = data["documents"][0]
    assert (first["id"], first["topic"], first["links"]) == ("0" * 12, 0, ["https://a.org/<b>"])
    assert first["x"] == pytest.approx(float(run[4][0, 0]), abs=1e-4)
    assert json.loads(json.dumps(data, allow_nan=False)) == data
