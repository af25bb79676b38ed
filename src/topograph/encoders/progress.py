"""Progress of a long computation, as lines for a log instead of a progress bar."""

from __future__ import annotations

import time
from collections.abc import Callable

#: Seconds between two lines.
EVERY = 5.0
WIDTH = 24


class Progress:
    """Prints the progress of a computation, its speed and the remaining time.

    Parameters
    ----------
    name : str
        Stands before each line.
    total : int
        Documents in all.
    clock : callable, optional
        Seconds, from any start.
    """

    def __init__(self, name: str, total: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._name = name
        self._total = total
        self._clock = clock
        self._started = self._printed = clock()
        self._done = 0
        self._untimed = 0
        self._begun = False

    def advance(self, documents: int, computed: bool) -> None:
        """Add finished documents.

        Those found in the cache do not count for the speed, nor do the first that are computed:
        loading the encoder is in their time.
        """
        self._done += documents
        now = self._clock()
        if not (computed and self._begun):
            self._begun = computed
            self._untimed += documents
            self._started = now
        elif now - self._printed >= EVERY and self._done < self._total:
            self._printed = now
            print(self._line(now), flush=True)

    def _line(self, now: float) -> str:
        rate = (self._done - self._untimed) / max(now - self._started, 1e-9)
        left = (self._total - self._done) / rate
        filled = WIDTH * self._done // self._total
        bar = "#" * filled + "." * (WIDTH - filled)
        return (
            f"{self._name}: [{bar}] {self._done}/{self._total} documents, "
            f"{rate:.1f} per second, {duration(left)} left"
        )


def duration(seconds: float) -> str:
    """A duration for people.

    >>> duration(42.3), duration(754), duration(7500)
    ('42 s', '13 min', '2 h 05 min')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60:02d} min"
