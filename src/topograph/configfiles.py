"""From YAML files to one run's checked configuration.

Three layers, later ones win: `config/config.yaml`, `config/runs/NAME.yaml`, and what the
command line gives (`--config`, `--configfile`). Dictionaries merge, lists replace. Every
mistake of every layer is collected, so that one call shows them all, each with its file, line
and key, what is allowed, and the nearest known key.
"""

from __future__ import annotations

import difflib
import glob
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


def read_layer(path: Path) -> Layer:
    """Read a YAML file with the lines of its keys.

    Raises
    ------
    ConfigError
        If the file is not valid YAML, or not a mapping of keys to values.
    """
    try:
        text = path.read_text(encoding="utf-8")
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        values = yaml.safe_load(text)
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
    overrides = dict(overrides or {})
    layers = [read_layer(root / CONFIG)]
    own = root / RUNS / f"{name}.yaml"
    if own.exists():
        layers.append(read_layer(own))
        if "runs" in layers[-1].values:
            layers[-1].problems.append(
                f"{layers[-1].place(('runs',))}: runs: belongs into {CONFIG}, not into a run's file"
            )
    elif name not in run_names(overrides, root):
        known = sorted(
            {*run_names(overrides, root), *(p.stem for p in (root / RUNS).glob("*.yaml"))}
        )
        raise ConfigError(
            [
                f"there is no run `{name}`{_nearest(name, known)}; known runs: {', '.join(known)}; "
                f"for a new one write {RUNS / name}.yaml"
            ]
        )
    layers.append(Layer(COMMAND_LINE, overrides, {}, []))
    merged: dict[str, Any] = {}
    for layer in layers:
        merged = merge(merged, layer.values)
    merged.pop("runs", None)
    problems = [problem for layer in layers for problem in layer.problems]
    try:
        config = RunConfig.model_validate(merged)
    except ValidationError as error:
        problems += _explain(error, layers)
        raise ConfigError(problems) from None
    problems += _missing_files(config, layers, root)
    if problems:
        raise ConfigError(problems)
    return config


def corpus_files(config: RunConfig, root: Path = Path()) -> list[str]:
    """The files of a run's corpus, sorted, each once, relative to `root`."""
    found: dict[str, None] = {}
    for pattern in config.parse.files:
        found |= dict.fromkeys(_matching_files(pattern, root))
    return sorted(found)


def _matching_files(pattern: str, root: Path) -> list[str]:
    # glob.glob, as Path.glob refuses absolute patterns
    paths = glob.glob(pattern, root_dir=root, recursive=True)  # noqa: PTH207
    return [path for path in paths if (root / path).is_file()]


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


def _explain(error: ValidationError, layers: list[Layer]) -> list[str]:
    """One line a mistake, in the order of the keys, each key once."""
    fields = leaf_fields()
    problems: dict[str, str] = {}
    for item in error.errors():
        if item["type"] == "across_keys":
            dotted = item["ctx"]["key"]
            key = tuple(dotted.split("."))
            text = item["msg"]
        else:
            key = _config_key(item["loc"])
            dotted = ".".join(key)
            if item["type"] == "extra_forbidden":
                text = f"unknown key{_nearest(dotted, [*fields, *_sections()])}"
            elif dotted in fields:
                schema, _, default = fields[dotted]
                text = (
                    f"{item['input']!r} is not allowed; allowed: {allowed(schema)} "
                    f"(default: {default})"
                )
            else:
                text = f"{item['input']!r} is not allowed; allowed: keys below it, indented"
        problems.setdefault(dotted, f"{_source(layers, key).place(key)}: {dotted}: {text}")
    return list(problems.values())


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
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.6)
    if not close:
        last = name.rsplit(".", 1)[-1]
        by_last = {candidate.rsplit(".", 1)[-1]: candidate for candidate in known}
        close = [by_last[hit] for hit in difflib.get_close_matches(last, by_last, n=1, cutoff=0.7)]
    return f"; did you mean `{close[0]}`?" if close else ""
