"""Renamed keys of the configuration: they are read under their new name, with a warning."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from typing import Any

from topograph.config.layers import Layer, merge
from topograph.config.mistakes import Key

#: New names of keys by their old names. Add a line here when you rename a key.
RENAMED: dict[str, str] = {
    "parse.title": "parse.fields.title",
    "plot.classes": "evaluate.label_column",
}
#: Removed keys, with advice on what to use instead. Without a line here, a removed key is reported
#: as unknown.
REMOVED: dict[str, str] = {}


def migrate(layer: Layer) -> None:
    """Rename old keys of a layer; report removed keys as problems.

    Warns once per process about each renamed key. A layer with both names gets a problem.
    """
    for old, new in RENAMED.items():
        source, target = _key(old), _key(new)
        if not layer.holds(source):
            continue
        place = layer.place(source)
        if layer.holds(target):
            layer.problems.append(
                f"{place}: {old}: was renamed to {new}, which is also set; remove {old}"
            )
        else:
            moved = _nested(target, _value(layer.values, source))
            layer.values = merge(layer.values, moved)
            for depth in range(1, len(target) + 1):
                if source in layer.lines:
                    layer.lines.setdefault(target[:depth], layer.lines[source])
            _warn(f"{place}: {old} was renamed to {new}; use the new name")
        layer.values = _without(layer.values, source)
    for old, advice in REMOVED.items():
        if layer.holds(_key(old)):
            layer.problems.append(f"{layer.place(_key(old))}: {old}: was removed; {advice}")
            layer.values = _without(layer.values, _key(old))


def _key(dotted: str) -> Key:
    return tuple(dotted.split("."))


@cache
def _warn(text: str) -> None:
    print(f"Warning: {text}", file=sys.stderr)


def _value(values: Mapping[str, Any], key: Key) -> Any:
    for part in key:
        values = values[part]
    return values


def _nested(key: Key, value: Any) -> dict[str, Any]:
    for part in reversed(key):
        value = {part: value}
    nested: dict[str, Any] = value
    return nested


def _without(values: Mapping[str, Any], key: Key) -> dict[str, Any]:
    """The values without a key, and without sections that become empty."""
    first, *rest = key
    kept = dict(values)
    inner = _without(kept.pop(first), tuple(rest)) if rest else {}
    return {name: inner if name == first else kept[name] for name in values
            if name != first or inner}  # fmt: skip
