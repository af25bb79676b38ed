"""Differences between two seals of a stage: settings, versions, files, code. Cheap to import."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def seal_differences(a: Mapping[str, Any], b: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Values that differ in two seals, by dotted key of a setting, library, file or `code`."""
    what: dict[str, tuple[Any, Any]] = {}
    for part in ("settings", "versions", "inputs"):
        one, other = _flat(a.get(part, {})), _flat(b.get(part, {}))
        for key in sorted(one.keys() | other.keys()):
            if one.get(key) != other.get(key):
                what[key] = (one.get(key), other.get(key))
    if a.get("code") != b.get("code"):
        what["code"] = (a.get("code"), b.get("code"))
    return what


def _flat(nested: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in nested.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{prefix}{key}.")
        else:
            flat[prefix + key] = value
    return flat
