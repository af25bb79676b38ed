"""The topic, runner-up and prediction set of each new document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from topograph.core.topics import NOISE
from topograph.jobs.assign.conformal import nonconformity, p_values
from topograph.jobs.assign.rule import RunIndex

#: A new document is noise if at most this share of the run's documents is as far from the others.
FAR_SHARE = 0.01
FAR = "far from all topics"
AMONG_NOISE = "nearest documents are noise"
KNOWN_NOISE = "noise in the run"
#: Smaller than the difference of any two p-values.
ROUNDING = 1e-12


@dataclass(frozen=True)
class Prediction:
    """The assignment of a new document.

    Attributes
    ----------
    topic : int
        -1 for noise.
    strength : float
        The topic's share, in [0, 1]; 0 for noise.
    runner_up : int
        The second likeliest topic (for noise, the likeliest); -1 if there is none.
    runner_up_strength : float
    p_value : float
        Conformal p-value of its mean cosine to the nearest documents of the run, in (0, 1].
    prediction_set : tuple of int
        Topics that cannot be ruled out, the likeliest first; -1 stands for noise.
    reason : str
        Why it is noise, or "".
    """

    topic: int
    strength: float
    runner_up: int
    runner_up_strength: float
    p_value: float
    prediction_set: tuple[int, ...]
    reason: str


def predict_topics(
    reference: RunIndex,
    topics: np.ndarray,
    vectors: np.ndarray,
    coverage: float,
    known: Sequence[int | None],
) -> list[Prediction]:
    """Assign new documents, each independently of the others.

    Parameters
    ----------
    reference : Reference
        The run.
    topics : ndarray of int64, shape (n,)
        Topics of the run's documents; -1 for noise.
    vectors : ndarray of float32, shape (m, d)
        Unit rows of the new documents.
    coverage : float
        In (0, 1): the share of documents, drawn like those of the run, whose topic is in their
        prediction set.
    known : sequence of int or None, length m
        For a document that is in the run, its row there; it keeps the topic of that row.
    """
    own = topics[reference.sample]
    calibration = nonconformity(reference.own.shares)[np.arange(len(own)), own]
    new = reference.similarity(vectors)
    plausible = p_values(calibration, nonconformity(new.shares)) > 1.0 - coverage + ROUNDING
    usual = p_values(-reference.own.closeness, -new.closeness)
    least = max(FAR_SHARE, 1 / (len(own) + 1)) if len(own) else 0.0
    predictions = []
    for shares, allowed, p, row in zip(new.shares, plausible, usual, known, strict=True):
        if row is None:
            predictions.append(_predict_new(shares, allowed, float(p), p <= least))
        else:
            topic = int(topics[row])
            reason = KNOWN_NOISE if topic == NOISE else ""
            predictions.append(_prediction(topic, shares, float(p), (topic,), reason))
    return predictions


def _predict_new(
    shares: np.ndarray, plausible: np.ndarray, p_value: float, far: bool
) -> Prediction:
    noise = len(shares) - 1
    order = np.argsort(-shares, kind="stable")
    likeliest = [NOISE if one == noise else int(one) for one in order]
    chosen = [one for one, index in zip(likeliest, order, strict=True) if plausible[index]]
    if far:
        chosen = [NOISE, *(one for one in chosen if one != NOISE)]
        return _prediction(NOISE, shares, p_value, tuple(chosen), FAR)
    reason = AMONG_NOISE if likeliest[0] == NOISE else ""
    return _prediction(likeliest[0], shares, p_value, tuple(chosen), reason)


def _prediction(
    topic: int, shares: np.ndarray, p_value: float, chosen: tuple[int, ...], reason: str
) -> Prediction:
    """A prediction with a topic; the runner-up is the likeliest other topic."""
    others = [int(one) for one in np.argsort(-shares[:-1], kind="stable") if one != topic]
    runner_up = others[0] if others else NOISE
    return Prediction(
        topic=topic,
        strength=0.0 if topic == NOISE else float(shares[topic]),
        runner_up=runner_up,
        runner_up_strength=float(shares[runner_up]) if others else 0.0,
        p_value=p_value,
        prediction_set=chosen,
        reason=reason,
    )
