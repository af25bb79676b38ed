"""Measures of the separation of topics in the embedding space."""

from __future__ import annotations

from topograph.core.topics import NOISE
from topograph.measures.base import Group, Measure, Measured, Subject
from topograph.measures.notapplicable import NotApplicable, Value


def _compute(subject: Subject) -> Measured:
    silhouette, by_silhouette = _silhouette(subject)
    validity, by_density = _density(subject)
    return Measured(
        {"silhouette": silhouette, "dbcv": validity},
        {"silhouette": by_silhouette, "dbcv": by_density},
    )


def _silhouette(subject: Subject) -> tuple[Value, list[Value]]:
    import numpy as np

    from topograph.measures.silhouette import silhouettes

    count, assigned = len(subject.topics), subject.assigned
    found = silhouettes(subject.vectors, assigned)
    if isinstance(found, NotApplicable):
        return found, [found] * count
    sizes = np.bincount(assigned[assigned >= 0], minlength=count)
    alone = NotApplicable("the topic has one document")
    by_topic = [
        alone if size == 1 else value
        for size, value in zip(sizes, subject.means(found, assigned), strict=True)
    ]
    return float(found[assigned != NOISE].mean()), by_topic


def _density(subject: Subject) -> tuple[Value, list[Value]]:
    import numpy as np

    from topograph.measures.density import dbcv

    count = len(subject.topics)
    density = dbcv(subject.vectors[subject.rows], subject.assigned[subject.rows])
    if isinstance(density, NotApplicable):
        return density, [density] * count
    few = NotApplicable("fewer than two documents of the topic are in the sample")
    found = np.full(count, np.nan)
    found[: len(density[1])] = density[1]
    return density[0], [few if np.isnan(value) else float(value) for value in found]


GROUP = Group(
    (
        Measure(
            "silhouette",
            "-1 to 1",
            "higher",
            "documents nearer to their own topic than to the next, by cosine of the embeddings; "
            "without noise",
            "Rousseeuw 1987, doi:10.1016/0377-0427(87)90125-7",
            logged=True,
        ),
        Measure(
            "dbcv",
            "-1 to 1",
            "higher",
            "topics dense and the space between them empty, by Euclidean distance of the "
            "embeddings; noise lowers it by its share",
            "Moulavi et al. 2014, doi:10.1137/1.9781611973440.96",
        ),
    ),
    _compute,
    ("silhouette", "dbcv"),
)
