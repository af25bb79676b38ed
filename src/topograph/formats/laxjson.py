"""Recognise JSON with comments, unquoted names or commas behind the last value."""

from __future__ import annotations

import json
import re

from topograph.formats.base import Opening

#: A comment, or a comma behind the last value, in what begins as JSON does.
_JSON_LIKE = re.compile(
    r"(?:\s|//[^\n]*|/\*.*?\*/)*+[\[{](?:\s|//[^\n]*|/\*.*?\*/)*+"
    r"(?:[\[{]\s*)*(?:\"|'[^'\n]*'\s*:|[A-Za-z_$][\w$]*\s*:\s*[\[{\"'\d+.-])",
    re.DOTALL,
)


def is_lax_json(opening: Opening) -> bool:
    """Whether a file is JSON with comments, unquoted names or commas at the end (JSON5)."""
    if not _JSON_LIKE.match(opening.start):
        return False
    if opening.ending in (".jsonc", ".json5"):
        return not _is_json(opening)
    plain = re.sub(r'"(?:[^"\\\n]|\\.)*+"', '""', opening.start)
    marks = re.search(
        r"(?m)^[^\S\n]*//|[\[{,]\s*/[/*]|,\s*[\]}]|[{,]\s*[A-Za-z_$][\w$]*\s*:", plain
    )
    return marks is not None and not _is_json(opening)


def _is_json(opening: Opening) -> bool:
    """Whether a whole file is JSON, or each of its lines."""
    content = opening.source.read().decode("utf-8", "replace").strip("\ufeff \t\r\n")
    try:
        json.loads(content)
    except (ValueError, RecursionError):
        return False
    return True
