"""What stands above the text of a file of notes.

YAML between `---`, TOML between `+++`, or lines of name and value as MultiMarkdown has them.
"""

from __future__ import annotations

import datetime
import re
import tomllib
from typing import Any

from topograph.formats.names import DATE_NAMES, TITLE_NAMES, plain_names

_YAML = re.compile(r"---[^\S\n]*\n(.*?)\n(?:---|\.\.\.)[^\S\n]*(?:\n|$)", re.DOTALL)
_TOML = re.compile(r"\+\+\+[^\S\n]*\n(.*?)\n\+\+\+[^\S\n]*(?:\n|$)", re.DOTALL)
#: Lines of name and value, and an empty one: MultiMarkdown, and Pelican's pages.
_PLAIN = re.compile(r"((?:[A-Za-z][\w -]{0,30}:[^\S\n]+\S.*\n){2,40})[^\S\n]*\n")
#: Names that stand beside a title in such a head.
_BESIDE_TITLE = frozenset("author authors category date slug status summary tags".split())
#: A line of YAML: a key with its value, an entry of a list, what is indented, or a remark.
_LINE = re.compile(r"[\w\"'][^:#]*:(?:\s|$)|\s*-\s|\s+\S|#|\s*$")
#: More than this is not a head of a file.
_LONGEST = 50_000


def split_front_matter(text: str) -> tuple[dict[str, Any], str]:
    r"""The fields above a text, and the text.

    Values are kept as written; those of nested keys have names with dots. The fields that hold
    title and date are named so, whatever their case.

    >>> split_front_matter("---\ntitle: On graphs\ntags: [a, b]\n---\nWe study.")
    ({'title': 'On graphs', 'tags': ['a', 'b']}, 'We study.')
    """
    for pattern, read in ((_YAML, _yaml), (_TOML, _toml), (_PLAIN, _plain)):
        found = pattern.match(text[:_LONGEST])
        fields = read(found[1]) if found else None
        if pattern is _PLAIN and found and _PLAIN.search(text, found.end()):
            fields = None  # a list of records
        if found and fields is not None:
            return _named(fields), text[found.end() :].lstrip("\n")
    return {}, text


def _yaml(block: str) -> dict[str, Any] | None:
    """The fields of YAML, or line by line where it is none, as with a colon in a title."""
    import yaml

    lines = block.split("\n")
    if not all(map(_LINE.match, lines)) or not any(re.match(r"[^\s:]+:", line) for line in lines):
        return None  # prose between two rules
    try:
        shared = any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(block))
        value = None if shared else yaml.load(block, Loader=yaml.BaseLoader)  # texts only
    except (yaml.YAMLError, ValueError, RecursionError):
        value = None
    if isinstance(value, dict):
        return value
    pairs = (line.partition(":") for line in lines if re.match(r"\w", line))
    return {key.strip(): own.strip().strip("\"'") for key, colon, own in pairs if colon}


def _toml(block: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(block)
    except (tomllib.TOMLDecodeError, RecursionError):
        return None


def _plain(block: str) -> dict[str, Any] | None:
    """The fields of lines of name and value; None unless one is the title's, and one beside it."""
    pairs = [line.partition(":") for line in block.splitlines()]
    fields = {key.strip(): value.strip() for key, _, value in pairs}
    names = {key.casefold() for key in fields}
    known = "title" in names and bool(names & _BESIDE_TITLE) and len(fields) == len(pairs)
    return fields if known else None


def _named(fields: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in _flat(fields, ""):
        for role, names in (("title", TITLE_NAMES[:-3]), ("date", DATE_NAMES)):
            if role not in found and set(names).intersection(plain_names(key)):
                found[role] = value
                break
        else:
            found[key] = value
    return found


def _flat(fields: dict[Any, Any], prefix: str) -> list[tuple[str, Any]]:
    """Fields under dotted names, those that are empty left out."""
    found: list[tuple[str, Any]] = []
    for key, value in fields.items():
        if isinstance(value, dict):
            found += _flat(value, f"{prefix}{key}.")
        elif isinstance(value, list):
            texts = [_text(own) for own in value if own not in (None, "")]
            found += [(f"{prefix}{key}", texts)] if texts else []
        elif value not in (None, ""):
            found.append((f"{prefix}{key}", _text(value)))
    return found


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{key}: {_text(own)}" for key, own in value.items())
    if isinstance(value, list):
        return "; ".join(map(_text, value))
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return str(value)
