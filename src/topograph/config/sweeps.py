"""Sweeps: `config/sweeps/NAME.yaml` names a run and the keys to vary.

Each combination of values is a point: a complete configuration that differs from the run's in these
keys. All points are checked before anything runs.
"""

from __future__ import annotations

import hashlib
import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from topograph.config.axes import Axis, read_axis
from topograph.config.claims import Claim, load_claims
from topograph.config.keys import leaf_fields, run_time_keys
from topograph.config.layers import Layer, merge, read_layer
from topograph.config.loading import RUNS, check_layers, is_run_name, load_run_config, read_layers
from topograph.config.mistakes import ConfigError, display_value, nearest
from topograph.config.run import RunConfig
from topograph.config.stages import stage_settings
from topograph.system.jsontext import canonical_json

SWEEPS = Path("config/sweeps")
#: Keys of a sweep's file.
KEYS = ("run", "vary", "draw", "seed")
#: Sections whose keys do not affect what a sweep measures.
NOT_MEASURED = ("plot", "report")
#: The stages that a point runs, in order.
POINT_STAGES = ("parse", "embed", "reduce", "cluster", "label", "evaluate")
#: Stages whose results a point may share with the run.
SHARED_WITH_RUN = POINT_STAGES[:4]
#: Most points of a sweep.
MOST_POINTS = 10_000
#: Hexadecimal digits of an identifier.
ID_LENGTH = 8
#: Points drawn for each one wanted, before the keys are found to have too few combinations.
DRAWS = 64


@dataclass(frozen=True)
class Point:
    """One setting of a sweep.

    Attributes
    ----------
    values : dict
        The values of the keys that vary, by `section.key`, as JSON has them.
    config : RunConfig
        The complete configuration.
    """

    values: dict[str, Any]
    config: RunConfig

    @cached_property
    def nodes(self) -> dict[str, str]:
        """For each stage of `POINT_STAGES`, a name that points with equal results share.

        A name is derived from the settings of the stage and of all stages before it.
        """
        names: dict[str, str] = {}
        digest = ""
        for stage in POINT_STAGES:
            digest = _digest(digest + canonical_json(stage_settings(self.config, stage)))
            names[stage] = f"{stage}-{digest}"
        return names

    @property
    def point_id(self) -> str:
        """8 hexadecimal digits: a point keeps them when others, or other keys, are added."""
        return self.nodes[POINT_STAGES[-1]].rpartition("-")[2]


@dataclass(frozen=True)
class Node:
    """A stage that one or several points need.

    Attributes
    ----------
    stage : str
        One of `POINT_STAGES`.
    upstream : str
        The node of the stage before it, or the sweep's run; empty for `parse`.
    config : RunConfig
        The configuration of a point that needs it.
    """

    stage: str
    upstream: str
    config: RunConfig


@dataclass(frozen=True)
class Sweep:
    """A sweep: its run, the keys that vary, its points in order, and claims about them."""

    name: str
    run: str
    base: RunConfig
    axes: tuple[Axis, ...]
    points: tuple[Point, ...]
    claims: dict[str, Claim] = field(default_factory=dict)

    def summary(self) -> dict[str, Any]:
        """Run, axes, points and claims as JSON: what the page of the sweep is made from."""
        return {
            "run": self.run,
            "axes": [asdict(axis) for axis in self.axes],
            "points": [
                {"id": point.point_id, "values": point.values, "folder": point.nodes["evaluate"]}
                for point in self.points
            ],
            "claims": {name: own.model_dump(mode="json") for name, own in self.claims.items()},
        }

    @cached_property
    def nodes(self) -> dict[str, Node]:
        """The stages to run, each once, by name; `Node.upstream` is run before."""
        base = Point({}, self.base).nodes
        found: dict[str, Node] = {}
        for point in self.points:
            before = ""
            for stage, name in point.nodes.items():
                # curation of the run affects its labels, so these are not shared
                if name == base[stage] and stage in SHARED_WITH_RUN:
                    before = self.run
                    continue
                found.setdefault(name, Node(stage, before, point.config))
                before = name
        return found


def sweep_names(root: Path = Path()) -> list[str]:
    """The sweeps that have a file in `config/sweeps/`."""
    return sorted(path.stem for path in (root / SWEEPS).glob("*.yaml"))


def load_sweep(name: str, overrides: Mapping[str, Any] | None = None, root: Path = Path()) -> Sweep:
    """Read and check a sweep with all its points.

    Parameters
    ----------
    name : str
        A file `config/sweeps/NAME.yaml`.
    overrides : mapping, optional
        Configuration from the command line; the keys that vary override it.
    root : Path
        The project's folder.

    Raises
    ------
    ConfigError
        With all mistakes in the sweep's file and in its points' configurations, or if there is no
        such sweep.
    """
    path = root / SWEEPS / f"{name}.yaml"
    if not is_run_name(name) or not path.exists():
        known = sweep_names(root)
        listed = f"; known sweeps: {', '.join(known)}" if known else ""
        raise ConfigError(
            [f"there is no file {SWEEPS}/{name}.yaml{nearest(name, known)}{listed}"],
            what=f"The sweep `{name}` is not configured.",
            fix=f"write {SWEEPS}/{name}.yaml, with `run: icml2026` and, indented below `vary:`, "
            "`cluster.min_cluster_size: [5, 10, 20]`.",
        )
    return _Reading(read_layer(path), overrides, root).sweep(name)


def nested(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values by `section.key`, nested as in the files.

    >>> nested({"cluster.seed": 1, "parse.clean.html": False})
    {'cluster': {'seed': 1}, 'parse': {'clean': {'html': False}}}
    """
    found: dict[str, Any] = {}
    for dotted, value in values.items():
        *above, last = dotted.split(".")
        section = found
        for part in above:
            section = section.setdefault(part, {})
        section[last] = value
    return found


def run_file(sweep: Sweep, point: Point, root: Path = Path()) -> str:
    """The text of a run's file with the settings of a point: those of the sweep's run, and its own.

    Keys that the run's own file sets are copied with the values that they have. A run without a
    file uses the corpus of `config/config.yaml`, which the new run names.
    """
    path = root / RUNS / f"{sweep.run}.yaml"
    whole = sweep.base.model_dump(mode="json")
    own = read_layer(path).values if path.exists() else {"parse": {"files": None}}
    settings = merge(_values_of(own, whole), nested(point.values))
    point_of = f"# Point {point.point_id} of the sweep {sweep.name} around the run {sweep.run}.\n"
    return point_of + yaml.safe_dump(settings, sort_keys=False, allow_unicode=True)


def _values_of(layer: Mapping[str, Any], whole: Mapping[str, Any]) -> dict[str, Any]:
    """The values that the keys of a layer have in the whole configuration."""
    return {
        key: _values_of(value, whole[key])
        if isinstance(value, Mapping) and isinstance(whole[key], Mapping)
        else whole[key]
        for key, value in layer.items()
        if key in whole
    }


class _Reading:
    """Reads a sweep's file, and collects its mistakes."""

    def __init__(self, layer: Layer, overrides: Mapping[str, Any] | None, root: Path) -> None:
        self._layer = layer
        self._overrides = overrides
        self._root = root
        self._layers: list[Layer] = []

    def sweep(self, name: str) -> Sweep:
        """The sweep.

        Raises
        ------
        ConfigError
            With the mistakes of the first step that has any.
        """
        for key in self._layer.values:
            if key not in KEYS:
                near = "; put it below `vary:`" if key in leaf_fields() else nearest(key, [*KEYS])
                self._report((key,), f"unknown key{near}; known: {', '.join(KEYS)}")
        run = self._layer.values.get("run")
        if not isinstance(run, str):
            self._report(("run",), "must name the run to start from, like `run: icml2026`")
        drawn, seed = self._whole("draw", 1), self._whole("seed", 0)
        axes = self._axes(drawn is not None)
        self._raise_mistakes()
        base = load_run_config(str(run), self._overrides, self._root)
        self._layers = read_layers(str(run), self._overrides, self._root)
        axes = [self._normalised(axis) for axis in axes]
        self._raise_mistakes()
        found = self._all(axes) if drawn is None else self._drawn(axes, drawn, seed or 0)
        self._raise_mistakes()
        points: dict[str, Point] = {}
        for values in found:
            try:
                point = self._point(values)
                points.setdefault(point.point_id, point)
            except ConfigError as error:
                own = [text for text in error.problems if text not in self._layer.problems]
                self._layer.problems += own
        self._raise_mistakes()
        claims = load_claims(name, self._root)
        return Sweep(name, str(run), base, tuple(axes), tuple(points.values()), claims)

    def _report(self, key: tuple[str, ...], text: str) -> None:
        place = self._layer.place(key)
        self._layer.problems.append(f"{place}: {'.'.join(key).removeprefix('vary.')}: {text}")

    def _raise_mistakes(self) -> None:
        if self._layer.problems:
            raise ConfigError(self._layer.problems)

    def _whole(self, key: str, least: int) -> int | None:
        value = self._layer.values.get(key)
        if value is None:
            return None
        if isinstance(value, str) and value.isdecimal() and int(value) >= least:
            return int(value)
        allowed = f"allowed: a whole number of at least {least}"
        self._report((key,), f"{display_value(value)} is not allowed; {allowed}")
        return None

    def _axes(self, drawn: bool) -> list[Axis]:
        vary = self._layer.values.get("vary")
        if not isinstance(vary, Mapping) or not vary:
            example = "`cluster.min_cluster_size: [5, 10, 20]`"
            self._report(("vary",), f"must list keys with their values, like {example}")
            return []
        found = []
        for key, value in vary.items():
            axis = self._refusal(key, value) or read_axis(key, value, drawn=drawn)
            if isinstance(axis, str):
                self._report(("vary", key), axis)
            else:
                found.append(axis)
        return found

    @staticmethod
    def _refusal(key: str, value: Any) -> str:
        known = leaf_fields()
        if key in known:
            if key == "evaluate.repeats":
                return "cannot vary; vary reduce.seed and cluster.seed instead"
            aside = key.partition(".")[0] in NOT_MEASURED or key in run_time_keys()
            return "cannot vary, since no measure depends on it" if aside else ""
        if key in RunConfig.model_fields and isinstance(value, Mapping) and value:
            return f"write section and key on one line, as in `{key}.{next(iter(value))}:`"
        return f"unknown key{nearest(key, list(known))}"

    def _normalised(self, axis: Axis) -> Axis:
        """The axis with values as the configuration has them; reports those not allowed."""
        found: dict[str, Any] = {}
        for value in axis.values or (axis.at(0.0), axis.at(1.0)):
            try:
                config = self._point({axis.key: value}).config
            except ConfigError as error:
                # a rule about several keys may hold at the points
                self._layer.problems += [
                    text for text in error.problems if f": {axis.key}: " in text
                ]
                continue
            own: Any = config.model_dump(mode="json")
            for part in axis.key.split("."):
                own = own[part]
            if canonical_json(own) in found:
                self._report(("vary", axis.key), f"{display_value(value)} appears twice; keep one")
            found[canonical_json(own)] = own
        return axis.with_values(found.values()) if axis.values else axis

    def _all(self, axes: Sequence[Axis]) -> list[dict[str, Any]]:
        """All combinations of values; the first key changes slowest."""
        count = math.prod(len(axis.values) for axis in axes)
        if count > MOST_POINTS:
            self._report(
                ("vary",),
                f"has {count:,} combinations, more than {MOST_POINTS:,}; use fewer values, or draw "
                "points, as in `draw: 64`",
            )
            return []
        keys = [axis.key for axis in axes]
        combinations = itertools.product(*(axis.values for axis in axes))
        return [dict(zip(keys, values, strict=True)) for values in combinations]

    def _drawn(self, axes: Sequence[Axis], count: int, seed: int) -> list[dict[str, Any]]:
        """Distinct points of a scrambled Sobol sequence (`scipy.stats.qmc.Sobol`).

        The first points of a longer design are those of a shorter one.
        """
        if count > MOST_POINTS:
            self._report(("draw",), f"{count:,} is too many; the most is {MOST_POINTS:,}")
            return []
        found: dict[str, dict[str, Any]] = {}
        for position in itertools.islice(_positions(len(axes), seed), DRAWS * count):
            values = {axis.key: axis.at(own) for axis, own in zip(axes, position, strict=True)}
            found.setdefault(canonical_json(values), values)
            if len(found) == count:
                return list(found.values())
        self._report(
            ("draw",),
            f"the keys have only {len(found)} combinations; lower it, or remove it to use all",
        )
        return []

    def _point(self, values: dict[str, Any]) -> Point:
        return Point(values, check_layers([*self._layers, self._as_layer(values)]))

    def _as_layer(self, values: Mapping[str, Any]) -> Layer:
        """A point's values as a layer of the configuration, with the lines of the sweep's file."""
        own = Layer(self._layer.name, nested(dict(values) | {"evaluate.repeats": 0}))
        for dotted in values:
            if ("vary", dotted) in self._layer.lines:
                own.lines[tuple(dotted.split("."))] = self._layer.lines["vary", dotted]
        return own


def _positions(dimensions: int, seed: int) -> Iterator[list[float]]:
    from scipy.stats import qmc

    sampler = qmc.Sobol(dimensions, scramble=True, rng=seed)
    while True:
        yield from sampler.random(16).tolist()  # a power of two, as the method needs


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:ID_LENGTH]
