"""All clusterers, in the order in which the documentation lists them.

To add one, write its module and add a line here. The values of `cluster.method`, the keys of the
section `cluster`, their table in `config/README.md`, the methods paragraph and the versions that
are recorded follow.
"""

from __future__ import annotations

from topograph.clusterers import (
    agglomerative,
    hdbscan,
    kmeans,
    leiden,
    spherical_kmeans,
)
from topograph.clusterers.base import Clusterer
from topograph.sections.choices import chosen

CLUSTERERS: dict[str, Clusterer] = {
    own.name: own
    for own in (
        hdbscan.CLUSTERER,
        kmeans.CLUSTERER,
        spherical_kmeans.CLUSTERER,
        agglomerative.CLUSTERER,
        leiden.CLUSTERER,
    )
}


def clusterer_named(name: str) -> Clusterer:
    """A clusterer by its name.

    Raises
    ------
    TopographError
        If there is none of this name.
    """
    return chosen(CLUSTERERS, name, "clusterer")
