"""Arguments that several commands share."""

from __future__ import annotations

import argparse
from pathlib import Path


def threads(text: str) -> int:
    """A number of processor cores."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return int(text)


def add_run_dir(parser: argparse.ArgumentParser) -> None:
    """Add `run_dir`, the run's folder."""
    parser.add_argument("run_dir", type=Path, help="the run's folder, like results/icml2026")


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Add `--threads`."""
    parser.add_argument("--threads", type=threads, default=1, help="processor cores to use")
