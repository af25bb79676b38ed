"""Figures and explorer: safe with any text, complete, and the same bytes each time."""

import base64
import gzip
import hashlib
import html
import json
import re
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_runs import HOSTILE, results_of
from plotly.offline import get_plotlyjs

from topograph.figures.base import Asked
from topograph.figures.documentmap import auto_dot_size, hover_text, named_topics
from topograph.figures.drawing import draw_all
from topograph.figures.registry import FIGURES
from topograph.figures.sizes import draw_sizes
from topograph.figures.style import (
    FEW,
    MANY,
    all_shortened,
    lightened,
    safe_topic_colours,
    shortened,
    spread_colours,
    text_width,
    topic_colours,
    wrapped,
)
from topograph.rundir.columntypes import ColumnType, with_types
from topograph.stages.plot.explorer.columns import coded, corpus_column, date_column, rounded
from topograph.stages.plot.explorer.data import BLOCK_SIZE, explorer_blocks
from topograph.stages.plot.explorer.page import explorer_page
from topograph.stages.plot.figurepages import to_gallery, to_page
from topograph.web.bundle import packed


def draw(results, hover_words=25, dot_size=6.0, classes=""):
    return draw_all(results, Asked(hover_words, dot_size, classes))


def explore(results):
    return dict(explorer_blocks(results, "A run", 25, 6.0))


class Reader(HTMLParser):
    """What a browser makes of a page: its tags, and the content of its scripts."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.scripts, self.inside = [], [], False
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag == "script":
            self.scripts.append("")

        self.inside = tag == "script"

    def handle_endtag(self, tag):
        self.inside = False

    def handle_data(self, data):
        if self.inside:
            self.scripts[-1] += data


# --- style


def line(count):
    """Places side by side."""
    return np.column_stack([np.arange(count), np.zeros(count)]).astype(float)


@pytest.mark.parametrize("count", range(25))
def test_up_to_24_topics_have_colours_of_their_own(count):
    colours = topic_colours(line(count))
    assert len(colours) == len({colour.lower() for colour in colours}) == count
    assert all(re.fullmatch("#[0-9a-fA-F]{6}", colour) for colour in colours)


def test_more_topics_than_colours_share_them_from_afar():
    assert (len(FEW), len(MANY)) == (9, 24)
    # the third place lies beside the second: it takes the colour of the first, and so on
    assert spread_colours(np.array([[0, 0], [9, 0], [8, 0], [1, 0]]), "ab") == ["a", "b", "a", "b"]


@given(st.integers(1, 80), st.integers(0, 2**32 - 1))
def test_neighbours_on_the_map_never_share_a_colour(count, seed):
    places = np.random.default_rng(seed).normal(size=(count, 2))
    for colours in (topic_colours(places), safe_topic_colours(places)):
        gaps = np.linalg.norm(places[:, None] - places, axis=2) + 1e9 * np.eye(count)
        same = np.array([[one == other for other in colours] for one in colours])
        for number in range(count):
            earlier = np.flatnonzero(same[number, :number])
            if len(earlier):  # of its colour, no earlier topic is the nearest of all
                assert gaps[number, :number].argmin() not in earlier


def test_texts_for_plotly_are_escaped():
    hostile = """<script>alert("x")</script> & 'y'"""
    shown = """&lt;script&gt;alert("x")&lt;/script&gt; &amp; 'y'"""
    assert wrapped(hostile, 80) == shortened(hostile, 80) == shown
    assert shortened("<" * 10, 5) == "&lt;" * 4 + "…"


@given(st.text(), st.integers(2, 60))
def test_a_cut_text_is_no_wider_than_asked(text, length):
    cut = html.unescape(shortened(text, length))
    assert text_width(cut) <= length
    assert cut == text or cut.endswith("…")


def test_chinese_letters_count_double():
    assert shortened("神经网络模型", 8) == "神经网…"
    assert text_width("e\u0301") == 1


def test_names_that_begin_alike_keep_their_ends():
    long = "graph neural networks for the prediction of molecules"
    assert all_shortened([f"{long} A", f"{long} B"], 24) == [
        "graph neural ne…ecules A",
        "graph neural ne…ecules B",
    ]


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
    excerpt = "One two three four five six seven eight …"
    assert hover_text(excerpt, text, 9) == "One two three four five six seven eight nine …"
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
    results = results_of(counts, noise)
    figures = draw(results)
    assert list(figures) == list(FIGURES)
    pages = {name: to_page(figure, name, name) for name, figure in figures.items()}
    assert all("NaN" not in page for page in pages.values())
    dots = figures["map"].data
    assert sum(len(trace.x) for trace in dots) == sum(counts) + noise
    assert len(dots) == len(counts) + bool(noise)
    assert 1 <= len(figures["map"].layout.annotations) <= len(named_topics(results))
    assert [*figures["sizes"].data[0].x] == [*counts, noise]
    *bars, written = figures["terms"].data
    assert [len(bar.x) for bar in bars] == [3] * len(counts)
    assert len(written.text) == 4 * len(counts)  # three terms and a name each
    if len(counts) > 1:
        assert figures["similarity"].data[0].z.shape == (len(counts), len(counts))
        _, joints, leaves = figures["hierarchy"].data
        assert 1 <= len(joints.x) < len(counts) == len(leaves.x)
    boxes = figures["treemap"].data[0]
    assert boxes["values"][0] == sum(counts)
    own = [size for box, size in zip(boxes.ids, boxes["values"], strict=True) if box.isdigit()]
    assert sorted(own, reverse=True) == counts


def test_a_topic_has_one_colour_in_all_figures():
    figures = draw(results_of([6, 4, 3], 2))
    colours = topic_colours(line(3))
    assert [trace.marker.color for trace in figures["map"].data[1:]] == colours
    assert [*figures["sizes"].data[0].marker.color][:3] == colours
    light = [lightened(colour) for colour in colours]
    assert [trace.marker.color for trace in figures["terms"].data[:-1]] == light
    boxes = figures["treemap"].data[0]
    by_label = dict(zip(boxes.labels, boxes.marker.colors, strict=True))
    assert [by_label[f"topic {topic}"] for topic in range(3)] == light


def test_dots_stand_where_their_documents_are():
    run = results_of([6, 4], 2)
    noise, first, second = draw(run)["map"].data
    points = run.points
    for trace, rows in ((first, range(6)), (second, range(6, 10)), (noise, range(10, 12))):
        assert np.array(trace.x).tolist() == points[list(rows), 0].tolist()
        assert all(f"Title {row}<" in text for row, text in zip(rows, trace.text, strict=True))


def test_topics_whose_names_begin_alike_are_not_mixed():
    labels = ["graph neural networks for molecular property prediction, " + end for end in "ab"]
    run = results_of([6, 4], 0, labels=labels)
    figures = draw(run)
    assert len(set(figures["sizes"].data[0].y)) == 3
    assert len(set(figures["similarity"].data[0].x)) == 2
    assert len(set(figures["similarity"].data[0].y)) == 2


def test_terms_that_begin_alike_are_not_mixed():
    run = results_of([6])
    alike = [f"self-supervised representation {end}" for end in ("learning", "theory")]
    run.topics["terms"] = [[*alike, "node"]]
    assert [reported[0] for reported in draw(run)["terms"].data[0].customdata] == [*alike, "node"]


def test_names_and_texts_are_escaped_in_every_figure():
    labels = [HOSTILE, HOSTILE + "2"]
    run = results_of([6, 4], 1, text=HOSTILE, labels=labels)
    run.documents["title"] = HOSTILE
    run.topics["terms"] = [[HOSTILE, "graph", "node"]] * 2
    harmless = draw(results_of([6, 4], 1))
    for name, figure in draw(run).items():
        tags = [tag for tag, _ in Reader(to_page(figure, name, HOSTILE)).tags]
        assert tags == [tag for tag, _ in Reader(to_page(harmless[name], name, "A run")).tags]
        strings = json.dumps(figure.to_plotly_json(), default=str)
        assert "<img" not in strings
        assert "<script" not in strings


def test_sizes_show_stability_and_noise():
    figure = draw_sizes(results_of([6, 4], 3))
    assert [*figure.data[0].customdata] == ["stability 0.75", "stability 0.75", ""]
    assert figure.data[0].y[-1] == "no topic (noise)"


# --- pages


@pytest.mark.parametrize("name", FIGURES)
def test_a_page_asks_nobody_for_anything(name):
    page = to_page(draw(results_of([6, 4], 1))[name], name, "A run")
    reader = Reader(page)
    sources = [attributes["src"] for tag, attributes in reader.tags if "src" in attributes]
    assert sources == ["plotly.min.js"]
    assert not [tag for tag, attributes in reader.tags if "href" in attributes]
    assert "cdn." not in page
    assert f'id="{name}"' in page


def test_pages_have_no_button_that_sends_data_away():
    page = to_page(draw(results_of([6]))["map"], "map", "A run")
    options = json.loads(re.search(r'\{[^{}]*"modeBarButtonsToRemove"[^{}]*\}', page)[0])
    assert "sendChartToCloud" in options["modeBarButtonsToRemove"]
    assert options["displaylogo"] is False


def test_pages_are_the_same_bytes_each_time():
    pages = [
        {
            name: to_page(figure, name, "A run")
            for name, figure in draw(results_of([6, 4], 1)).items()
        }
        for _ in range(2)
    ]
    assert pages[0] == pages[1]


def test_the_gallery_holds_all_figures_and_plotly_once():
    figures = draw(results_of([6, 4], 1))
    page = to_gallery(figures, "A <run>", "let plotly = 1;")
    reader = Reader(page)
    assert not [tag for tag, attributes in reader.tags if "src" in attributes]
    assert reader.scripts[0] == "let plotly = 1;"
    named = {attributes.get("id") for _, attributes in reader.tags}
    assert {name for name in FIGURES if name in named} == set(FIGURES) - {
        "time",
        "metadata",
        "classes",
    }
    assert "The documents have no dates" in page
    assert "A &lt;run&gt;" in page


# --- explorer: columns


def column_of(values, kind, **more):
    documents = pd.DataFrame({"own": values})
    kind = ColumnType(kind, **more)
    return corpus_column(with_types(documents, {"own": kind}), "own", kind)


def test_columns_are_shown_in_their_type():
    numbers = column_of([2001, 2002, None], "number")
    assert (numbers.kind, numbers.values) == ("number", [2001, 2002, None])
    reals = column_of([0.5, float("inf"), float("nan")], "number")
    assert (reals.kind, reals.values) == ("number", [0.5, None, None])
    party = column_of(["b", None, "a", "b"], "category")
    assert (party.kind, party.values, party.labels) == ("category", [1, None, 0, 1], ["a", "b"])
    truth = column_of(pd.Series([True, False, None], dtype=object), "boolean")
    assert (truth.kind, truth.values, truth.labels) == ("category", [1, 0, None], ["false", "true"])
    level = column_of(["high", "low", "other"], "ordered", order=("low", "medium", "high"))
    assert (level.values, level.labels, level.levels) == ([1, 0, 2], ["low", "high", "other"], 2)
    addresses = column_of(["https://a.org/1", None], "text")
    assert (addresses.kind, addresses.values) == ("text", ["https://a.org/1", None])
    words = column_of([["b", "a", "b"], None, ["a"]], "list", shared=True)
    assert (words.kind, words.values, words.labels) == ("list", [[0, 1], None, [0]], ["a", "b"])
    sources = column_of([["b", "a"], None], "list")
    assert (sources.kind, sources.values) == ("text", ["b; a", None])
    dates = column_of(pd.to_datetime(["2015-04-01", None]), "date", precision="quarter")
    assert (dates.kind, dates.values) == ("date", [20150400.8, None])


def test_dates_are_as_exact_as_they_are_known():
    dates = pd.Series(pd.to_datetime(["2024-05-17", "2024-05-01", "1790-01-01", None]))
    column = date_column("date", dates, ["day", "month", "year", ""])
    assert column.values == [20240517, 20240500, 17900000, None]
    # a season, a quarter and a week have marks, a time of day stands behind the point
    begin = pd.Series(pd.to_datetime(["2024-06-01", "2024-04-01", "2020-01-27"]))
    column = date_column("date", begin, ["season", "quarter", "week"])
    assert column.values == [20240600.7, 20240400.8, 20200127.9]
    times = pd.Series(
        pd.to_datetime(["2024-05-17 10:30:15", "2024-05-17", "2024-05-17"], format="mixed")
    )
    column = date_column("date", times, ["second", "minute", "month"])
    assert column.values == [20240517.103015, 20240517, 20240500]


@given(st.lists(st.text()))
def test_coded_texts_can_be_read_back(texts):
    codes, labels = coded(texts)
    assert [labels[code] for code in codes] == texts
    assert labels == sorted(set(texts))


@given(st.lists(st.floats() | st.none()))
def test_rounded_numbers_are_json(values):
    found = rounded(values, 3)
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    for before, after in zip(values, found, strict=True):
        if before is not None and np.isfinite(before):
            assert after == pytest.approx(before, abs=0.0006)
        else:
            assert after is None


# --- explorer: data and page


def unpacked(text):
    """What the page reads from a block."""
    return json.loads(gzip.decompress(base64.b64decode(text)).decode())


def blocks_in(page):
    """The blocks of a page by name."""
    reader = Reader(page)
    scripts = [attributes for tag, attributes in reader.tags if tag == "script"]
    return {
        attributes["id"].removeprefix("block-"): unpacked(content)
        for attributes, content in zip(scripts, reader.scripts, strict=True)
        if "id" in attributes
    }


def test_the_explorer_holds_its_data_whole_and_unexecuted_whatever_the_texts():
    run = results_of([6, 4], 2, text=HOSTILE, labels=[HOSTILE, "b"], title=HOSTILE, party=HOSTILE)
    data = explore(run)
    page = explorer_page(HOSTILE, data.items(), "let plotly = 1;")
    assert blocks_in(page) == data
    reader = Reader(page)
    assert [tag for tag, _ in reader.tags].count("script") == len(data) + 2
    assert "img" not in [tag for tag, _ in reader.tags]
    assert reader.scripts[len(data)] == "let plotly = 1;"
    assert not any("window.hacked" in script for script in reader.scripts)


@given(st.text())
def test_a_block_holds_any_text(text):
    assert unpacked(packed([text])) == [text]


def test_a_block_refuses_what_is_no_json():
    with pytest.raises(ValueError, match="JSON"):
        packed([float("nan")])


def test_a_broken_character_stops_nothing():
    assert unpacked(packed(["a\ud800b"])) == ["a?b"]


def test_the_explorer_stands_alone_and_runs_no_other_script():
    page = explorer_page("A run", explore(results_of([6, 4], 2)).items(), get_plotlyjs())
    reader = Reader(page)
    assert not [tag for tag, attributes in reader.tags if {"src", "href"} & attributes.keys()]
    policy = next(a["content"] for _, a in reader.tags if a.get("http-equiv"))
    assert "default-src 'none'" in policy
    allowed = re.findall(r"'sha256-([^']+)'", policy)
    scripts = [s for s, (_, a) in zip(
        reader.scripts, [t for t in reader.tags if t[0] == "script"], strict=True
    ) if "type" not in a]  # fmt: skip
    hashes = [base64.b64encode(hashlib.sha256(s.encode()).digest()).decode() for s in scripts]
    assert hashes == allowed
    assert len(scripts[0]) > 1_000_000
    assert "sendChartToCloud" in blocks_in(page)["run"]["config"]["modeBarButtonsToRemove"]


def test_the_explorer_is_the_same_bytes_each_time():
    one, two = (explorer_page("A", explore(results_of([6, 4], 2)).items(), "") for _ in range(2))
    assert one == two


def test_95_documents_take_less_than_half_a_megabyte():
    text = " ".join(f"word{number * 7919 % 3571}" for number in range(200))
    page = explorer_page("A", explore(results_of([40, 30], 25, text=text)).items(), "")
    assert len(page.encode()) < 500_000


@pytest.mark.parametrize(("counts", "noise"), [([5], 0), ([5], 4), ([3] * 30, 0), ([1], 0)])
def test_the_explorer_knows_every_topic_and_document(counts, noise):
    run = results_of(counts, noise)
    data = explore(run)
    assert [topic["size"] for topic in data["run"]["topics"]] == counts
    assert (data["run"]["documents"], data["run"]["noise"]) == (sum(counts) + noise, noise)
    assert data["columns"]["topic"] == run.assigned.tolist()
    assert data["columns"]["id"][0] == "0" * 12
    assert data["columns"]["x"][0] == pytest.approx(float(run.points[0, 0]), abs=1e-4)
    assert data["texts-0"][0]["links"] == ["https://a.org/<b>"]
    assert data["texts-0"][0]["near"] == run.neighbors[0].tolist()
    for name, value in data.items():
        assert json.loads(json.dumps(value, allow_nan=False)) == value, name


def test_texts_stand_in_blocks_in_their_order():
    run = results_of([BLOCK_SIZE, 7], 0)
    data = explore(run)
    assert data["run"]["blocks"] == 2
    assert [len(data[f"texts-{number}"]) for number in (0, 1)] == [BLOCK_SIZE, 7]
    texts = [document["text"] for number in (0, 1) for document in data[f"texts-{number}"]]
    assert texts == run.documents["text"].to_list()


def test_topics_know_their_nearest_and_their_representatives():
    run = results_of([6, 4, 3])
    found = explore(run)["run"]["topics"]
    cosines = run.centres @ run.centres.T
    for topic in found:
        near = [other for other, _ in topic["near"]]
        others = [other for other in range(3) if other != topic["topic"]]
        assert near == sorted(others, key=lambda other: -cosines[topic["topic"], other])
    assert [topic["representatives"] for topic in found] == [[0], [6], [10]]


def test_the_corpus_columns_reach_the_explorer():
    n = 50
    run = results_of([n], 0, party=["a", "b"] * 25, url=[f"u{i}" for i in range(n)],
                     types={"url": ColumnType("text")},
                     date=pd.to_datetime(["2024-05-17"] * n), date_precision="day")  # fmt: skip
    data = explore(run)
    names = [(column["name"], column["kind"]) for column in data["run"]["columns"]]
    assert names == [("language", "category"), ("date", "date"), ("party", "category")]
    assert data["columns"]["fields"][1][0] == 20240517
    assert data["run"]["long_fields"] == ["url"]
    assert data["texts-0"][7]["fields"] == ["u7"]
