"""The stage `parse`: corpus files in, documents and audit out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from topograph.artifacts import sha256_file
from topograph.config import RunConfig
from topograph.configfiles import corpus_files
from topograph.errors import TopographError
from topograph.parse.documents import make_documents
from topograph.parse.records import Record, read_records
from topograph.stagefiles import StageFiles


def run(files: StageFiles, config: RunConfig, threads: int) -> None:
    """Read the corpus of a run. Single-threaded.

    Raises
    ------
    TopographError
        If no file matches, a file cannot be read, or no document is left.
    """
    settings = config.parse
    names = corpus_files(config)
    if not names:
        raise TopographError(
            "There is nothing to read.",
            f"no file matches parse.files ({', '.join(settings.files)}).",
            "check parse.files; paths start at the project's folder.",
        )

    def records() -> Iterator[Record]:
        for name in names:
            files.record_input(name, sha256_file(Path(name)))
            yield from read_records(name, settings.format, settings.text, settings.title)

    documents, audit = make_documents(records(), settings)
    dropped = Counter(audit.loc[~audit["kept"], "reason"]) if len(audit) else Counter()
    told = ", ".join(f"{count} {reason}" for reason, count in sorted(dropped.items())) or "none"
    if documents.empty:
        raise TopographError(
            f"No document is left of {len(audit)} records in {len(names)} files.",
            f"dropped: {told}.",
            "check parse.format, parse.text and parse.min_words.",
        )
    files.write_table("parse/documents.parquet", documents)
    files.write_table("parse/audit.parquet", audit)
    files.summary |= {
        "files": len(names),
        "records": len(audit),
        "documents": len(documents),
        "dropped": dict(sorted(dropped.items())),
        "words": int(documents["n_words"].sum()),
    }
    print(f"parse: {len(documents)} documents of {len(audit)} records in {len(names)} files")
    print(f"parse: dropped: {told}")
