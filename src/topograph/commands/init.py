"""`topograph init`: look at corpus files, tell what was found, write a run's configuration."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topograph.errors import TopographError

if TYPE_CHECKING:
    from topograph.config import ParseSettings
    from topograph.parse.reading import Candidate, FileReport

SAMPLES = 3
SAMPLE_CHARACTERS = 100


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "init", help="look at corpus files, tell what was found, write a run's configuration"
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="files, folders or patterns")
    parser.add_argument(
        "--run", required=True, dest="run_name", metavar="NAME", help="name of the new run"
    )
    parser.add_argument("--text", metavar="FIELD", help="field or column that holds the text")
    parser.add_argument("--title", metavar="FIELD", help="field or column that holds the title")
    parser.add_argument("--format", default="auto", help="format, where it is not recognised")
    parser.add_argument("--force", action="store_true", help="overwrite the run's configuration")
    parser.set_defaults(run=init)


def init(options: argparse.Namespace) -> None:
    """Look at the files and write `config/runs/NAME.yaml`.

    Raises
    ------
    TopographError
        If the run has a configuration already, no file matches, or a file cannot be read.
    """
    from pydantic import ValidationError

    from topograph.config import RunConfig
    from topograph.config.loading import RUNS, is_run_name
    from topograph.corpusfiles import corpus_files

    name: str = options.run_name
    if not is_run_name(name):
        raise TopographError(
            f"{name!r} cannot name a run.",
            "it becomes the name of a folder.",
            "use letters, digits, `-`, `_` and `.`.",
        )
    path = RUNS / f"{name}.yaml"
    if path.exists() and not options.force:
        raise TopographError(
            f"{path} is there already.",
            "it would be overwritten.",
            "choose another name, edit the file, or call again with --force.",
        )
    fields = {key: getattr(options, key) for key in ("text", "title") if getattr(options, key)}
    wanted: dict[str, Any] = {"files": [_pattern(one) for one in options.files]}
    if options.format != "auto":
        wanted["format"] = options.format
    if fields:
        wanted["fields"] = fields
    try:
        config = RunConfig.model_validate({"parse": wanted})
    except ValidationError as error:
        raise TopographError(
            "The options cannot be used.",
            "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()),
            "config/README.md lists what is allowed under parse.",
        ) from error
    names = corpus_files(config.parse.files)
    if not names:
        raise TopographError(
            "There is nothing to look at.",
            f"no file matches {', '.join(options.files)}.",
            "check the names; paths start at the folder in which you are.",
        )
    look(names, config.parse)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(configuration(name, wanted), encoding="utf-8")
    print(f"\nwrote {path}; now run: snakemake results/{name}/report.html")


def _pattern(given: str) -> str:
    return f"{given.rstrip('/')}/*" if Path(given).is_dir() else given


def look(names: Sequence[str], settings: ParseSettings) -> None:
    """Read the files and print what was found in each, with three samples."""
    from topograph.parse.reading import read_corpus, shown_fields

    reports: list[FileReport] = []
    samples: dict[str, list[Candidate]] = {}
    with_text: dict[str, int] = {}
    set_aside: dict[str, dict[str, int]] = {}
    for batch in read_corpus(list(names), settings, report=reports.append):
        for own in batch:
            if own.reason or not own.text.strip():
                reasons = set_aside.setdefault(own.source, {})
                reason = own.reason or "without text"
                reasons[reason] = reasons.get(reason, 0) + 1
                continue
            with_text[own.source] = with_text.get(own.source, 0) + 1
            if len(kept := samples.setdefault(own.source, [])) < SAMPLES:
                kept.append(own)
    for report in reports[:20]:
        aside = "".join(f", {n} {why}" for why, n in set_aside.get(report.name, {}).items())
        encoding = f", {report.encoding}" if report.encoding else ""
        print(f"{report.name}: {report.format}{encoding}")
        print(f"  documents: {with_text.get(report.name, 0)}{aside}")
        found = [f"{role} {field}" for role, field in shown_fields(report.roles).items() if field]
        print(f"  fields: {'; '.join(found)}")
        for own in samples.get(report.name, []):
            head = f"[{own.title}] " if own.title else ""
            dated = f" ({own.date}, to the {own.precision})" if own.date else ""
            print(f"  - {_short(head + own.text)}{dated}")
    if len(reports) > 20:
        print(f"and {len(reports) - 20} more files")
    print(f"{len(reports)} files, {sum(with_text.values())} documents")


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
        "# Only what differs from config/config.yaml; every key: config/README.md.\n"
        f"{body}"
    )
