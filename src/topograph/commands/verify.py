"""`topograph verify`: check a run against its manifest."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topograph.commands.arguments import add_run_dir
from topograph.errors import TopographError

if TYPE_CHECKING:
    from topograph.config import RunConfig

#: What is checked, as text for the output.
AREAS = {
    "results": "files of the run and links between them",
    "corpus": "files from outside the run",
    "settings": "settings",
    "code": "stages",
    "environment": "versions and other facts",
}
SHOWN = 20


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "verify",
        help="check a run against its manifest: files, corpus, settings, code, environment",
    )
    add_run_dir(parser)
    parser.set_defaults(run=verify_run)


def _configuration(run: str) -> tuple[RunConfig | None, str]:
    """The run's present configuration, or the reason why there is none."""
    from topograph.config.loading import CONFIG, load_run_config

    if not CONFIG.exists():
        return None, f"There is no {CONFIG} in this folder."
    try:
        # missing corpus files are reported together with changed ones
        return load_run_config(run, with_files=False), ""
    except TopographError as error:
        return None, f"{error.what} {error.why}"


def verify_run(options: argparse.Namespace) -> None:
    """Print what was checked and what no longer matches.

    Raises
    ------
    TopographError
        If anything does not match, or the run does not exist.
    """
    from topograph.finished.verification import verify
    from topograph.rundir.stagefiles import check_run_folder, rerun_command

    run_dir: Path = options.run_dir
    check_run_folder(run_dir)
    config, why_none = _configuration(run_dir.name)
    found = verify(run_dir, Path(), config)
    for area, name in AREAS.items():
        own = [one.what for one in found.mismatches if one.area == area]
        if area == "settings" and config is None:
            print(f"settings: not compared. {why_none}")
            continue
        state = f"not matching: {len(own)}" if own else "all match"
        print(f"{area}: {found.counts[area]} {name} checked, {state}")
        for what in own[:SHOWN]:
            print(f"  {what}")
        if len(own) > SHOWN:
            print(f"  and {len(own) - SHOWN} more")
    if found.mismatches:
        raise TopographError(
            f"{run_dir} differs from its manifest.",
            "the lines above list the differences.",
            "if files of the run differ, restore them from a copy, or run "
            f"`{rerun_command(run_dir)}`. If only corpus, settings, code or environment differ, "
            "the run is intact, but a new run would give other results.",
        )
    print(f"{run_dir} matches its manifest; a new run would be made in the same way.")
