"""From YAML files to one run's checked configuration.

Three layers, later ones win: `config/config.yaml`, `config/runs/NAME.yaml`, and what the
command line gives (`--config`, `--configfile`). Dictionaries merge, lists replace. Every
mistake of every layer is collected, so that one call shows them all, each with its file, line
and key, what is allowed, and the nearest known key.
"""

from __future__ import annotations

import difflib
import glob
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ValidationError

from topograph.config import RunConfig, allowed, leaf_fields
from topograph.errors import TopographError

CONFIG = Path("config/config.yaml")
RUNS = Path("config/runs")
COMMAND_LINE = "command line"
Key = tuple[str, ...]


@dataclass
class Layer:
    """One source of settings.

    Attributes
    ----------
    name : str
        The file's path, or "command line".
    values : dict
        The settings as read.
    lines : dict of tuple to int
        The line of each key, counted from 1; empty for the command line.
    problems : list of str
        Mistakes of the YAML itself.
    """

    name: str
    values: dict[str, Any]
    lines: dict[Key, int]
    problems: list[str]

    def place(self, key: Key) -> str:
        """`file:line` of a key, or of the nearest parent that stands in the file."""
        while key and key not in self.lines:
            key = key[:-1]
        return f"{self.name}:{self.lines[key]}" if key else self.name

    def holds(self, key: Key) -> bool:
        """Whether this layer sets the key."""
        value: Any = self.values
        for part in key:
            if not isinstance(value, Mapping) or part not in value:
                return False
            value = value[part]
        return True


class ConfigError(TopographError):
    """All mistakes of the configuration, one line each in `problems`."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = problems
        count = "one mistake" if len(problems) == 1 else f"{len(problems)} mistakes"
        super().__init__(
            f"The configuration has {count}.",
            "\n       ".join(problems),
            "mend the lines named; config/README.md lists every key.",
        )


class _Loader(yaml.SafeLoader):
    """YAML in which `no`, `on` and dates are text, as in YAML 1.2: `language: no` is Norwegian."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, form) for tag, form in pairs if not tag.endswith((":bool", ":timestamp"))]
    for first, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:bool", re.compile("^(?:true|True|TRUE|false|False|FALSE)$"), list("tTfF")
)


def _with_text_keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _with_text_keys(below) for key, below in value.items()}
    return value


def read_layer(path: Path) -> Layer:
    """Read a YAML file with the lines of its keys.

    Raises
    ------
    ConfigError
        If the file is not valid YAML, or not a mapping of keys to values.
    """
    try:
        text = path.read_text(encoding="utf-8")
        node = yaml.compose(text, Loader=_Loader)
        values = _with_text_keys(yaml.load(text, Loader=_Loader))
    except OSError as error:
        raise ConfigError(
            [f"{path}: cannot be read ({error.strerror}); call from the project's folder"]
        ) from error
    except UnicodeDecodeError as error:
        raise ConfigError([f"{path}: is not UTF-8 text ({error.reason})"]) from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"{path}:{mark.line + 1}" if mark else str(path)
        reason = getattr(error, "problem", None) or str(error)
        raise ConfigError(
            [
                f"{place}: is not valid YAML: {reason}; often a missing space after `:`, "
                "a tab, or an unclosed quote on this line or the one before"
            ]
        ) from error
    if node is None:
        return Layer(str(path), {}, {}, [])
    if not isinstance(values, dict):
        raise ConfigError([f"{path}:1: holds {type(values).__name__}, not `key: value` lines"])
    layer = Layer(str(path), values, {}, [])
    _index_lines(node, (), layer)
    return layer


def _index_lines(node: yaml.Node, prefix: Key, layer: Layer) -> None:
    if not isinstance(node, yaml.MappingNode):
        return
    for key_node, value_node in node.value:
        key = (*prefix, str(key_node.value))
        line = key_node.start_mark.line + 1
        if key in layer.lines:
            layer.problems.append(
                f"{layer.name}:{line}: {'.'.join(key)}: stands twice, first on line "
                f"{layer.lines[key]}; keep one"
            )
        layer.lines[key] = line
        _index_lines(value_node, key, layer)


def merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Merge two nested dictionaries; values of `over` win, lists are replaced whole.

    >>> merge({"a": {"x": 1, "y": 2}}, {"a": {"y": 3}})
    {'a': {'x': 1, 'y': 3}}
    """
    merged = dict(base)
    for key, value in over.items():
        below = merged.get(key)
        if isinstance(below, Mapping) and isinstance(value, Mapping):
            merged[key] = merge(below, value)
        elif isinstance(below, Mapping) and value is None:
            pass  # `section:` with nothing beneath it changes nothing
        else:
            merged[key] = value
    return merged


def run_names(overrides: Mapping[str, Any], root: Path = Path()) -> list[str]:
    """The runs that a bare `snakemake` builds: the key `runs`.

    Raises
    ------
    ConfigError
        If `runs` is not a list of names that can be folder names.
    """
    layers = [read_layer(root / CONFIG), Layer(COMMAND_LINE, dict(overrides), {}, [])]
    source = next(
        layer for layer in reversed(layers) if "runs" in layer.values or layer is layers[0]
    )
    names = source.values.get("runs")
    if isinstance(names, str):
        names = [name.strip() for name in names.split(",")]
    if type(names) is int:
        names = [names]
    if isinstance(names, list):
        names = [str(name) if type(name) is int else name for name in names]  # a year, say
    if not isinstance(names, list) or not names:
        raise ConfigError(
            [
                f"{source.place(('runs',))}: runs: {names!r} is not allowed; "
                "allowed: a list of names, like [icml2026]"
            ]
        )
    bad = [name for name in names if not is_run_name(name)]
    if bad:
        raise ConfigError(
            [
                f"{source.place(('runs',))}: runs: {name!r} cannot name a folder; "
                "use letters, digits, `-`, `_` and `.`"
                for name in bad
            ]
        )
    return list(dict.fromkeys(names))


def is_run_name(name: object) -> bool:
    """Whether a name can be that of a run, and of its folder."""
    return (
        isinstance(name, str)
        and name.replace("-", "a").replace("_", "a").replace(".", "a").isalnum()
        and not name.startswith((".", "-"))
        and not name.endswith(".curation")
    )


def load_run_config(
    name: str, overrides: Mapping[str, Any] | None = None, root: Path = Path()
) -> RunConfig:
    """Merge the layers of a run and check the whole.

    Parameters
    ----------
    name : str
        The run: listed under `runs`, or with a file `config/runs/NAME.yaml`.
    overrides : mapping, optional
        What the command line gives.
    root : Path
        The project's folder.

    Raises
    ------
    ConfigError
        With every mistake found.
    """
    layers = _read_layers(name, dict(overrides or {}), root)
    merged: dict[str, Any] = {}
    for layer in layers:
        merged = merge(merged, layer.values)
    merged.pop("runs", None)
    problems = [problem for layer in layers for problem in layer.problems]
    config, refused = _validate(_without_empty_sections(merged, RunConfig), layers)
    problems += refused
    problems += _missing_files(config, layers, root)
    if problems:
        raise ConfigError(problems)
    return config


def _read_layers(name: str, overrides: dict[str, Any], root: Path) -> list[Layer]:
    """The layers of a run, the strongest last."""
    if not is_run_name(name):
        raise ConfigError([f"run {name!r}: cannot be the name of a folder"])
    own = root / RUNS / f"{name}.yaml"
    layers: list[Layer] = []
    unreadable: list[str] = []
    for path in (root / CONFIG, own) if own.exists() else (root / CONFIG,):
        try:
            layers.append(read_layer(path))
        except ConfigError as error:
            unreadable += error.problems
    if unreadable:
        raise ConfigError(unreadable)
    if own.exists():
        if "runs" in layers[-1].values:
            layers[-1].problems.append(
                f"{layers[-1].place(('runs',))}: runs: belongs into {CONFIG}, not into a run's file"
            )
    elif name not in (listed := run_names(overrides, root)):
        known = sorted(
            {*listed, *filter(is_run_name, (path.stem for path in (root / RUNS).glob("*.yaml")))}
        )
        raise ConfigError(
            [
                f"there is no run `{name}`{_nearest(name, known)}; known runs: "
                f"{', '.join(known)}; for a new one write {RUNS / name}.yaml"
            ]
        )
    return [*layers, Layer(COMMAND_LINE, overrides, {}, [])]


def _validate(values: dict[str, Any], layers: list[Layer]) -> tuple[RunConfig, list[str]]:
    """Check values; what is refused is told and left out, so that the rest is checked too."""
    problems: list[str] = []
    refused: set[Key] = set()
    while True:
        try:
            return RunConfig.model_validate(values), problems
        except ValidationError as error:
            before = values
            mistakes = _explain(error)
            for key, concerned, text in mistakes:
                # a rule across keys means nothing once one of them was refused by itself
                if not refused & set(concerned):
                    problems.append(f"{_source(layers, key).place(key)}: {'.'.join(key)}: {text}")
                for each in concerned:
                    values = _without(values, each)
            refused |= {each for _, concerned, _ in mistakes for each in concerned}
            if values == before:  # the rule is about a key that is not there
                values = {}


def _without_empty_sections(values: dict[str, Any], model: type[BaseModel]) -> dict[str, Any]:
    """Leave out sections with nothing beneath them: all their keys are commented out, say."""
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


def corpus_files(config: RunConfig, root: Path = Path()) -> list[str]:
    """The files of a run's corpus, sorted, each once, relative to `root`."""
    found: dict[str, None] = {}
    for pattern in config.parse.files:
        found |= dict.fromkeys(_matching_files(pattern, root))
    return sorted(found)


def _matching_files(pattern: str, root: Path) -> list[str]:
    # glob.glob, as Path.glob refuses absolute patterns
    paths = glob.glob(pattern, root_dir=root, recursive=True)  # noqa: PTH207
    return [os.path.normpath(path) for path in paths if (root / path).is_file()]


def _missing_files(config: RunConfig, layers: list[Layer], root: Path) -> list[str]:
    place = _source(layers, ("parse", "files")).place(("parse", "files"))
    return [
        f"{place}: parse.files: {pattern!r} matches no file; paths start at the project's folder"
        for pattern in config.parse.files
        if not _matching_files(pattern, root)
    ]


def _source(layers: list[Layer], key: Key) -> Layer:
    """The layer whose value of the key counts."""
    return next((layer for layer in reversed(layers) if layer.holds(key)), layers[0])


def _explain(error: ValidationError) -> list[tuple[Key, list[Key], str]]:
    """What is wrong, each key once: (key, all keys concerned, text)."""
    fields = leaf_fields()
    found: dict[Key, tuple[Key, list[Key], str]] = {}
    for item in error.errors():
        if item["type"] == "across_keys":
            concerned = item["ctx"].get("keys", [item["ctx"]["key"]])
            keys = [tuple(dotted.split(".")) for dotted in concerned]
            found.setdefault(keys[0], (keys[0], keys, item["msg"]))
            continue
        key = _config_key(item["loc"])
        dotted = ".".join(key)
        if item["type"] == "extra_forbidden" and "." in key[-1]:
            section, _, last = key[-1].rpartition(".")
            text = f"unknown key; write `{section}:` and, indented on the next line, `{last}:`"
        elif item["type"] == "extra_forbidden":
            text = f"unknown key{_nearest(dotted, [*fields, *_sections()])}"
        elif dotted in fields:
            schema, _, default = fields[dotted]
            text = (
                f"{item['input']!r} is not allowed; allowed: {allowed(schema)} (default: {default})"
            )
        else:
            text = f"{item['input']!r} is not allowed; allowed: keys below it, indented"
        found.setdefault(key, (key, [key], text))
    return list(found.values())


def _config_key(location: tuple[int | str, ...]) -> Key:
    """Cut pydantic's location to the key: list positions and union branches are dropped."""
    model: type[BaseModel] = RunConfig
    key: list[str] = []
    for part in location:
        key.append(str(part))
        info = model.model_fields.get(str(part))
        if info is None or not (
            isinstance(info.annotation, type) and issubclass(info.annotation, BaseModel)
        ):
            break
        model = info.annotation
    return tuple(key)


def _sections() -> list[str]:
    return [*RunConfig.model_fields, "parse.clean", "runs"]


def _nearest(name: str, known: list[str]) -> str:
    """`; did you mean ...?` for a misspelt or misplaced key, or nothing."""
    section, _, own = name.rpartition(".")
    beside = {key.rpartition(".")[2]: key for key in known if key.rpartition(".")[0] == section}
    close = [beside[hit] for hit in difflib.get_close_matches(own, beside, n=1, cutoff=0.75)]
    misplaced = [candidate for candidate in known if candidate.rsplit(".", 1)[-1] == own]
    close = close or difflib.get_close_matches(name, misplaced, n=1, cutoff=0.0)
    close = close or difflib.get_close_matches(name, known, n=1, cutoff=0.6)
    if not close:
        last = name.rsplit(".", 1)[-1]
        by_last = {candidate.rsplit(".", 1)[-1]: candidate for candidate in known}
        close = [by_last[hit] for hit in difflib.get_close_matches(last, by_last, n=1, cutoff=0.7)]
    return f"; did you mean `{close[0]}`?" if close else ""
