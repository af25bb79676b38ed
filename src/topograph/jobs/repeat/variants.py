"""In what a repeat differs from the run: its random seeds, or the processor it is compiled for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from topograph.config.evaluate import MOST_REPEATS
from topograph.system.numbacache import VARIABLE, cache_folder

#: The repeat that keeps the run's seeds and is compiled for a generic processor.
GENERIC = 0
#: Random seeds are whole numbers below this, as `reduce.seed` and `cluster.seed` are.
SEEDS = 2**31
#: Tells the seeds of repeats from those that stages draw from the same seed.
OF_REPEATS = 1
#: So many are drawn, whatever the number asked for: more than there can be repeats.
DRAWN = 2 * MOST_REPEATS


def repeat_seed(seed: int, number: int) -> int:
    """The seed of a repeat, drawn from the run's: another one for each number.

    Parameters
    ----------
    seed : int
        The run's, from 0 to 2**31 - 1.
    number : int
        Of the repeat, from 0 to 50; number 0 keeps the run's seed.

    Returns
    -------
    int
        From 0 to 2**31 - 1.
    """
    import numpy as np

    source = np.random.SeedSequence(seed, spawn_key=(OF_REPEATS,))
    drawn = (int(one) % SEEDS for one in source.generate_state(DRAWN, np.uint32))
    return list(dict.fromkeys([seed, *drawn]))[number]


def repeat_settings(settings: Mapping[str, Any], number: int) -> dict[str, Any]:
    """The settings of a repeat: the run's, with other seeds.

    Parameters
    ----------
    settings : mapping
        The sections `reduce` and `cluster` of the run.
    number : int
        Of the repeat.
    """
    return {
        section: keys | {"seed": repeat_seed(keys["seed"], number)}
        for section, keys in settings.items()
    }


def repeat_environment(environment: Mapping[str, str], number: int) -> dict[str, str]:
    """The environment of a repeat's processes.

    numba reads its target when it is imported, so the environment of a process decides it. What is
    compiled for a generic processor has a folder of its own: repeats run side by side.
    """
    if number != GENERIC:
        return dict(environment)
    folder = cache_folder(environment) / "generic"
    return dict(environment) | {"NUMBA_CPU_NAME": "generic", VARIABLE: str(folder)}
