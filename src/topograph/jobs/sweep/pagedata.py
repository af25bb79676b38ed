"""The page of a sweep, and the data that it shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from topograph.config.sweeps import nested
from topograph.jobs.sweep.claims import claim_text, summary_text
from topograph.jobs.sweep.comparison import Comparison
from topograph.jobs.sweep.persistence import PersistentTopic
from topograph.jobs.sweep.reading import PointResults
from topograph.jobs.sweep.tables import (
    AGREEMENT,
    FRONT,
    effects,
    failing_choice,
    measure_names,
)
from topograph.web.bundle import joined_scripts, packed, policy
from topograph.web.pages import render, setting_text

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

#: The page's code, in the order in which it is joined.
SCRIPTS = ("elements.js", "numbers.js", "charts.js", "claims.js", "maps.js", "main.js")
PAGE = "topograph.jobs.sweep.page"
#: Letters of a title in the page.
TITLE_LENGTH = 80
#: Steps of a coordinate in the page.
STEPS = 4096
AGREEMENT_MEASURE = {
    "better": "higher",
    "meaning": "mean adjusted Rand index with the neighbouring points of the sweep",
    "range": "-0.5 to 1",
}


def config_lines(values: Mapping[str, Any]) -> str:
    """Values by `section.key` as lines of a run's file."""
    text: str = yaml.safe_dump(nested(values), sort_keys=False, allow_unicode=True)
    return text


def page_data(
    sweep: Mapping[str, Any],
    compared: Comparison,
    table: pd.DataFrame,
    topics: Sequence[PersistentTopic],
    folder: Path,
) -> dict[str, Any]:
    """What the page shows, as `page/types.d.ts` describes it.

    Parameters
    ----------
    sweep : mapping
        See `topograph.config.sweeps.Sweep.summary`.
    compared : Comparison
    table : DataFrame
        See `topograph.jobs.sweep.tables.point_table`.
    topics : sequence of PersistentTopic
    folder : Path
        `results/sweeps/NAME`.
    """
    points, ranks = compared.points, compared.ranks
    names = measure_names(table, points)
    maps, of = _maps(compared, folder)
    return {
        "name": folder.name,
        "run": sweep["run"],
        "axes": [_axis(axis, points) for axis in sweep["axes"]],
        "measures": [_measure(own, points[0]) for own in names],
        "front": [own for own in FRONT if own in names],
        "points": [
            {
                "id": point.point_id,
                "ranks": ranks[number].tolist(),
                "measures": [_number(table[own].iloc[number]) for own in names],
                "labels": list(point.labels),
                "map": of[number],
                "lines": config_lines(point.values),
            }
            for number, point in enumerate(points)
        ],
        "effects": _effects(table, names, compared),
        "topics": [_recurring(own, len(points)) for own in topics],
        "titles": _titles(compared, folder),
        "maps": maps,
        "partitions": [own.tolist() for own in compared.partitions],
    }


def _axis(axis: Mapping[str, Any], points: Sequence[PointResults]) -> dict[str, Any]:
    values = axis["values"] or sorted({own.values[axis["key"]] for own in points})
    return {"key": axis["key"], "values": [setting_text(own) for own in values]}


def _measure(name: str, point: PointResults) -> dict[str, Any]:
    own = AGREEMENT_MEASURE if name == AGREEMENT else point.measures[name]
    return {"name": name} | {key: own[key] for key in ("better", "meaning", "range")}


def _effects(
    table: pd.DataFrame, names: Sequence[str], compared: Comparison
) -> list[dict[str, Any]]:
    return [
        {
            "measure": names.index(measure),
            "shares": [_number(own) for own in shares],
            "means": _means(table[measure].to_numpy(), compared.groups),
            "pair": None if pair is None else [pair.first, pair.second, pair.share],
        }
        for measure, (shares, pair) in effects(table, compared).items()
    ]


def claim_data(
    table: pd.DataFrame, compared: Comparison, claims: Mapping[str, Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Specification curves: for each claim, what it says, a summary, and its estimates.

    Parameters
    ----------
    table : DataFrame
        See `topograph.jobs.sweep.tables.claim_table`.
    compared : Comparison
    claims : mapping
        See `topograph.config.claims.Claim`.
    """
    from pandas import NA

    found = []
    for name, claim in claims.items():
        own = table[table["claim"] == name]
        holds = [None if value is NA else bool(value) for value in own["holds"]]
        found.append(
            {
                "name": name,
                "says": claim_text(claim),
                "summary": summary_text(holds, failing_choice(holds, compared)),
                "holds": holds,
                "estimates": [
                    [_number(value) for value in row]
                    for row in own[["estimate", "low", "high"]].itertuples(index=False)
                ],
                "topics": own["topic"].to_list(),
                "reasons": own["reason"].to_list(),
            }
        )
    return found


def write_page(data: Mapping[str, Any]) -> str:
    """The page as HTML."""
    script = joined_scripts(PAGE, SCRIPTS)
    axes = [f"{axis['key']} ({', '.join(axis['values'])})" for axis in data["axes"]]
    return render(
        PAGE,
        "page.html",
        sweep=data["name"],
        run=data["run"],
        axes="; ".join(axes),
        points=len(data["points"]),
        colour=data["axes"][0]["key"],
        policy=policy([script]),
        style=resources.files(PAGE).joinpath("page.css").read_text(encoding="utf-8"),
        data=packed(data),
        script=script,
    )


def _number(value: float) -> float | None:
    """A number for JSON, with as many digits as are shown; None for a missing one."""
    return None if value != value else float(f"{float(value):.6g}")


def _means(values: np.ndarray, own_groups: np.ndarray) -> list[list[float | None]]:
    """The mean of the values in each group of each axis."""
    import numpy as np

    found = []
    for own in own_groups.T:
        within = [values[own == group] for group in np.unique(own)]
        known = [part[~np.isnan(part)] for part in within]
        found.append([_number(part.mean()) if len(part) else None for part in known])
    return found


def _recurring(topic: PersistentTopic, count: int) -> dict[str, Any]:
    found = [-1] * count
    for point, number in topic.found:
        found[point] = number
    return {
        "label": topic.label,
        "labels": list(topic.labels),
        "size": topic.size,
        "similarity": topic.similarity,
        "found": found,
    }


def _titles(compared: Comparison, folder: Path) -> list[str]:
    """Titles of the common documents."""
    import pandas as pd

    path = folder / compared.points[0].folder / "parse/documents.parquet"
    titles = pd.read_parquet(path, columns=["doc_id", "title"]).set_index("doc_id")["title"]
    return [str(title)[:TITLE_LENGTH] for title in titles.loc[compared.doc_ids]]


def _maps(compared: Comparison, folder: Path) -> tuple[list[list[list[float]]], list[int]]:
    """The distinct maps of the common documents, and which one each point has."""
    import numpy as np

    known: dict[Path, int] = {}
    maps: list[list[list[float]]] = []
    for point in compared.points:
        path = (folder / point.folder / "reduce/map.npy").resolve()  # points share it by links
        if path not in known:
            known[path] = len(maps)
            places = np.load(path)[compared.rows(point)]
            low, high = places.min(axis=0), places.max(axis=0)
            unit = (places - low) / np.maximum(high - low, 1e-12)
            maps.append((np.round(unit * STEPS) / STEPS).T.tolist())
    of = [known[(folder / own.folder / "reduce/map.npy").resolve()] for own in compared.points]
    return maps, of
