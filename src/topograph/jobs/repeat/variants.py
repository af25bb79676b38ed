"""Differences of a repeat from the run: random seeds, or the processor to compile for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from topograph.config.evaluate import MOST_REPEATS
from topograph.system.numbacache import VARIABLE, cache_folder

#: The repeat that has the run's seeds and is compiled for a generic processor.
GENERIC = 0
#: Random seeds are below this number, like `reduce.seed` and `cluster.seed`.
SEEDS = 2**31
#: Spawn key, so that the seeds differ from those that stages draw from the same seed.
OF_REPEATS = 1
#: Seeds that are drawn, for any number of repeats: more than there can be repeats.
DRAWN = 2 * MOST_REPEATS


def repeat_seed(seed: int, number: int) -> int:
    """The seed of a repeat, drawn from the run's seed; different for each number.

    Parameters
    ----------
    seed : int
        The run's, from 0 to 2**31 - 1.
    number : int
        Of the repeat, from 0 to 50; number 0 has the run's seed.

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

    numba reads its target when it is imported, so it is set in the environment of a process. Code
    for a generic processor has its own cache folder, since repeats run in parallel.
    """
    if number != GENERIC:
        return dict(environment)
    folder = cache_folder(environment) / "generic"
    return dict(environment) | {"NUMBA_CPU_NAME": "generic", VARIABLE: str(folder)}
