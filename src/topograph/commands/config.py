"""`topograph config`: check the configuration, or rewrite its generated files."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "config", help="check the configuration, or rewrite its generated files"
    )
    parser.add_argument(
        "--write-docs", action="store_true", help="rewrite config/schema.json and the table of keys"
    )
    parser.set_defaults(run=config)


def config(options: argparse.Namespace) -> None:
    """Check every run that is listed in `runs` or has a configuration file."""
    from topograph.config.docs import write
    from topograph.config.loading import known_runs, load_run_configs

    if options.write_docs:
        for path in write(Path()):
            print(f"wrote {path}")
    for name in load_run_configs(known_runs({})):
        print(f"{name}: the configuration is valid")
