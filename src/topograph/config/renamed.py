"""Keys of the configuration that have another name now: read under it, with a warning."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from typing import Any

from topograph.config.layers import Layer, merge
from topograph.config.mistakes import Key

#: Keys by their old names. Add a line here when a key is renamed; keys that are gone are refused as
#: unknown ones are, unless their line here says what to do instead.
RENAMED: dict[str, str] = {
    "parse.title": "parse.fields.title",
    "plot.classes": "evaluate.label_column",
}
#: Keys that are gone, and what to do instead.
REMOVED: dict[str, str] = {}


def migrate(layer: Layer) -> None:
    """Read renamed keys of a layer under their present names; removed ones become problems.

    A line on the error output names each renamed key, once per process. A layer that has both names
    gets a problem.
    """
    for old, new in RENAMED.items():
        source, target = _key(old), _key(new)
        if not layer.holds(source):
            continue
        place = layer.place(source)
        if layer.holds(target):
            layer.problems.append(
                f"{place}: {old}: is called {new} now, which is set, too; keep {new}"
            )
        else:
            moved = _nested(target, _value(layer.values, source))
            layer.values = merge(layer.values, moved)
            for depth in range(1, len(target) + 1):
                if source in layer.lines:
                    layer.lines.setdefault(target[:depth], layer.lines[source])
            _warn(f"{place}: {old} is called {new} now; rename it")
        layer.values = _without(layer.values, source)
    for old, advice in REMOVED.items():
        if layer.holds(_key(old)):
            layer.problems.append(
                f"{layer.place(_key(old))}: {old}: does not exist any more; {advice}"
            )
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
    """The values without a key, and without the sections that are empty without it."""
    first, *rest = key
    kept = dict(values)
    inner = _without(kept.pop(first), tuple(rest)) if rest else {}
    return {name: inner if name == first else kept[name] for name in values
            if name != first or inner}  # fmt: skip
