"""The stage `plot`: results in, figures and explorer out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topograph.stagefiles import StageFiles

if TYPE_CHECKING:
    from topograph.config import RunConfig


def run(files: StageFiles, config: RunConfig, threads: int) -> None:
    """Draw the figures of a run."""
    from plotly.offline import get_plotlyjs

    from topograph.plot import figures
    from topograph.plot.explorer import explorer_data, explorer_page
    from topograph.plot.style import to_page

    documents = files.read_table("parse/documents.parquet")
    assignments = files.read_table("label/assignments.parquet")
    topics = files.read_table("label/topics.parquet")
    points = files.read_array("reduce/map.npy")
    vectors = files.read_array("embed/embeddings.npy")
    hierarchy = files.read_json("label/hierarchy.json")
    settings = config.plot
    automatic = settings.dot_size == "auto"
    size = figures.auto_dot_size(len(documents)) if automatic else float(settings.dot_size)
    name = files.run_dir.name
    drawn = figures.draw_all(
        documents, assignments, topics, vectors, points, hierarchy, settings.hover_words, size
    )
    for figure, content in drawn.items():
        files.write_text(f"plot/{figure}.html", to_page(content, figure, f"{name}: {figure}"))
    script = get_plotlyjs()
    files.write_text("plot/plotly.min.js", script)
    data = explorer_data(documents, assignments, topics, points, settings.hover_words, size)
    files.write_text("plot/explorer.html", explorer_page(name, data, script))
    files.summary |= {"dot_size": size}
    print(f"plot: {len(drawn)} figures and the explorer in {files.run_dir / 'plot'}")
