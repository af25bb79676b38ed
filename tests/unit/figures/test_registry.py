"""A figure is one module: pages, report and Snakefile follow from the line that lists it."""

import subprocess
import sys

import pytest
from added_entries import extended

from topograph.errors import TopographError
from topograph.figures.registry import FIGURES, LISTED, figure_named
from topograph.rundir.provenance import stage_libraries
from topograph.stages.plot.static import listed
from topograph.stages.report.content import figures

MADE_UP = '''
"""Words of the documents, as a figure."""

from topograph.figures.base import Figure
from topograph.figures.style import styled


def draw(results, asked):
    import plotly.graph_objects as go
    import rensa

    return styled(go.Figure(go.Histogram(x=results.documents["n_words"])), "Words")


FIGURE = Figure(
    name="words", title="Words of the documents", caption="How long documents are.",
    category="documents", draw=draw,
)
'''


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    made = extended(tmp_path_factory.mktemp("figure"))
    made.add("figures", "words", MADE_UP, "words.FIGURE")
    return made


@pytest.mark.slow
def test_plot_draws_it_and_pages_list_it(copy, tiny_copy):
    done, page, gallery, seal = copy.ask(
        """
from pathlib import Path
from topograph.cli import main
done = main(["plot", "results/tiny"])
run = Path("results/tiny/plot")
page, gallery = ((run / name).read_text() for name in ("figures/words.html", "figures.html"))
answer = done, "histogram" in page, gallery.count("How long documents are."), json.loads(
    (run / "summary.json").read_text())["summary"]["not_drawn"]
""",
        tiny_copy,
    )
    assert (done, page, gallery) == (0, True, 1)
    assert "words" not in seal


def test_the_report_lists_it_with_its_caption(copy):
    shown = copy.ask("from topograph.stages.report.content import figures\nanswer = figures({})[0]")
    assert {"name": "words", "title": "Words of the documents",
            "caption": "How long documents are."} in shown  # fmt: skip


def test_the_snakefile_lists_it(copy):
    found = copy.ask("""
from topograph.figures.registry import LISTED
answer = {name: [own.title, own.category] for name, own in LISTED.items()}
""")
    assert found["words"] == ["Words of the documents", "documents"]
    assert "plotly.min" in found


def test_versions_follow_what_it_imports(copy):
    assert "rensa" not in stage_libraries("plot")
    assert "rensa" in copy.ask("answer = sorted(provenance.stage_libraries('plot'))")


def test_an_unknown_name_is_an_error_that_suggests_the_nearest():
    with pytest.raises(TopographError, match="did you mean `map`") as refused:
        figure_named("mpa")
    assert "no figure `mpa`" in refused.value.what
    with pytest.raises(TopographError, match="no figure `trees`"):
        figures({"trees": "there are none"})


def test_listing_the_figures_imports_nothing_that_draws():
    heavy = {"numpy", "pandas", "plotly", "scipy", "sklearn"}
    script = (
        "import sys, topograph.figures.registry, topograph.encoders.registry\n"
        "import topograph.clusterers.registry, topograph.reducers.registry\n"
        f"print(sorted({heavy!r} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_figures_have_what_a_report_says_of_them():
    kinds = {"documents", "topics", "quality", "metadata"}
    assert {own.category for own in FIGURES.values()} == kinds
    for name, own in FIGURES.items():
        assert own.name == name
        assert own.caption.endswith(".")
    assert set(LISTED) == {*FIGURES, "plotly.min"}


def test_parts_of_a_figure_have_its_caption_on_paper():
    import plotly.graph_objects as go

    figure = go.Figure(layout={"xaxis": {"title": {"text": "venue"}}})
    text = listed({"metadata-2": figure}, ["svg"])
    assert f"metadata-2: Column venue. {FIGURES['metadata'].caption}" in text
    with pytest.raises(TopographError, match="no figure"):
        listed({"trees-2": figure}, ["svg"])
