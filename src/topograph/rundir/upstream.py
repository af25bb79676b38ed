"""Stages that a run shares with another: links in its folder to the other's."""

from __future__ import annotations

import os
from pathlib import Path

from topograph.errors import TopographError
from topograph.rundir.atomic import report_write_errors
from topograph.rundir.contract import STAGES


def link_upstream(run_dir: Path, upstream: Path, stage: str) -> None:
    """Link the stages before a stage from another run's folder.

    Parameters
    ----------
    run_dir : Path
        The folder of the run that the stage belongs to; created if needed.
    upstream : Path
        The folder of a run whose earlier stages are used. Stages that it links itself are linked
        from where they are.
    stage : str
        A key of `STAGES`.

    Raises
    ------
    TopographError
        If the run has results of its own of an earlier stage.
    """
    names = list(STAGES)
    for name in names[: names.index(stage)]:
        own, source = run_dir / name, upstream / name
        if not source.is_dir():
            continue
        if own.is_dir() and not own.is_symlink():
            raise TopographError(
                f"{own} is not a link to the results of another run.",
                f"`{stage}` was asked to use the stages of {upstream}.",
                f"remove {own}, or leave --upstream out.",
            )
        # relative, so that a copied or moved project keeps its links
        target = os.path.relpath(source.resolve(), run_dir.resolve())
        if not own.is_symlink() or str(own.readlink()) != target:
            temporary = run_dir / f".{name}.{os.getpid()}.tmp"
            with report_write_errors(own):
                run_dir.mkdir(parents=True, exist_ok=True)
                temporary.symlink_to(target)
                temporary.replace(own)
