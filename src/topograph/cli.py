"""The command line: `topograph STAGE RUN_DIR` and other commands. Imports a stage to run it."""

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
from pathlib import Path

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
    sweep,
    verify,
)
from topograph.commands.arguments import add_run_dir, add_threads
from topograph.commands.jobsettings import add_settings, job_settings
from topograph.errors import TopographError
from topograph.rundir.contract import STAGES
from topograph.rundir.provenance import code_hash
from topograph.rundir.resources import measured
from topograph.rundir.stagefiles import open_stage
from topograph.rundir.upstream import link_upstream
from topograph.system.limits import machine_error

#: Commands other than stages.
COMMANDS = (
    config,
    init,
    cache,
    compare_encoders,
    assign,
    curate,
    diff,
    export,
    verify,
    repeat,
    sweep,
)

#: Arguments that are options, not names of files.
OPTION = re.compile(r"-h|--[a-z-]*(=.*)?", re.DOTALL)
#: Exit status after a broken pipe, as for a program ended by SIGPIPE.
BROKEN_PIPE = 141

HELP = {
    "parse": "read and clean the corpus, and list every record in an audit",
    "embed": "compute the embeddings of documents",
    "reduce": "find nearest neighbours, and lay out the map and the spaces for clustering",
    "cluster": "find topics",
    "label": "name topics: terms, representative documents, hierarchy",
    "plot": "draw the figures and the explorer",
    "evaluate": "measure topics and map",
    "report": "write the report and the manifest",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # file names may not be UTF-8
    parser = _parser()
    options = parser.parse_args(
        _protect_file_names(sys.argv[1:] if arguments is None else arguments)
    )
    try:
        options.run(options)
        sys.stdout.flush()
    except TopographError as error:
        return _print_error(error, options.debug)
    except BrokenPipeError:
        if _has_reader():
            raise
        return BROKEN_PIPE
    except Exception as error:
        known = machine_error(error)
        if known is None:
            raise
        return _print_error(known, options.debug)
    return 0


def _print_error(error: TopographError, debug: bool) -> int:
    if debug:
        traceback.print_exc()
    print(f"\nError: {error}", file=sys.stderr)
    return 1


def _protect_file_names(arguments: Sequence[str]) -> list[str]:
    """Put `./` before names of files that look like options, such as `-2020.csv`."""
    return [
        f"./{text}"
        if text.startswith("-") and not OPTION.fullmatch(text) and os.path.lexists(text)
        else text
        for text in arguments
    ]


def _has_reader() -> bool:
    """Whether the output has a reader; if not (`topograph diff A B | head`), discard it."""
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
        description="Turn a collection of documents into a reproducible map of its topics. "
        "`snakemake` runs all stages; each stage can also be run on its own.",
    )
    parser.add_argument("--debug", action="store_true", help="print the traceback of an error")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in STAGES:
        stage = commands.add_parser(name, help=HELP[name], description=HELP[name])
        add_run_dir(stage)
        add_settings(stage)
        stage.add_argument(
            "--run-time",
            metavar="JSON",
            help="settings that change no result, like folders (default: those of the run)",
        )
        stage.add_argument(
            "--upstream",
            type=Path,
            metavar="RUN_DIR",
            help="the folder of a run whose earlier stages to use, as points of a sweep do",
        )
        add_threads(stage)
        stage.set_defaults(run=_run_stage)
    for module in COMMANDS:
        module.register(commands)
    return parser


def _run_stage(options: argparse.Namespace) -> None:
    name: str = options.command
    for library in ("OMP", "OPENBLAS", "MKL"):
        # a fixed order of summation for any number of cores; stages run threads of their own
        os.environ[f"{library}_NUM_THREADS"] = "1"
    settings, view = job_settings(options, name)  # before the stage's old seal is removed
    if options.upstream is not None:
        link_upstream(options.run_dir, options.upstream, name)
    stage = importlib.import_module(f"topograph.stages.{name}.stage")
    with (
        measured(options.run_dir, name, options.threads),
        open_stage(options.run_dir, name, settings, code_hash(name)) as files,
    ):
        stage.run(files, view, threads=options.threads)


if __name__ == "__main__":
    sys.exit(main())
