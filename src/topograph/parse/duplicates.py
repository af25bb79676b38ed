"""Duplicates: equal after normalisation, or nearly so (MinHash, then the exact similarity)."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from topograph.parse.tokens import is_sign

if TYPE_CHECKING:
    import numpy as np

#: Hash functions of a signature, and the seed that fixes them.
HASHES = 128
SEED = 42
#: Words of a run that is compared.
RUN_WORDS = 3
#: Rows kept in a bucket of LSH. A bucket with more holds what a template writes into every text;
#: comparing all of them would take a time that grows with the square of the corpus.
BUCKET = 16
#: Candidates whose similarity is computed, those that meet in most buckets first.
COMPARED = 8
#: Chance that a pair at the threshold is found.
RECALL = 0.99

#: Shorter texts, in tokens, that differ in a sign say different things.
SHORT_TOKENS = 50


def text_key(tokens: Sequence[str]) -> bytes:
    """Equal for texts that are equal after normalisation; see `topograph.parse.tokens`."""
    return hashlib.blake2b(
        " ".join(tokens).encode("utf-8", "surrogatepass"), digest_size=16
    ).digest()


def runs(tokens: Sequence[str]) -> list[str]:
    """Runs of three words and signs; the single ones of texts shorter than that.

    >>> runs(["a", "b", "c", "d"]), runs(["a", "b"])
    (['a b c', 'b c d'], ['a', 'b'])
    """
    if len(tokens) < RUN_WORDS:
        return list(tokens)
    return [f"{a} {b} {c}" for a, b, c in zip(tokens, tokens[1:], tokens[2:], strict=False)]


def differ_in_sign(first: Sequence[str], second: Sequence[str]) -> bool:
    """Whether two texts are short and do not have the same signs.

    >>> differ_in_sign(["so", "great", "😀"], ["so", "great", "😡"])
    True
    """
    if min(len(first), len(second)) >= SHORT_TOKENS:
        return False
    return Counter(filter(is_sign, first)) != Counter(filter(is_sign, second))


def signatures(runs_of_texts: Sequence[Sequence[str]]) -> np.ndarray:
    """MinHash signatures (Broder 1997), one row of 128 uint32 a text."""
    import numpy as np
    from rensa import RMinHash

    if not runs_of_texts:
        return np.zeros((0, HASHES), dtype=np.uint32)
    rows = RMinHash.digest_matrix_from_token_sets(list(map(list, runs_of_texts)), HASHES, SEED)
    return np.asarray(rows.to_rows(), dtype=np.uint32)


def rows_of_a_band(threshold: float) -> int:
    """Hashes of a band of LSH: as many as still find a pair at the threshold.

    >>> rows_of_a_band(0.7), rows_of_a_band(0.9)
    (4, 10)
    """
    return max(
        (rows for rows in range(1, 17) if 1 - (1 - threshold**rows) ** (HASHES // rows) >= RECALL),
        default=1,
    )


def near_duplicates(
    signed: np.ndarray,
    order: Sequence[int],
    tokens_of_row: Callable[[int], Sequence[str]],
    threshold: float,
) -> dict[int, int]:
    """Find near-duplicates, the earlier in `order` being kept.

    Parameters
    ----------
    signed : ndarray of uint32, shape (n, 128)
        Signatures of all texts.
    order : sequence of int
        Rows to compare; of two near-duplicates the earlier is kept.
    tokens_of_row : callable
        Gives a row's words and signs, for the exact similarity.
    threshold : float
        Jaccard similarity of the sets of runs from which two texts are near-duplicates, if they
        do not differ in sign (`differ_in_sign`).

    Returns
    -------
    dict
        Row of a near-duplicate to the kept row it is nearest to (the earliest of equals).
    """
    import numpy as np

    rows = rows_of_a_band(threshold)
    bands = HASHES // rows
    chosen = np.asarray(order, dtype=np.int64)
    if len(chosen) < 2:
        return {}
    mixed = np.empty((len(chosen), bands), dtype=np.uint64)
    for band in range(bands):
        mixed[:, band] = _mix(signed[chosen, band * rows : (band + 1) * rows])
    shared = np.zeros_like(mixed, dtype=bool)
    for band in range(bands):
        _, inverse, counts = np.unique(mixed[:, band], return_inverse=True, return_counts=True)
        shared[:, band] = counts[inverse] > 1
    kept: dict[tuple[int, int], list[int]] = {}
    rank: dict[int, int] = {}  # of the kept rows, in their order
    found: dict[int, int] = {}
    for place in np.flatnonzero(shared.any(axis=1)):
        row = int(chosen[place])
        keys = [(int(band), int(mixed[place, band])) for band in np.flatnonzero(shared[place])]
        meetings = Counter(other for key in keys for other in kept.get(key, ()))
        if meetings:
            own = tokens_of_row(row)
            own_runs = set(runs(own))
            likely = sorted(meetings, key=lambda other: (-meetings[other], rank[other]))
            best = (0.0, 0, -1)
            for other in likely[:COMPARED]:
                theirs = tokens_of_row(other)
                if not differ_in_sign(own, theirs):
                    alike = _jaccard(own_runs, set(runs(theirs)))
                    best = max(best, (alike, -rank[other], other))
            if best[0] >= threshold:
                found[row] = best[2]
                continue
        rank[row] = len(rank)
        for key in keys:
            bucket = kept.setdefault(key, [])
            if len(bucket) < BUCKET:
                bucket.append(row)
    return found


def _mix(columns: np.ndarray) -> np.ndarray:
    """One 64-bit number for each row of a few 32-bit ones."""
    import numpy as np

    mixed = np.zeros(len(columns), dtype=np.uint64)
    for column in columns.T:
        mixed = (mixed ^ column.astype(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    return mixed


def _jaccard(first: set[str], second: set[str]) -> float:
    union = len(first | second)
    return len(first & second) / union if union else 0.0
