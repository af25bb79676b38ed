"""Figures as files for papers."""

import re
import shutil
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_runs import results_of

from topograph import TopographError
from topograph.figures.base import Asked
from topograph.figures.drawing import draw_for_paper
from topograph.figures.medium import MOST_HEIGHT, PAPER
from topograph.stages.plot.static import BROWSERS, for_paper, listed, repeatable, write_static


@pytest.fixture(scope="module")
def figures():
    return draw_for_paper(results_of([6, 4], 2), Asked(0, 5.0, ""), 2)


@pytest.mark.slow
@pytest.mark.parametrize(("columns", "width"), [(1, 321), (2, 673)])
@pytest.mark.parametrize("topics", [1, 2, 30, 150])
def test_a_figure_is_as_wide_as_its_columns_and_fits_a_page(topics, columns, width):
    classes = [f"class {number % 90}" for number in range(3 * topics + 2)]
    run = results_of([3] * topics, 2, party=classes)
    for name, figure in draw_for_paper(run, Asked(0, 5.0, "party"), columns).items():
        assert (figure.layout.height or 0) <= MOST_HEIGHT, name  # else rows would run together
        made = for_paper(figure, columns)
        assert made.layout.width == width  # 85 and 178 mm at 96 pixels an inch
        assert made.layout.title.text is None
        assert not made.layout.updatemenus


def test_what_does_not_fit_is_reported():
    figures = draw_for_paper(results_of([3] * 150, 2), Asked(0, 5.0, ""), 1)
    shown = len(figures["sizes"].data[0].y) - 1
    assert shown < 150
    assert f"the {shown} largest of 150 topics" in figures["sizes"].layout.xaxis.title.text
    assert f"Of 150 topics, the {shown} largest are shown." in listed(figures, ["svg"])
    ends = figures["hierarchy"].data[2].text  # groups in the place of topics
    assert 2 <= len(ends) <= shown + 1
    topics = [int(count) for count in re.findall(r"\((\d+) topics\)", " ".join(ends))]
    assert sum(topics) + len(ends) - len(topics) == 150


def test_each_column_of_the_metadata_has_a_figure_of_its_own():
    run = results_of([4, 4], one=["a", "b"] * 4, two=["c", "c", "d", "d"] * 2)
    figures = draw_for_paper(run, Asked(0, 5.0, ""), 1)
    own = {name: figure for name, figure in figures.items() if name.startswith("metadata")}
    assert {name: figure.layout.xaxis.title.text for name, figure in own.items()} == {
        "metadata": "one",
        "metadata-2": "two",
    }
    assert [[*figure.data[0].x] for figure in own.values()] == [["a", "b"], ["c", "d"]]
    assert all(figure.data[0].visible for figure in own.values())
    reported = listed(figures, ["svg"])
    assert "metadata-2: Column two." in reported
    assert "two: Cramér's V" in reported  # what the title says on a screen


def test_on_narrow_paper_topics_have_numbers_that_the_legend_tells():
    run = results_of([6, 4], 2)
    narrow = draw_for_paper(run, Asked(0, 5.0, ""), 1)["map"]
    assert [note.text for note in narrow.layout.annotations] == ["<b>0</b>", "<b>1</b>"]
    assert [trace.name for trace in narrow.data] == [
        "no topic (noise) (2)",
        "<b>0</b> topic 0 (6)",
        "<b>1</b> topic 1 (4)",
    ]
    broad = draw_for_paper(run, Asked(0, 5.0, ""), 2)["map"]
    assert [note.text for note in broad.layout.annotations] == ["<b>topic 0</b>", "<b>topic 1</b>"]
    assert not broad.layout.showlegend


@given(st.lists(st.text(max_size=80), max_size=6, unique=True), st.sampled_from([1, 2]))
def test_names_on_an_axis_stay_apart(names, columns):
    names = [name for name in {" ".join(name.split()): 0 for name in names} if name]
    shown = PAPER[columns].names(names)
    assert len(set(shown)) == len(names)
    assert all(name.count("<br>") < PAPER[columns].lines for name in shown)


def test_long_words_are_divided_over_lines():
    (shown,) = PAPER[1].names(["Donaudampfschifffahrtsgesellschaftskapitän"])
    assert shown.replace("<br>", "") == "Donaudampfschifffahrtsgesellschaftskapitän"
    assert shown.count("<br>") == 1


def test_without_dates_there_is_no_figure_of_time(figures):
    assert "time" not in figures


def test_maps_are_drawn_as_circles_and_the_figure_itself_is_left_alone(figures):
    made = for_paper(figures["map"], 2)
    assert {trace.type for trace in made.data} == {"scatter"}
    assert {trace.type for trace in figures["map"].data} == {"scattergl"}
    assert figures["map"].layout.title.text


def test_nothing_is_written_unless_asked(figures, tmp_path):
    assert write_static(figures, [], 2, tmp_path) == []
    assert list(tmp_path.iterdir()) == []


def test_without_kaleido_the_extra_is_named(figures, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "kaleido", None)
    with pytest.raises(TopographError, match="kaleido is not installed") as refused:
        write_static(figures, ["svg"], 2, tmp_path)
    assert "uv sync --extra static" in refused.value.fix


def test_without_a_browser_it_is_named(figures, tmp_path, monkeypatch):
    pytest.importorskip("kaleido")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(TopographError, match="no browser") as refused:
        write_static(figures, ["svg"], 2, tmp_path)
    assert "Chromium" in refused.value.fix


def test_what_is_made_up_anew_is_taken_out():
    one = (
        b'<defs id="defs-9bf517"><clipPath id="clip9bf517xy"/></defs><g clip-path="#clip9bf517xy"/>'
    )
    other = one.replace(b"9bf517", b"dd7d51")
    assert repeatable(one, ".svg") == repeatable(other, ".svg")
    assert b'"#clip000000xy"' in repeatable(one, ".svg")
    dated = b"/CreationDate (D:20240517101112+00'00')\n/Other (D:2024)"
    assert repeatable(dated, ".pdf") == b"/CreationDate (D:00000000000000+00'00')\n/Other (D:2024)"
    assert repeatable(b"\x89PNG defs-", ".png") == b"\x89PNG defs-"


@pytest.mark.slow
@pytest.mark.skipif(not any(map(shutil.which, BROWSERS)), reason="no Chromium on this machine")
def test_figures_are_drawn_by_the_browser_and_repeat(figures, tmp_path):
    pytest.importorskip("kaleido")
    some = {"sizes": figures["sizes"]}
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
        written = write_static(some, ["svg", "pdf", "png"], 1, folder)
        assert written == ["sizes.svg", "sizes.pdf", "sizes.png"]
    for name in written:
        assert (folders[0] / name).read_bytes() == (folders[1] / name).read_bytes(), name
    assert (folders[0] / "sizes.pdf").read_bytes().startswith(b"%PDF")
    png = (folders[0] / "sizes.png").read_bytes()
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20]) == pytest.approx(1004, abs=2)  # 85 mm at 300 dots an inch
    assert write_static({"map": figures["map"]}, ["svg"], 2, tmp_path) == ["map.svg"]
    svg = (tmp_path / "map.svg").read_text(encoding="utf-8")
    assert "topic 0" in svg
    assert "<image" not in svg
    assert len(re.findall(r'class="point"', svg)) == 12
