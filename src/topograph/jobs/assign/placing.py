"""Each new document's topic, runner-up and prediction set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from topograph.core.topics import NOISE
from topograph.jobs.assign.conformal import misfit, p_values
from topograph.jobs.assign.rule import Reference

#: A document farther from the run than all but this share of the run's own documents is noise.
FAR_SHARE = 0.01
FAR = "far from all topics"
AMONG_NOISE = "nearest documents are noise"
KNOWN_NOISE = "noise in the run"
#: Below the distance of two p-values.
ROUNDING = 1e-12


@dataclass(frozen=True)
class Placed:
    """Where a document stands.

    Attributes
    ----------
    topic : int
        -1 for noise.
    strength : float
        The topic's share, in [0, 1]; 0 for noise.
    runner_up : int
        The next topic, of noise the nearest; -1 where there is none.
    runner_up_strength : float
    p_value : float
        How usual it is among the run's documents to be so far from the others, in (0, 1].
    prediction_set : tuple of int
        Topics that cannot be ruled out, the likeliest first; -1 among them stands for noise.
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


def place(
    reference: Reference,
    topics: np.ndarray,
    vectors: np.ndarray,
    coverage: float,
    known: Sequence[int | None],
) -> list[Placed]:
    """Place new documents, each on its own.

    Parameters
    ----------
    reference : Reference
        The run.
    topics : ndarray of int64, shape (n,)
        Topics of the run's documents; -1 for noise.
    vectors : ndarray of float32, shape (m, d)
        Unit rows of the new documents.
    coverage : float
        In (0, 1): share of documents like those of the run whose topic is in their set.
    known : sequence of int or None, length m
        The row in the run of a document that is in it, which has its topic there.
    """
    own = topics[reference.sample]
    calibration = misfit(reference.own.shares)[np.arange(len(own)), own]
    new = reference.nearness(vectors)
    plausible = p_values(calibration, misfit(new.shares)) > 1.0 - coverage + ROUNDING
    usual = p_values(-reference.own.closeness, -new.closeness)
    least = max(FAR_SHARE, 1 / (len(own) + 1)) if len(own) else 0.0
    placed = []
    for shares, allowed, p, row in zip(new.shares, plausible, usual, known, strict=True):
        if row is None:
            placed.append(_place_new(shares, allowed, float(p), p <= least))
        else:
            topic = int(topics[row])
            reason = KNOWN_NOISE if topic == NOISE else ""
            placed.append(_placed(topic, shares, float(p), (topic,), reason))
    return placed


def _place_new(shares: np.ndarray, plausible: np.ndarray, p_value: float, far: bool) -> Placed:
    noise = len(shares) - 1
    order = np.argsort(-shares, kind="stable")
    likeliest = [NOISE if one == noise else int(one) for one in order]
    chosen = [one for one, index in zip(likeliest, order, strict=True) if plausible[index]]
    if far:
        chosen = [NOISE, *(one for one in chosen if one != NOISE)]
        return _placed(NOISE, shares, p_value, tuple(chosen), FAR)
    reason = AMONG_NOISE if likeliest[0] == NOISE else ""
    return _placed(likeliest[0], shares, p_value, tuple(chosen), reason)


def _placed(
    topic: int, shares: np.ndarray, p_value: float, chosen: tuple[int, ...], reason: str
) -> Placed:
    """A placement in a topic; the runner-up is the nearest of the others."""
    others = [int(one) for one in np.argsort(-shares[:-1], kind="stable") if one != topic]
    runner_up = others[0] if others else NOISE
    return Placed(
        topic=topic,
        strength=0.0 if topic == NOISE else float(shares[topic]),
        runner_up=runner_up,
        runner_up_strength=float(shares[runner_up]) if others else 0.0,
        p_value=p_value,
        prediction_set=chosen,
        reason=reason,
    )
