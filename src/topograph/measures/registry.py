"""All measures, in the order of `evaluate/metrics.json`.

To add one, write its module and add a line here; the keys of the section `evaluate`, the columns of
`evaluate/topics.parquet` and the report follow.
"""

from __future__ import annotations

from topograph.measures import (
    labels,
    mapquality,
    repeats,
    separation,
    sizes,
    stability,
    terms,
)
from topograph.measures.base import Group, Measure

GROUPS: tuple[Group, ...] = (
    sizes.GROUP,
    terms.GROUP,
    separation.GROUP,
    stability.GROUP,
    repeats.GROUP,
    mapquality.GROUP,
    labels.GROUP,
)
MEASURES: dict[str, Measure] = {own.name: own for group in GROUPS for own in group.measures}
#: Measures of each topic: columns of `evaluate/topics.parquet`.
TOPIC_COLUMNS: tuple[str, ...] = tuple(column for group in GROUPS for column in group.columns)
