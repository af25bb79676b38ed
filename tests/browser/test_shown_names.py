"""Names of any characters are shown as they are: in every figure, when hovered over, on paper."""

import re
import shutil
from xml.etree import ElementTree as ET

import pandas as pd
import plotly.graph_objects as go
import pytest
from made_runs import results_of
from plotly.offline import get_plotlyjs

from topograph.figures.base import Asked
from topograph.figures.drawing import draw_all, draw_for_paper
from topograph.stages.plot.explorer.data import explorer_blocks
from topograph.stages.plot.explorer.page import explorer_page
from topograph.stages.plot.figurepages import to_page
from topograph.stages.plot.static import write_static

#: In one word each, so that no line breaks them.
NAMES = ['"straight"', "it's", "R&D", "<b>bold</b>", "&lt;p&gt;", "&quot;", "$x^2$", "%{y}", "2020",
         "2021-05-01", "{{a}}", "\\textbf{x}", "1e3", "<br>", "&#39;", "שלום"]  # fmt: skip
#: Figures on which every topic is named.
NAMED = ["map", "sizes", "stability", "similarity", "hierarchy", "treemap", "terms", "time",
         "metadata", "classes"]  # fmt: skip
SHOWN = """[...document.querySelectorAll(".main-svg text")].map((one) => one.textContent)"""
HOVERED = """(async () => {
    const figure = document.querySelector(".js-plotly-plot");
    const labels = [];
    for (const [curve, trace] of figure.data.entries()) {
        const points = trace.z ? [[0, 0]] : [0];
        for (const point of points) {
            Plotly.Fx.hover(figure, [{ curveNumber: curve, pointNumber: point }]);
            await new Promise((done) => setTimeout(done, 120));
            const texts = figure.querySelectorAll(".hoverlayer text");
            labels.push([...texts].map((one) => one.textContent).join(" | "));
        }
    }
    return labels;
})()"""


@pytest.fixture(scope="module")
def run():
    """A topic for each name, documents whose columns and terms have them, too."""
    count = len(NAMES)
    own = [name for name in NAMES for _ in range(3)]
    made = results_of(
        [3] * count,
        2,
        labels=NAMES,
        title=[*own, "x", "x"],
        kind=[*own, None, None],
        date=pd.to_datetime([f"{2000 + row % 3}-01-01" for row in range(3 * count + 2)]),
        date_precision="year",
    )
    made.topics["terms"] = [[name, "node"] for name in NAMES]
    made.topics["weights"] = [[0.9, 0.5]] * count
    return made


@pytest.fixture(scope="module")
def pages(run, tmp_path_factory):
    """The page of each figure."""
    folder = tmp_path_factory.mktemp("names")
    (folder / "plotly.min.js").write_text(get_plotlyjs(), encoding="utf-8")
    figures = draw_all(run, Asked(5, 8.0, "kind"))
    content = figures["map"].to_plotly_json()
    for trace in content["data"]:
        trace["type"] = "scatter"  # dots of WebGL cannot be hovered over from a script
    figures["map-of-lines"] = go.Figure(content)
    for name, figure in figures.items():
        page = to_page(figure, name.removesuffix("-of-lines"), "A run")
        (folder / f"{name}.html").write_text(page, encoding="utf-8")
    return folder


def bare(text):
    return re.sub(r"[\s\u200b]", "", text)


def entities(text):
    """What is left of HTML's entities once the names are taken out."""
    for name in sorted(NAMES, key=len, reverse=True):
        text = text.replace(bare(name), "")
    return re.findall(r"&#?\w+;", text)


@pytest.mark.parametrize("figure", NAMED)
def test_names_are_shown_as_they_are(pages, browser, figure):
    browser.open(pages / f"{figure}.html")
    browser.wait("document.querySelector('.main-svg text')")
    shown = bare(" ".join(browser.run(SHOWN)))
    hidden = [name for name in NAMES if bare(name) not in shown]
    assert not hidden
    assert entities(shown) == []
    assert browser.errors == []


@pytest.mark.parametrize("figure", ["map-of-lines", "sizes", "hierarchy", "time", "terms"])
def test_names_are_shown_as_they_are_when_hovered_over(pages, browser, figure):
    browser.open(pages / f"{figure}.html")
    browser.wait("document.querySelector('.main-svg text')")
    reported = bare(" ".join(browser.run(HOVERED)))
    assert entities(reported) == []
    if figure in ("map-of-lines", "terms"):
        assert not [name for name in NAMES if bare(name) not in reported]


def test_the_explorer_shows_names_as_they_are(run, browser, tmp_path):
    path = tmp_path / "explorer.html"
    blocks = dict(explorer_blocks(run, "A run", 25, 8.0)).items()
    path.write_text(explorer_page("A run", list(blocks), get_plotlyjs()), encoding="utf-8")
    browser.open(path)
    browser.wait("document.body.dataset.ready === 'texts'")
    text = "document.body.innerText"
    shown = bare(browser.run(text) + " ".join(browser.run(SHOWN)))
    assert not [name for name in NAMES if bare(name) not in shown]
    assert browser.errors == []


@pytest.mark.skipif(shutil.which("chromium") is None, reason="no Chromium on this machine")
def test_figures_for_papers_show_names_as_they_are(run, tmp_path):
    pytest.importorskip("kaleido")
    figures = draw_for_paper(run, Asked(0, 8.0, "kind"), 2)
    write_static(figures, ["svg"], 2, tmp_path)
    for name in ("sizes", "stability", "hierarchy", "treemap"):
        root = ET.parse(tmp_path / f"{name}.svg").getroot()
        shown = bare("".join(root.itertext()))
        assert not [own for own in NAMES if bare(own) not in shown], name
