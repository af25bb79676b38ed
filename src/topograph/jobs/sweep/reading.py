"""The results of a sweep's points."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topograph.errors import TopographError
from topograph.rundir.stagefiles import read_seal

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

#: The last stage of a point.
LAST = "evaluate"


@dataclass(frozen=True)
class PointResults:
    """What is compared of a point.

    Attributes
    ----------
    point_id : str
    folder : str
        The folder of its last stage, which links the stages before, in the sweep's folder.
    values : dict
        The values of the keys that vary.
    measures : dict
        `evaluate/metrics.json`.
    doc_ids : tuple of str
        The documents, in order.
    assigned : ndarray of int64, shape (n,)
        The topic of each document, -1 for noise.
    labels : tuple of str
        The name of each topic.
    terms : tuple of tuple of str
        The terms of each topic, best first.
    """

    point_id: str
    folder: str
    values: Mapping[str, Any]
    measures: Mapping[str, Mapping[str, Any]]
    doc_ids: tuple[str, ...]
    assigned: np.ndarray
    labels: tuple[str, ...]
    terms: tuple[tuple[str, ...], ...] = ()


def read_points(folder: Path, points: list[dict[str, Any]]) -> list[PointResults]:
    """Read the results of all points.

    Parameters
    ----------
    folder : Path
        `results/sweeps/NAME`.
    points : list of dict
        `id`, `values` and `folder` of each point.

    Raises
    ------
    TopographError
        If a point has not finished.
    """
    import pandas as pd

    found = []
    for point in points:
        own = folder / point["folder"]
        if not (own / LAST / "summary.json").exists():
            raise TopographError(
                f"The point {point['id']} of the sweep has not finished.",
                f"{own / LAST} has no summary.json.",
                f"run `snakemake {folder.as_posix()}/sweep.html`.",
            )
        read_seal(own, LAST)
        assignments = pd.read_parquet(
            own / "label/assignments.parquet", columns=["doc_id", "topic"]
        )
        topics = pd.read_parquet(own / "label/topics.parquet", columns=["label", "terms"])
        found.append(
            PointResults(
                point["id"],
                point["folder"],
                point["values"],
                json.loads((own / "evaluate/metrics.json").read_bytes()),
                tuple(assignments["doc_id"]),
                assignments["topic"].to_numpy(),
                tuple(topics["label"]),
                tuple(map(tuple, topics["terms"])),
            )
        )
    return found


def read_columns(folder: Path, columns: Sequence[str]) -> pd.DataFrame:
    """Dates and columns of documents.

    Parameters
    ----------
    folder : Path
        The folder `parse`.
    columns : sequence of str
        Columns of the corpus.

    Raises
    ------
    TopographError
        If the documents lack a column.
    """
    import pandas as pd
    import pyarrow.parquet as pq

    path = folder / "documents.parquet"
    names = pq.read_schema(path).names
    for column in columns:
        if column not in names:
            raise TopographError(
                f"A claim is about the column {column}, which the documents do not have.",
                f"their columns are {', '.join(names)}.",
                "correct `column` in config/claims/.",
            )
    return pd.read_parquet(path, columns=list(dict.fromkeys(["date", *columns])))
