"""The stage `embed`: documents in, one unit vector per document out."""

from __future__ import annotations

from typing import Any

from topograph.config import RunConfig
from topograph.config.stages import deciding_keys
from topograph.core.wording import counted
from topograph.encoders.base import check_vectors
from topograph.encoders.corpus import Embedded, embed_corpus
from topograph.encoders.ownfiles import own_files
from topograph.rundir.stagefiles import StageFiles
from topograph.stages.embed.lengths import length_lines, length_report, unread_tokens


def run(files: StageFiles, config: RunConfig, threads: int) -> None:
    """Embed the documents of a run."""
    import pandas as pd

    settings = config.embed
    documents = files.read_table("parse/documents.parquet")
    audit = files.read_table("parse/audit.parquet")
    with files.reading(own_files(settings)):
        found = embed_corpus(documents, audit, settings, threads)
    check_vectors(found.vectors, documents["doc_id"].to_list())
    files.write_array("embed/embeddings.npy", found.vectors)
    tokens: Any = [None] * len(documents)
    unread: Any = tokens
    if found.tokens is not None:
        tokens = found.tokens
        unread = unread_tokens(tokens, found.limit, settings.long_documents)
    lengths = pd.DataFrame(
        {
            "doc_id": documents["doc_id"],
            "tokens": pd.array(tokens, dtype="Int64"),
            "unread_tokens": pd.array(unread, dtype="Int64"),
        }
    )
    files.write_table("embed/lengths.parquet", lengths)
    files.write_json(
        "embed/encoder.json",
        {"settings": deciding_keys("embed", settings), "fingerprint": found.fingerprint},
    )
    files.summary |= {
        "model": found.model,
        "fingerprint": found.fingerprint,
        "documents": len(documents),
        "dimensions": found.vectors.shape[1],
        **length_report(found.tokens, found.limit, settings.long_documents),
    }
    _tell(files, found)


def _tell(files: StageFiles, found: Embedded) -> None:
    documents, dimensions = found.vectors.shape
    line = f"embed: {counted(documents, 'document')}, {dimensions} dimensions, {found.model}"
    if found.encoded is not None:
        line += f"; {counted(found.encoded, 'text')} encoded now, the others were in the cache"
    print(line)
    for text in length_lines(files.summary, documents):
        print(f"embed: {text}")
    # not in the seal: whether the cache had the vectors must not change a run's files
    for note in found.notes:
        print(f"embed: note: {note}")
