"""The explorer at scale, against plotly's own page of the same dots.

    uv run python tests/benchmarks/explorer_size.py [DOCUMENTS] [FILE]

Documents (default 10,000) are taken from FILE, gzipped JSON lines with `id`, `text`, `title`,
`label` and `date`; without it, the arXiv abstracts beside the project, if they are there. Their
labels stand in for topics and places are drawn around them: what is measured is the page. The peer
is the page that `plotly.Figure.write_html` makes of the same map, with the title and the first 200
characters of each text on hover. Printed: sizes, the time to make each page, and, in headless
Chromium, the time until the map is drawn, until the tooltip of the first dot appears and until
all texts can be searched, and of searches and choices; memory of the page's code and data once all
is read.
"""

import gzip
import json
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import scipy.sparse
from plotly.offline import get_plotlyjs

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))

from chromium import Chromium  # noqa: E402

from topograph.core.topics import centroids  # noqa: E402
from topograph.figures.documentmap import auto_dot_size  # noqa: E402
from topograph.figures.results import Results  # noqa: E402
from topograph.stages.label.hierarchy import group_topics, label_tree  # noqa: E402
from topograph.stages.plot.explorer.data import TERM_VIEWS, explorer_blocks  # noqa: E402
from topograph.stages.plot.explorer.page import explorer_page  # noqa: E402

CORPUS = ROOT.parent / "shared/corpora/arxiv_118k.jsonl.gz"
DIMENSIONS = 32


def results_of(path: Path, count: int) -> Results:
    """A run whose topics are the labels of the corpus, every tenth document noise."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        frame = pd.DataFrame([json.loads(line) for line in islice(lines, count)])
    frame = frame.drop_duplicates("id").sort_values("id", ignore_index=True)
    random = np.random.default_rng(0)
    order = frame["label"].value_counts().index
    topics = pd.Categorical(frame["label"], categories=order).codes.astype(np.int64)
    noise = np.arange(len(frame)) % 10 == 9
    centres = random.normal(size=(len(order), DIMENSIONS))
    vectors = (centres[topics] + random.normal(size=(len(frame), DIMENSIONS))).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    topics = np.where(noise, -1, topics)
    # topics are numbered without gaps
    _, topics = np.unique(topics, return_inverse=True)
    topics = topics.astype(np.int64) - 1
    sizes = np.bincount(topics[topics >= 0])
    labels = [f"topic {topic}, a name" for topic in range(len(sizes))]
    documents = pd.DataFrame(
        {
            "doc_id": frame["id"].astype(str), "title": frame["title"], "text": frame["text"],
            "source": "arxiv.jsonl", "links": [[] for _ in range(len(frame))], "language": "en",
            "date": pd.to_datetime(frame["date"]).astype("datetime64[ms]"),
            "date_precision": "day", "category": frame["label"],
        }
    )  # fmt: skip
    assignments = pd.DataFrame(
        {
            "topic": topics, "strength": random.random(len(frame)),
            "stability": random.random(len(frame)),
            "nearest_topic": random.integers(0, len(sizes), len(frame)),
            "margin": random.random(len(frame)),
            "reason": np.where(topics < 0, "between topics", ""),
            "curation": "",
        }
    )  # fmt: skip
    representatives = [
        documents["doc_id"][topics == topic].head(3).to_list() for topic in range(len(sizes))
    ]
    table = pd.DataFrame(
        {
            "topic": range(len(sizes)),
            "topic_key": [f"t{number:07x}" for number in range(len(sizes))],
            "label": labels, "size": sizes,
            "terms": [["one", "two", "three"]] * len(sizes),
            "weights": [[0.3, 0.2, 0.1]] * len(sizes), "stability": 0.8,
            **{view: [["one", "four"]] * len(sizes) for view in TERM_VIEWS},
            "quote": "A sentence.", "quote_from": [own[0] for own in representatives], "note": "",
            "representatives": representatives,
        }
    )  # fmt: skip
    root = group_topics(centroids(vectors, topics), scipy.sparse.csr_matrix((len(sizes), 1)))
    hierarchy = label_tree(
        root, sizes.tolist(), labels, lambda node: f"group of {len(node.topics)}"
    )
    points = (6 * vectors[:, :2] * 5 + random.normal(size=(len(frame), 2)) / 3).astype(np.float32)
    neighbors = random.integers(0, len(frame), (len(frame), 15))
    memberships = scipy.sparse.random(len(frame), len(sizes), 0.05, "csr", rng=random)
    return Results(
        documents, assignments, table, vectors, points, neighbors, hierarchy, memberships
    )


def plain_page(results: Results, page: Path) -> None:
    """The peer: plotly's page of the same dots."""
    hover = (results.documents["title"] + "<br>" + results.documents["text"].str[:200]).to_list()
    figure = go.Figure(
        go.Scattergl(
            x=results.points[:, 0], y=results.points[:, 1], mode="markers", text=hover,
            marker={"color": results.assigned, "colorscale": "Turbo", "size": 4},
        )
    )  # fmt: skip
    figure.write_html(page, include_plotlyjs=True)


def main() -> None:
    """Measure."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    path = Path(sys.argv[2]) if len(sys.argv) > 2 else CORPUS
    if not path.exists():
        raise SystemExit(f"{path} is not here: give a corpus")
    results = results_of(path, count)
    folder = Path(tempfile.mkdtemp())
    page, peer = folder / "explorer.html", folder / "peer.html"
    begun = time.perf_counter()
    blocks = explorer_blocks(results, "A run", 25, auto_dot_size(count))
    page.write_text(explorer_page("A run", blocks, get_plotlyjs()), encoding="utf-8")
    ours = time.perf_counter() - begun
    begun = time.perf_counter()
    plain_page(results, peer)
    theirs = time.perf_counter() - begun
    print(f"{len(results.documents)} documents, {len(results.topics)} topics")
    print(f"made in {ours:.1f} s; the peer in {theirs:.1f} s")
    sizes = [file.stat().st_size / 1e6 for file in (page, peer)]
    print(f"{sizes[0]:.1f} MB with all texts; the peer {sizes[1]:.1f} MB")
    browser = Chromium(folder / "profile")
    try:
        begun = time.perf_counter()
        browser.open(peer)
        browser.wait("document.querySelector('.main-svg')")
        browser.run("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        drawn = time.perf_counter() - begun
        theirs = heap(browser)
        begun = time.perf_counter()
        browser.open(page)
        browser.wait("document.body.dataset.ready")
        ready = time.perf_counter() - begun
        print(f"map drawn after {ready:.2f} s; the peer {drawn:.2f} s; ratio {ready / drawn:.2f}")
        print(f"first hover {first_hover(browser):.2f} s later")
        browser.wait("document.body.dataset.ready === 'texts'")
        print(f"texts searchable after {time.perf_counter() - begun:.2f} s")
        for query in ("diffusion", "graph neural networks", '"large language model"', "th"):
            print(f"search {query}: {browser.run(TIMED_SEARCH % json.dumps(query))}")
        print("choose a topic:", browser.run(TIMED_CHOICE % "#topics button"))
        print(
            "choose a month, too:", browser.run(TIMED_CHOICE % "#panel .bars button:nth-child(8)")
        )
        print(f"heap {heap(browser):.0f} MB with all texts; the peer {theirs:.0f} MB")
        print(f"errors {browser.errors}")
    finally:
        browser.close()


def heap(browser: Chromium) -> float:
    """Megabytes that the page's code and data take, in JavaScript's heap and beside it."""
    browser.call("HeapProfiler.collectGarbage")
    usage = browser.call("Runtime.getHeapUsage")
    return float(usage["usedSize"] + usage["backingStorageSize"]) / 1e6


def first_hover(browser: Chromium) -> float:
    """Seconds from the mouse on a dot to the text that tells of it."""
    x, y = browser.run(DOT_ON_SCREEN)
    begun = time.perf_counter()
    browser.mouse("mouseMoved", x - 1, y)
    browser.mouse("mouseMoved", x, y)
    browser.wait("document.querySelector('#tooltip p')?.textContent")
    return time.perf_counter() - begun


DOT_ON_SCREEN = """(() => {
    const map = document.getElementById('map');
    const { left, top } = map.getBoundingClientRect();
    const { xaxis, yaxis } = map._fullLayout;
    const { x, y } = map.data[0];
    return [left + xaxis._offset + xaxis.l2p(x[7]), top + yaxis._offset + yaxis.l2p(y[7])];
})()"""
#: Milliseconds from a finished query to the list of hits, and to the map.
TIMED_SEARCH = """(async () => {
    const field = document.getElementById('search');
    field.value = %s;
    const begun = performance.now();
    let listed = 0;
    const count = document.getElementById('count');
    const seen = new MutationObserver(() => { listed = listed || performance.now(); });
    seen.observe(count, { childList: true, characterData: true, subtree: true });
    field.dispatchEvent(new Event('input'));
    const map = document.getElementById('map');
    await new Promise((done) => map.once ? map.once('plotly_afterplot', done) : done());
    const drawn = performance.now() - begun;
    const list = Math.round(listed - begun);
    return `${count.value}; listed after ${list} ms, drawn after ${Math.round(drawn)} ms,`
        + ' 120 of them waiting';
})()"""
TIMED_CHOICE = """(async () => {
    const begun = performance.now();
    document.querySelector('%s').click();
    const listed = performance.now() - begun;
    return `${document.getElementById('count').value}; ${Math.round(listed)} ms`;
})()"""

if __name__ == "__main__":
    main()
