"""Vectors of new documents, by the encoder of their run."""

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
    """Vectors of new documents (float32, m x d unit rows), through the cache.

    Raises
    ------
    TopographError
        If the encoder is no longer the one that the run was made with, or gives no usable vector.
    """
    with open_encoder(run.embed, threads) as encoder:
        if encoder.fingerprint != run.fingerprint:
            raise TopographError(
                f"{run.path} was made with another encoder than the one here.",
                "its files, settings, or a library that it computes with have changed since; "
                "vectors of two encoders cannot be compared.",
                f"run `{rerun_command(run.path)}`.",
            )
        vectors, _ = encode_texts(documents["text"].to_list(), encoder, "assign")
        if encoder.centred:  # on the mean of the run, whatever comes along
            corpus, _ = encode_texts(run.documents["text"].to_list(), encoder, "assign")
            vectors = remove_mean(vectors, corpus)
        for note in encoder.notes:
            print(f"assign: note: {note}")
    check_vectors(vectors, documents["doc_id"].to_list())
    return vectors
