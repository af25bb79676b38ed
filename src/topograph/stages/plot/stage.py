"""The stage `plot`: results in, figures and explorer out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topograph.rundir.stagefiles import StageFiles

if TYPE_CHECKING:
    from topograph.config import RunConfig


def run(files: StageFiles, config: RunConfig, threads: int) -> None:
    """Draw the figures of a run."""
    from plotly.offline import get_plotlyjs

    from topograph.figures.base import Asked
    from topograph.figures.documentmap import auto_dot_size
    from topograph.figures.drawing import draw_all, draw_for_paper
    from topograph.figures.results import read_results
    from topograph.figures.style import why_absent
    from topograph.stages.plot.explorer.data import explorer_blocks
    from topograph.stages.plot.explorer.page import explorer_page
    from topograph.stages.plot.figurepages import SCRIPT, to_gallery, to_page
    from topograph.stages.plot.static import listed, write_static

    results = read_results(files)
    settings = config.plot
    automatic = settings.dot_size == "auto"
    size = auto_dot_size(len(results.documents)) if automatic else float(settings.dot_size)
    name = files.run_dir.name
    asked = Asked(settings.hover_words, size, config.evaluate.label_column or "")
    drawn = draw_all(results, asked)
    script = get_plotlyjs()
    with files.write_folder("plot/figures/") as folder:
        pages = {f"{one}.html": to_page(drawn[one], one, f"{name}: {one}") for one in drawn}
        for file, text in (pages | {SCRIPT: script}).items():
            (folder / file).write_text(text, encoding="utf-8", newline="\n")
    files.write_text("plot/figures.html", to_gallery(drawn, f"{name}: figures", script))
    with files.write_folder("plot/static/") as folder:
        columns = settings.static_columns
        printed = draw_for_paper(results, asked, columns) if settings.static else {}
        write_static(printed, settings.static, columns, folder)
        (folder / "README.txt").write_text(
            listed(printed, settings.static), encoding="utf-8", newline="\n"
        )
    blocks = explorer_blocks(results, name, settings.hover_words, size)
    files.write_text("plot/explorer.html", explorer_page(name, blocks, script))
    missing = {name: reason for name, one in drawn.items() if (reason := why_absent(one))}
    files.summary |= {"dot_size": size, "not_drawn": missing, "notes": []}
    print(f"plot: {len(drawn) - len(missing)} figures and the explorer in {files.run_dir / 'plot'}")
