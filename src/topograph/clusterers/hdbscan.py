"""HDBSCAN on every space: it finds the number of clusters, and noise.

Campello, Moulavi and Sander 2013, "Density-Based Clustering Based on Hierarchical Density
Estimates", https://doi.org/10.1007/978-3-642-37456-2_14, by the package hdbscan.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from topograph.clusterers.base import Clusterer, Fits, Points
from topograph.clusterers.sentences import Seal, consensus
from topograph.core.wording import Cite, counted
from topograph.errors import TopographError
from topograph.sections.base import Section
from topograph.system.parallel import fork_map

if TYPE_CHECKING:
    import numpy as np

    from topograph.clusterers.members import Member

#: A member in which one cluster holds more of the documents than this has collapsed.
COLLAPSED_FROM = 0.5


class HdbscanKeys(Section):
    """Keys of `hdbscan`."""

    min_samples: Annotated[int, Field(ge=1, le=1000)] = Field(
        1, description="HDBSCAN's caution. Larger: more noise, denser topics."
    )
    selection: Literal["auto", "eom", "leaf"] = Field(
        "auto",
        description="HDBSCAN's choice from its tree: `eom` the most persistent clusters, `leaf` "
        "the finest ones: more topics. `auto`: `leaf` below 500 documents, where few clusters "
        "persist, else `eom`.",
    )


def auto_selection(n: int) -> str:
    """HDBSCAN's choice: leaves for small corpora, where few clusters persist."""
    return "leaf" if n < 500 else "eom"


def fit(points: Points, keys: HdbscanKeys, threads: int) -> Fits:
    """Cluster every space."""
    n = len(points.vectors)
    choice = auto_selection(n) if keys.selection == "auto" else keys.selection
    labels, collapsed = hdbscan_members(
        points.ensemble(), points.least, keys.min_samples, choice, threads
    )
    used: dict[str, Any] = {
        "min_samples": keys.min_samples,
        "selection": choice,
        "collapsed_members": collapsed,
    }
    notes = []
    if collapsed:
        notes.append(
            f"{collapsed} of {len(labels)} members found one cluster that holds most documents; "
            "their topics are the leaves of the same tree instead"
        )
    return Fits(labels, used, notes)


def check(n: int, keys: HdbscanKeys) -> None:
    """Refuse more neighbours than there are documents."""
    if keys.min_samples >= n > 1:
        raise TopographError(
            f"cluster.min_samples is {keys.min_samples}, and the corpus has {n} documents.",
            "a document cannot have as many neighbours as there are documents.",
            f"set it to at most {n - 1}.",
        )


def hdbscan_members(
    members: list[Member], size: int, min_samples: int, selection: str, threads: int = 1
) -> tuple[np.ndarray, int]:
    """HDBSCAN for every member.

    Choosing the most persistent clusters (eom) sometimes gives two, one of which holds nearly
    everything; such a member takes the leaves of the same tree instead. A document that a member
    does not see goes with the nearest one that it sees.

    Parameters
    ----------
    members : list of Member
    size, min_samples : int
        Documents of the smallest cluster, and HDBSCAN's caution; at most n each. A member that
        sees a share of the documents asks for that share of the size.
    selection : {"eom", "leaf"}
    threads : int
        Processes to use; the result does not depend on it.

    Returns
    -------
    labels : ndarray of int64, shape (members, n)
        Clusters from 0 within each member, -1 for noise.
    collapsed : int
        Members that had to take the leaves.
    """
    import numpy as np

    from topograph.clusterers.members import spread

    def fit(member: Member) -> tuple[np.ndarray, bool]:
        points = member.points[member.seen].astype(np.float64)
        least = max(2, round(size * len(member.seen) / len(member.points)))
        labels = _hdbscan(points, least, min_samples, selection)
        collapsed = False
        if selection == "eom" and _largest_share(labels) > COLLAPSED_FROM:
            leaves = _hdbscan(points, least, min_samples, "leaf")
            if leaves.max() > labels.max():
                labels, collapsed = leaves, True
        return spread(member, labels), collapsed

    n = len(members[0].points)
    labels, collapsed = zip(*fork_map(fit, members, n, threads), strict=True)
    return np.stack(labels), sum(collapsed)


def _hdbscan(points: np.ndarray, size: int, min_samples: int, selection: str) -> np.ndarray:
    import numpy as np
    from hdbscan import HDBSCAN

    model = HDBSCAN(
        min_cluster_size=size,
        min_samples=min(min_samples, len(points) - 1),
        cluster_selection_method=selection,
        core_dist_n_jobs=1,
    )
    labels: np.ndarray = model.fit(points).labels_
    return labels.astype(np.int64)


def _largest_share(labels: np.ndarray) -> float:
    import numpy as np

    clustered = labels[labels >= 0]
    return float(np.bincount(clustered).max() / len(labels)) if len(clustered) else 0.0


def sentence(seal: Seal, cite: Cite) -> str:
    """The clusterings of the layouts, and their consensus."""
    summary, settings = seal["summary"], seal["settings"]["cluster"]
    text = (
        f"HDBSCAN ({cite('hdbscan')}; hdbscan {seal['versions']['hdbscan']}; "
        f"min_cluster_size {summary['min_cluster_size']}, min_samples {summary['min_samples']}, "
        f"{summary['selection']} selection) clustered each of the "
        f"{counted(summary['members'], 'layout')}"
    )
    if settings["resample"]:
        text += f", of a random {settings['resample']:.0%} of the documents each"
    if summary["collapsed_members"]:
        text += (
            f"; in {summary['collapsed_members']}, where one cluster held most documents, the "
            "leaves of its tree were taken"
        )
    return f"{text}. {consensus(seal, cite)}"


CLUSTERER = Clusterer(
    name="hdbscan",
    description="HDBSCAN on every space finds the number of topics, noise and stability, and its "
    "agreement weighs the neighbour graph, whose communities are the topics",
    keys=HdbscanKeys,
    fit=fit,
    check=check,
    of_graph=True,
    samples=True,
    sentence=sentence,
)
