"""`topograph sweep`: compare the points of a sweep, or take one as a run."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topograph.commands.jobsettings import read_settings
from topograph.errors import TopographError
from topograph.rundir.contract import SWEEPS

if TYPE_CHECKING:
    from topograph.config.sweeps import Point, Sweep


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "sweep",
        help="compare the points of a sweep, or write one as a run",
        description="Compare the points of a sweep and write results/sweeps/NAME/sweep.html, which "
        "`snakemake results/sweeps/NAME/sweep.html` does, too; or write a point as a run.",
    )
    parser.add_argument("name", help="of config/sweeps/NAME.yaml")
    parser.add_argument(
        "--points",
        metavar="JSON",
        help="the points as JSON, or @FILE with the JSON (default: those of the sweep's file)",
    )
    parser.add_argument(
        "--take", metavar="POINT", help="write the settings of this point into config/runs/"
    )
    parser.add_argument(
        "--run", dest="run_name", help="the name of the new run (default: RUN-POINT)"
    )
    parser.set_defaults(run=sweep)


def sweep(options: argparse.Namespace) -> None:
    """Compare the points, or take one.

    Raises
    ------
    TopographError
        If the sweep is not configured, a point has not finished, or the point to take is unknown.
    """
    from topograph.config.sweeps import load_sweep
    from topograph.jobs.sweep.sweeping import compare

    if options.take is not None:
        _take(load_sweep(options.name), options)
        return
    if options.points is None:
        points = load_sweep(options.name).summary()
    else:
        points = read_settings("--points", options.points)
    compare(Path("results") / SWEEPS / options.name, points)


def _take(own: Sweep, options: argparse.Namespace) -> None:
    """Write a point's settings into the file of a new run."""
    from topograph.config.loading import RUNS, is_run_name
    from topograph.config.sweeps import run_file
    from topograph.rundir.atomic import atomic_write
    from topograph.rundir.stagefiles import rerun_command

    point = _named(own, options.take)
    name = options.run_name or f"{own.run}-{point.point_id}"
    path = RUNS / f"{name}.yaml"
    if not is_run_name(name) or path.exists():
        raise TopographError(
            f"The point cannot be written as the run {name}.",
            f"{path} exists." if is_run_name(name) else "a run's name has letters, digits, -, _, .",
            "choose another name with --run.",
        )
    with atomic_write(path) as temporary:
        temporary.write_text(run_file(own, point), encoding="utf-8")
    print(f"wrote {path}; now run: {rerun_command(Path('results', name))}")


def _named(own: Sweep, prefix: str) -> Point:
    """The point whose identifier begins so."""
    found = [point for point in own.points if point.point_id.startswith(prefix)]
    if len(found) != 1 or not prefix:
        raise TopographError(
            f"The sweep {own.name} has {len(found) or 'no'} points {prefix!r}.",
            f"its points are {', '.join(point.point_id for point in own.points[:20])}"
            + (" and others." if len(own.points) > 20 else "."),
            "copy an identifier from the page of the sweep.",
        )
    return found[0]
