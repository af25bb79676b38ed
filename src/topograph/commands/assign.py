"""`topograph assign`: assign new documents to the topics of a finished run."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topograph.commands.arguments import add_threads
from topograph.core.wording import counted
from topograph.errors import TopographError

if TYPE_CHECKING:
    import pandas as pd

    from topograph.stages.parse.documents import Parsed

COVERAGE = 0.9
LABEL_CHARACTERS = 60


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("assign", help="place new documents among the topics of a run")
    parser.add_argument("files", nargs="+", metavar="FILE", help="files, folders or patterns")
    parser.add_argument(
        "--run", required=True, dest="run_name", metavar="NAME", help="a finished run"
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="a .csv or .parquet file to write (default: results/NAME/assigned/FILE.csv)",
    )
    parser.add_argument(
        "--coverage",
        type=_coverage,
        default=COVERAGE,
        help="share of documents whose topic is in their prediction set "
        f"(above 0, below 1; default: {COVERAGE})",
    )
    add_threads(parser)
    parser.set_defaults(run=assign)


def assign(options: argparse.Namespace) -> None:
    """Read and encode new documents, assign topics, and write and print the result.

    Raises
    ------
    TopographError
        If the run is unknown or not finished, its encoder cannot encode new documents, no document
        can be read, or the result cannot be written.
    """
    from topograph.config import run_time_settings
    from topograph.config.loading import load_run_config
    from topograph.jobs.assign.assigning import assign_documents
    from topograph.jobs.assign.encoding import encode_documents
    from topograph.jobs.assign.reading import read_documents
    from topograph.jobs.assign.source import read_run
    from topograph.jobs.assign.writing import audit_path, output_path, write_table
    from topograph.system.filenames import corpus_files, display_name

    config = load_run_config(options.run_name, with_files=False)
    run_dir = Path("results") / options.run_name
    run = read_run(run_dir, run_time_settings(config, "embed")["embed"])
    names = corpus_files(options.files)
    if not names:
        raise TopographError(
            "There are no files to read.",
            f"no file matches {', '.join(map(display_name, options.files))}.",
            f"check the names; paths are relative to the current folder, {Path.cwd()}.",
        )
    path = output_path(options.out, names, run_dir)
    parsed = read_documents(names, run, options.threads)
    vectors = encode_documents(parsed.documents, run, options.threads)
    excerpts = dict(zip(parsed.audit["doc_id"], parsed.audit["excerpt"], strict=True))
    table = assign_documents(
        parsed.documents, excerpts, vectors, run, options.coverage, options.threads
    )
    write_table(path, table)
    write_table(audit_path(path), parsed.audit)
    _print_summary(table, parsed, run.labels, len(run.documents), options.coverage)
    print(f"\nwrote {path} and {audit_path(path)}")


def _print_summary(
    table: pd.DataFrame, parsed: Parsed, labels: dict[int, str], size: int, coverage: float
) -> None:
    """Print counts by topic, and notes for reading the table."""
    from topograph.core.topics import NO_TOPIC, NOISE
    from topograph.jobs.assign.conformal import can_rule_out
    from topograph.jobs.assign.rule import SAMPLE
    from topograph.stages.parse.documents import drops_text

    gone = len(parsed.audit) - len(table)
    print(
        f"assign: {counted(len(parsed.audit), 'record')} = "
        f"{counted(len(table), 'document')} assigned + {gone:,} dropped "
        f"({drops_text(parsed.dropped)})"
    )
    for note in parsed.notes:
        print(f"assign: note: {note}")
    if not can_rule_out(min(size, SAMPLE) if size > 1 else 0, coverage):
        print(
            f"assign: note: at a coverage of {coverage:g}, {counted(size, 'document')} can rule "
            "no topic out; all prediction sets contain all topics"
        )
    known = int((table["same_as"] != "").sum())
    if known:
        print(f"assign: {known} of them are already in the run and keep their topic")
    alone = int((table["prediction_set"].map(len) == 1).sum())
    print(f"assign: {alone} of {len(table)} prediction sets at {coverage:g} contain one topic\n")
    print(f"{'documents':>9}  {'topic':>5}  label")
    for topic, count in sorted(Counter(table["topic"].to_list()).items()):
        label = NO_TOPIC if topic == NOISE else labels[topic]
        print(f"{count:9}  {topic:5}  {label[:LABEL_CHARACTERS]}")


def _coverage(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value < 1.0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0 and below 1")
    return value
