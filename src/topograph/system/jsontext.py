"""JSON as text: one form for comparing, one for people."""

from __future__ import annotations

import json
import re
from typing import Any

#: Halves of characters, which UTF-8 does not have: Python's form of a file's name in another one.
_HALF = re.compile("[\ud800-\udfff]")


def canonical_json(value: Any) -> str:
    """JSON with sorted keys and no spaces: equal values have equal text."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return _HALF.sub(_escaped, text)


def pretty_json(value: Any) -> str:
    """JSON for files that people read; `nan` and infinities are refused, they are not JSON."""
    text = json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    return _HALF.sub(_escaped, text)


def _escaped(half: re.Match[str]) -> str:
    return f"\\u{ord(half[0]):04x}"
