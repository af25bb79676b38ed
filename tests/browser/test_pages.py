"""Every page opened from disk in headless Chromium: no error, no request, and it works."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
BROWSER = next((path for name in BROWSERS if (path := shutil.which(name))), None)
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine")

PAGES = [
    "report.html",
    "plot/map.html",
    "plot/sizes.html",
    "plot/terms.html",
    "plot/similarity.html",
    "plot/hierarchy.html",
    "plot/explorer.html",
]


def open_page(page: Path, profile: Path) -> tuple[str, str]:
    """Load a page with the network cut off; returns the DOM after its scripts ran, and the log."""
    command = [
        BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync",
        "--host-resolver-rules=MAP * ~NOTFOUND", "--enable-logging=stderr", "--v=0",
        f"--user-data-dir={profile}", "--window-size=1400,900", "--virtual-time-budget=10000",
        "--dump-dom", page.absolute().as_uri(),
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    return done.stdout, done.stderr


def console_errors(log: str) -> list[str]:
    """Console messages of the page that tell of an error."""
    lines = [line for line in log.splitlines() if "CONSOLE" in line]
    return [line for line in lines if re.search(r"error|refused|failed", line, re.IGNORECASE)]


@pytest.mark.parametrize("page", PAGES)
def test_page_opens_from_disk_without_network_or_errors(finished_run, tmp_path, page):
    dom, log = open_page(finished_run / page, tmp_path / "profile")
    assert console_errors(log) == []
    assert "sendChartToCloud" not in re.sub(r"<script.*?</script>", "", dom, flags=re.DOTALL)
    sources = re.findall(r'<(?:script|link|img)[^>]+(?:src|href)="([^"]+)"', dom)
    assert [source for source in sources if source.startswith(("http", "//"))] == []
    if page.startswith("plot/"):
        assert 'class="main-svg"' in dom  # plotly drew something


@pytest.fixture
def drive(finished_run, tmp_path):
    """Run JavaScript in the explorer once it is drawn; returns what it gives, as JSON."""

    def run(script: str):
        text = (finished_run / "plot/explorer.html").read_text(encoding="utf-8")
        probe = (
            "<script>setTimeout(() => { const out = document.createElement('pre');"
            f"out.id = 'probe'; out.textContent = JSON.stringify((() => {{ {script} }})());"
            "document.body.append(out); }, 1000);</script></body>"
        )
        page = tmp_path / "probed.html"
        page.write_text(text.replace("</body>", probe), encoding="utf-8")
        dom, log = open_page(page, tmp_path / "profile")
        assert console_errors(log) == []
        found = re.search(r'<pre id="probe">(.*?)</pre>', dom, re.DOTALL)
        assert found, "the probe did not run"
        return json.loads(found[1].replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">"))

    return run


def test_search_filters_table_topics_and_map(drive):
    result = drive("""
        const field = document.getElementById('search');
        field.value = 'Diffusion'; field.dispatchEvent(new Event('input'));
        const opacity = document.getElementById('map').data[0].marker.opacity;
        return {
            titles: [...document.querySelectorAll('article')].map((a) => a.textContent),
            marks: document.querySelectorAll('mark').length,
            count: document.getElementById('count').value,
            bright: opacity.filter((value) => value > 0.5).length,
        };
    """)
    assert 5 < len(result["titles"]) < 60
    assert all("diffusion" in text.lower() for text in result["titles"])
    assert result["marks"] >= len(result["titles"])
    assert result["bright"] == len(result["titles"])
    assert result["count"] == f"{len(result['titles'])} of 95 documents"


def test_a_topic_filters_and_reset_shows_all_again(drive):
    result = drive("""
        const click = (selector) => document.querySelector(selector).click();
        click('#topics button');
        const chosen = document.querySelectorAll('article').length;
        const pressed = document.querySelector('#topics button').getAttribute('aria-pressed');
        click('#reset');
        return { chosen, pressed, all: document.querySelectorAll('article').length };
    """)
    assert result["pressed"] == "true"
    assert 0 < result["chosen"] < 95
    assert result["all"] == 95
