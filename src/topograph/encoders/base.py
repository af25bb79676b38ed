"""What every encoder offers, and the checks that hold for all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from topograph.errors import TopographError

if TYPE_CHECKING:
    import numpy as np


class Encoder(Protocol):
    """Turns texts into unit vectors; the vector of a text depends on that text alone."""

    name: str
    dimensions: int
    fingerprint: str
    """Hash of all that decides a vector: weights, tokenizer, pooling, length, code version."""

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Word pieces of each whole text, special tokens included, before any cut."""
        ...

    def encode(self, texts: Sequence[str]) -> Iterator[tuple[list[int], np.ndarray]]:
        """Yield batches: positions in `texts`, and their vectors (float32, b x dimensions)."""
        ...


def encode_all(encoder: Encoder, texts: Sequence[str]) -> np.ndarray:
    """Vectors of a few texts, in their order (float32, n x dimensions)."""
    import numpy as np

    vectors = np.empty((len(texts), encoder.dimensions), dtype=np.float32)
    for batch, rows in encoder.encode(texts):
        vectors[batch] = rows
    return vectors


def check_vectors(vectors: np.ndarray, doc_ids: Sequence[str]) -> None:
    """Refuse vectors that are not finite or not of unit length.

    Parameters
    ----------
    vectors : ndarray of float32, shape (n, d)
    doc_ids : sequence of str, length n

    Raises
    ------
    TopographError
        Naming the first documents concerned.
    """
    import numpy as np

    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1)
    bad = np.flatnonzero(~(np.abs(lengths - 1.0) < 1e-3))
    if len(bad):
        named = ", ".join(doc_ids[i] for i in bad[:5])
        raise TopographError(
            f"{len(bad)} documents have no usable vector: {named}.",
            "the encoder gave values that are not finite, or only zeros.",
            "look at these documents in parse/documents.parquet; raise parse.min_words to drop "
            "texts without words.",
        )
