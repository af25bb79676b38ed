"""Every page of the seeds' run, opened from disk in a real browser: no error, no request."""

import shutil
import subprocess
import sys
import zipfile

import pytest

from topograph.figures.registry import FIGURES
from topograph.rundir.contract import STAGES

PAGES = [
    "report.html",
    "parse/audit.html",
    *(f"plot/figures/{name}.html" for name in FIGURES),
    "plot/figures.html",
    "plot/explorer.html",
]


@pytest.mark.parametrize("page", PAGES)
def test_page_opens_from_disk_without_network_or_errors(finished_run, browser, page):
    browser.open(finished_run / page)
    if page.startswith("plot/"):
        browser.wait("document.querySelector('.main-svg')")  # plotly drew something
        assert browser.run("document.querySelector('[data-title*=loud]')") is None
    if page == "plot/explorer.html":
        browser.wait("document.body.dataset.ready === 'texts'")
        count = browser.run("document.getElementById('count').value")
        assert count == "95 of 95 documents"
    assert browser.errors == []
    own = (finished_run.as_uri(), "data:image/")  # plotly draws heat maps into pictures
    assert [asked for asked in browser.requests if not asked.startswith(own)] == []


@pytest.mark.parametrize(("fragment", "legends"), [("", 1), ("#without-legend", 0)])
def test_the_report_shows_the_map_without_the_legend_that_would_squeeze_it(
    finished_run, browser, fragment, legends
):
    browser.open(finished_run / "plot/figures/map.html", fragment)
    browser.wait(f"document.querySelectorAll('.main-svg .legend').length === {legends}")
    source = (finished_run / "report.html").read_text(encoding="utf-8")
    assert 'src="plot/figures/map.html#without-legend"' in source


def test_the_report_tells_what_the_stages_took(finished_run, browser, tmp_path):
    browser.open(finished_run / "report.html")
    rows = (
        "[...document.querySelectorAll('#resources tbody tr')].map(row => row.cells[0].innerText)"
    )
    assert browser.run(rows) == list(STAGES)
    shutil.copy(finished_run / "report.html", tmp_path)
    browser.open(tmp_path / "report.html")  # alone it opens all the same
    assert browser.run("document.getElementById('resources').hidden") is True


@pytest.fixture(scope="module")
def overview(finished_project, tmp_path_factory):
    """Snakemake's own report, unpacked."""
    folder = tmp_path_factory.mktemp("report")
    done = subprocess.run(
        [sys.executable, "-m", "snakemake", "--report", str(folder / "overview.zip")],
        cwd=finished_project, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    with zipfile.ZipFile(folder / "overview.zip") as archive:
        archive.extractall(folder)
    return folder / "overview/report.html"


#: Of the rows of a table of Snakemake's report: what it says, with a mark on its buttons.
ROWS = """[...document.querySelectorAll("tbody tr")].map((row, number) => {
    row.querySelectorAll("a").forEach((button, place) => { button.id = `row-${number}-${place}`; });
    return row.cells[0].innerText.trim();
})"""


def press(browser, text):
    """Press the link of Snakemake's report that says something."""
    found = f"[...document.querySelectorAll('a')].find(one => one.textContent.trim() === '{text}')"
    browser.wait(found)
    browser.run(f"{found}.click()")


def listed(browser, page, category):
    """Open Snakemake's report at a category of the run's results, and tell what it lists."""
    browser.open(page)
    press(browser, "Results")  # of the only run
    press(browser, category)
    browser.wait("document.querySelector('tbody tr')")
    return browser.run(ROWS)


def test_snakemakes_report_lists_each_figure_by_its_category(overview, browser):
    browser.open(overview)
    browser.wait("document.body.innerText.includes('A map of the topics of a collection')")
    for category in ("documents", "topics", "quality", "metadata"):
        own = [kind.title for kind in FIGURES.values() if kind.category == category]
        own += ["audit of the corpus"] if category == "documents" else []
        assert sorted(listed(browser, overview, category)) == sorted(own)
    assert {"explorer", "all figures in one file"} < set(listed(browser, overview, "overview"))
    assert browser.errors == []


def test_snakemakes_report_shows_a_figure_with_its_caption(overview, browser):
    place = listed(browser, overview, "topics").index(FIGURES["sizes"].title)
    browser.run(f"document.getElementById('row-{place}-1').click()")
    browser.wait(f"document.body.innerText.includes({FIGURES['sizes'].caption!r})")
    listed(browser, overview, "topics")
    browser.run(f"document.getElementById('row-{place}-0').click()")
    browser.wait("document.querySelector('iframe')")
    shown = overview.parent / browser.run("document.querySelector('iframe').getAttribute('src')")
    browser.open(shown)
    browser.wait("document.querySelector('.main-svg')")
    assert "Documents of each topic" in browser.run("document.body.innerText")
    assert browser.errors == []


def test_a_figure_without_plotly_beside_it_says_what_is_missing(finished_run, browser, tmp_path):
    shutil.copy(finished_run / "plot/figures/map.html", tmp_path)
    browser.open(tmp_path / "map.html")
    browser.wait("document.body.innerText.includes('plotly.min.js, which is not here')")
