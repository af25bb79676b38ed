"""What every encoder offers, and the checks that hold for all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from topograph.errors import TopographError

if TYPE_CHECKING:
    import numpy as np


class Encoder(Protocol):
    """Turns texts into unit vectors; the vector of a text depends on that text alone.

    Opening one is cheap: the fingerprint is known without loading any weights, and weights are
    loaded when the first text is encoded.
    """

    name: str
    fingerprint: str
    """SHA-256 of all that decides a vector: weights, tokenizer, pooling, length, code version."""

    @property
    def max_tokens(self) -> int | None:
        """Tokens it reads of a text, special ones included; None if it reads the whole."""
        ...

    @property
    def notes(self) -> list[str]:
        """What was done otherwise than usual; known when something has been encoded."""
        ...

    def announce(self, texts: Sequence[str]) -> None:
        """Hear once of all texts that are about to be encoded, and say what they cost."""
        ...

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each whole text, special ones included, before any cut."""
        ...

    def chunks(self, text: str) -> list[tuple[str, int]]:
        """Split a text into chunks within the limit, each with its number of tokens."""
        ...

    def encode(self, texts: Sequence[str]) -> Iterator[tuple[list[int], np.ndarray]]:
        """Yield batches: positions in `texts`, and their vectors (float32, b x d)."""
        ...


def encode_all(encoder: Encoder, texts: Sequence[str]) -> np.ndarray:
    """Vectors of a few texts, in their order (float32, n x d; 0 x 0 without texts)."""
    import numpy as np

    vectors = np.empty((0, 0), dtype=np.float32)
    for batch, rows in encoder.encode(texts):
        if not vectors.size:
            vectors = np.empty((len(texts), rows.shape[1]), dtype=np.float32)
        vectors[batch] = rows
    return vectors


def usable(vectors: np.ndarray) -> np.ndarray:
    """Which rows are finite and of unit length (bool, n), for vectors (float32, n x d)."""
    import numpy as np

    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1)
    good: np.ndarray = np.abs(lengths - 1.0) < 1e-3
    return good


def unit_rows(rows: np.ndarray) -> np.ndarray:
    """Rows scaled to length 1 (float32, n x d).

    A row without a direction (zeros, or values that are not finite) becomes zeros, which
    `check_vectors` refuses.
    """
    import numpy as np

    with np.errstate(over="ignore", invalid="ignore"):
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        usable_lengths = np.isfinite(lengths) & (lengths > 0)
        scaled = np.divide(rows, lengths, out=np.zeros_like(rows), where=usable_lengths)
    rows32: np.ndarray = scaled.astype(np.float32, copy=False)
    return rows32


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

    bad = np.flatnonzero(~usable(vectors))
    if len(bad):
        named = ", ".join(doc_ids[i] for i in bad[:5])
        one = len(bad) == 1
        raise TopographError(
            f"{len(bad)} {'document has' if one else 'documents have'} no usable vector: {named}.",
            "the encoder returned only zeros, or values that are not finite.",
            "check these documents in parse/documents.parquet; raise parse.min_words to drop "
            "texts without words.",
        )


def remove_mean(vectors: np.ndarray, corpus: np.ndarray) -> np.ndarray:
    """Take the mean of a corpus off some vectors (float32, n x d unit rows).

    Rows that equal the mean keep their vectors: a corpus of one text has nothing beside it.
    """
    import numpy as np

    mean = corpus.mean(axis=0, dtype=np.float64)
    moved = unit_rows((vectors - mean).astype(np.float32))
    return np.where(usable(moved)[:, None], moved, vectors)
