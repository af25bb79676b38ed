"""Every page of the seeds' run, opened from disk in a real browser: no error, no request."""

import subprocess
import sys
import zipfile

import pytest

from topograph.figurelist import FIGURES

PAGES = [
    "report.html",
    "parse/audit.html",
    *(f"plot/{name}.html" for name in FIGURES),
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


def test_snakemakes_report_shows_figures_explorer_and_audit(finished_project, browser, tmp_path):
    packed = tmp_path / "overview.zip"
    done = subprocess.run(
        [sys.executable, "-m", "snakemake", "--report", str(packed)],
        cwd=finished_project, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(tmp_path)
    pages = {path.name: path for path in (tmp_path / "overview").rglob("*.html")}
    assert set(pages) == {"report.html", "figures.html", "explorer.html", "audit.html"}
    text = pages["report.html"].read_text(encoding="utf-8")
    assert "with their captions" in text  # what workflow/report says of the figures
    browser.open(pages["report.html"])
    browser.wait("document.body.innerText.includes('From documents to a map of their topics')")
    browser.open(pages["figures.html"])
    browser.wait("document.querySelectorAll('.main-svg').length > 5")
    assert browser.errors == []
