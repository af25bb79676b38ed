"""Numbers of documents and topics, and sizes of topics."""

from __future__ import annotations

from topograph.core.topics import NOISE
from topograph.measures.base import COUNTED, Group, Measure, Measured, Subject
from topograph.measures.notapplicable import NotApplicable, Value


def _compute(subject: Subject) -> Measured:
    import numpy as np

    topics, assigned = subject.topics, subject.assigned
    n = len(subject.documents)
    sizes = topics["size"].to_numpy()
    noise = assigned == NOISE
    nearest = subject.assignments["nearest_topic"].to_numpy()[noise]
    beside = np.array([(nearest == topic).sum() for topic in topics["topic"]])
    shares = sizes / sizes.sum()
    evenness: Value = (
        float(min(1.0, -(shares * np.log(shares)).sum() / np.log(len(shares))))
        if len(shares) > 1
        else NotApplicable("there is one topic only")
    )
    values: dict[str, Value] = {
        "documents": n,
        "topics": len(topics),
        "noise_share": float(noise.mean()),
        "smallest_topic": int(sizes.min()),
        "median_topic": float(np.median(sizes)),
        "largest_topic": int(sizes.max()),
        "largest_topic_share": float(sizes.max() / n),
        "size_evenness": evenness,
    }
    by_topic = {"share": sizes / n, "noise_share": beside / (sizes + beside)}
    return Measured(values, {name: list(map(float, column)) for name, column in by_topic.items()})


GROUP = Group(
    (
        Measure("documents", "1 or more", "neither", "number of documents", COUNTED),
        Measure("topics", "1 or more", "neither", "number of topics", COUNTED),
        Measure("noise_share", "0 to 1", "lower", "share of documents in no topic", COUNTED),
        Measure(
            "smallest_topic", "1 or more", "neither", "documents of the smallest topic", COUNTED
        ),
        Measure("median_topic", "1 or more", "neither", "documents of the median topic", COUNTED),
        Measure("largest_topic", "1 or more", "neither", "documents of the largest topic", COUNTED),
        Measure(
            "largest_topic_share",
            "0 to 1",
            "lower",
            "share of all documents in the largest topic",
            COUNTED,
        ),
        Measure(
            "size_evenness",
            "0 to 1",
            "neither",
            "how alike the topics' sizes are: their entropy, divided by that of equal sizes",
            "Pielou 1966, doi:10.1016/0022-5193(66)90013-0",
        ),
    ),
    _compute,
    ("share", "noise_share"),
)
