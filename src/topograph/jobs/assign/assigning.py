"""The table of assignments: documents of the run keep their topic, others get a prediction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topograph.core.topics import NO_TOPIC, NOISE
from topograph.jobs.assign.prediction import predict_topics
from topograph.jobs.assign.rule import RunIndex
from topograph.jobs.assign.source import FinishedRun
from topograph.stages.parse.duplicates import token_key
from topograph.stages.parse.tokens import tokens_of

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


def assign_documents(
    documents: pd.DataFrame,
    excerpts: dict[str, str],
    vectors: np.ndarray,
    run: FinishedRun,
    coverage: float,
    threads: int = 1,
) -> pd.DataFrame:
    """Assign documents to a run's topics.

    A text that is already in the run keeps its topic, or stays noise.

    Parameters
    ----------
    documents : DataFrame
        New documents.
    excerpts : dict of str to str
        The first words of each, by `doc_id`.
    vectors : ndarray of float32, shape (m, d)
        Their unit vectors.
    run : FinishedRun
    coverage : float
        In (0, 1); see `topograph.jobs.assign.prediction.predict_topics`.
    threads : int
        Cores to use; the result does not depend on it.

    Returns
    -------
    DataFrame
        One row per document, in the same order.
    """
    import pandas as pd

    topics = run.assignments["topic"].to_numpy()
    known = known_texts(documents["text"].to_list(), run.documents["text"].to_list())
    predictions = predict_topics(
        RunIndex(run.vectors, topics, threads), topics, vectors, coverage, known
    )
    ids = run.documents["doc_id"].to_list()
    names = run.labels | {NOISE: NO_TOPIC}
    return pd.DataFrame(
        {
            "doc_id": documents["doc_id"].to_list(),
            "source": documents["source"].to_list(),
            "position": documents["position"].to_list(),
            "title": documents["title"].to_list(),
            "excerpt": [excerpts[own] for own in documents["doc_id"]],
            "topic": [own.topic for own in predictions],
            "label": [names[own.topic] for own in predictions],
            "strength": [own.strength for own in predictions],
            "runner_up": [own.runner_up for own in predictions],
            "runner_up_label": [names[own.runner_up] if own.runner_up != NOISE else ""
                                for own in predictions],
            "runner_up_strength": [own.runner_up_strength for own in predictions],
            "prediction_set": [list(own.prediction_set) for own in predictions],
            "p_value": [own.p_value for own in predictions],
            "reason": [own.reason for own in predictions],
            "same_as": ["" if row is None else ids[row] for row in known],
        }
    )  # fmt: skip


def known_texts(texts: list[str], corpus: list[str]) -> list[int | None]:
    """For each text, the row of the corpus with the same text, or None.

    An identical text is preferred to one that differs only in case and punctuation (a duplicate for
    the stage `parse`). Of several rows, the first counts.
    """
    exact: dict[str, int] = {}
    alike: dict[bytes, int] = {}
    for row, text in enumerate(corpus):
        exact.setdefault(text, row)
        alike.setdefault(token_key(tokens_of(text)), row)
    return [
        exact[text] if text in exact else alike.get(token_key(tokens_of(text))) for text in texts
    ]
