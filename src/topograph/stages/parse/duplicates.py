"""Duplicates: equal after normalisation, or nearly so (MinHash, then the exact similarity)."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice, pairwise
from typing import TYPE_CHECKING

from topograph.stages.parse.tokens import is_sign

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


def token_key(tokens: Sequence[str]) -> bytes:
    """Equal for texts that are equal after normalisation; see `topograph.stages.parse.tokens`."""
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


def signatures(texts: Sequence[Sequence[str]]) -> np.ndarray:
    """MinHash signatures (Broder 1997) of the texts' runs.

    Parameters
    ----------
    texts : sequence of sequence of str
        Words and signs of each text.

    Returns
    -------
    ndarray of uint32, shape (n, 128)
    """
    import numpy as np
    from rensa import RMinHash

    if not texts:
        return np.zeros((0, HASHES), dtype=np.uint32)
    rows = RMinHash.digest_matrix_from_flat_token_hashes(*_run_hashes(texts), HASHES, SEED)
    return np.asarray(rows.to_rows(), dtype=np.uint32)


def _run_hashes(texts: Sequence[Sequence[str]]) -> tuple[np.ndarray, np.ndarray]:
    """A number for each of the texts' `runs`, and the limits of those of each text.

    The numbers are made from those of single words: no text of a run is built.
    """
    import numpy as np

    sizes = np.fromiter(map(len, texts), np.int64, len(texts))
    single = np.concatenate([np.zeros(0, np.uint64), *map(_token_hashes, _pieces(texts))])
    long = sizes >= RUN_WORDS
    ends = np.cumsum(sizes)[long]
    is_run = np.ones(len(single), dtype=bool)
    is_run[ends - 1] = is_run[ends - 2] = False  # no run of three begins there
    runs = single.copy()
    if len(single) >= RUN_WORDS:
        first = single[:-2] * np.uint64(_ODD) + single[1:-1]
        runs[:-2] = first * np.uint64(_ODD) + single[2:]
    short = np.repeat(~long, sizes)
    runs[short] = single[short]
    counts = np.where(long, sizes - RUN_WORDS + 1, sizes)
    return runs[is_run], np.concatenate([[0], np.cumsum(counts)]).astype(np.uint64)


def _pieces(texts: Sequence[Sequence[str]]) -> Iterator[bytes]:
    """All tokens, each followed by a space, in chunks that fit in memory."""
    tokens = chain.from_iterable(texts)
    while piece := list(islice(tokens, TOKENS_AT_ONCE)):
        yield (" ".join(piece) + " ").encode("utf-8", "surrogatepass")


def _token_hashes(piece: bytes) -> np.ndarray:
    """A number for each token: a polynomial of its bytes (Karp and Rabin 1987), then mixed."""
    import numpy as np

    content = np.frombuffer(piece, dtype=np.uint8)
    ends = np.flatnonzero(content == ord(" ")) + 1
    starts = np.concatenate([[0], ends[:-1]])
    starts_of = np.repeat(starts.astype(np.int32), ends - starts)
    places = np.arange(len(content), dtype=np.int32) - starts_of
    powers = np.multiply.accumulate(np.full(MAX_POWER, _ODD, dtype=np.uint64))
    hashes = np.add.reduceat(content * powers[places % MAX_POWER], starts)
    hashes = (hashes ^ (hashes >> np.uint64(32))) * np.uint64(_MIXER)
    mixed: np.ndarray = hashes ^ (hashes >> np.uint64(32))
    return mixed


#: Tokens hashed at once, and the powers used; those of longer tokens are used again.
TOKENS_AT_ONCE = 10_000
MAX_POWER = 1 << 8
_ODD, _MIXER = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93


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
    differ: Callable[[int, int], bool] = lambda *_: False,
) -> dict[int, int]:
    """Find near-duplicates; the earlier one in `order` is kept.

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
    differ : callable
        Whether two rows are of different works, whatever their texts.

    Returns
    -------
    dict
        Row of a near-duplicate to the kept row it is nearest to (the earliest of equals).
    """
    import numpy as np

    rows = rows_of_a_band(threshold)
    chosen = np.asarray(order, dtype=np.int64)
    if len(chosen) < 2:
        return {}
    kept: dict[tuple[int, int], list[int]] = {}
    rank: dict[int, int] = {}  # of the kept rows, in their order
    found: dict[int, int] = {}
    for place, keys in _shared_buckets(signed, chosen, rows):
        row = int(chosen[place])
        meetings = Counter(other for key in keys for other in kept.get(key, ()))
        if meetings:
            own = tokens_of_row(row)
            own_runs = set(runs(own))
            likely = sorted(meetings, key=lambda other: (-meetings[other], rank[other]))
            best = (0.0, 0, -1)
            for other in likely[:COMPARED]:
                theirs = tokens_of_row(other)
                if not differ_in_sign(own, theirs) and not differ(row, other):
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


def _shared_buckets(
    signed: np.ndarray, chosen: np.ndarray, rows: int
) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Places among the chosen that share a bucket with others, and these buckets.

    Only what is shared is held in memory, which in most corpora is little.
    """
    import numpy as np

    shared: list[tuple[np.ndarray, np.ndarray]] = []
    for band in range(HASHES // rows):
        values = _mix(signed[:, band * rows : (band + 1) * rows])[chosen]
        order = np.argsort(values)
        same = np.flatnonzero(values[order[1:]] == values[order[:-1]])
        places = np.unique(np.concatenate([order[same], order[same + 1]]))
        shared.append((places, values[places]))
    bands = np.repeat(np.arange(len(shared)), [len(places) for places, _ in shared])
    places = np.concatenate([own for own, _ in shared])
    values = np.concatenate([own for _, own in shared])
    order = np.argsort(places, kind="stable")
    starts = np.flatnonzero(np.diff(places[order], prepend=-1))
    for start, end in pairwise([*starts.tolist(), len(order)]):
        own = order[start:end]
        keys = list(zip(bands[own].tolist(), values[own].tolist(), strict=True))
        yield int(places[own[0]]), keys


def _mix(columns: np.ndarray) -> np.ndarray:
    """One 64-bit number for each row of a few 32-bit ones."""
    import numpy as np

    mixed = np.zeros(len(columns), dtype=np.uint64)
    for column in columns.T:
        mixed = (mixed ^ column.astype(np.uint64)) * np.uint64(_ODD)
        mixed ^= mixed >> np.uint64(29)
    return mixed


def _jaccard(first: set[str], second: set[str]) -> float:
    union = len(first | second)
    return len(first & second) / union if union else 0.0
