"""The explorer in a real browser: every view works, by mouse and by keyboard, with any text."""

import csv
import io
import json

import numpy as np
import pandas as pd
import pytest
from chromium import NO_WEBGL, Chromium
from hypothesis import given, settings
from hypothesis import strategies as st
from made_runs import HOSTILE, results_of
from plotly.offline import get_plotlyjs

from topograph.formats.bibtex import read_bibtex
from topograph.stages.plot.explorer.data import explorer_blocks
from topograph.stages.plot.explorer.page import explorer_page, own_script

COUNTS, NOISE = (12, 9, 7), 4
N = sum(COUNTS) + NOISE
FRUIT = ["apple", "cherry", "apple pie"]
SHOWN = "[...document.querySelectorAll('.document')].map((row) => Number(row.dataset.row))"
PANEL = "document.getElementById('panel').innerText"
COUNT = "document.getElementById('count').value"
HASH = "decodeURIComponent(location.hash.replaceAll('+', ' '))"


def small_run():
    """Three topics; every third document is on apples, every third on apple pie."""
    run = results_of(
        COUNTS,
        NOISE,
        labels=["first topic", "second topic", "third topic"],
        title=[f"On {FRUIT[row % 3]}, part {row}" for row in range(N)],
        text=[f"Döcument {row} tells of {FRUIT[row % 3]} trees." for row in range(N)],
        party=["left" if row % 2 else "right" for row in range(N)],
        score=[row / 10 for row in range(N)],
        source=["refs.bib" if row < 5 else "a.txt" for row in range(N)],
        type=["article" if row < 5 else None for row in range(N)],
        author=["Doe, Jane" if row < 5 else None for row in range(N)],
        date=pd.to_datetime([f"{2000 + row % 10}-03-01" for row in range(N)]),
        date_precision="year",
    )
    run.topics["note"] = ["", "Look at these again.", ""]
    run.assignments["curation"] = ["pinned" if row == 1 else "" for row in range(N)]
    return run


def write_explorer(path, results):
    blocks = explorer_blocks(results, "A run", 25, 8.0)
    path.write_text(explorer_page("A run", blocks, get_plotlyjs()), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    return write_explorer(tmp_path_factory.mktemp("explorer") / "explorer.html", small_run())


def open_explorer(browser, page, fragment=""):
    browser.open(page, fragment)
    browser.wait("document.body.dataset.ready === 'texts'")


@pytest.fixture
def explorer(browser, page):
    """The explorer just opened; nothing may go wrong while a test uses it."""
    open_explorer(browser, page)
    yield browser
    assert browser.errors == []
    assert browser.requests == [page.as_uri()]


def search(browser, query):
    browser.run("document.getElementById('search').select()")
    browser.run("document.getElementById('search').focus()")
    browser.key("Delete")
    browser.type(query)
    wanted = json.dumps(query)
    browser.wait(f"new URLSearchParams(location.hash.slice(1)).get('q') === {wanted}")


def wait_for_address(browser, fragment):
    """The address follows what is chosen after a moment."""
    browser.wait(f"{HASH} === {json.dumps(fragment)}")


def click(browser, selector):
    browser.run(f"document.querySelector({json.dumps(selector)}).click()")


def choose(browser, control, value):
    browser.run(
        f"(() => {{ const one = document.getElementById('{control}'); one.value = '{value}';"
        " one.dispatchEvent(new Event('change')); })()"
    )


PAINTED = "new Promise((done) => setTimeout(done, 150))"


def colours_of_dots(browser):
    """Colours of the dots, once the map has followed the lists."""
    browser.run(PAINTED)
    return browser.run("document.getElementById('map').data[0].marker.color")


def bright(browser):
    """Rows that stand out on the map, once it has followed the lists; None: all alike."""
    browser.run(PAINTED)
    chosen = browser.run("document.getElementById('map').data[0].selectedpoints ?? null")
    return None if chosen is None else sorted(chosen)


# --- the views


def test_the_explorer_opens_with_all_documents(explorer):
    assert explorer.run(COUNT) == f"{N} of {N} documents"
    assert explorer.run("document.querySelectorAll('#topics button').length") == len(COUNTS) + 1
    assert explorer.run(SHOWN)[:3] == [0, 1, 2]
    panel = explorer.run(PANEL)
    assert panel.startswith("All documents")
    words = "[...document.querySelectorAll('#panel dt')].map((word) => word.textContent)"
    assert {"Search", "Keys", "Strength", "Stability", "Noise", "Runner-up"} <= set(
        explorer.run(words)
    )
    assert explorer.run("location.hash") == ""
    assert bright(explorer) is None
    names = "[...document.querySelectorAll('#names span:not([hidden])')].map((n) => n.textContent)"
    assert set(explorer.run(names)) == {"first topic", "second topic", "third topic"}


def test_search_filters_table_topics_and_map(explorer):
    topics = small_run().assigned
    counts = "[...document.querySelectorAll('#topics .count')].map((c) => Number(c.textContent))"
    for query, rest in [("cherry", {1}), ("CHER", {1}), ("apple", {0, 2}), ("pie apple", {2}),
                        ('"apple trees"', {0}), ("apple -pie", {0}), ("pple", set())]:  # fmt: skip
        found = [row for row in range(N) if row % 3 in rest]
        search(explorer, query)
        assert explorer.run(COUNT) == f"{len(found)} of {N} documents", query
        assert set(explorer.run(SHOWN)) <= set(found)
        assert bright(explorer) == found
        assert explorer.run(counts) == [
            sum(1 for row in found if topics[row] == topic) for topic in (0, 1, 2, -1)
        ]
    search(explorer, "document 17")  # without the accent
    assert explorer.run(SHOWN) == [17]


def test_hits_are_marked_in_the_table_and_in_the_text(explorer):
    search(explorer, "cherry")
    explorer.wait("document.querySelectorAll('.document .excerpt mark').length > 2")
    click(explorer, ".document")
    explorer.wait("document.querySelector('#panel .text mark')")
    marks = "[...document.querySelectorAll('mark')].map((mark) => mark.textContent)"
    assert set(explorer.run(marks)) == {"cherry"}


def test_a_topic_filters_and_is_described(explorer):
    click(explorer, "#topics li:nth-child(2) button")
    assert explorer.run(COUNT) == f"{COUNTS[1]} of {N} documents"
    assert bright(explorer) == list(range(12, 21))
    faint = "[...document.querySelectorAll('#names .faint')].map((n) => n.textContent)"
    assert set(explorer.run(faint)) == {"first topic", "third topic"}
    panel = explorer.run(PANEL)
    assert "second topic" in panel
    assert "term 1" in panel
    assert "Nearest topics" in panel
    assert "party" in panel
    assert "Over time" in panel
    button = "document.querySelector('#topics li:nth-child(2) button')"
    assert explorer.run(f"{button}.getAttribute('aria-pressed')") == "true"
    explorer.run(
        "document.querySelector('#topics li:nth-child(3) button')"
        ".dispatchEvent(new MouseEvent('click', {ctrlKey: true, bubbles: true}))"
    )
    assert explorer.run(COUNT) == f"{COUNTS[1] + COUNTS[2]} of {N} documents"
    click(explorer, "#reset")
    assert explorer.run(COUNT) == f"{N} of {N} documents"
    assert bright(explorer) is None


def test_the_tree_chooses_groups_of_topics(explorer):
    choose(explorer, "list", "tree")
    click(explorer, "#topics summary button")  # the root: all topics
    assert explorer.run(COUNT) == f"{sum(COUNTS)} of {N} documents"
    explorer.wait("location.hash.includes('list=tree')")


def test_topics_can_be_sorted_and_filtered(explorer):
    explorer.run("document.getElementById('topic-filter').focus()")
    explorer.type("term 2")
    names = "[...document.querySelectorAll('#topics .name')].map((n) => n.textContent)"
    explorer.wait(f"{names}.length === 1")
    assert explorer.run(names) == ["third topic"]


def test_a_document_is_described_with_all_that_is_known(explorer):
    click(explorer, ".document[data-row='1']")
    explorer.wait("document.querySelector('#panel .text')")
    panel = explorer.run(PANEL)
    for part in ("On cherry, part 1", "Döcument 1 tells of cherry trees.", "https://a.org/<b>",
                 "first topic", "left", "0.1", "2001", "000000000001", "Doe, Jane",
                 "Nearest documents", "On apple pie, part 2"):  # fmt: skip
        assert part in panel, part
    click(explorer, "#panel .list .chip")
    explorer.wait(f"{PANEL}.startsWith('On apple pie, part 2')")


def test_a_topic_is_reported_with_quote_note_and_other_views_of_its_terms(explorer, page):
    click(explorer, "#topics li:nth-child(2) button")
    assert "Look at these again." in explorer.run(PANEL)
    quote = "document.querySelector('#panel blockquote').innerText"
    assert "Topic 1 says it so." in explorer.run(quote)
    assert "On apple, part 12" in explorer.run(quote)
    terms = "[...document.querySelectorAll('#panel .terms button')].map((t) => t.textContent)"
    assert explorer.run(terms) == ["term 1", "graph", "node"]
    views = "[...document.querySelectorAll('#term-view option')].map((o) => o.textContent)"
    assert [name.split("(")[-1] for name in explorer.run(views)] == [
        "that name it", "c-TF-IDF)", "KeyBERT)", "MMR)", "FREX)",
    ]  # fmt: skip
    explorer.run("document.getElementById('term-view').focus()")
    choose(explorer, "term-view", 4)
    assert explorer.run(terms) == ["frex 1", "edge"]
    assert explorer.run("document.querySelectorAll('#panel .terms .bar').length") == 0
    assert explorer.run("document.activeElement.id") == "term-view"
    click(explorer, "#topics li:nth-child(1) button")
    assert explorer.run(terms) == ["frex 0", "edge"]  # the choice holds for all topics
    assert "Look at these again." not in explorer.run(PANEL)
    wait_for_address(explorer, "#topics=t0000000&terms=4")
    click(explorer, "#panel blockquote button")
    explorer.wait(f"{PANEL}.startsWith('On apple, part 0')")


def test_a_document_tells_its_runner_up_or_why_it_has_no_topic(explorer):
    standing = "document.querySelector('#panel dl').innerText"
    click(explorer, "#topics li:nth-child(3) button")
    click(explorer, ".document")
    explorer.wait("document.querySelector('#panel .text')")
    facts = explorer.run(standing).split("\n")
    assert facts[facts.index("Runner-up") + 1] == "first topic"
    assert "margin 0.125" in facts
    click(explorer, "#topics li:last-child button")
    cell = "document.querySelector('.document .topic').innerText"
    assert explorer.run(cell) == "between topics\nnearest: first topic"
    click(explorer, ".document")
    explorer.wait(f"{standing}.includes('Noise because')")
    facts = explorer.run(standing).split("\n")
    assert facts[facts.index("Noise because") + 1] == "between topics"
    assert facts[facts.index("Nearest topic") + 1] == "first topic"
    click(explorer, "#reset")
    click(explorer, ".document[data-row='1']")
    explorer.wait(f"{standing}.includes('By the curation')")
    assert "pinned" in explorer.run(standing)


def test_bars_of_values_ranges_and_periods_choose_documents(explorer, page):
    click(explorer, "#topics li:nth-child(1) button")
    heading = "[...document.querySelectorAll('#panel h3')].find((h) => h.innerText === 'party')"
    explorer.run(f"{heading}.nextElementSibling.click()")
    expected = [row for row in range(COUNTS[0]) if row % 2 == 0]  # right, the first of two sixes
    pressed = f"{heading}.nextElementSibling.innerText.trim().split('\\n')[0]"
    side = explorer.run(pressed)
    if side == "left":
        expected = [row for row in range(COUNTS[0]) if row % 2]
    assert explorer.run(SHOWN) == expected
    assert bright(explorer) == expected
    explorer.run(
        "[...document.querySelectorAll('#panel .bars button')]"
        ".find((b) => b.title.startsWith('2003')).click()"
    )
    both = [row for row in expected if row % 10 == 3]
    assert explorer.run(SHOWN) == both
    wait_for_address(
        explorer,
        f'#topics=t0000000&where=["party","{side}"]&where=["date",20030000,20039999]',
    )
    fragment = explorer.run("location.hash")
    open_explorer(explorer, page, fragment)
    assert explorer.run(SHOWN) == both
    choices = "[...document.querySelectorAll('#choices button')].map((b) => b.innerText)"
    assert explorer.run(choices) == ["first topic ×", f"party: {side} ×", "date: 2003 ×"]
    click(explorer, "#choices button:nth-child(3)")
    assert explorer.run(SHOWN) == expected
    explorer.run("document.querySelector('#choices button').click()")
    explorer.run("document.querySelector('#choices button').click()")
    assert explorer.run(COUNT) == f"{N} of {N} documents"
    assert explorer.run("document.getElementById('choices').hidden") is True
    score = "[...document.querySelectorAll('#panel .bars')].at(-1).querySelector('button')"
    explorer.run("document.querySelector('aside').style.maxHeight = '200px'")
    explorer.run(f"{score}.focus()")
    scrolled = explorer.run("document.querySelector('aside').scrollTop")
    assert scrolled > 0
    explorer.key("Enter", "\r")  # of numbers from 0 to 3.1 the lowest twentieth
    assert explorer.run(SHOWN) == [0, 1]
    assert explorer.run(f"document.activeElement === {score}")
    deepest = "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)"
    room = explorer.run(f"{deepest}(document.querySelector('aside'))")
    assert room > 0
    assert explorer.run("document.querySelector('aside').scrollTop") == min(scrolled, room)


def test_the_table_begins_anew_when_other_documents_are_shown(explorer):
    explorer.run("document.querySelector('.scroller').scrollTop = 500")
    click(explorer, "#theme")
    assert explorer.run("document.querySelector('.scroller').scrollTop") == 500
    search(explorer, "apple")
    assert explorer.run("document.querySelector('.scroller').scrollTop") == 0


def test_who_goes_back_with_the_keyboard_is_not_thrown_out(explorer):
    click(explorer, "#topics button")
    explorer.run("document.getElementById('back').focus()")
    explorer.key("Enter", "\r")
    explorer.wait(f"{PANEL}.startsWith('All documents')")
    assert explorer.run("document.activeElement.matches('#panel h2')")


def test_what_is_shown_is_described(explorer):
    search(explorer, "cherry")
    found = [row for row in range(N) if row % 3 == 1]
    panel = explorer.run(PANEL)
    assert panel.startswith("Documents shown")
    assert f"{len(found)} of {N}" in panel
    counts = np.bincount(small_run().assigned[found] + 1)
    lines = "[...document.querySelectorAll('#panel .share')].slice(0, 4).map((s) => s.title)"
    assert [int(line.split(" ")[0]) for line in explorer.run(lines)] == sorted(counts)[::-1]
    search(explorer, "nothing of the kind")
    assert "No document fits." in explorer.run("document.getElementById('table').innerText")
    assert explorer.run(PANEL).startswith("Documents shown")


def test_the_chosen_document_is_marked_on_the_map(explorer):
    click(explorer, ".document[data-row='3']")
    x, y = place_on_screen(explorer, *small_run().points[3].astype(float))
    box = explorer.run(
        "(() => { const b = document.getElementById('here').getBoundingClientRect();"
        " return [b.x + b.width / 2, b.y + b.height / 2]; })()"
    )
    assert box == pytest.approx([x, y], abs=1)
    explorer.key("Escape")
    assert explorer.run("document.getElementById('here').hidden") is True


def test_a_click_on_a_name_chooses_its_topic(explorer):
    x, y = explorer.run(
        "(() => { const n = [...document.querySelectorAll('#names span')]"
        ".find((s) => s.textContent === 'third topic').getBoundingClientRect();"
        " return [n.x + 4, n.y + n.height / 2]; })()"
    )
    explorer.mouse("mouseMoved", x, y)
    explorer.mouse("mousePressed", x, y, buttons=1)
    explorer.mouse("mouseReleased", x, y)
    explorer.wait(f"{COUNT} === '{COUNTS[2]} of {N} documents'")


def test_a_hidden_dot_is_neither_described_nor_chosen(explorer):
    points = small_run().points.astype(float)
    gaps = np.linalg.norm(points[:, None] - points, axis=2) + 99 * np.eye(N)
    row = N - NOISE + int(gaps.min(axis=1)[N - NOISE :].argmax())
    x, y = place_on_screen(explorer, *points[row])
    click(explorer, "#noise")
    explorer.mouse("mouseMoved", x - 1, y)
    explorer.mouse("mouseMoved", x, y)
    explorer.mouse("mousePressed", x, y, buttons=1)
    explorer.mouse("mouseReleased", x, y)
    explorer.run("new Promise((done) => setTimeout(done, 150))")
    assert explorer.run("document.getElementById('tooltip').hidden") is True
    assert explorer.run("document.querySelector('#panel .text')") is None


def test_noise_tells_why_and_can_be_hidden(explorer):
    click(explorer, "#topics li:last-child button")
    assert explorer.run(COUNT) == f"{NOISE} of {N} documents"
    assert "between topics" in explorer.run(PANEL)
    click(explorer, "#topics li:last-child button")
    click(explorer, "#noise")
    assert explorer.run(COUNT) == f"{N - NOISE} of {N} documents"
    colours = colours_of_dots(explorer)
    assert [colour == "rgba(0,0,0,0)" for colour in colours] == [
        row >= N - NOISE for row in range(N)
    ]


def test_noise_joins_topics_by_the_slider(explorer, page):
    # its documents are in their nearest topic by 0.9, 0.8, 0.7 and 0.6
    def set_to(value):
        explorer.run(
            f"(() => {{ const one = document.getElementById('strictness'); one.value = {value};"
            " one.dispatchEvent(new Event('input')); })()"
        )
        counts = "[...document.querySelectorAll('#topics .count')].map((c) => +c.textContent)"
        return explorer.run(counts)

    before = set_to(0)
    assert before == [*COUNTS, NOISE]
    assert set_to(0.2) == [COUNTS[0] + 2, *COUNTS[1:], NOISE - 2]
    colours = colours_of_dots(explorer)
    assert colours[-NOISE] == colours[0] != colours[-1]
    wait_for_address(explorer, "#strictness=0.2")
    assert set_to(1) == [COUNTS[0] + NOISE, *COUNTS[1:], 0]
    open_explorer(explorer, page, "#strictness=0.1")
    assert explorer.run("document.getElementById('strictness-value').value") == "0.10"
    click(explorer, "#reset")
    assert set_to(0) == before


def test_the_table_is_sorted_by_its_columns(explorer):
    heading = "[data-key='stability'] button"
    click(explorer, heading)
    assert explorer.run(SHOWN)[0] == N - 1  # the most stable first
    click(explorer, heading)
    assert explorer.run(SHOWN)[0] == 0
    sorts = "[...document.querySelectorAll('[aria-sort]')].map((h) => h.ariaSort)"
    assert explorer.run(sorts) == ["none", "none", "none", "ascending", "none"]
    click(explorer, heading)
    wait_for_address(explorer, "")


def place_on_screen(browser, x, y):
    return browser.run(
        "(() => { const m = document.getElementById('map'), b = m.getBoundingClientRect();"
        f" const a = m._fullLayout; return [b.x + a.xaxis._offset + a.xaxis.l2p({x}),"
        f" b.y + a.yaxis._offset + a.yaxis.l2p({y})]; }})()"
    )


def inside(x, y, corners):
    """Whether a point lies in a polygon: the angles to its corners sum up to a whole turn."""
    angles = np.arctan2(corners[:, 1] - y, corners[:, 0] - x)
    turns = np.diff(np.append(angles, angles[0]))
    return abs(((turns + np.pi) % (2 * np.pi) - np.pi).sum()) > 1


def test_a_lasso_keeps_what_lies_inside_and_the_address_keeps_the_lasso(explorer, page):
    points = small_run().points.astype(float)
    corners = np.array([[-0.4, -1.2], [1.5, -0.9], [0.9, 1.1], [-0.6, 0.8]])
    expected = [row for row, (x, y) in enumerate(points) if inside(x, y, corners)]
    assert 3 < len(expected) < N - 3
    click(explorer, "[data-val='lasso']")
    path = [place_on_screen(explorer, x, y) for x, y in [*corners, corners[0]]]
    explorer.drag([(x, y) for x, y in path])
    explorer.wait("location.hash.includes('area=')")
    assert bright(explorer) == expected
    assert explorer.run(COUNT) == f"{len(expected)} of {N} documents"
    # what else is chosen narrows the area down, and the map shows both
    click(explorer, "#topics button")
    both = [row for row in expected if row < COUNTS[0]]
    assert 0 < len(both) < len(expected)
    assert bright(explorer) == both
    click(explorer, "#topics button")
    assert bright(explorer) == expected
    explorer.wait("!location.hash.includes('topics=')")  # it is written a little later
    fragment = explorer.run("location.hash")
    open_explorer(explorer, page, fragment)
    assert explorer.run(COUNT) == f"{len(expected)} of {N} documents"
    outlines = "document.querySelectorAll('#map .shapelayer path').length"
    assert explorer.run(outlines) == 1
    explorer.key("Escape")
    assert bright(explorer) is None
    assert explorer.run(outlines) == 0
    assert explorer.run(COUNT) == f"{N} of {N} documents"


def test_hovering_and_clicking_a_dot_tells_of_it(explorer):
    # the dot that is farthest from all others
    points = small_run().points.astype(float)
    gaps = np.linalg.norm(points[:, None] - points, axis=2) + 99 * np.eye(N)
    row = int(gaps.min(axis=1).argmax())
    x, y = place_on_screen(explorer, *points[row])
    explorer.mouse("mouseMoved", x - 1, y)
    explorer.mouse("mouseMoved", x, y)
    explorer.wait("!document.getElementById('tooltip').hidden")
    explorer.wait("document.querySelector('#tooltip p').textContent")
    assert f"part {row}" in explorer.run("document.getElementById('tooltip').innerText")
    explorer.mouse("mousePressed", x, y, buttons=1)
    explorer.mouse("mouseReleased", x, y)
    explorer.wait(f"{PANEL}.includes('part {row}')")


def test_colours_by_column_have_a_legend(explorer):
    legend = "document.getElementById('legend').innerText"
    choose(explorer, "colour", "party")
    party = colours_of_dots(explorer)
    assert len({party[row] for row in range(0, N - NOISE, 2)}) == 1
    assert party[0] != party[1]
    assert "right (16)" in explorer.run(legend)
    choose(explorer, "colour", "score")
    score = colours_of_dots(explorer)
    assert (score[0], score[N - 1]) == ("#00224e", "#fee838")  # the lowest and the highest
    assert "3.1" in explorer.run(legend)
    choose(explorer, "colour", "date")
    assert "2000" in explorer.run(legend)
    click(explorer, "#legend summary")
    choose(explorer, "colour", "party")
    assert explorer.run(legend).strip() == "party"  # it stays folded
    choose(explorer, "colour", "topic")
    assert explorer.run("document.getElementById('legend').hidden") is True


def test_colours_can_be_safe_for_all_and_the_page_dark(explorer):
    click(explorer, "#theme")
    assert explorer.run("document.documentElement.dataset.theme") == "dark"
    background = "getComputedStyle(document.body).backgroundColor"
    assert explorer.run(background) == "rgb(22, 24, 28)"
    click(explorer, "#safe")
    wait_for_address(explorer, "#colours=safe&theme=dark")


def test_the_address_holds_the_view(browser, page):
    fragment = "#q=apple&topics=0+1&document=00000000000d&colour=party&sort=-stability&theme=dark"
    open_explorer(browser, page, fragment)
    browser.wait("document.querySelector('#panel .text')")
    found = [row for row in range(21) if row % 3 != 1]
    assert browser.run(COUNT) == f"{len(found)} of {N} documents"
    assert browser.run(SHOWN)[0] == max(found)
    assert "part 13" not in browser.run(SHOWN.replace("Number(row.dataset.row)", "row.innerText"))
    assert browser.run("document.getElementById('search').value") == "apple"
    assert browser.run("document.getElementById('colour').value") == "party"
    assert browser.run(PANEL).startswith("On cherry, part 13")
    browser.run("document.getElementById('reset').click()")
    wait_for_address(browser, "#colour=party&theme=dark")


@pytest.mark.parametrize(
    "fragment",
    [
        "#topics=77&document=none&colour=none&view=1+2&area=1+2+3&sort=none&theme=none",
        "#topics=x&area=a+b&view=1+2+3+x&%%%",
        "#view=0+0+0+0&where=7&where={&where=[]&where=[%22date%22,null,1]&where=[%22party%22,%22x%22]",
        "#strictness=9&terms=99&sort=-&list=x&noise=maybe&area=1e999+1+1+1+1+1",
        "#q=<img src=x onerror=window.hacked=1>",
    ],
)
def test_an_address_that_makes_no_sense_opens_the_page_all_the_same(browser, page, fragment):
    open_explorer(browser, page, fragment)
    expected = 0 if "q=" in fragment else N
    assert browser.run(COUNT) == f"{expected} of {N} documents"
    assert browser.errors == []
    assert browser.run("window.hacked") is None


def test_everything_can_be_done_with_the_keyboard(explorer):
    explorer.key("/", "/")
    assert explorer.run("document.activeElement.id") == "search"
    explorer.type("cherry")
    explorer.wait("location.hash === '#q=cherry'")
    explorer.run("document.querySelector('.document').focus()")
    explorer.key("ArrowDown")
    assert explorer.run("document.activeElement.dataset.row") == "4"
    explorer.key("Enter")
    explorer.wait("document.querySelector('#panel .text')")
    assert explorer.run(PANEL).startswith("On cherry, part 4")
    assert explorer.run("document.activeElement.dataset.row") == "4"  # who reads on stays there
    explorer.key("Escape")
    assert explorer.run(PANEL).startswith("Documents shown")
    explorer.run("document.querySelector('#topics button').focus()")
    explorer.key("ArrowDown")
    explorer.key("Enter", "\r")
    explorer.wait("location.hash.includes('topics=t0000001')")
    explorer.run("document.querySelector('#panel .chip').focus()")
    explorer.key("Enter", "\r")
    explorer.wait("document.querySelector('#panel .text')")
    assert explorer.run("document.activeElement.matches('#panel h2')")


def test_tab_goes_from_part_to_part_and_shows_where_it_is(explorer):
    explorer.run("document.body.focus()")
    where, rings = [], []
    for _ in range(40):
        explorer.key("Tab")
        where.append(explorer.run(
            "(document.activeElement.closest('header, nav, #map-area, #table, aside') || {}).id"
            " || document.activeElement.closest('header, nav, aside')?.localName || ''"
        ))  # fmt: skip
        rings.append(explorer.run("getComputedStyle(document.activeElement).outlineStyle"))
        if not where[-1]:
            break
    parts = [part for i, part in enumerate(where) if part and (i == 0 or part != where[i - 1])]
    assert parts == ["header", "nav", "map-area", "table", "aside"]
    assert where.count("nav") == 4  # filter, order, list or tree, and one stop for all topics
    assert set(rings[: len([part for part in where if part])]) <= {"solid", "auto"}


def test_the_map_is_moved_and_scaled_with_the_keyboard(explorer):
    ranges = (
        "(() => { const { xaxis, yaxis } = document.getElementById('map')._fullLayout;"
        " return [...xaxis.range, ...yaxis.range]; })()"
    )
    before = np.array(explorer.run(ranges))
    wide, high = before[1] - before[0], before[3] - before[2]
    explorer.run("document.getElementById('map-area').focus()")
    explorer.key("ArrowRight")
    moved = np.array(explorer.run(ranges))
    assert moved - before == pytest.approx([0.2 * wide, 0.2 * wide, 0, 0], abs=1e-6)
    explorer.key("ArrowDown")
    moved = np.array(explorer.run(ranges))
    assert moved[2:] - before[2:] == pytest.approx([-0.2 * high] * 2, abs=1e-6)
    explorer.key("+", "+")
    near = np.array(explorer.run(ranges))
    assert near[1] - near[0] == pytest.approx(0.7 * wide)
    assert near.reshape(2, 2).mean(axis=1) == pytest.approx(moved.reshape(2, 2).mean(axis=1))
    explorer.wait("location.hash.includes('view=')")
    click(explorer, "#reset")
    assert explorer.run(ranges) == pytest.approx(before)


def test_the_number_of_hits_is_spoken(explorer):
    nodes = explorer.call("Accessibility.getFullAXTree")["nodes"]
    roles = {node["role"]["value"] for node in nodes if not node["ignored"]}
    assert {"banner", "main", "navigation", "complementary", "grid", "row"} <= roles
    assert explorer.run("document.getElementById('count').ariaLive") == "polite"


def test_the_tree_opens_and_folds_with_the_keyboard(explorer):
    choose(explorer, "list", "tree")
    explorer.run("document.querySelector('#topics .group').focus()")
    explorer.key("ArrowLeft")
    assert explorer.run("document.querySelector('#topics details').open") is False
    explorer.key("ArrowRight")
    assert explorer.run("document.querySelector('#topics details').open") is True
    explorer.key("ArrowDown")
    assert explorer.run("document.activeElement.closest('#topics li li') !== null")


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (720, 450), (390, 844), (320, 640)])
def test_nothing_is_wider_than_the_window(explorer, width, height):
    # 720 by 450 is 1440 by 900 at 200 %, 320 is 1280 at 400 %
    explorer.call(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
    )
    try:
        click(explorer, "#topics button")
        click(explorer, ".document")
        explorer.wait("document.querySelector('#panel .text')")
        assert explorer.run("document.documentElement.scrollWidth") <= width
        outside = (
            "[...document.querySelectorAll('header *, .tools *, #panel h2, .document strong')]"
            ".filter((e) => e.textContent.trim() || e.matches('input, select'))"
            ".filter((e) => e.offsetParent && (e.getBoundingClientRect().right > innerWidth + 1"
            " || e.getBoundingClientRect().width < 4)).map((e) => e.outerHTML)"
        )
        assert explorer.run(outside) == []
        # what was chosen can be read where it was chosen
        top = "document.querySelector('#panel h2').getBoundingClientRect().top"
        assert 0 <= explorer.run(top) < height
    finally:
        explorer.call("Emulation.clearDeviceMetricsOverride")


def test_every_control_has_a_name_for_screen_readers(explorer):
    nodes = explorer.call("Accessibility.getFullAXTree")["nodes"]
    controls = [
        node for node in nodes
        if not node["ignored"] and node["role"]["value"] in
        {"button", "textbox", "searchbox", "combobox", "checkbox", "grid", "image", "navigation"}
    ]  # fmt: skip
    assert len(controls) > 20
    assert [node for node in controls if not node.get("name", {}).get("value")] == []


def exported(browser, kind, suffix):
    choose(browser, "export", kind)
    browser.until(lambda: list(browser.downloads.glob(f"*{suffix}")), f"a file {suffix}")
    (path,) = browser.downloads.glob(f"*{suffix}")
    text = path.read_bytes().decode("utf-8-sig")
    path.unlink()
    return path.name, text


def test_what_is_shown_is_exported(explorer):
    run = small_run()
    search(explorer, "cherry")
    rows = [row for row in range(N) if row % 3 == 1]
    name, text = exported(explorer, "csv", ".csv")
    assert name == f"A run-{len(rows)}.csv"
    table = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [row["doc_id"] for row in table] == run.documents["doc_id"].iloc[rows].to_list()
    assert [row["text"] for row in table] == run.documents["text"].iloc[rows].to_list()
    assert [int(row["topic"]) for row in table] == run.assigned[rows].tolist()
    assert (table[0]["label"], table[0]["score"], table[0]["date"]) == (
        "first topic", "0.1", "2001",
    )  # fmt: skip
    _, text = exported(explorer, "json", ".json")
    records = json.loads(text)
    assert [record["title"] for record in records] == run.documents["title"].iloc[rows].to_list()
    assert (records[0]["score"], records[-1]["author"]) == (0.1, None)
    _, text = exported(explorer, "bib", ".bib")
    entries = [record.fields for record in read_bibtex(text, "x.bib")]
    assert [(entry["type"], entry["title"]) for entry in entries] == [
        ("article", "On cherry, part 1"), ("article", "On cherry, part 4"),
    ]  # fmt: skip
    assert (entries[0]["author"], entries[0]["year"]) == ("Doe, Jane", "2001")


# --- hostile texts, odd runs, many documents


def test_hostile_texts_show_as_text_and_run_nothing(browser, tmp_path):
    n = 12
    run = results_of([6, 4], 2, text=HOSTILE, labels=[HOSTILE, "b"], title=HOSTILE,
                     links=[["javascript:window.hacked=3", HOSTILE]] * n, party=HOSTILE,
                     source=HOSTILE)  # fmt: skip
    run.topics["terms"] = [[HOSTILE, "b", "c"]] * 2
    run.assignments["reason"] = HOSTILE
    page = write_explorer(tmp_path / "hostile.html", run)
    open_explorer(browser, page)
    click(browser, "#topics button")
    browser.run("document.querySelector('.document').click()")
    browser.wait("document.querySelector('#panel .text')")
    text = browser.run("document.querySelector('#panel .text').textContent")
    assert text == f"{HOSTILE} 0"
    assert browser.run("document.querySelectorAll('main img, main script').length") == 0
    assert browser.run("document.querySelectorAll('#panel a').length") == 0
    assert browser.run("window.hacked") is None
    assert browser.errors == []
    assert browser.requests == [page.as_uri()]


ODD_NAMES = ["__proto__", "constructor", "<b>bold</b>", "a\nb", "=1+1"]
ODD_TEXTS = ["x" * 100_000, "", "🎉" * 300, "\u202eright to left", "'; --"]


def test_odd_columns_and_texts_are_shown_filtered_and_exported(browser, tmp_path):
    n = 12
    run = results_of([6, 4], 2, text=[ODD_TEXTS[row % len(ODD_TEXTS)] for row in range(n)],
                     title=["" if row == 1 else f"=SUM({row})" for row in range(n)],
                     links=[["javascript:alert(1)", "data:,x", "https://a.org/?q='\"<"]] * n,
                     **{name: ["one", "two"] * 6 for name in ODD_NAMES})  # fmt: skip
    folder = tmp_path / "with blanks # and 100 %?"
    folder.mkdir()
    page = write_explorer(folder / "explorer.html", run)
    open_explorer(browser, page)
    for row in range(len(ODD_TEXTS)):
        click(browser, f".document[data-row='{row}']")
        browser.wait(f"document.querySelector('.document[data-row=\"{row}\"][aria-selected=true]')")
        text = json.dumps(ODD_TEXTS[row])
        browser.wait(f"document.querySelector('#panel .text')?.textContent === {text}")
        assert browser.run("document.documentElement.scrollWidth <= innerWidth")
    links = "[...document.querySelectorAll('#panel a')].map((a) => a.getAttribute('href'))"
    assert browser.run(links) == ["https://a.org/?q='\"<"]
    names = "[...document.querySelectorAll('#panel dt')].map((d) => d.textContent)"
    assert set(ODD_NAMES) <= set(browser.run(names))
    for name in ODD_NAMES:
        choose(browser, "colour", name.replace("\n", "\\n"))
        assert browser.run("document.getElementById('legend').innerText").endswith(
            "one (6)\ntwo (6)"
        )
    click(browser, "#reset")
    browser.run(
        "[...document.querySelectorAll('#panel h3')].find((h) => h.innerText === '__proto__')"
        ".nextElementSibling.click()"
    )
    assert browser.run(COUNT) == f"6 of {n} documents"
    _, text = exported(browser, "csv", ".csv")
    table = list(csv.DictReader(io.StringIO(text, newline="")))
    assert {row["__proto__"] for row in table} == {"one"}
    assert {*ODD_NAMES} - {"=1+1"} <= table[0].keys()
    assert "'=1+1" in table[0]  # a heading is a cell, too
    assert table[0]["title"] == "'=SUM(0)"
    _, text = exported(browser, "json", ".json")
    assert [record["constructor"] for record in json.loads(text)] == ["one"] * 6
    assert browser.errors == []
    assert browser.requests == [page.as_uri()]


def test_what_an_address_names_and_the_run_lacks_is_reported(browser, page):
    open_explorer(browser, page, "#topics=t0000001+t7654321&document=elsewhere&colour=none")
    status = browser.run("document.getElementById('status').value")
    assert status == "Not in this run: topic t7654321, document elsewhere, column none."
    assert browser.run(COUNT) == f"{COUNTS[1]} of {N} documents"


def test_a_script_that_got_into_the_page_would_not_run(browser, page):
    open_explorer(browser, page)
    browser.run(
        "(() => { const s = document.createElement('script'); s.textContent = 'window.hacked = 4';"
        " document.body.append(s); document.body.insertAdjacentHTML('beforeend',"
        " '<img src=x onerror=\"window.hacked = 5\">'); })()"
    )
    browser.run("new Promise((done) => setTimeout(done, 100))")
    assert browser.run("window.hacked") is None


@pytest.mark.parametrize(("counts", "noise"), [([1], 0), ([2, 1], 2)])
def test_small_runs_open(browser, tmp_path, counts, noise):
    page = write_explorer(tmp_path / "small.html", results_of(counts, noise))
    open_explorer(browser, page)
    assert browser.run(COUNT) == f"{sum(counts) + noise} of {sum(counts) + noise} documents"
    click(browser, "#topics button")
    assert browser.run(COUNT) == f"{counts[0]} of {sum(counts) + noise} documents"
    assert browser.errors == []


def test_only_rows_in_sight_are_in_the_page_and_all_can_be_reached(browser, tmp_path):
    page = write_explorer(tmp_path / "many.html", results_of([900, 600], 0))
    open_explorer(browser, page)
    assert browser.run("document.querySelectorAll('.document').length") < 60
    browser.run("document.querySelector('.document').focus()")
    browser.key("End")
    browser.wait(f"{SHOWN}.includes(1499)")
    assert browser.run("document.querySelectorAll('.document').length") < 60
    browser.wait("document.activeElement.innerText.includes('A graph with nodes. 1499')")
    search(browser, "1234")
    assert browser.run(SHOWN) == [1234]


def test_names_of_300_topics_do_not_overlap_and_more_appear_from_near(browser, tmp_path):
    page = write_explorer(tmp_path / "topics.html", results_of([3] * 300, 0))
    open_explorer(browser, page, "#q=graph&colour=stability")
    boxes = (
        "[...document.querySelectorAll('#names span:not([hidden])')].map((n) =>"
        " { const b = n.getBoundingClientRect(); return [b.x, b.y, b.right, b.bottom]; })"
    )
    names = "[...document.querySelectorAll('#names span:not([hidden])')].map((n) => n.textContent)"
    others = boxes.replace("#names span:not([hidden])", "#legend, #choices, .modebar")

    def check():
        seen = browser.run(boxes)
        assert len(seen) > 3
        for i, one in enumerate(seen):
            for other in [*seen[:i], *browser.run(others)]:
                apart = (one[0] >= other[2] - 1 or other[0] >= one[2] - 1
                         or one[1] >= other[3] - 1 or other[1] >= one[3] - 1)  # fmt: skip
                assert apart, (one, other)

    check()
    for topic in (299, 150):  # chosen, each has its own name, from afar, too
        click(browser, f"#topics li:nth-child({topic + 1}) button")
        assert f"topic {topic}" in browser.run(names)
        check()
    click(browser, "#choices button")
    groups = [name for name in browser.run(names) if name.startswith("group")]
    ranges = "{'xaxis.range': [-0.3, 0.3], 'yaxis.range': [-0.2, 0.2]}"
    browser.run(f"Plotly.relayout('map', {ranges}).then(() => 0)")
    near = browser.run(names)
    check()
    assert groups
    assert [name for name in near if name.startswith("topic")]
    browser.wait("location.hash.includes('view=')")
    for wide in (2, 0.9, 0.1):
        ranges = f"{{'xaxis.range': [-{wide}, {wide}], 'yaxis.range': [-{wide}, {wide}]}}"
        browser.run(f"Plotly.relayout('map', {ranges}).then(() => 0)")
        check()


def test_without_webgl_the_table_is_left(page, tmp_path):
    browser = Chromium(tmp_path / "profile", *NO_WEBGL)
    try:
        open_explorer(browser, page)
        assert "no WebGL" in browser.run("document.getElementById('no-map').innerText")
        search(browser, "cherry")
        click(browser, ".document")
        browser.wait("document.querySelector('#panel .text')")
        assert browser.run(PANEL).startswith("On cherry, part 1")
        assert browser.errors == []
    finally:
        browser.close()


# --- pure functions


@pytest.fixture(scope="module")
def functions(browser):
    """Call a function of the page's code with JSON values."""
    own = own_script().replace(
        "\nopenExplorer();", "\nwindow.inside = (code, values) => eval(code);"
    )

    def call(expression, *values):
        browser.open_blank()
        if not browser.run("Boolean(window.inside)"):
            browser.run(own)
        return browser.run(f"inside({json.dumps(expression)}, {json.dumps(values)})")

    return call


def test_texts_are_folded(functions):
    texts = ["ABC", "Ärger", "İstanbul", "ΟΔΟΣ", "a\nb\tc", "a\0b", "ﬁ 中文"]
    expected = ["abc", "arger", "istanbul", "οδοσ", "a b c", "a b", "ﬁ 中文"]
    assert functions("values[0].map(folded)", texts) == expected


def test_queries_are_read(functions):
    def term(needle, whole=False, without=False):
        return {"needle": needle, "whole": whole, "without": without}

    assert functions("parseQuery(values[0])", 'Graph "Two  words" -not -"a phrase" x 中 "open') == [
        term("graph"), term("two words", whole=True), term("not", without=True),
        term("a phrase", whole=True, without=True), term("中"), term("open", whole=True),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "query", "ranges"),
    [
        ("Graphs and graph theory", "graph", [[0, 5], [11, 16]]),
        ("Graphs and graph theory", '"graph"', [[11, 16]]),
        ("subgraph", "graph", []),
        ("sub-graph", "graph", [[4, 9]]),
        ("Überä\u0308ll über", "uber", [[0, 4], [9, 13]]),
        ("我爱中文书", "中文", [[2, 4]]),
        ("aaa", "aa a", [[0, 2]]),
        ("one two three", "two thr one", [[0, 3], [4, 7], [8, 11]]),
        ("🎉 party", "party", [[3, 8]]),
        ("they don’t – “say” so", "don't \"'say\"", [[5, 10]]),
    ],
)
def test_hits_are_where_they_are(functions, text, query, ranges):
    assert functions("hitRanges(values[0], parseQuery(values[1]))", text, query) == ranges


def test_no_character_is_cut_in_two(functions):
    text = "ab🎉cd"
    cut = [functions("cutText(values[0], values[1])", text, length) for length in range(7)]
    assert cut == ["", "a", "ab", "ab", "ab🎉", "ab🎉c", text]
    found = functions(
        "snippet(values[0], parseQuery('needle'), 30)", "🎉" * 99 + " needle " + "🎉" * 99
    )
    assert "needle" in found
    assert "\ufffd" not in found.encode("utf-8", "replace").decode()
    assert "?" not in found.encode("utf-8", "replace").decode()


def test_a_snippet_of_a_text_without_blanks_shows_the_hit(functions):
    found = functions(
        "snippet(values[0], parseQuery('tail'), 40)", "x" * 5000 + "-tail" + "y" * 5000
    )
    assert "-tail" in found
    assert len(found) <= 42


WORDS = st.lists(
    st.sampled_from(["graph", "node", "graphs", "no", "naïve", "λx", "don’t"]), max_size=6
)


@settings(max_examples=30, deadline=None)
@given(texts=st.lists(WORDS, min_size=1, max_size=12), query=WORDS, without=st.booleans())
def test_the_index_finds_what_a_plain_search_finds(functions, texts, query, without):
    terms = [f"-{word}" if without and place == 0 else word for place, word in enumerate(query)]
    found = functions(
        "(() => { const index = new SearchIndex(values[0].length);"
        " index.add(0, values[0].slice(0, 5).map(() => 'x'), values[0].slice(0, 5));"
        " index.add(5, values[0].slice(5).map(() => 'x'), values[0].slice(5));"
        " return [...index.find(parseQuery(values[1]))]; })()",
        [" ".join(words) for words in texts],
        " ".join(terms),
    )
    expected = [
        all(
            any(word.startswith(term.lstrip("-")) for word in words) != term.startswith("-")
            for term in terms
        )
        for words in texts
    ]
    assert found == [int(hit) for hit in expected]


@settings(max_examples=30, deadline=None)
@given(
    state=st.fixed_dictionaries(
        {
            "query": st.text(max_size=20),
            "topics": st.lists(st.integers(-1, 400), max_size=4, unique=True),
            "fields": st.lists(
                st.sampled_from(
                    [["a & b=c", "x y"], ["a & b=c", '"'], ["__proto__", 20010000, 20019999]]
                ),
                max_size=2,
            ),
            "termView": st.integers(0, 2),
            "document": st.text(max_size=12),
            "colour": st.sampled_from(["topic", "stability", "a & b=c"]),
            "noise": st.booleans(),
            "sort": st.sampled_from(["", "title", "date"]),
            "view": st.sampled_from([[], [-3, 4, -0.5, 12], [1.25, 2.5, -9, -8]]),
            "theme": st.sampled_from(["", "dark"]),
        }
    )
)
def test_a_state_comes_back_from_its_address(functions, state):
    whole = functions("({...initialState(), ...values[0]})", state)
    run = {
        "topics": [{"topic": topic, "key": f"t{topic}abc"} for topic in range(401)],
        "columns": [
            {"name": "a & b=c", "kind": "category", "labels": ["x y", '"'], "values": []},
            {"name": "__proto__", "kind": "date", "labels": []},
        ],
        "noise": 3,
        "term_views": ["one", "two"],
    }
    back = "stateFromHash('#' + stateToHash(values[0], values[1]), values[1], () => true)"
    assert functions(back, whole, run) == {"state": whole, "unknown": []}


def test_cells_of_csv_are_read_back(functions):
    records = [{"a": 'x "y", z', "b": None}, {"a": "line\nbreak", "b": -1.5, "c": "=1+1"}]
    text = functions("toCsv(values[0])", records)
    assert text.startswith("\ufeff")
    table = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))
    assert table == [
        {"a": 'x "y", z', "b": "", "c": ""},
        {"a": "line\nbreak", "b": "-1.5", "c": "'=1+1"},
    ]
    for formula in ("+1", "-1+x", "@SUM(1)", "\t=1", "\r=1"):
        assert functions("csvCell(values[0])", formula).lstrip('"').startswith("'")


def test_periods_have_no_gaps(functions):
    dates = [19990000, 20010301, 20030000, None]
    periods = functions("periodCounts(values[0], values[1])", dates, [1, 3])
    assert [(p["label"], p["count"], p["all"]) for p in periods] == [
        ("1999", 0, 1), ("2000", 0, 0), ("2001", 1, 1), ("2002", 0, 0), ("2003", 0, 1),
    ]  # fmt: skip
    months = functions("periodCounts(values[0], values[1])", [20240100, 20240315], [1])
    assert (months[0]["label"], months[2]) == (
        "2024-01",
        {"label": "2024-03", "low": 20240300, "high": 20240399, "count": 1, "all": 1},
    )
    assert len(months) == 12
    assert functions("periodCounts(values[0], [])", [None, None]) == []
    quarters = functions("periodCounts(values[0], values[1])", [20150100.8, 20151000.8], [0, 1])
    assert [(p["label"], p["low"], p["high"], p["count"]) for p in quarters] == [
        ("2015-Q1", 20150000, 20150399, 1), ("2015-Q2", 20150400, 20150699, 0),
        ("2015-Q3", 20150700, 20150999, 0), ("2015-Q4", 20151000, 20159999, 1),
    ]  # fmt: skip
    days = functions("periodCounts(values[0], values[1])", [20240229.2359, 20240302], [0])
    assert [(p["label"], p["count"], p["all"]) for p in days] == [
        ("2024-02-29", 1, 1), ("2024-03-01", 0, 0), ("2024-03-02", 0, 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("date", "text"),
    [
        (20200000, "2020"), (20200500, "2020-05"), (20200513, "2020-05-13"),
        (20200600.7, "2020 summer"), (20150100.8, "2015-Q1"), (20200127.9, "2020-W05"),
        (20191230.9, "2020-W01"), (20200513.1030, "2020-05-13 10:30"),
        (20200513.103015, "2020-05-13 10:30:15"),
    ],
)  # fmt: skip
def test_dates_are_shown_as_exactly_as_they_are_known(functions, date, text):
    assert functions("dateText(values[0])", date) == text


@settings(max_examples=30, deadline=None)
@given(
    dates=st.lists(
        st.none() | st.tuples(st.integers(1200, 2100), st.integers(0, 12)).map(
            lambda date: date[0] * 10000 + date[1] * 100
        ),
        min_size=1,
        max_size=6,
    )
)  # fmt: skip
def test_a_bar_of_time_chooses_the_documents_it_counts(functions, dates):
    rows = list(range(len(dates)))
    bars = functions("periodCounts(values[0], values[1])", dates, rows)
    for bar in bars:
        inside = [d for d in dates if d is not None and bar["low"] <= d <= bar["high"]]
        assert len(inside) == bar["count"] == bar["all"]
    assert sum(bar["count"] for bar in bars) == sum(date is not None for date in dates)


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (20010000, 20019999, "2001"), (20010000, 20039999, "2001 to 2003"),
        (20240000, 20240199, "2024-01"), (20241200, 20249999, "2024-12"),
        (20240200, 20240299, "2024-02"), (20240000, 20240299, "2024-01 to 2024-02"),
        (20240229, 20240229.9999999, "2024-02-29"),
    ],
)  # fmt: skip
def test_periods_have_names(functions, low, high, text):
    assert functions("periodText(values[0], values[1])", low, high) == text


@settings(max_examples=30, deadline=None)
@given(
    numbers=st.lists(
        st.none() | st.integers(-50, 50) | st.floats(-1e6, 1e6).map(lambda x: round(x, 3)),
        min_size=1,
        max_size=8,
    )
)
def test_a_bar_of_numbers_chooses_the_documents_it_counts(functions, numbers):
    rows = list(range(len(numbers)))
    column = {"kind": "number"}
    bars = functions("rangeCounts(values[0], values[1], values[2])", column, numbers, rows)
    there = [number for number in numbers if number is not None]
    for bar in bars:
        assert sum(bar["low"] <= number <= bar["high"] for number in there) == bar["count"]
    if len(set(there)) > 1:
        assert sum(bar["count"] for bar in bars) == len(there)


def test_the_tree_is_cut_at_its_widest_joints(functions):
    leaf = [{"topic": topic, "label": str(topic), "size": 1, "height": 0} for topic in range(4)]
    low = {"label": "low", "size": 2, "height": 0.2, "children": leaf[:2]}
    high = {"label": "high", "size": 2, "height": 0.6, "children": leaf[2:]}
    root = {"label": "root", "size": 4, "height": 0.9, "children": [low, high]}
    names = [
        functions("cutOfTree(values[0], values[1]).map((node) => node.label)", root, count)
        for count in (1, 2, 3, 99)
    ]
    assert names == [["root"], ["low", "high"], ["low", "2", "3"], ["0", "1", "2", "3"]]
