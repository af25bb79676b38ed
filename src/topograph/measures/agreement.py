"""Agreement of a run's topics with those of its repeats."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from topograph.measures.notapplicable import NotApplicable, Value

if TYPE_CHECKING:
    import numpy as np

#: The measures, in the order of metrics.json.
OF_REPEATS = ("agreement_seeds", "agreement_seeds_least", "agreement_processors")


@dataclass(frozen=True)
class Repeats:
    """The topics of each document (int64, shape (n,)), found several times; -1 for noise.

    Attributes
    ----------
    run : ndarray
        As found for the run, before curation.
    seeds : sequence of ndarray
        With other random seeds; one at least.
    generic : ndarray
        With the run's seed, compiled for a generic processor.
    """

    run: np.ndarray
    seeds: Sequence[np.ndarray]
    generic: np.ndarray


def repeat_agreement(repeats: Repeats | None) -> dict[str, Value]:
    """Agreement over random seeds and over processors.

    The adjusted Rand index (Hubert and Arabie 1985), noise counted as one more topic: of all pairs
    among the run and its repeats with other seeds, mean and least; and of the run and the repeat
    for a generic processor.

    Returns
    -------
    dict
        A value for each of `OF_REPEATS`.
    """
    if repeats is None:
        return dict.fromkeys(OF_REPEATS, NotApplicable("evaluate.repeats is 0"))
    from sklearn.metrics import adjusted_rand_score

    pairs = combinations([repeats.run, *repeats.seeds], 2)
    over_seeds = [float(adjusted_rand_score(one, other)) for one, other in pairs]
    return {
        "agreement_seeds": math.fsum(over_seeds) / len(over_seeds),
        "agreement_seeds_least": min(over_seeds),
        "agreement_processors": float(adjusted_rand_score(repeats.run, repeats.generic)),
    }
