"""How far the repeated partitions of `cluster` agree with the topics."""

from __future__ import annotations

from topograph.measures.base import Group, Measure, Measured, Subject
from topograph.measures.notapplicable import NotApplicable


def _compute(subject: Subject) -> Measured:
    if subject.partitions < 2:
        alone = NotApplicable("one clustering has no other to agree with")
        names = ("document_stability", "topic_stability")
        return Measured(dict.fromkeys(names, alone), {"stability": [alone] * len(subject.topics)})
    return Measured(
        {
            "document_stability": float(subject.assignments["stability"].mean()),
            "topic_stability": float(subject.topics["stability"].mean()),
        },
        {"stability": [float(value) for value in subject.topics["stability"]]},
    )


GROUP = Group(
    (
        Measure(
            "document_stability",
            "0 to 1",
            "higher",
            "share of the repeated partitions that agree on a document's topic, or of the members "
            "on noise; mean",
            "Strehl and Ghosh 2002, JMLR 3:583-617",
        ),
        Measure(
            "topic_stability",
            "0 to 1",
            "higher",
            "Jaccard index of a topic's best match in each repeated partition, mean",
            "Hennig 2007, doi:10.1016/j.csda.2006.11.025",
            logged=True,
        ),
    ),
    _compute,
    ("stability",),
)
