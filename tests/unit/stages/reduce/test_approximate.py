"""What becomes of the candidates that a search for neighbours gives."""

import numpy as np

from topograph.core.neighbors import nearest_neighbors
from topograph.stages.reduce import approximate


def test_places_where_the_search_found_nothing_are_no_neighbours(monkeypatch):
    angles = np.radians([0, 10, 25, 45, 70, 100])
    vectors = np.column_stack([np.cos(angles), np.sin(angles)]).astype(np.float32)
    # as pynndescent fills up: the last document is not a neighbour of those that have too few
    found = np.array([[-1, 0, 1, 2], [-1, -1, 0, 1], [0, 1, 2, 3], [2, 3, 4, 5],
                      [-1, 3, 4, 5], [-1, 3, 4, 5]])  # fmt: skip
    monkeypatch.setattr(approximate, "_candidates", lambda *_: found)
    indices, distances = approximate.approximate_neighbors(vectors, 2)
    exact, exact_distances = nearest_neighbors(vectors, 2)
    assert indices.tolist() == exact.tolist()
    assert np.allclose(distances, exact_distances, atol=1e-6)
