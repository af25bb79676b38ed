"""Names on a map, moved until they do not overlap."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

ROUNDS = 400
#: Room between two names, in pixels.
GAP = 2.0


def place_apart(centres: np.ndarray, sizes: np.ndarray, room: tuple[float, float]) -> np.ndarray:
    """Move boxes as little as possible, until none covers another.

    In each round every two boxes that overlap push each other away, in the direction that takes
    less. What still overlaps in the end is for the caller to leave out (`covered`).

    Parameters
    ----------
    centres : ndarray of float, shape (n, 2)
        Where the boxes would stand, in pixels from a corner of the room.
    sizes : ndarray of float, shape (n, 2)
        Their widths and heights, in pixels.
    room : tuple of float
        Width and height within which they stay, in pixels.

    Returns
    -------
    ndarray of float64, shape (n, 2)
    """
    import numpy as np

    half = (sizes + GAP) / 2
    low, high = half, np.maximum(np.array(room) - half, half)
    # shift boxes at the same place by their number, so that they can be separated
    placed = np.clip(centres + np.arange(len(centres))[:, None] * [1e-4, 1e-3], low, high)
    others = ~np.eye(len(centres), dtype=bool)
    for _ in range(ROUNDS):
        gaps = placed[:, None] - placed
        overlap = half[:, None] + half - np.abs(gaps)
        touching = (overlap[..., 0] > 1e-6) & (overlap[..., 1] > 1e-6) & others
        if not touching.any():
            break
        sideways = overlap[..., 0] < overlap[..., 1]
        push = np.where(np.stack([sideways, ~sideways], axis=2), overlap, 0) * np.sign(gaps)
        placed = placed + 0.5 * np.where(touching[..., None], push, 0).sum(axis=1)
        placed = np.clip(placed, low, high)
    return placed


def covered(centres: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """Which boxes lie over an earlier one that is kept: bool, shape (n,)."""
    import numpy as np

    half = sizes / 2
    hidden = np.zeros(len(centres), dtype=bool)
    for number in range(len(centres)):
        before = np.flatnonzero(~hidden[:number])
        gaps = np.abs(centres[number] - centres[before])
        hidden[number] = (gaps < half[number] + half[before]).all(axis=1).any()
    return hidden
