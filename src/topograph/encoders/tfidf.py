"""TF-IDF with a truncated singular value decomposition (latent semantic analysis): the baseline.

Deerwester et al. 1990, "Indexing by latent semantic analysis", JASIS 41(6), 391-407. The vectors
depend on the corpus as a whole, so they are computed with it and not kept in the cache.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from topograph.encoders.base import unit_rows
from topograph.encoders.kinds import CorpusEncoderKind, value_or_none
from topograph.errors import TopographError
from topograph.sections.base import Auto, Section

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

NAME = "TF-IDF and truncated SVD"
#: Dimensions kept by default.
USUAL_DIMENSIONS = 256
#: Words in more than this share of the documents are left out, whatever the language, where there
#: are enough documents.
EVERYWHERE, ENOUGH = 0.5, 20
#: Words of the vocabulary at most, the most frequent.
MOST_WORDS = 50_000


class TfidfKeys(Section):
    """Keys of `tfidf`."""

    dimensions: Auto | Annotated[int, Field(ge=2, le=4096)] = Field(
        "auto", description=f"Dimensions of the vectors; `auto`: {USUAL_DIMENSIONS}."
    )


def tfidf_vectors(texts: Sequence[str], dimensions: int | None) -> np.ndarray:
    """Vectors of a corpus.

    Parameters
    ----------
    texts : sequence of str, length n
    dimensions : int, optional
        At most; a small corpus has fewer.

    Returns
    -------
    ndarray of float32, shape (n, d)
        Unit rows; zeros for a text without a word that counts.

    Raises
    ------
    TopographError
        If no word is left.
    """
    import numpy as np
    from sklearn.decomposition import TruncatedSVD
    from sklearn.feature_extraction.text import TfidfVectorizer
    from threadpoolctl import threadpool_limits

    words = TfidfVectorizer(
        max_df=EVERYWHERE if len(texts) >= ENOUGH else 1.0,
        max_features=MOST_WORDS,
        sublinear_tf=True,
        dtype=np.float64,
    )
    try:
        weights = words.fit_transform(texts)
    except ValueError as error:
        raise TopographError(
            "No vectors can be made from the words of this corpus.",
            f"no word is left ({error}).",
            "use `embed.encoder: onnx` for texts without words of two letters.",
        ) from error
    wanted = min(dimensions or USUAL_DIMENSIONS, min(weights.shape) - 1)
    if wanted < 2:  # too few texts or words to reduce
        return unit_rows(weights.toarray().astype(np.float32))
    with threadpool_limits(1):  # sums in one order on any number of cores
        reduced = TruncatedSVD(wanted, random_state=0, n_iter=7).fit_transform(weights)
    return unit_rows(reduced.astype(np.float32))


def embed(documents: pd.DataFrame, audit: pd.DataFrame, keys: TfidfKeys) -> tuple[np.ndarray, str]:
    """Vectors of the documents (float32, n x d), and their description."""
    return tfidf_vectors(documents["text"].to_list(), value_or_none(keys.dimensions)), NAME


KIND = CorpusEncoderKind(
    name="tfidf",
    description="the classical baseline",
    keys=TfidfKeys,
    cites=lambda model: ("lsa",),
    embed=embed,
    without_new="the vectors of `tfidf` are made of a corpus as a whole; a document outside it has "
    "none.",
)
