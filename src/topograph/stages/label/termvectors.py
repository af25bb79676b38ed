"""Vectors of terms in the embedding space of the documents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from topograph.encoders.base import encode_all, remove_mean, unit_rows
from topograph.encoders.cached import open_encoder
from topograph.encoders.registry import encodes_terms

if TYPE_CHECKING:
    import scipy.sparse

    from topograph.config import EmbedSettings

#: From n terms to unit vectors (float32, n x d).
TermEncoder = Callable[[Sequence[str]], np.ndarray]


@contextmanager
def term_encoder(
    settings: EmbedSettings, texts: Sequence[str], threads: int
) -> Iterator[TermEncoder | None]:
    """The encoder of a run's documents, for terms; None if it has no vectors for them.

    Parameters
    ----------
    settings : EmbedSettings
        The settings that the documents were embedded with.
    texts : sequence of str
        The documents; for centred encoders, their mean is subtracted from the terms' vectors.
    threads : int
        Cores to use.
    """
    if not encodes_terms(settings.encoder):
        yield None
        return
    with open_encoder(settings, threads) as encoder:
        corpus = encode_all(encoder, texts) if encoder.centred else None

        def encode(terms: Sequence[str]) -> np.ndarray:
            rows = encode_all(encoder, terms)
            return rows if corpus is None or not len(rows) else remove_mean(rows, corpus)

        yield encode


def mean_of_documents(incidence: scipy.sparse.csc_matrix, vectors: np.ndarray) -> np.ndarray:
    """A vector for each term: the mean of the documents that contain it (float32, n_terms x d).

    Parameters
    ----------
    incidence : csc_matrix, shape (n, n_terms)
        1 where the document contains the term.
    vectors : ndarray of float32, shape (n, d)
        Unit rows, of the documents.
    """
    sums: np.ndarray = incidence.T.astype(np.float64) @ vectors
    return unit_rows(sums.astype(np.float32))
