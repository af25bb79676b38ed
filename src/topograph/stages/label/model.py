"""The topic model, saved for others as BERTopic: it is given our vectors, topics and terms.

`BERTopic.load` on the folder gives the same topics, terms and names. Nothing else here needs it.
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
from topograph.stages.label.classtfidf import padded

if TYPE_CHECKING:
    import pandas as pd
    from bertopic import BERTopic

    from topograph.stages.label.selection import Chosen
    from topograph.stages.label.vocabulary import Vocabulary

#: What BERTopic itself writes where a topic has no terms; an empty list it cannot save.
NO_TERMS = [("", 1e-05)]
#: Libraries that BERTopic imports for what is not done here, and provides for the absence of.
UNUSED = ("umap", "hdbscan", "huggingface_hub")


def fit_model(
    vectors: np.ndarray,
    topics: np.ndarray,
    vocabulary: Vocabulary,
    phrase_words: int,
    chosen: Sequence[Chosen],
) -> BERTopic:
    """Fit BERTopic on given vectors, topics and counts of terms.

    Parameters
    ----------
    vectors : ndarray of float32, shape (n, d)
    topics : ndarray of int64, shape (n,)
        Numbered by size; the model keeps these numbers.
    vocabulary : Vocabulary
        The terms, and the documents that carry them.
    phrase_words : int
        Words of the longest term.
    chosen : sequence of Chosen
        Terms of each topic, and further views of them.

    Returns
    -------
    BERTopic
        With the chosen terms in `topic_representations_`, and the further views of them in
        `topic_aspects_`.
    """
    with hidden(UNUSED):
        from bertopic import BERTopic
    from bertopic.backend import BaseEmbedder
    from bertopic.cluster import BaseCluster
    from bertopic.dimensionality import BaseDimensionalityReduction
    from bertopic.representation import BaseRepresentation
    from bertopic.vectorizers import ClassTfidfTransformer
    from sklearn.feature_extraction.text import CountVectorizer

    class ChosenTerms(BaseRepresentation):  # type: ignore[misc]
        """The terms as they were chosen; the terms of noise are BERTopic's own."""

        def extract_topics(
            self, topic_model: Any, documents: pd.DataFrame, c_tf_idf: Any, topics: Any
        ) -> dict[int, list[tuple[str, float]]]:
            for view in chosen[0].views:
                own = {topic: found.views[view] for topic, found in enumerate(chosen)}
                topic_model.topic_aspects_[view] = filled(topics, own)
            return filled(topics, {topic: found.terms for topic, found in enumerate(chosen)})

    class CountedTerms(CountVectorizer):  # type: ignore[misc]
        """Gives the counts that are known; whoever loads the model counts anew with its regex."""

        counts: scipy.sparse.csr_matrix

        def fit_transform(self, raw_documents: Any, y: Any = None) -> scipy.sparse.csr_matrix:
            self._validate_vocabulary()
            return self.counts

    class GivenTopics(BERTopic):  # type: ignore[misc]
        """Keeps the numbers of the topics given: they are numbered by size already."""

        def _sort_mappings_by_frequency(self, documents: pd.DataFrame) -> pd.DataFrame:
            return documents

        def _save_representative_docs(self, documents: pd.DataFrame) -> None:
            """Leave out what would be by words; ours are by meaning, in `label/topics.parquet`."""

    words, counts = padded(vocabulary, topics)
    vectorizer = CountedTerms(
        vocabulary=words, lowercase=False, ngram_range=(1, phrase_words), token_pattern=WORD
    )
    vectorizer.counts = counts
    model = GivenTopics(
        language="multilingual",  # "english" would delete all but English letters and digits
        embedding_model=BaseEmbedder(),
        umap_model=BaseDimensionalityReduction(),
        hdbscan_model=BaseCluster(),
        vectorizer_model=vectorizer,
        ctfidf_model=ClassTfidfTransformer(),
        representation_model=ChosenTerms(),
    )
    return model.fit([""] * len(topics), embeddings=vectors, y=topics)  # the counts are known


def filled(
    topics: Mapping[int, list[tuple[str, float]]], own: Mapping[int, Sequence[tuple[str, float]]]
) -> dict[int, list[tuple[str, float]]]:
    """The given terms of each topic; of those without, and of noise, what BERTopic has."""
    return dict(topics) | {topic: list(terms) or NO_TERMS for topic, terms in own.items()}


@contextmanager
def hidden(modules: Sequence[str]) -> Iterator[None]:
    """Let BERTopic be imported as where some libraries are not installed.

    Nothing here lays out, clusters or uploads anything, and the import of umap takes as long as all
    the rest. What is imported already stays.
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
    """Save with safetensors, names as custom labels; the bytes are the same each time."""
    logging.getLogger("BERTopic").setLevel(logging.ERROR)  # it asks for a hub model's name
    noise = {NOISE: NO_TOPIC} if NOISE in model.topics_ else {}
    model.set_topic_labels(noise | names)
    # BERTopic's hierarchy takes products of these rows for symmetric, which they are in this order
    model.c_tf_idf_.sort_indices()
    model.save(
        str(folder), serialization="safetensors", save_ctfidf=True, save_embedding_model=False
    )
