"""The distinct values of a column, in bounded memory and in any order."""

from __future__ import annotations

import zlib

#: Different values that are kept; up to so many all are.
KEPT = 2000
#: Characters of a value that are kept.
KEPT_CHARACTERS = 400
_HASHES = 2**32


class Sample:
    """A sample of the distinct values of a column, with the frequency of each.

    Kept are the values with the smallest hashes: a fair sample that neither the order of values nor
    their number in a batch changes (Bar-Yossef et al. 2002, doi:10.1007/3-540-45726-7_1). Their
    counts are exact.

    >>> sample = Sample()
    >>> for value in "abca":
    ...     sample.add(value)
    >>> sample.counts, sample.distinct, sample.exact
    ({'a': 2, 'b': 1, 'c': 1}, 3, True)
    """

    def __init__(self, kept: int = KEPT) -> None:
        self._counts: dict[str, int] = {}
        self._kept = kept
        self._bound = _HASHES

    def add(self, text: str) -> None:
        """Add a value."""
        counts = self._counts
        if len(text) > KEPT_CHARACTERS:
            text = f"{text[:KEPT_CHARACTERS]}…{_hash(text):08x}"
        if text in counts:
            counts[text] += 1
        elif self._bound == _HASHES or _hash(text) < self._bound:
            counts[text] = 1
            if len(counts) > 2 * self._kept:
                self._prune()

    @property
    def counts(self) -> dict[str, int]:
        """How often each of the kept values occurs; long ones are cut."""
        if len(self._counts) > self._kept:
            self._prune()
        return self._counts

    @property
    def exact(self) -> bool:
        """Whether all different values are kept."""
        return len(self.counts) <= self._kept and self._bound == _HASHES

    @property
    def distinct(self) -> int:
        """How many different values there are; an estimate, if not all are kept."""
        return round(len(self.counts) * _HASHES / self._bound)

    def _prune(self) -> None:
        hashes = sorted((_hash(text), text) for text in self._counts)
        self._bound = hashes[self._kept][0]
        self._counts = {text: self._counts[text] for value, text in hashes if value < self._bound}


def _hash(text: str) -> int:
    return zlib.crc32(text.encode("utf-8", "surrogatepass"))
