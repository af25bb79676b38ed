"""The stage `embed`: documents in, one unit vector a document out."""

from __future__ import annotations

from typing import Any

import numpy as np

from topograph.config import RunConfig
from topograph.embed.progress import Progress
from topograph.encoders.base import check_vectors
from topograph.encoders.cached import CachedEncoder
from topograph.encoders.opening import open_encoder
from topograph.stagefiles import StageFiles


def embed(texts: list[str], encoder: CachedEncoder) -> tuple[np.ndarray, np.ndarray]:
    """Encode texts and print progress.

    Parameters
    ----------
    texts : list of str, length n
        At least one.
    encoder : CachedEncoder

    Returns
    -------
    vectors : ndarray of float32, shape (n, d)
        Row i belongs to text i.
    tokens : ndarray of int64, shape (n,)
        Tokens of each whole text.
    """
    vectors = np.empty((0, 0), dtype=np.float32)
    tokens = np.empty(len(texts), dtype=np.int64)
    progress = Progress("embed", len(texts))
    for batch, records in encoder.records(texts):
        if not vectors.size:
            vectors = np.empty((len(texts), len(records[0].vector)), dtype=np.float32)
        for i, record in zip(batch, records, strict=True):
            vectors[i] = record.vector
            tokens[i] = record.tokens
        progress.advance(len(batch), computed=encoder.encoded > 0)
    return vectors, tokens


def run(files: StageFiles, config: RunConfig, threads: int) -> None:
    """Embed the documents of a run."""
    import pandas as pd

    documents = files.read_table("parse/documents.parquet")
    with open_encoder(config.embed, threads) as encoder:
        vectors, tokens = embed(documents["text"].to_list(), encoder)
    check_vectors(vectors, documents["doc_id"].to_list())
    files.write_array("embed/embeddings.npy", vectors)
    lengths = length_report(tokens, encoder.max_tokens, config.embed.long_documents)
    files.write_table(
        "embed/lengths.parquet",
        pd.DataFrame(
            {
                "doc_id": documents["doc_id"],
                "tokens": tokens,
                "unread_tokens": unread_tokens(
                    tokens, encoder.max_tokens, config.embed.long_documents
                ),
            }
        ),
    )
    files.summary |= {
        "model": encoder.name,
        "fingerprint": encoder.fingerprint,
        "documents": len(documents),
        "dimensions": vectors.shape[1],
        **lengths,
    }
    _tell(files.summary, encoder)


def unread_tokens(tokens: np.ndarray, limit: int | None, long_documents: str) -> np.ndarray:
    """Tokens of each document that the encoder did not read (int64, n).

    Parameters
    ----------
    tokens : ndarray of int64, shape (n,)
        Of each whole document.
    limit : int or None
        Tokens the encoder reads at once; None if it has no limit.
    long_documents : {"truncate", "mean"}

    >>> unread_tokens(np.array([3, 12]), 10, "truncate").tolist()
    [0, 2]
    """
    unread = np.zeros_like(tokens)
    if limit is not None and long_documents == "truncate":
        np.maximum(tokens - limit, 0, out=unread)
    return unread


def length_report(tokens: np.ndarray, limit: int | None, long_documents: str) -> dict[str, Any]:
    """How long the documents are, and how many are longer than what is read at once."""
    longer = tokens > limit if limit is not None else np.zeros(len(tokens), dtype=bool)
    unread = unread_tokens(tokens, limit, long_documents)
    return {
        "tokens": int(tokens.sum()),
        "max_tokens": limit,
        "long_documents": long_documents,
        "longer_documents": int(longer.sum()),
        "truncated_documents": int((unread > 0).sum()),
        "unread_tokens": int(unread.sum()),
        "longest_document_tokens": int(tokens.max()),
    }


def _tell(summary: dict[str, Any], encoder: CachedEncoder) -> None:
    documents = summary["documents"]
    print(
        f"embed: {documents} documents, {summary['dimensions']} dimensions, {summary['model']}; "
        f"{encoder.encoded} texts encoded now, the others were in the cache"
    )
    if summary["truncated_documents"]:
        share = summary["unread_tokens"] / summary["tokens"]
        print(
            f"embed: {summary['truncated_documents']} of {documents} documents are longer than "
            f"{summary['max_tokens']} tokens (the longest {summary['longest_document_tokens']}); "
            f"the rest, {share:.1%} of all tokens, is not read. To read it: "
            "`embed.long_documents: mean`"
        )
    elif summary["longer_documents"]:
        print(
            f"embed: {summary['longer_documents']} of {documents} documents are longer than "
            f"{summary['max_tokens']} tokens (the longest {summary['longest_document_tokens']}); "
            "they were read in pieces"
        )
    # not in the seal: whether the cache had the vectors must not change a run's files
    for note in encoder.notes:
        print(f"embed: note: {note}")
