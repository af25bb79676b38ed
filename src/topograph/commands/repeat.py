"""`topograph repeat`: find the topics of a run again, to measure how far they agree."""

from __future__ import annotations

import argparse
from typing import Any

from topograph.commands.arguments import add_run_dir, add_threads
from topograph.commands.jobsettings import add_settings, job_settings
from topograph.config.evaluate import MOST_REPEATS


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "repeat",
        help="find a run's topics again, with other seeds or for a generic processor",
        description="Find a run's topics again. The workflow runs this evaluate.repeats times; "
        "`evaluate` then measures how far the topics agree.",
    )
    add_run_dir(parser)
    parser.add_argument(
        "number",
        type=_number,
        help="0: the run's seeds, compiled for a generic processor; 1 or more: other seeds",
    )
    add_settings(parser)
    add_threads(parser)
    parser.set_defaults(run=repeat)


def repeat(options: argparse.Namespace) -> None:
    """Run one repeat and seal it.

    Raises
    ------
    TopographError
        If the run's documents or vectors are missing, or its topics cannot be found.
    """
    from topograph.jobs.repeat import repeating
    from topograph.rundir.provenance import code_hash
    from topograph.rundir.resources import measured
    from topograph.rundir.stagefiles import open_stage

    settings, _ = job_settings(options, "repeat")
    number: int = options.number
    with (
        measured(options.run_dir, f"repeat-{number}", options.threads),
        open_stage(options.run_dir, f"repeat/{number}", settings, code_hash("repeat")) as files,
    ):
        repeating.run(files, settings, number, options.threads)


def _number(text: str) -> int:
    """The number of a repeat."""
    if not text.isdecimal() or int(text) > MOST_REPEATS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 to {MOST_REPEATS}")
    return int(text)
