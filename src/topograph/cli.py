"""The command line: `topograph STAGE RUN_DIR`, thin. Stages are imported when they are run."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import re
import select
import sys
import traceback
from collections.abc import Sequence

from topograph.commands import (
    assign,
    cache,
    compare_encoders,
    config,
    curate,
    diff,
    export,
    init,
    repeat,
    verify,
)
from topograph.commands.arguments import add_run_dir, add_threads
from topograph.commands.jobsettings import add_settings, job_settings
from topograph.errors import TopographError
from topograph.rundir.contract import STAGES
from topograph.rundir.provenance import code_hash
from topograph.rundir.resources import measured
from topograph.rundir.stagefiles import open_stage
from topograph.system.limits import from_system

#: Commands that are not stages.
COMMANDS = (config, init, cache, compare_encoders, assign, curate, diff, export, verify, repeat)

#: What is an option, whatever files are called.
OPTION = re.compile(r"-h|--[a-z-]*(=.*)?", re.DOTALL)
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
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # names of files need not be UTF-8
    parser = _parser()
    options = parser.parse_args(_with_names(sys.argv[1:] if arguments is None else arguments))
    try:
        options.run(options)
        sys.stdout.flush()
    except TopographError as error:
        return _told(error, options.debug)
    except BrokenPipeError:
        if _is_read():
            raise
        return NOT_READ
    except Exception as error:
        known = from_system(error)
        if known is None:
            raise
        return _told(known, options.debug)
    return 0


def _told(error: TopographError, debug: bool) -> int:
    if debug:
        traceback.print_exc()
    print(f"\nError: {error}", file=sys.stderr)
    return 1


def _with_names(arguments: Sequence[str]) -> list[str]:
    """Arguments with the names of files that begin as options do, like `-2020.csv`, told apart."""
    return [
        f"./{text}"
        if text.startswith("-") and not OPTION.fullmatch(text) and os.path.lexists(text)
        else text
        for text in arguments
    ]


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
        add_run_dir(stage)
        add_settings(stage)
        stage.add_argument(
            "--run-time",
            metavar="JSON",
            help="settings that change no result, like folders; without it those of the run",
        )
        add_threads(stage)
        stage.set_defaults(run=_run_stage)
    for module in COMMANDS:
        module.register(commands)
    return parser


def _run_stage(options: argparse.Namespace) -> None:
    name: str = options.command
    for library in ("OMP", "OPENBLAS", "MKL"):
        # sums are taken in one order whatever the number of cores; stages use these by themselves
        os.environ[f"{library}_NUM_THREADS"] = "1"
    settings, view = job_settings(options, name)  # before the stage's old seal is removed
    stage = importlib.import_module(f"topograph.stages.{name}.stage")
    with (
        measured(options.run_dir, name, options.threads),
        open_stage(options.run_dir, name, settings, code_hash(name)) as files,
    ):
        stage.run(files, view, threads=options.threads)


if __name__ == "__main__":
    sys.exit(main())
