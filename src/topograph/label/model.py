"""BERTopic as the keeper of the topic model: fed with our vectors and topics, saved for others.

`BERTopic.load` on the folder gives the same topics, terms and names.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from topograph.label.vocabulary import PhraseAnalyzer, Vocabulary
from topograph.words import DOCUMENT_END

if TYPE_CHECKING:
    import pandas as pd
    from bertopic import BERTopic

#: What BERTopic itself writes where a topic has no terms; an empty list it cannot save.
NO_TERMS = [("", 1e-05)]
#: From c-TF-IDF (float64, n_topics x n_terms; without noise) to each topic's terms and weights.
ChooseTerms = Callable[[np.ndarray], list[list[tuple[str, float]]]]


def fit_model(
    texts: Sequence[str],
    vectors: np.ndarray,
    topics: np.ndarray,
    vocabulary: Vocabulary,
    analyzer: PhraseAnalyzer,
    choose_terms: ChooseTerms,
) -> BERTopic:
    """Fit BERTopic on given vectors and topics.

    Parameters
    ----------
    texts : sequence of str, length n
    vectors : ndarray of float32, shape (n, d)
    topics : ndarray of int64, shape (n,)
        Numbered by size; the model keeps these numbers.
    vocabulary : Vocabulary
        The terms that may be used.
    analyzer : PhraseAnalyzer
        Finds them in a text.
    choose_terms : callable
        Turns c-TF-IDF into the terms of the topics.

    Returns
    -------
    BERTopic
        With the chosen terms in `topic_representations_`.
    """
    # c-TF-IDF needs two columns; no phrase is a control character
    words = [*vocabulary.terms, "\x00", "\x01"][: max(2, len(vocabulary.terms))]
    with without_umap():
        from bertopic import BERTopic
    from bertopic.backend import BaseEmbedder
    from bertopic.cluster import BaseCluster
    from bertopic.dimensionality import BaseDimensionalityReduction
    from bertopic.representation import BaseRepresentation
    from bertopic.vectorizers import ClassTfidfTransformer
    from sklearn.feature_extraction.text import CountVectorizer

    class ChosenTerms(BaseRepresentation):  # type: ignore[misc]
        """Chooses terms from the c-TF-IDF matrix; the terms of noise are BERTopic's own."""

        def extract_topics(
            self, topic_model: Any, documents: pd.DataFrame, c_tf_idf: Any, topics: Any
        ) -> dict[int, list[tuple[str, float]]]:
            real = sorted(topic for topic in topics if topic >= 0)
            rows = c_tf_idf[-len(real) :].toarray()  # rows are sorted; noise is the first
            weights = np.nan_to_num(rows[:, : len(vocabulary.terms)])
            chosen: dict[int, list[tuple[str, float]]] = dict(topics)
            own = [terms or NO_TERMS for terms in choose_terms(weights)]
            return chosen | dict(zip(real, own, strict=True))

    class GivenTopics(BERTopic):  # type: ignore[misc]
        """Keeps the numbers of the topics given: they are numbered by size already."""

        def _sort_mappings_by_frequency(self, documents: pd.DataFrame) -> pd.DataFrame:
            return documents

        def _save_representative_docs(self, documents: pd.DataFrame) -> None:
            """Leave out what would be by words; ours are by meaning, in `label/topics.parquet`."""

    model = GivenTopics(
        language="multilingual",  # "english" would delete all but English letters and digits
        embedding_model=BaseEmbedder(),
        umap_model=BaseDimensionalityReduction(),
        hdbscan_model=BaseCluster(),
        vectorizer_model=CountVectorizer(analyzer=analyzer, vocabulary=words),
        ctfidf_model=ClassTfidfTransformer(),
        representation_model=ChosenTerms(),
    )
    with np.errstate(divide="ignore"):  # of a column that no topic has
        model.fit([text + DOCUMENT_END for text in texts], embeddings=vectors, y=topics)
    return model


@contextmanager
def without_umap() -> Iterator[None]:
    """Let BERTopic be imported as where umap-learn is not installed, which it provides for.

    Nothing here lays out anything, and the import of umap takes as long as all the rest.
    """
    if "umap" in sys.modules:
        yield
        return
    sys.modules["umap"] = None  # type: ignore[assignment]  # an import of it now fails
    try:
        yield
    finally:
        del sys.modules["umap"]


def save_model(model: BERTopic, folder: Path, names: dict[int, str]) -> None:
    """Save with safetensors, names as custom labels; the bytes are the same each time."""
    logging.getLogger("BERTopic").setLevel(logging.ERROR)  # it asks for a hub model's name
    model.set_topic_labels(names)
    model.save(
        str(folder), serialization="safetensors", save_ctfidf=True, save_embedding_model=False
    )
