"""`topograph init`: inspect corpus files, report their content, write a run's configuration."""

from __future__ import annotations

import argparse
import re
import shlex
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topograph.core.wording import counted
from topograph.errors import TopographError
from topograph.rundir.dateprecision import date_text

if TYPE_CHECKING:
    from topograph.config import ParseSettings
    from topograph.stages.parse.filereport import FileReport
    from topograph.stages.parse.reading import Candidate

#: Keys of `parse.fields` that options set.
ROLES = ("text", "answers", "title", "date", "id")
SAMPLES = 3
SHOWN_FILES = 20
SHOWN_FIELDS = 20
SAMPLE_CHARACTERS = 100


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "init", help="inspect corpus files and write a run's configuration"
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="files, folders or patterns")
    parser.add_argument(
        "--run", required=True, dest="run_name", metavar="NAME", help="name of the new run"
    )
    parser.add_argument("--text", metavar="FIELD", help="field or column that holds the text")
    parser.add_argument(
        "--answers",
        nargs="+",
        metavar="FIELD",
        help="fields of a survey's open questions; each answer becomes a document",
    )
    parser.add_argument("--title", metavar="FIELD", help="field or column that holds the title")
    parser.add_argument("--date", metavar="FIELD", help="field or column that holds the date")
    parser.add_argument("--id", metavar="FIELD", help="field or column that identifies a record")
    parser.add_argument("--format", default="auto", help="format, if it is not recognised")
    parser.add_argument("--force", action="store_true", help="overwrite the run's configuration")
    parser.set_defaults(run=init)


def init(options: argparse.Namespace) -> None:
    """Inspect the files and write `config/runs/NAME.yaml`.

    Raises
    ------
    TopographError
        If the run already has a configuration, no file matches, or a file cannot be read.
    """
    from pydantic import ValidationError

    from topograph.config import RunConfig
    from topograph.config.loading import NAMES, RUNS, is_run_name
    from topograph.rundir.stagefiles import rerun_command
    from topograph.system.filenames import corpus_files, display_name

    name: str = options.run_name
    if not is_run_name(name):
        raise TopographError(
            f"{name!r} cannot be the name of a run.",
            f"a run's name is also the name of a folder; {NAMES}.",
            "choose another name with --run.",
        )
    path = RUNS / f"{name}.yaml"
    if path.exists() and not options.force:
        raise TopographError(
            f"{path} already exists.",
            "`topograph init` does not overwrite a configuration.",
            "choose another name, edit the file, or add --force to overwrite it.",
        )
    fields = {key: value for key in ROLES if (value := getattr(options, key))}
    wanted: dict[str, Any] = {"files": list(map(_configured_name, options.files))}
    if options.format != "auto":
        wanted["format"] = options.format
    if fields:
        wanted["fields"] = fields
    try:
        config = RunConfig.model_validate({"parse": wanted})
    except ValidationError as error:
        raise TopographError(
            "The options cannot be used.",
            "; ".join(map(_problem, error.errors())),
            "correct the options; config/README.md lists the allowed values of each key.",
        ) from error
    names = corpus_files(config.parse.files)
    if not names:
        raise TopographError(
            "There are no files to read.",
            f"no file matches {', '.join(map(display_name, options.files))}.",
            f"check the names; paths are relative to the current folder, {Path.cwd()}.",
        )
    inspect_files(names, config.parse)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(configuration(name, wanted), encoding="utf-8")
    print(f"\nwrote {path}; now run: {rerun_command(Path('results', name))}")


def _problem(error: Mapping[str, Any]) -> str:
    """A validation error, with the name of its option."""
    option = f"--{error['loc'][1 if error['loc'][1] != 'fields' else 2]}"
    return f"{option}: {error['msg'].replace('Input should be', 'the value must be')}"


def _configured_name(name: str) -> str:
    """A file's name for the configuration, with `?` for each byte that is not UTF-8.

    Raises
    ------
    TopographError
        If this pattern also matches other files.
    """
    import glob

    from topograph.system.filenames import corpus_files, display_name

    name = name.rstrip("/") or name
    pattern = re.sub("[\ud800-\udfff]", "?", glob.escape(name))
    if "?" not in pattern or pattern == glob.escape(name):
        return name
    if corpus_files([pattern]) != corpus_files([name]):
        raise TopographError(
            f"{display_name(name)} cannot be written into a configuration.",
            f"its name is not UTF-8, and the pattern {pattern} also matches other files.",
            "rename the file, or give the folder that contains it.",
        )
    return pattern


@dataclass
class _FileSummary:
    """Counts, reasons and samples from one file."""

    documents: int = 0
    titled: int = 0
    aside: Counter[str] = field(default_factory=Counter)
    details: list[str] = field(default_factory=list)
    samples: list[Candidate] = field(default_factory=list)

    def add(self, own: Candidate) -> None:
        if own.reason or not own.text.strip():
            self.aside[own.reason or "without text"] += 1
            self.titled += not own.reason and bool(own.title)
            if own.reason and own.detail and len(self.details) < SAMPLES:
                self.details.append(f"{own.reason}: {own.detail}")
            return
        self.documents += 1
        if len(self.samples) < SAMPLES:
            self.samples.append(own)


def inspect_files(names: Sequence[str], settings: ParseSettings) -> None:
    """Read the files and print for each its format, fields and three samples."""
    from topograph.stages.parse.reading import read_corpus

    reports: list[FileReport] = []
    found: defaultdict[str, _FileSummary] = defaultdict(_FileSummary)
    for batch in read_corpus(list(names), settings, report=reports.append):
        for own in batch:
            found[own.source].add(own)
    alike: defaultdict[tuple[Any, ...], list[FileReport]] = defaultdict(list)
    for report in reports:
        asked = tuple(own.name for own in report.open)
        key = (report.format, report.encoding, repr(report.roles), report.others, asked)
        alike[key].append(report)
    for first, *others in list(alike.values())[:SHOWN_FILES]:
        _print_report(first, found[first.name])
        if others:
            names = [f"{own.name} ({found[own.name].documents:,})" for own in others]
            more = f" and {len(names) - SHOWN_FILES} more" if len(names) > SHOWN_FILES else ""
            print(f"  alike, with their documents: {', '.join(names[:SHOWN_FILES])}{more}")
    if len(alike) > SHOWN_FILES:
        print(f"and {len(alike) - SHOWN_FILES} more kinds of files")
    documents = sum(own.documents for own in found.values())
    print(f"{counted(len(reports), 'file')}, {counted(documents, 'document')}")
    if not documents and any(own.titled for own in found.values()):
        print("  records have titles but no texts; to analyse the titles, set parse: {text: title}")
    texts = [found[own.name] for own in reports if own.format in ("paragraphs", "lines")]
    if len(texts) > 1 and sum(own.documents for own in texts) > len(texts):
        print(
            "  text files are read as lists of documents; if each file is one document, run this "
            "again with --format file"
        )
    whole = Counter(own.whole for own in reports if own.whole)
    for why, count in whole.items():
        print(
            f"  {counted(count, 'text file')} read as one document each: {why}; if each is a list "
            "of documents, run this again with --format paragraphs or --format lines"
        )


def _print_report(report: FileReport, found: _FileSummary) -> None:
    from topograph.stages.parse.filereport import shown_fields

    print(f"{report.name}: {report.format}" + (f", {report.encoding}" if report.encoding else ""))
    aside = "".join(f", {count} {why}" for why, count in found.aside.items())
    print(f"  documents: {found.documents}{aside}")
    for detail in found.details:
        print(f"  {detail}")
    fields = [f"{role} {_short(name)}" for role, name in shown_fields(report.roles).items() if name]
    print(f"  fields: {'; '.join(fields)}")
    if report.others:
        more = len(report.others) - SHOWN_FIELDS
        shown = [
            *map(_short, report.others[:SHOWN_FIELDS]),
            *([f"and {more} more"] if more > 0 else []),
        ]
        print(f"  other fields, which are kept: {', '.join(shown)}")
    _print_questions(report)
    if report.like_dates:
        print(f"  fields with dates: {' and '.join(report.like_dates)}; to use one: --date FIELD")
    for own in found.samples:
        head = f"[{own.title}] " if own.title else ""
        dated = f" ({date_text(own.date, own.precision)})" if own.date else ""
        print(f"  - {_short(head + own.text)}{dated}")


def _print_questions(report: FileReport) -> None:
    """Print the wording of the questions, and other fields with texts."""
    texts = [*report.roles.answers, *(name for part in report.roles.text for name in part)]
    for name in texts:
        if name in report.labels:
            print(f"  {name}: {_short(report.labels[name])}")
    if not report.open:
        return
    print("  other fields with texts (counts in the first records):")
    for own in report.open[:SHOWN_FIELDS]:
        about = f": {_short(report.labels[own.name])}" if own.name in report.labels else ""
        counts = f"{own.values} filled, {own.words:.0f} words on average"
        print(f"    {_short(own.name)} ({counts}){about}")
    if len(report.open) > SHOWN_FIELDS:
        print(f"    and {len(report.open) - SHOWN_FIELDS} more")
    from topograph.stages.parse.finder import beginning

    columns = [*texts, *report.others]
    asked = [beginning(name, columns) for name in [*texts, report.open[0].name]]
    names = " ".join(map(shlex.quote, asked))
    print(f"  to make each answer a document: --answers {names}")


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line[:SAMPLE_CHARACTERS] + ("…" if len(line) > SAMPLE_CHARACTERS else "")


def configuration(name: str, parse: dict[str, Any]) -> str:
    """The text of `config/runs/NAME.yaml`."""
    import yaml

    body = yaml.safe_dump(
        {"parse": parse, "report": {"title": name}}, sort_keys=False, allow_unicode=True
    )
    return (
        "# yaml-language-server: $schema=../schema.json\n"
        "# Values that differ from config/config.yaml. config/README.md lists all keys.\n"
        f"{body}"
    )
