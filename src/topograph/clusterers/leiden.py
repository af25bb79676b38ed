"""Leiden: the communities of the neighbour graph alone. The stage `cluster` finds them."""

from __future__ import annotations

from topograph.clusterers.base import Clusterer
from topograph.clusterers.sentences import consensus

CLUSTERER = Clusterer(
    name="leiden",
    description="the communities of the neighbour graph alone",
    fit=None,
    of_graph=True,
    sentence=consensus,
)
