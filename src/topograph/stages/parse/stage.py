"""The stage `parse`: corpus files in, documents and audit out."""

from __future__ import annotations

import time
import unicodedata

from topograph.config import RunConfig
from topograph.config.loading import place_of
from topograph.config.mistakes import ConfigError
from topograph.core.wording import counted
from topograph.errors import TopographError
from topograph.rundir.stagefiles import StageFiles
from topograph.stages.parse.audit import page, summarise, three_lines
from topograph.stages.parse.documents import drops_text, make_documents
from topograph.stages.parse.filereport import FileReport
from topograph.stages.parse.metadata import ColumnMistake
from topograph.stages.parse.reading import read_corpus
from topograph.system.filenames import corpus_files
from topograph.system.parallel import fewer_collections

#: Seconds between two lines of progress.
PROGRESS_SECONDS = 10.0


@fewer_collections()
def run(files: StageFiles, config: RunConfig, threads: int) -> None:
    """Read the corpus of a run.

    Raises
    ------
    TopographError
        If no file matches, a file cannot be read, or no document is left.
    """
    settings = config.parse
    names = corpus_files(settings.files)
    if not names:
        raise TopographError(
            "There is nothing to read.",
            f"no file matches parse.files ({', '.join(settings.files)}).",
            "check parse.files; paths start at the project's folder.",
        )
    reports: list[FileReport] = []
    folder = files.path("parse/documents.parquet").parent
    with files.reading(names):
        batches = read_corpus(names, settings, report=reports.append)
        try:
            parsed = make_documents(batches, settings, threads, _Progress(), folder)
        except ColumnMistake as error:
            key = ("parse", "fields", "types", error.column)
            place = place_of(files.run_dir.name, key)
            raise ConfigError([f"{place}: {'.'.join(key)}: {error.problem}"]) from error
    if not len(parsed):
        details = parsed.details(20)
        raise TopographError(
            f"No document is left of {counted(len(parsed.records), 'record')} in "
            f"{counted(len(names), 'file')}.",
            f"dropped: {drops_text(parsed.dropped)}."
            + "".join(f"\n       {detail}" for detail in details[:5]),
            "check parse.format, parse.fields and parse.min_words; where records have titles and "
            "no texts, `parse: {text: title}` works on these.",
        )
    files.write_tables("parse/documents.parquet", parsed.document_tables())
    audit = summarise(parsed, reports, len(names))
    files.write_tables("parse/audit.parquet", parsed.audit_tables())
    files.write_json(
        "parse/corpus.json",
        {"language": parsed.language, "recurring_sentences": parsed.recurring},
    )
    files.write_text("parse/audit.html", without_controls(page(files.run_dir.name, audit, parsed)))
    files.summary |= audit
    for line in three_lines(audit):
        print(f"parse: {line}")


class _Progress:
    """Prints the number of finished records at intervals."""

    def __init__(self) -> None:
        self._last = time.monotonic()

    def __call__(self, done: int) -> None:
        if time.monotonic() - self._last > PROGRESS_SECONDS:
            self._last = time.monotonic()
            print(f"parse: {done} records so far", flush=True)


def without_controls(page: str) -> str:
    """A page without characters that steer the reader's screen; it shows texts uncleaned."""
    return "".join(c for c in page if c == "\n" or unicodedata.category(c) not in ("Cc", "Cf"))
