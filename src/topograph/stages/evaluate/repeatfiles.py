"""Read the repeats of a run, and remove those that are no longer configured."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topograph.errors import TopographError
from topograph.measures.agreement import Repeats
from topograph.rundir.contract import is_artifact, repeat_names, repeat_table
from topograph.rundir.stagefiles import StageFiles, rerun_command

if TYPE_CHECKING:
    import numpy as np


def read_repeats(files: StageFiles, count: int) -> Repeats | None:
    """Read the topics that the run and its repeats found.

    Parameters
    ----------
    files : StageFiles
        Files of `evaluate`.
    count : int
        `evaluate.repeats`; for 0, None is returned.

    Raises
    ------
    TopographError
        If a repeat is missing, or was made with other settings than the run.
    """
    names = repeat_names(count)
    if not names:
        return None
    run = files.read_table("cluster/assignments.parquet")["topic"].to_numpy()
    found: list[np.ndarray] = []
    for name in names:
        table = files.read_table(repeat_table(name))
        if not _repeats_the_run(files, name):
            raise TopographError(
                f"{files.path(name)} cannot be used by `{files.stage.name}`.",
                "it was made with other settings of `reduce` or `cluster` than this run.",
                f"run `{rerun_command(files.run_dir, name)}`.",
            )
        found.append(table["topic"].to_numpy())
    return Repeats(run, found[1:], found[0])


def _repeats_the_run(files: StageFiles, name: str) -> bool:
    """Whether settings and external files are the same for the run and the repeat."""
    reduce, cluster, repeat = map(files.read_seal, ("reduce", "cluster", name))
    settings = {
        "reduce": reduce["settings"]["reduce"],
        "cluster": cluster["settings"]["cluster"],
    }
    return settings == repeat["settings"] and _outside(cluster) == _outside(repeat)


def _outside(seal: dict[str, Any]) -> dict[str, str]:
    return {name: digest for name, digest in seal["inputs"].items() if not is_artifact(name)}


def remove_stale_repeats(run_dir: Path, count: int) -> None:
    """Remove repeats with numbers above the configured one.

    Parameters
    ----------
    run_dir : Path
        `results/NAME`.
    count : int
        `evaluate.repeats`.
    """
    asked = {run_dir / name for name in repeat_names(count)}
    for folder in sorted((run_dir / "repeat").glob("*")):
        if folder not in asked:
            shutil.rmtree(folder)
    if not asked and (run_dir / "repeat").is_dir():
        (run_dir / "repeat").rmdir()
