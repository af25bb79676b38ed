"""`topograph verify`: whether a run still matches what its manifest says."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topograph.commands.arguments import add_run_dir
from topograph.errors import TopographError

if TYPE_CHECKING:
    from topograph.config import RunConfig

#: What is looked at, as it is told.
AREAS = {
    "results": "facts of the run's files and their order",
    "corpus": "files from outside the run",
    "settings": "settings",
    "code": "stages' code",
    "environment": "facts of the environment",
}
SHOWN = 20


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "verify",
        help="hold a run against its manifest: files, corpus, settings, code, environment",
    )
    add_run_dir(parser)
    parser.set_defaults(run=verify_run)


def _configuration(run: str) -> tuple[RunConfig | None, str]:
    """The run's configuration today, or why there is none to compare with."""
    from topograph.config.loading import CONFIG, load_run_config

    if not CONFIG.exists():
        return None, f"There is no {CONFIG} in this folder."
    try:
        # files of the corpus that are missing are told with those that have changed
        return load_run_config(run, with_files=False), ""
    except TopographError as error:
        return None, f"{error.what} {error.why}"


def verify_run(options: argparse.Namespace) -> None:
    """Print what was looked at and what no longer matches.

    Raises
    ------
    TopographError
        If something does not match.
    """
    from topograph.finished.verification import verify
    from topograph.rundir.stagefiles import again

    run_dir: Path = options.run_dir
    if not run_dir.is_dir():
        raise TopographError(
            f"There is no run in {run_dir}.",
            "it is not a folder.",
            "give the folder of a run, like results/NAME.",
        )
    config, why_none = _configuration(run_dir.name)
    found = verify(run_dir, Path(), config)
    for area, name in AREAS.items():
        own = [one.what for one in found.mismatches if one.area == area]
        if area == "settings" and config is None:
            print(f"settings: not compared. {why_none}")
            continue
        state = f"not matching: {len(own)}" if own else "all match"
        print(f"{area}: {name} looked at: {found.counts[area]}, {state}")
        for what in own[:SHOWN]:
            print(f"  {what}")
        if len(own) > SHOWN:
            print(f"  and {len(own) - SHOWN} more")
    if found.mismatches:
        raise TopographError(
            f"{run_dir} does not match its manifest in every way.",
            "see the lines above.",
            f"if files of the run differ, take them from where they came, or run "
            f"`{again(run_dir)}`; if only what is around it differs, the run is whole, but would "
            "come out differently today.",
        )
    print(f"{run_dir} is what its manifest says, and would be made the same way today.")
