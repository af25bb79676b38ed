"""The tables of a sweep: its points with their measures, and the topics that recur."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topograph.jobs.sweep.claims import PointData, evaluate_claim
from topograph.jobs.sweep.comparing import (
    Interaction,
    agreement_with_neighbours,
    main_effects,
    pareto_front,
    strongest_interaction,
)
from topograph.jobs.sweep.comparison import Comparison
from topograph.jobs.sweep.design import neighbouring
from topograph.jobs.sweep.persistence import PersistentTopic, persistent_topics
from topograph.jobs.sweep.reading import PointResults, read_columns
from topograph.system.jsontext import canonical_json
from topograph.web.pages import setting_text

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

#: The measure that a sweep adds to those of each point.
AGREEMENT = "agreement_with_neighbours"
#: Measures of the Pareto front that the table marks; the page can choose others.
FRONT = ("document_stability", "coherence_npmi", "diversity", "noise_share")


def point_table(compared: Comparison) -> pd.DataFrame:
    """One row per point: identifier, values of the keys as JSON, measures, Pareto front.

    Columns are `point`, `folder`, a column for each key that varies, a column (float64) for each
    measure that has a value at one point at least, `agreement_with_neighbours`, and `front`.
    """
    import numpy as np
    import pandas as pd

    points = compared.points
    table = pd.DataFrame(
        {"point": [own.point_id for own in points], "folder": [own.folder for own in points]}
    )
    for axis in compared.axes:
        table[axis["key"]] = [canonical_json(own.values[axis["key"]]) for own in points]
    for name in points[0].measures:
        values = [own.measures[name]["value"] for own in points]
        if any(value is not None for value in values):
            table[name] = np.array([np.nan if own is None else own for own in values], dtype=float)
    pairs = neighbouring(compared.ranks)
    table[AGREEMENT] = agreement_with_neighbours(compared.partitions, pairs)
    table["front"] = pareto_front(oriented(table, FRONT, points[0].measures))
    return table


def oriented(
    table: pd.DataFrame, names: Sequence[str], measures: Mapping[str, Mapping[str, Any]]
) -> np.ndarray:
    """Columns of measures, as far as the table has them, so that higher is better."""
    import numpy as np

    present = [name for name in names if name in table]
    signs = [-1.0 if measures[name]["better"] == "lower" else 1.0 for name in present]
    values: np.ndarray = table[present].to_numpy(dtype=float) * np.array(signs)
    return values


def effects(
    table: pd.DataFrame, compared: Comparison
) -> dict[str, tuple[np.ndarray, Interaction | None]]:
    """For each measure, the share of its variance that each axis explains, and the strongest pair.

    Measures that do not vary are left out.
    """
    import numpy as np

    found = {}
    for name in measure_names(table, compared.points):
        values = table[name].to_numpy()
        shares = main_effects(values, compared.groups)
        if not np.isnan(shares).all():
            found[name] = (shares, strongest_interaction(values, compared.groups))
    return found


def measure_names(table: pd.DataFrame, points: Sequence[PointResults]) -> list[str]:
    """The columns of a table of points that are measures."""
    return [name for name in (*points[0].measures, AGREEMENT) if name in table]


def topic_table(compared: Comparison) -> tuple[pd.DataFrame, list[PersistentTopic]]:
    """One row per topic found at one or several points, the most frequent first.

    Columns are `label`, `points` (at how many it was found), `similarity`, `size`, `labels` (all
    its names) and `found` (JSON: the topic's number by point).
    """
    import pandas as pd

    points = compared.points
    topics = persistent_topics(compared.partitions, [own.labels for own in points])
    rows = [
        {
            "label": own.label,
            "points": len(own.found),
            "similarity": own.similarity,
            "size": own.size,
            "labels": list(own.labels),
            "found": json.dumps({points[point].point_id: topic for point, topic in own.found}),
        }
        for own in topics
    ]
    columns = ["label", "points", "similarity", "size", "labels", "found"]
    return pd.DataFrame(rows, columns=columns), topics


def claim_table(
    points: Sequence[PointResults], claims: Mapping[str, Mapping[str, Any]], folder: Path
) -> pd.DataFrame:
    """One row per claim and point.

    Columns are `claim`, `point`, `holds` (null if it cannot be computed), `estimate` with the ends
    `low` and `high` of its interval of 95 %, `topic` (the name of the topic found), and `reason`.

    Parameters
    ----------
    points : sequence of PointResults
    claims : mapping
        See `topograph.config.claims.Claim`.
    folder : Path
        `results/sweeps/NAME`.

    Raises
    ------
    TopographError
        If the documents lack a column that a claim names.
    """
    import pandas as pd

    columns = [own["column"] for own in claims.values() if own["column"]]
    rows = []
    known: dict[Path, pd.DataFrame] = {}  # most points share their documents
    for point in points if claims else ():
        own_documents = (folder / point.folder / "parse").resolve()
        if own_documents not in known:
            known[own_documents] = read_columns(own_documents, columns)
        documents = known[own_documents]
        data = PointData(point.doc_ids, point.assigned, point.terms, point.labels, documents)
        for name, claim in claims.items():
            own = evaluate_claim(data, claim)
            rows.append(
                (name, point.point_id, own.holds, own.value, own.low, own.high, own.topic,
                 own.reason)
            )  # fmt: skip
    table = pd.DataFrame(
        rows, columns=["claim", "point", "holds", "estimate", "low", "high", "topic", "reason"]
    )
    order = {name: place for place, name in enumerate(claims)}
    table = table.sort_values("claim", key=lambda own: own.map(order), kind="stable")
    return table.astype({"holds": "boolean"}).reset_index(drop=True)


def failing_choice(holds: Sequence[bool | None], compared: Comparison) -> str:
    """The key that explains best where a claim fails, with the value at which it fails most often.

    Empty if it holds everywhere, or nowhere.
    """
    import numpy as np

    values = np.array([np.nan if own is None else float(own) for own in holds])
    known = ~np.isnan(values)
    if not known.any() or values[known].min() == values[known].max():
        return ""
    axis = int(np.nanargmax(main_effects(values, compared.groups)))
    key = compared.axes[axis]["key"]
    by_value: dict[str, list[float]] = {}
    for own, value in zip(compared.points, values, strict=True):
        if value == value:
            by_value.setdefault(setting_text(own.values[key]), []).append(value)
    worst = min(by_value, key=lambda name: sum(by_value[name]) / len(by_value[name]))
    return f"{key} {worst}"
