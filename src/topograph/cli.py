"""The command line: `topograph STAGE RUN_DIR`, thin. Stages are imported when they are run."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import select
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from topograph.artifacts import STAGES, canonical_json
from topograph.commands import (
    assign,
    cache,
    compare_encoders,
    config,
    curate,
    diff,
    export,
    init,
    verify,
)
from topograph.commands.arguments import threads
from topograph.config import RunConfig, run_time_settings, settings_view, stage_settings
from topograph.errors import TopographError
from topograph.provenance import code_hash
from topograph.resources import measured
from topograph.stagefiles import open_stage

#: Commands that are not stages.
COMMANDS = (config, init, cache, compare_encoders, assign, curate, diff, export, verify)

#: Exit status where what is printed is read no further, as of a program that the signal ends.
NOT_READ = 141

HELP = {
    "parse": "read the corpus' files into clean documents, and account for every record",
    "embed": "turn documents into vectors",
    "reduce": "find neighbours, lay out the map and the spaces that clustering reads",
    "cluster": "find topics",
    "label": "name topics: terms, representatives, hierarchy",
    "plot": "draw the figures and the explorer",
    "evaluate": "measure topics and map",
    "report": "write the report and the manifest",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        options.run(options)
        sys.stdout.flush()
    except TopographError as error:
        if options.debug:
            traceback.print_exc()
        print(f"\nError: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        if _is_read():
            raise
        return NOT_READ
    return 0


def _is_read() -> bool:
    """Whether somebody reads what is printed; if not (`topograph diff A B | head`), discard it."""
    output = sys.stdout.fileno()
    poll = select.poll()
    poll.register(output, select.POLLOUT)
    if not any(event & select.POLLERR for _, event in poll.poll(0)):
        return True  # another pipe broke
    os.dup2(os.open(os.devnull, os.O_WRONLY), output)
    return False


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="topograph",
        description="From a pile of documents to a reproducible map of its topics. "
        "`snakemake` runs all stages; each can be run by hand.",
    )
    parser.add_argument("--debug", action="store_true", help="show where an error arose")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in STAGES:
        stage = commands.add_parser(name, help=HELP[name], description=HELP[name])
        stage.add_argument("run_dir", type=Path, help="the run's folder, like results/icml2026")
        stage.add_argument(
            "--settings",
            metavar="JSON",
            help="the stage's settings; without it those of the run in config/",
        )
        stage.add_argument(
            "--run-time",
            metavar="JSON",
            help="settings that change no result, like folders; without it those of the run",
        )
        stage.add_argument("--threads", type=threads, default=1, help="processor cores to use")
        stage.set_defaults(run=_run_stage)
    for module in COMMANDS:
        module.register(commands)
    return parser


def _run_stage(options: argparse.Namespace) -> None:
    name: str = options.command
    for library in ("OMP", "OPENBLAS", "MKL"):
        # sums are taken in one order whatever the number of cores; stages use these by themselves
        os.environ[f"{library}_NUM_THREADS"] = "1"
    if options.settings is None:
        from topograph.config.loading import (
            load_run_config,  # it reads YAML; jobs have no use for it
        )

        config = load_run_config(options.run_dir.name)
        settings = stage_settings(config, name)
    else:
        config = RunConfig()
        settings = _read_settings("--settings", options.settings)
    run_time = (
        _read_settings("--run-time", options.run_time)
        if options.run_time
        else run_time_settings(config, name)
    )
    settings = json.loads(canonical_json(settings))  # one order, whoever calls
    stage = importlib.import_module(f"topograph.{name}.stage")
    view = _checked(settings, run_time, name)  # before the stage's old seal is removed
    with (
        measured(options.run_dir, name, options.threads),
        open_stage(options.run_dir, name, settings, code_hash(name)) as files,
    ):
        stage.run(files, view, threads=options.threads)


def _checked(settings: dict[str, Any], run_time: dict[str, Any], name: str) -> RunConfig:
    wanted = stage_settings(RunConfig(), name)
    why = f"{name} is run with {canonical_json(wanted)}, or other values of these keys."
    if set(settings) == set(wanted):
        try:
            view = settings_view(settings, run_time)
            if all(set(settings[section]) == set(wanted[section]) for section in wanted):
                return view
        except ValidationError as error:
            first = error.errors()[0]
            why = f"{'.'.join(map(str, first['loc']))}: {first['msg']}."
    raise TopographError(
        "--settings cannot be used.",
        why,
        "leave --settings out to use the configuration in config/.",
    )


def _read_settings(option: str, text: str) -> dict[str, Any]:
    try:
        settings = json.loads(text)
    except json.JSONDecodeError as error:
        raise TopographError(
            f"{option} cannot be read.",
            f"it is not JSON: {error}.",
            f"leave {option} out to use the configuration in config/.",
        ) from error
    if not isinstance(settings, dict):
        raise TopographError(
            f"{option} cannot be read.",
            "it is not a JSON object.",
            f"leave {option} out to use the configuration in config/.",
        )
    return settings


if __name__ == "__main__":
    sys.exit(main())
