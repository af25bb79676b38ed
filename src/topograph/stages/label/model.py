"""Build and save a BERTopic model from the run's vectors, topics and terms.

`BERTopic.load` on the folder gives the same topics, terms and names.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse

from topograph.core.topics import NO_TOPIC, NOISE
from topograph.language.words import WORD
from topograph.stages.label.classtfidf import pad_terms

if TYPE_CHECKING:
    import pandas as pd
    from bertopic import BERTopic
    from bertopic.representation import BaseRepresentation
    from sklearn.feature_extraction.text import CountVectorizer

    from topograph.stages.label.selection import TopicTerms
    from topograph.stages.label.vocabulary import Vocabulary

#: BERTopic's own value for topics without terms; it cannot save an empty list.
NO_TERMS = [("", 1e-05)]
#: Libraries that BERTopic imports but does not need here; it works without them.
UNUSED = ("umap", "hdbscan", "huggingface_hub")


def fit_model(
    vectors: np.ndarray,
    topics: np.ndarray,
    vocabulary: Vocabulary,
    phrase_words: int,
    chosen: Sequence[TopicTerms],
) -> BERTopic:
    """Fit BERTopic on given vectors, topics and counts of terms.

    Parameters
    ----------
    vectors : ndarray of float32, shape (n, d)
    topics : ndarray of int64, shape (n,)
        Numbered by size; the model keeps these numbers.
    vocabulary : Vocabulary
        The terms, and the documents that contain them.
    phrase_words : int
        Words of the longest term.
    chosen : sequence of Chosen
        Terms of each topic, and further views of them.

    Returns
    -------
    BERTopic
        With the chosen terms in `topic_representations_`, and the other rankings in
        `topic_aspects_`.
    """
    with without_modules(UNUSED):
        from bertopic import BERTopic
    from bertopic.backend import BaseEmbedder
    from bertopic.cluster import BaseCluster
    from bertopic.dimensionality import BaseDimensionalityReduction
    from bertopic.vectorizers import ClassTfidfTransformer

    class GivenTopics(BERTopic):  # type: ignore[misc]
        """Keeps the topics' numbers, which are already ordered by size."""

        def _sort_mappings_by_frequency(self, documents: pd.DataFrame) -> pd.DataFrame:
            return documents

        def _save_representative_docs(self, documents: pd.DataFrame) -> None:
            """Do nothing: `label/topics.parquet` has representatives by meaning instead."""

    model = GivenTopics(
        language="multilingual",  # "english" would delete all but English letters and digits
        embedding_model=BaseEmbedder(),
        umap_model=BaseDimensionalityReduction(),
        hdbscan_model=BaseCluster(),
        vectorizer_model=_vectorizer(vocabulary, topics, phrase_words),
        ctfidf_model=ClassTfidfTransformer(),
        representation_model=_representation(chosen),
    )
    return model.fit([""] * len(topics), embeddings=vectors, y=topics)  # the counts are known


def _vectorizer(vocabulary: Vocabulary, topics: np.ndarray, phrase_words: int) -> CountVectorizer:
    """A vectorizer that returns known counts."""
    from sklearn.feature_extraction.text import CountVectorizer

    class CountedTerms(CountVectorizer):  # type: ignore[misc]
        """Returns known counts; a loaded model counts with its regular expression instead."""

        counts: scipy.sparse.csr_matrix

        def fit_transform(self, raw_documents: Any, y: Any = None) -> scipy.sparse.csr_matrix:
            self._validate_vocabulary()
            return self.counts

    words, counts = pad_terms(vocabulary, topics)
    vectorizer = CountedTerms(
        vocabulary=words, lowercase=False, ngram_range=(1, phrase_words), token_pattern=WORD
    )
    vectorizer.counts = counts
    return vectorizer


def _representation(chosen: Sequence[TopicTerms]) -> BaseRepresentation:
    """A representation model that returns the chosen terms."""
    from bertopic.representation import BaseRepresentation

    class ChosenTerms(BaseRepresentation):  # type: ignore[misc]
        """Returns the chosen terms; noise keeps BERTopic's terms."""

        def extract_topics(
            self, topic_model: Any, documents: pd.DataFrame, c_tf_idf: Any, topics: Any
        ) -> dict[int, list[tuple[str, float]]]:
            for view in chosen[0].views:
                own = {topic: found.views[view] for topic, found in enumerate(chosen)}
                topic_model.topic_aspects_[view] = fill_missing(topics, own)
            return fill_missing(topics, {topic: found.terms for topic, found in enumerate(chosen)})

    return ChosenTerms()


def fill_missing(
    topics: Mapping[int, list[tuple[str, float]]], own: Mapping[int, Sequence[tuple[str, float]]]
) -> dict[int, list[tuple[str, float]]]:
    """The given terms of each topic; BERTopic's own for noise and topics without terms."""
    return dict(topics) | {topic: list(terms) or NO_TERMS for topic, terms in own.items()}


@contextmanager
def without_modules(modules: Sequence[str]) -> Iterator[None]:
    """Import BERTopic as if some libraries were not installed.

    They are not needed here, and importing umap takes as long as everything else. Modules that are
    already imported are kept.
    """
    absent = [module for module in modules if module not in sys.modules]
    for module in absent:
        sys.modules[module] = None  # type: ignore[assignment]  # an import of it now fails
    try:
        yield
    finally:
        for module in absent:
            del sys.modules[module]


def save_model(model: BERTopic, folder: Path, names: dict[int, str]) -> None:
    """Save with safetensors, with names as custom labels and reproducible bytes."""
    logging.getLogger("BERTopic").setLevel(logging.ERROR)  # it warns about a missing hub name
    noise = {NOISE: NO_TOPIC} if NOISE in model.topics_ else {}
    model.set_topic_labels(noise | names)
    # BERTopic's hierarchy needs symmetric products of these rows, which this order gives
    model.c_tf_idf_.sort_indices()
    model.save(
        str(folder), serialization="safetensors", save_ctfidf=True, save_embedding_model=False
    )
