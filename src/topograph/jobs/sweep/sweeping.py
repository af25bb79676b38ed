"""Compare the points of a sweep, and write the comparison."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from topograph.core.wording import counted
from topograph.jobs.sweep.comparison import Comparison
from topograph.jobs.sweep.pagedata import claim_data, page_data, write_page
from topograph.jobs.sweep.reading import read_points
from topograph.jobs.sweep.tables import (
    claim_table,
    point_table,
    topic_table,
)
from topograph.rundir.atomic import atomic_write


def compare(folder: Path, sweep: Mapping[str, Any]) -> None:
    """Write `points.parquet`, `topics.parquet`, `claims.parquet` and `sweep.html`.

    Parameters
    ----------
    folder : Path
        `results/sweeps/NAME`.
    sweep : mapping
        See `topograph.config.sweeps.Sweep.summary`.

    Raises
    ------
    TopographError
        If a point has not finished, or the points have no document in common.
    """
    points = read_points(folder, sweep["points"])
    compared = Comparison(points, sweep["axes"])
    table = point_table(compared)
    topic_rows, topics = topic_table(compared)
    claims = claim_table(points, sweep["claims"], folder)
    tables = {"points": table, "topics": topic_rows, "claims": claims}
    for name, own in tables.items():
        with atomic_write(folder / f"{name}.parquet") as temporary:
            own.to_parquet(temporary, index=False)
    data = page_data(sweep, compared, table, topics, folder)
    data["claims"] = claim_data(claims, compared, sweep["claims"])
    with atomic_write(folder / "sweep.html") as temporary:
        temporary.write_text(write_page(data), encoding="utf-8", newline="\n")
    always = sum(len(own.found) == len(points) for own in topics)
    front = int(table["front"].sum())
    print(
        f"sweep: {counted(len(points), 'point')}, {front} of them on the Pareto front; "
        f"{counted(always, 'topic')} found at every point"
    )
    for own in data["claims"]:
        print(f"sweep: {own['name']}: {own['summary']}")
