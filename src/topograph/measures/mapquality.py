"""How well the map shows the neighbourhoods of the embeddings."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from topograph.measures.base import Group, Measure, Measured, Subject
from topograph.measures.notapplicable import NotApplicable, Value
from topograph.sections.base import Auto, Section


class MapKeys(Section):
    """Keys of the measures of the map."""

    trustworthiness_neighbors: Auto | Annotated[int, Field(ge=1, le=200)] = Field(
        "auto", description="Neighbourhood size at which the map's trustworthiness is measured."
    )


def auto_trustworthiness_neighbors(n: int) -> int:
    """15, or less than half of a small corpus."""
    return max(1, min(15, (n - 1) // 2))


def _compute(subject: Subject) -> Measured:
    from topograph.measures.trustworthiness import neighbour_preservation, trustworthiness

    asked = subject.settings.trustworthiness_neighbors
    near = auto_trustworthiness_neighbors(len(subject.documents)) if asked == "auto" else int(asked)
    assigned = subject.assigned
    values: dict[str, Value] = {}
    by_topic: dict[str, list[Value]] = {}
    for name, found, topics in (
        (
            "trustworthiness",
            trustworthiness(subject.vectors, subject.points, near, subject.rows),
            assigned[subject.rows],
        ),
        (
            "neighbour_preservation",
            neighbour_preservation(subject.indices, subject.points),
            assigned,
        ),
    ):
        if isinstance(found, NotApplicable):
            values[name], by_topic[name] = found, [found] * len(subject.topics)
        else:
            values[name], by_topic[name] = float(found.mean()), subject.means(found, topics)
    return Measured(values, by_topic, {"trustworthiness_neighbors": near})


GROUP = Group(
    (
        Measure(
            "trustworthiness",
            "0 to 1",
            "higher",
            "neighbours on the map that are neighbours among the embeddings",
            "Venna and Kaski 2001, doi:10.1007/3-540-44668-0_68",
            logged=True,
        ),
        Measure(
            "neighbour_preservation",
            "0 to 1",
            "higher",
            "share of nearest neighbours among the embeddings that stay nearest on the map",
            "Lee and Verleysen 2009, doi:10.1016/j.neucom.2008.12.017",
        ),
    ),
    _compute,
    ("trustworthiness", "neighbour_preservation"),
    MapKeys,
)
