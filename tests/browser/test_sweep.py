"""The page of a sweep in a browser: what is shown, chosen and copied."""

import json

import numpy as np
import pandas as pd
import pytest

from topograph.jobs.sweep.sweeping import compare

DOCUMENTS = 40
NAMES = ["<b>bold</b>", "R&D, it's", "graphs"]


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The page of six points, of which three times two have the same map."""
    folder = tmp_path_factory.mktemp("sweep") / "own"
    names = [f"d{row:02}" for row in range(DOCUMENTS)]
    points = []
    for number in range(6):
        size, terms = number // 2, number % 2
        own = folder / f"evaluate-{number}"
        for stage in ("parse", "reduce", "label", "evaluate"):
            (own / stage).mkdir(parents=True)
        documents = pd.DataFrame({"doc_id": names, "title": [f"Title <i>{own}" for own in names]})
        documents["date"] = pd.date_range("2001-01-01", periods=DOCUMENTS, freq="YS")
        documents.to_parquet(own / "parse/documents.parquet")
        if terms:
            (own / "reduce/map.npy").symlink_to(folder / f"evaluate-{number - 1}/reduce/map.npy")
        else:
            np.save(own / "reduce/map.npy", np.random.default_rng(size).random((DOCUMENTS, 2)))
        topics = np.arange(DOCUMENTS) * (size + 1) // DOCUMENTS
        assigned = pd.DataFrame({"doc_id": names, "topic": topics})
        assigned.to_parquet(own / "label/assignments.parquet")
        labels = pd.DataFrame({"label": NAMES[: size + 1]})
        labels["terms"] = [["ice"], ["snow"], ["graph theory"]][: size + 1]
        labels.to_parquet(own / "label/topics.parquet")
        values = {
            "topics": (size + 1, "neither"),
            "diversity": (0.5 + 0.1 * terms, "higher"),
            "document_stability": (0.9 - 0.2 * size, "higher"),
            "noise_share": (0.3 - 0.1 * size, "lower"),
        }
        metrics = {
            name: {"value": value, "better": better, "meaning": "<m>", "range": "0 to 1"}
            for name, (value, better) in values.items()
        }
        (own / "evaluate/metrics.json").write_text(json.dumps(metrics))
        write_seal(own / "evaluate/summary.json")
        values = {"cluster.n_topics": size + 1, "label.terms": 5 + terms}
        points.append({"id": f"{number}" * 8, "values": values, "folder": own.name})
    axes = [
        {"key": "cluster.n_topics", "values": [1, 2, 3]},
        {"key": "label.terms", "values": [5, 6]},
    ]
    claims = {
        "third <topic>": {"says": "exists", "topic": {"words": ["graph"], "documents": []}},
        "apart": {"says": "together", "documents": ["d00", "d39"]},
        "<i>growth": {"says": "grows", "topic": {"words": [], "documents": ["d39"]}},
    }
    for claim in claims.values():
        claim |= {"column": ""}
    sweep = {"run": "base", "axes": axes, "points": points, "claims": claims}
    compare(folder, sweep)
    return folder / "sweep.html"


def write_seal(path):
    """A seal that is intact."""
    from topograph.rundir.checksums import with_checksum

    path.write_text(with_checksum('{\n  "stage": "evaluate"\n}\n'))


@pytest.fixture
def shown(page, browser):
    """The page, opened."""
    browser.open(page)
    browser.wait("document.body.dataset.ready")
    return browser


ROWS = "[...document.querySelectorAll('#points tbody tr')]"
STARS = f"{ROWS}.filter(row => row.textContent.includes('★')).map(row => row.cells[0].textContent)"


def test_it_opens_without_network_or_errors_and_shows_all_points(shown, page):
    assert shown.errors == []
    assert [asked for asked in shown.requests if asked != page.as_uri()] == []
    assert shown.run(f"{ROWS}.length") == 6
    assert shown.run("document.querySelectorAll('#scatter circle').length") == 6
    assert shown.run("document.querySelectorAll('#parallel path').length") == 6
    assert shown.run("document.querySelectorAll('b, i[onclick], main i:not([class])').length") == 0


def test_the_front_follows_the_measures_that_are_ticked(shown):
    # more topics: less noise, less stable; six terms are better than five
    assert shown.run(STARS) == ["★ 11111111", "★ 33333333", "★ 55555555"]
    box = (
        "[...document.querySelectorAll('#front label')].find(own => /noise/.test(own.textContent))"
    )
    shown.run(f"{box}.querySelector('input').click()")
    assert shown.run(STARS) == ["★ 11111111"]
    assert shown.run("document.getElementById('front-count').textContent").startswith("1 of 6")


def test_a_chosen_point_gives_its_lines_and_its_map(shown):
    shown.run(f"{ROWS}[3].cells[0].querySelector('button').click()")
    lines = shown.run("document.getElementById('lines').textContent")
    assert lines == "cluster:\n  n_topics: 2\nlabel:\n  terms: 6\n"
    take = shown.run("document.getElementById('take').textContent")
    assert take == "topograph sweep own --take 33333333"
    assert shown.run("document.getElementById('first-point').selectedIndex") == 3
    assert shown.run("document.querySelector('#first-map p').textContent").startswith("2 topics")


def test_a_topic_is_marked_in_both_maps(shown):
    shown.run(f"{ROWS}[4].click()")
    # the last of three topics, of two topics the second
    rows = "[...document.querySelectorAll('#topics tbody tr')]"
    row = f"{rows}.find(own => /it's4 of 6/.test(own.textContent))"
    topic = f"{row}.querySelector('button')"
    shown.run(f"{topic}.click()")
    first, second = shown.run(
        "['first', 'second'].map(own => document.querySelector(`#${own}-map p`).textContent)"
    )
    assert first == "13 chosen documents: graphs (13)"
    assert second == "13 chosen documents: <b>bold</b> (13)"


def test_rows_are_sorted_by_a_column(shown):
    heads = "[...document.querySelectorAll('#points thead button')]"
    head = f"{heads}.find(own => /noise/.test(own.textContent))"
    shown.run(f"{head}.click()")
    first = f"{ROWS}.map(row => row.cells[0].textContent.slice(-1)).join('')"
    assert shown.run(first) == "012345"
    shown.run(f"{head}.click()")
    assert shown.run(first) == "452301"


def test_effects_say_which_key_changes_a_measure(shown):
    text = shown.run("document.getElementById('effects').innerText")
    rows = {line.split("\t")[0]: line for line in text.splitlines() if "\t" in line}
    assert "100 %" in rows["diversity ↑"]
    cells = shown.run(
        "[...document.querySelectorAll('#effects tbody tr')].map(row => "
        "[...row.cells].map(cell => cell.querySelector('.n')?.textContent ?? cell.textContent))"
    )
    assert ["diversity ↑", "0 %", "100 %", "–"] in cells
    assert ["noise share ↓", "100 %", "0 %", "–"] in cells


def test_claims_have_a_curve_each_and_say_where_they_fail(shown):
    texts = shown.run(
        "[...document.querySelectorAll('#curves figcaption')].map(own => own.textContent)"
    )
    assert texts == [
        "third <topic> (the topic with the words graph exists): holds at 2 of 6 points; "
        "fails most often with cluster.n_topics 1.",
        "apart (the documents d00, d39 are in one topic): holds at 2 of 6 points; "
        "fails most often with cluster.n_topics 2.",
        "<i>growth (the share of the topic with the documents d39 grows per year): "
        "holds at 4 of 6 points; fails most often with cluster.n_topics 1.",
    ]
    counts = (
        "[...document.querySelectorAll('#curves svg')].map(own => ['holds', 'fails', 'open']"
        ".map(kind => own.querySelectorAll(`.estimate.${kind} circle`).length))"
    )
    assert shown.run(counts) == [[2, 4, 0], [2, 4, 0], [4, 2, 0]]
    shown.run(
        "document.querySelectorAll('#curves svg')[0].querySelector('.estimate.holds')"
        ".dispatchEvent(new MouseEvent('click'))"
    )
    assert "n_topics: 3" in shown.run("document.getElementById('lines').textContent")
