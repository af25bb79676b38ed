"""Figures as files for papers."""

import re
import shutil
import sys

import pytest
from made_runs import results_of

from topograph import TopographError
from topograph.plot.figures import draw_all
from topograph.plot.static import BROWSERS, for_paper, repeatable, write_static


@pytest.fixture(scope="module")
def figures():
    return draw_all(results_of([6, 4], 2), 25, 5.0, "")


@pytest.mark.parametrize(("columns", "width"), [(1, 321), (2, 673)])
def test_a_figure_is_as_wide_as_its_columns(figures, columns, width):
    for figure in figures.values():
        made = for_paper(figure, columns)
        assert made.layout.width == width  # 85 and 178 mm at 96 pixels an inch
        assert made.layout.height <= 900
        assert made.layout.title.text is None


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


@pytest.mark.skipif(not any(map(shutil.which, BROWSERS)), reason="no Chromium on this machine")
def test_figures_are_drawn_by_the_browser_and_repeat(figures, tmp_path):
    pytest.importorskip("kaleido")
    some = {name: figures[name] for name in ("sizes", "time")}
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
        written = write_static(some, ["svg", "pdf", "png"], 1, folder)
        assert written == ["sizes.svg", "sizes.pdf", "sizes.png"]  # there are no dates to draw
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
