"""Encode new documents with the encoder of their run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topograph.encoders.base import check_vectors, remove_mean
from topograph.encoders.cached import open_encoder
from topograph.encoders.corpus import encode_texts
from topograph.errors import TopographError
from topograph.jobs.assign.source import FinishedRun
from topograph.rundir.stagefiles import rerun_command

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


def encode_documents(documents: pd.DataFrame, run: FinishedRun, threads: int) -> np.ndarray:
    """Embeddings of new documents (float32, m x d, unit rows), computed or read from the cache.

    Raises
    ------
    TopographError
        If the encoder is not the one that made the run, or a vector cannot be used.
    """
    with open_encoder(run.embed, threads) as encoder:
        if encoder.fingerprint != run.fingerprint:
            raise TopographError(
                f"{run.path} was made with another encoder than the one here.",
                "the encoder's files or settings, or a library that it uses, have changed since. "
                "Vectors of different encoders cannot be compared.",
                f"run `{rerun_command(run.path)}`.",
            )
        vectors, _ = encode_texts(documents["text"].to_list(), encoder, "assign")
        if encoder.centred:  # subtract the run's mean, not that of the new documents
            corpus, _ = encode_texts(run.documents["text"].to_list(), encoder, "assign")
            vectors = remove_mean(vectors, corpus)
        for note in encoder.notes:
            print(f"assign: note: {note}")
    check_vectors(vectors, documents["doc_id"].to_list())
    return vectors
