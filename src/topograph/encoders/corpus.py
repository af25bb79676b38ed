"""The vectors of a corpus, by whichever encoder its run asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from topograph.encoders.base import remove_mean
from topograph.encoders.cached import open_encoder
from topograph.encoders.kinds import CorpusEncoderKind, TextEncoderKind
from topograph.encoders.progress import Progress
from topograph.encoders.registry import encoder_kind
from topograph.sections.choices import own_keys

if TYPE_CHECKING:
    import pandas as pd

    from topograph.config import EmbedSettings
    from topograph.encoders.cached import CachedEncoder


@dataclass(frozen=True)
class Embedded:
    """What `embed` gives.

    Attributes
    ----------
    vectors : ndarray of float32, shape (n, d)
    tokens : ndarray of int64, shape (n,), or None
        Tokens of each whole document; None if the encoder does not count them.
    limit : int or None
        Tokens the encoder reads at once; None if it has no limit, or it is unknown.
    model : str
    fingerprint : str or None
        None for encoders that are not known by their weights.
    encoded : int or None
        Texts that were not in the cache; None if it was not used.
    notes : list of str
    """

    vectors: np.ndarray
    tokens: np.ndarray | None
    limit: int | None
    model: str
    fingerprint: str | None
    encoded: int | None
    notes: list[str]


def embed_corpus(
    documents: pd.DataFrame, audit: pd.DataFrame, settings: EmbedSettings, threads: int
) -> Embedded:
    """Give every document its vector.

    Parameters
    ----------
    documents, audit : DataFrame
        Tables of the stage `parse`.
    settings : EmbedSettings
        The section `embed`.
    threads : int
        Cores to use; the vectors do not depend on it.
    """
    kind = encoder_kind(settings.encoder)
    if isinstance(kind, CorpusEncoderKind):
        vectors, model = kind.embed(documents, audit, own_keys(settings, kind.keys))
        return Embedded(vectors, None, None, model, None, None, [])
    with open_encoder(settings, threads) as encoder:
        vectors, tokens = encode_corpus(documents["text"].to_list(), encoder)
        counted = isinstance(kind, TextEncoderKind) and kind.counts_tokens
        return Embedded(
            vectors, tokens if counted else None, encoder.max_tokens, encoder.name,
            encoder.fingerprint, encoder.encoded, encoder.notes,
        )  # fmt: skip


def encode_corpus(texts: list[str], encoder: CachedEncoder) -> tuple[np.ndarray, np.ndarray]:
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
    vectors, tokens = encode_texts(texts, encoder, "embed")
    return (remove_mean(vectors, vectors) if encoder.centred else vectors), tokens


def encode_texts(
    texts: list[str], encoder: CachedEncoder, name: str
) -> tuple[np.ndarray, np.ndarray]:
    """As `encode_corpus`, with no mean taken off; `name` stands before each line of progress."""
    vectors = np.empty((0, 0), dtype=np.float32)
    tokens = np.empty(len(texts), dtype=np.int64)
    progress = Progress(name, len(texts))
    for batch, records in encoder.records(texts):
        if not vectors.size:
            vectors = np.empty((len(texts), len(records[0].vector)), dtype=np.float32)
        for i, record in zip(batch, records, strict=True):
            vectors[i] = record.vector
            tokens[i] = record.tokens
        progress.advance(len(batch), computed=encoder.encoded > 0)
    return vectors, tokens
