"""The stage `embed`: documents in, one unit vector a document out."""

from __future__ import annotations

import time

import numpy as np

from topograph.config import RunConfig
from topograph.encoders.base import Encoder, check_vectors
from topograph.encoders.minilm import MiniLM
from topograph.stagefiles import StageFiles

#: Seconds between two progress lines.
PROGRESS_EVERY = 10.0


def embed(texts: list[str], encoder: Encoder) -> np.ndarray:
    """Encode texts and print progress.

    Parameters
    ----------
    texts : list of str, length n
    encoder : Encoder

    Returns
    -------
    ndarray of float32, shape (n, encoder.dimensions)
        Row i belongs to text i.
    """
    vectors = np.empty((len(texts), encoder.dimensions), dtype=np.float32)
    started = told = time.monotonic()
    done = 0
    for batch, rows in encoder.encode(texts):
        vectors[batch] = rows
        done += len(batch)
        now = time.monotonic()
        if now - told > PROGRESS_EVERY:
            told = now
            rate = done / (now - started)
            left = (len(texts) - done) / rate
            print(
                f"embed: {done}/{len(texts)}, {rate:.1f} documents/s, {left:.0f} s left", flush=True
            )
    return vectors


def run(files: StageFiles, config: RunConfig, threads: int) -> None:
    """Embed the documents of a run with the shipped encoder."""
    documents = files.read_table("parse/documents.parquet")
    texts = documents["text"].to_list()
    encoder = MiniLM(config.embed.max_tokens, threads)
    tokens = encoder.count_tokens(texts)
    longer = [length for length in tokens if length > config.embed.max_tokens]
    vectors = embed(texts, encoder)
    check_vectors(vectors, documents["doc_id"].to_list())
    files.write_array("embed/embeddings.npy", vectors)
    files.summary |= {
        "model": encoder.name,
        "fingerprint": encoder.fingerprint,
        "documents": len(texts),
        "dimensions": encoder.dimensions,
        "tokens": sum(tokens),
        "truncated_documents": len(longer),
        "longest_document_tokens": max(tokens),
    }
    print(f"embed: {len(texts)} documents, {encoder.dimensions} dimensions, {encoder.name}")
    if longer:
        print(
            f"embed: {len(longer)} documents are longer than {config.embed.max_tokens} tokens "
            f"(the longest {max(tokens)}); what lies beyond is not read"
        )
