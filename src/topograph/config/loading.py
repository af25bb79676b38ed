"""Load and check the configuration of a run.

There are three layers; later ones override earlier ones: `config/config.yaml`,
`config/runs/NAME.yaml`, and the command line (`--config`, `--configfile`). Dictionaries are merged,
lists replaced. All mistakes of all layers are collected and reported together, each with its file,
line and key, what is allowed, and the nearest known key.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from topograph.config.layers import Layer, merge, read_layer
from topograph.config.mistakes import ConfigError, Key, display_value, explain, nearest
from topograph.config.renamed import migrate
from topograph.config.run import RunConfig
from topograph.rundir.contract import SWEEPS
from topograph.system.filenames import matching_files

CONFIG = Path("config/config.yaml")
RUNS = Path("config/runs")
#: Suffix, before `.yaml`, of curation files.
CURATION = ".curation"
COMMAND_LINE = "command line"
#: Longest name of a run; names of files, which add to it, have at most 255 bytes.
LONGEST_NAME = 100
NAMES = "use at most 100 letters, digits, `-`, `_` and `.`"


def run_names(overrides: Mapping[str, Any], root: Path = Path()) -> list[str]:
    """The runs that `snakemake` builds without a target: the key `runs`.

    Raises
    ------
    ConfigError
        If `runs` is not a list of valid names of folders.
    """
    layers = [read_layer(root / CONFIG), Layer(COMMAND_LINE, dict(overrides))]
    source = next(
        layer for layer in reversed(layers) if "runs" in layer.values or layer is layers[0]
    )
    place = f"{source.place(('runs',))}: runs"
    names = source.values.get("runs")
    if isinstance(names, str):
        names = [name.strip() for name in names.split(",")]
    if not isinstance(names, list):
        names = [names] if type(names) is int else []
    if not names:
        raise ConfigError(
            [
                f"{place}: {display_value(source.values.get('runs'))} is not allowed; "
                "allowed: a list of names, like [icml2026]"
            ]
        )
    names = [str(name) if type(name) is int else name for name in names]  # a year, say
    bad = [name for name in names if not is_run_name(name)]
    if bad:
        raise ConfigError(
            [f"{place}: {display_value(name)} cannot name a folder; {NAMES}" for name in bad]
        )
    return list(dict.fromkeys(names))


def known_runs(overrides: Mapping[str, Any], root: Path = Path()) -> list[str]:
    """All configured runs: those listed under `runs`, then those with a file in `config/runs/`.

    Raises
    ------
    ConfigError
        See `run_names`.
    """
    files = sorted(path.stem for path in (root / RUNS).glob("*.yaml"))
    own = [name for name in files if not name.endswith(CURATION)]
    return list(dict.fromkeys([*run_names(overrides, root), *own]))


def is_run_name(name: object) -> bool:
    """Whether a name is valid for a run and its folder."""
    return (
        isinstance(name, str)
        and name.replace("-", "a").replace("_", "a").replace(".", "a").isalnum()
        and not name.startswith((".", "-"))
        and name != SWEEPS
        and not name.endswith(CURATION)
        and len(name) <= LONGEST_NAME
    )


def load_run_configs(
    names: Iterable[str],
    overrides: Mapping[str, Any] | None = None,
    root: Path = Path(),
    *,
    with_files: bool = True,
) -> dict[str, RunConfig]:
    """The checked configurations of several runs; see `load_run_config`.

    Raises
    ------
    ConfigError
        With all mistakes in all configurations.
    """
    configs: dict[str, RunConfig] = {}
    problems: dict[str, None] = {}
    for name in names:
        try:
            configs[name] = load_run_config(name, overrides, root, with_files=with_files)
        except ConfigError as error:
            problems |= dict.fromkeys(error.problems)
    if problems:
        raise ConfigError(list(problems))
    return configs


def load_run_config(
    name: str,
    overrides: Mapping[str, Any] | None = None,
    root: Path = Path(),
    *,
    with_files: bool = True,
) -> RunConfig:
    """Merge the layers of a run and check the result.

    Parameters
    ----------
    name : str
        A run that is listed under `runs` or has a file `config/runs/NAME.yaml`.
    overrides : mapping, optional
        Configuration from the command line.
    root : Path
        The project's folder.
    with_files : bool
        Whether missing corpus files count as a mistake.

    Raises
    ------
    ConfigError
        With all mistakes, or if there is no such run.
    """
    problems = _files_not_read(root)
    try:
        layers = read_layers(name, overrides, root)
    except ConfigError as error:
        if not problems:
            raise
        raise ConfigError(problems + error.problems) from error
    unnamed = _without_corpus(layers)
    return check_layers(layers, problems + unnamed, None if unnamed or not with_files else root)


def check_layers(
    layers: list[Layer], problems: Iterable[str] = (), root: Path | None = None
) -> RunConfig:
    """Merge layers, the last over the others, and check the result.

    Parameters
    ----------
    layers : list of Layer
        From `read_layers`, and others after these.
    problems : iterable of str
        Mistakes that are known already.
    root : Path, optional
        The project's folder; without it, missing corpus files do not count as a mistake.

    Raises
    ------
    ConfigError
        With all mistakes.
    """
    problems = list(problems)
    merged: dict[str, Any] = {}
    for layer in layers:
        merged = merge(merged, layer.values)
    merged.pop("runs", None)
    problems += [problem for layer in layers for problem in layer.problems]
    config, refused = _validate(_without_empty_sections(merged, RunConfig), layers)
    reported = {tuple(problem.split(": ", 2)[:2]) for problem in problems}
    problems += [own for own in refused if tuple(own.split(": ", 2)[:2]) not in reported]
    if root is not None:
        problems += _missing_files(config, layers, root)
    if problems:
        raise ConfigError(problems)
    return config


def place_of(name: str, key: Key, root: Path = Path()) -> str:
    """The `file:line` that sets a key of a run, or the command line if no file does."""
    files = [root / RUNS / f"{name}.yaml", root / CONFIG]
    layers = [read_layer(path) for path in files if path.exists()]
    layer = next((own for own in layers if own.holds(key)), Layer(COMMAND_LINE))
    return layer.place(key)


def _files_not_read(root: Path) -> list[str]:
    """Problems with files that look like part of the configuration but are not read.

    Other YAML files in the folder are allowed, for use with `--configfile`.
    """
    beside = [path for path in (root / CONFIG).parent.glob("*") if path.stem == CONFIG.stem]
    return [
        f"{path}: is not read; put a run's settings into {RUNS}/NAME.yaml, those of all runs into "
        f"{CONFIG}"
        for path in sorted([*beside, *(root / RUNS).rglob("*")])
        if path.suffix.lower() in (".yml", ".yaml")
        and path != root / CONFIG
        and not (path.suffix == ".yaml" and path.parent == root / RUNS)
    ]


def read_layers(
    name: str, overrides: Mapping[str, Any] | None = None, root: Path = Path()
) -> list[Layer]:
    """The layers of a run, in order of increasing priority.

    Raises
    ------
    ConfigError
        If there is no such run, or a file is not valid YAML.
    """
    overrides = dict(overrides or {})
    own = root / RUNS / f"{name}.yaml"
    if not is_run_name(name):
        place = f"{own}: " if "/" not in name and own.exists() else ""
        raise ConfigError(
            [f"{place}{display_value(name)} cannot name a run's folder; {NAMES}"],
            fix="choose another name for the run.",
        )
    layers: list[Layer] = []
    unreadable: list[str] = []
    for path in (root / CONFIG, own) if own.exists() else (root / CONFIG,):
        try:
            layers.append(read_layer(path))
        except ConfigError as error:
            if not path.exists():
                raise
            unreadable += error.problems
    if unreadable:
        raise ConfigError(unreadable)
    if own.exists():
        if "runs" in layers[-1].values:
            layers[-1].problems.append(
                f"{layers[-1].place(('runs',))}: runs: belongs in {CONFIG}, not in a run's file"
            )
    elif name not in run_names(overrides, root):
        known = sorted(known_runs(overrides, root))
        raise ConfigError(
            [f"there is no run `{name}`{nearest(name, known)}; known runs: {', '.join(known)}"],
            what=f"The run `{name}` is not configured.",
            fix=f"use one of these names, or write {RUNS / name}.yaml; "
            f"`topograph init FILE --run {name}` does that for you.",
        )
    layers.append(Layer(COMMAND_LINE, overrides))
    for layer in layers:
        migrate(layer)
    return layers


def _validate(values: dict[str, Any], layers: list[Layer]) -> tuple[RunConfig, list[str]]:
    """Check values. Values with mistakes are reported and removed, so that the rest is checked."""
    problems: list[str] = []
    refused: set[Key] = set()
    while True:
        try:
            return RunConfig.model_validate(values), problems
        except ValidationError as error:
            before = values
            mistakes = explain(error)
            for key, concerned, text in mistakes:
                # skip a rule across keys if one of them already has a mistake of its own
                if not refused & set(concerned):
                    problems.append(f"{_source(layers, key).place(key)}: {'.'.join(key)}: {text}")
                for each in concerned:
                    values = _without(values, each)
            refused |= {each for mistake in mistakes for each in mistake.concerned}
            if values == before:  # the rule is about a key that is not set
                values = {}


def _without_empty_sections(values: dict[str, Any], model: type[BaseModel]) -> dict[str, Any]:
    """Remove sections without keys, for example with all keys commented out."""
    kept = {}
    for key, value in values.items():
        info = model.model_fields.get(key)
        kind = info.annotation if info else None
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            if value is None:
                continue
            if isinstance(value, dict):
                value = _without_empty_sections(value, kind)
        kept[key] = value
    return kept


def _without(values: dict[str, Any], key: Key) -> dict[str, Any]:
    if key[0] not in values:
        return values
    if len(key) == 1 or not isinstance(values[key[0]], dict):
        return {name: value for name, value in values.items() if name != key[0]}
    return values | {key[0]: _without(values[key[0]], key[1:])}


def _without_corpus(layers: list[Layer]) -> list[str]:
    """Report a run's file that does not set `parse.files`: it must not use the example corpus."""
    own = [layer for layer in layers if layer.name not in (layers[0].name, COMMAND_LINE)]
    if not own or any(layer.holds(("parse", "files")) for layer in layers[1:]):
        return []
    what = "does not set parse.files" if own[0].values else "is empty"
    shared = layers[0].values.get("parse") or {}
    same = shared.get("files") if isinstance(shared, Mapping) else None
    example = "[data/*.csv]" if not same else json.dumps(same, ensure_ascii=False)
    return [
        f"{own[0].name}: {what}; name the files of the corpus, as in `parse: {{files: {example}}}`"
        + (f", which are those of {CONFIG}" if same else "")
    ]


def _missing_files(config: RunConfig, layers: list[Layer], root: Path) -> list[str]:
    place = _source(layers, ("parse", "files")).place(("parse", "files"))
    return [
        f"{place}: parse.files: {pattern!r} matches no file; paths are relative to the project's "
        "folder"
        for pattern in config.parse.files
        if next(matching_files(pattern, root), None) is None
    ]


def _source(layers: list[Layer], key: Key) -> Layer:
    """The layer whose value of the key is used."""
    return next((layer for layer in reversed(layers) if layer.holds(key)), layers[0])
