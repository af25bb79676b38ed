"""`topograph cache`: show the cache of embeddings, or prune it."""

from __future__ import annotations

import argparse
import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topograph.core.wording import counted
from topograph.errors import TopographError

if TYPE_CHECKING:
    from topograph.encoders.inventory import Holding

DAY = 86_400


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("cache", help="show the cache of embeddings, or prune it")
    parser.add_argument(
        "--folder",
        type=Path,
        help="the cache's folder (default: embed.cache in the configuration)",
    )
    parser.add_argument(
        "--prune",
        action="store_true",
        help="delete vectors of encoders not used recently, and damaged files that were set aside",
    )
    parser.add_argument(
        "--unused-for",
        metavar="DAYS",
        type=float,
        default=90.0,
        help="with --prune: delete vectors of encoders not used for this long (default: 90)",
    )
    parser.set_defaults(run=cache)


def cache(options: argparse.Namespace) -> None:
    """Prune the cache if requested, then show it."""
    from topograph.encoders.inventory import holdings, remove_leftovers

    if options.unused_for < 0:
        raise TopographError(
            f"--unused-for {options.unused_for:g} cannot be used.",
            "it is a number of days and cannot be negative.",
            "use 0 or more; 0 empties the cache.",
        )
    for folder in [options.folder] if options.folder else _configured_folders():
        found = holdings(folder)
        if options.prune:
            remove_leftovers(folder)
            found = [held for held in found if not _prune(held, options.unused_for * DAY)]
        _show(folder, found)


def _configured_folders() -> list[Path]:
    """The caches of all runs that `snakemake` builds without a target."""
    from topograph.config.loading import load_run_configs, run_names

    runs = load_run_configs(run_names({}), with_files=False)
    folders = [Path(one.embed.cache) for one in runs.values()]
    return list(dict.fromkeys(folders))


def _prune(held: Holding, unused_for: float) -> bool:
    """Delete an encoder's unused files; return whether all of them were deleted."""
    from topograph.rundir.locks import lock_folder_exclusively

    with lock_folder_exclusively(held.folder) as is_alone:
        if not is_alone:
            if held.folder.exists():
                print(f"cache: kept {held.folder}: a process is using it")
            return False
        if held.set_aside.exists():
            shutil.rmtree(held.set_aside)
            print(f"cache: deleted {held.set_aside}")
        if held.unused_for() < unused_for:
            return False
        held.remove()
    print(f"cache: deleted {held.folder}: {counted(held.vectors, 'vector')} of {held.encoder}")
    return True


def _show(folder: Path, found: list[Holding]) -> None:
    for held in found:
        used = time.strftime("%Y-%m-%d", time.localtime(held.last_used))
        print(
            f"{held.folder.name[:12]}  {held.vectors:>9,} vectors  {held.size / 1e6:>9,.1f} MB  "
            f"last used {used}  {held.encoder}"
        )
    total = sum(held.size for held in found) / 1e6
    print(f"{folder}: {sum(held.vectors for held in found):,} vectors, {total:,.1f} MB")
