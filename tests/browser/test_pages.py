"""Every page of the seeds' run, opened from disk in a real browser: no error, no request."""

import pytest

from topograph.figurelist import FIGURES

PAGES = [
    "report.html",
    "parse/audit.html",
    *(f"plot/{name}.html" for name in FIGURES),
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
    run = finished_run.as_uri()
    assert [asked for asked in browser.requests if not asked.startswith(run)] == []
