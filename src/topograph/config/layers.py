"""A layer of the configuration: the values of a YAML file, and the line of each key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from topograph.config.mistakes import ConfigError, Key


@dataclass
class Layer:
    """One source of settings.

    Attributes
    ----------
    name : str
        The file's path, or "command line".
    values : dict
        The settings.
    lines : dict of tuple to int
        The line of each key, from 1; empty for the command line.
    problems : list of str
        Mistakes in the YAML.
    """

    name: str
    values: dict[str, Any] = field(default_factory=dict)
    lines: dict[Key, int] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def place(self, key: Key) -> str:
        """The `file:line` of a key, or of the nearest parent in the file."""
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


class _Loader(yaml.SafeLoader):
    """YAML loader that reads all plain values except null as text; the models convert types.

    So `no` stays a language code, and `007`, `12:30` and `2026.10` keep their digits.
    """


_Loader.yaml_implicit_resolvers = {
    first: [(tag, form) for tag, form in pairs if tag.endswith(":null")]
    for first, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_TAGS = {f"tag:yaml.org,2002:{kind}" for kind in ("null", "str", "seq", "map")}


def read_layer(path: Path) -> Layer:
    """Read a YAML file with the lines of its keys.

    Raises
    ------
    ConfigError
        If the file is not valid YAML, or not a mapping of keys to values.
    """
    layer = Layer(str(path))
    try:
        node = yaml.compose(path.read_text(encoding="utf-8"), Loader=_Loader)
        if isinstance(node, yaml.MappingNode):
            layer.values = _Reading(layer).value(node, ())
    except OSError as error:
        raise ConfigError(
            [f"{path}: cannot be read ({error.strerror})"],
            what="There is no configuration in the current folder.",
            fix="run the command in the project's folder, which contains config/.",
        ) from error
    except UnicodeDecodeError as error:
        raise ConfigError([f"{path}: is not UTF-8 text ({error.reason})"]) from error
    except RecursionError as error:
        raise ConfigError([f"{path}: is nested too deeply to be read"]) from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"{path}:{mark.line + 1}" if mark else str(path)
        reason = getattr(error, "problem", None) or str(error).partition("\n")[0]
        raise ConfigError(
            [
                f"{place}: is not valid YAML: {reason}; often a missing space after `:`, "
                "a tab, or an unclosed quote on this line or the one before"
            ]
        ) from error
    if not isinstance(node, yaml.MappingNode | None):
        kind = "a list" if isinstance(node, yaml.SequenceNode) else "a text"
        line = node.start_mark.line + 1
        raise ConfigError([f"{path}:{line}: contains {kind}; expected `key: value` lines"])
    return layer


class _Reading:
    """Converts YAML nodes to values, and collects problems in the layer."""

    def __init__(self, layer: Layer) -> None:
        self._layer = layer
        #: Values by node, so that a node with aliases (`*name`) is read once.
        self._read: dict[int, Any] = {}
        self._open: set[int] = set()

    def value(self, node: yaml.Node, key: Key) -> Any:
        """The value of a node below a key."""
        if id(node) in self._open:
            self._report(node, key, "refers to itself; write the value out")
            return None
        if id(node) not in self._read:
            self._open.add(id(node))
            self._read[id(node)] = self._new_value(node, key)
            self._open.remove(id(node))
        return self._read[id(node)]

    def _new_value(self, node: yaml.Node, key: Key) -> Any:
        if node.tag not in _TAGS:
            self._report(node, key, f"the tag {node.tag} is not supported; remove it")
            return None
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, key)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(item, key) for item in node.value]
        if node.tag.endswith(":null"):
            return None
        if "\0" in node.value or any("\ud800" <= each <= "\udfff" for each in node.value):
            self._report(node, key, "contains a character that files cannot contain; remove it")
        return node.value

    def _mapping(self, node: yaml.MappingNode, prefix: Key) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                self._report(key_node, prefix, "is not valid YAML: a key must be a word")
                continue
            key = (*prefix, key_node.value)
            if key_node.value in values:
                first = self._layer.lines[key]
                self._report(key_node, key, f"appears twice, first on line {first}; keep one")
                continue
            self._layer.lines.setdefault(key, key_node.start_mark.line + 1)
            values[key_node.value] = self.value(value_node, key)
        return values

    def _report(self, node: yaml.Node, key: Key, text: str) -> None:
        place = f"{self._layer.name}:{node.start_mark.line + 1}"
        self._layer.problems.append(": ".join([place, *([".".join(key)] if key else []), text]))


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
            pass  # `section:` without keys changes nothing
        else:
            merged[key] = value
    return merged
