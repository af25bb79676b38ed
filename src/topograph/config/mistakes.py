"""Messages about mistakes in a configuration: the key, what is allowed, the nearest known key."""

from __future__ import annotations

import difflib
import re
import reprlib
from typing import Any, NamedTuple, get_origin

from pydantic import BaseModel, ValidationError

from topograph.config.keys import allowed, leaf_fields
from topograph.config.run import RunConfig
from topograph.errors import TopographError
from topograph.sections.choices import meant
from topograph.system.redaction import redacted

Key = tuple[str, ...]


class ConfigError(TopographError):
    """All mistakes in the configuration, one line each in `problems`.

    Parameters
    ----------
    problems : list of str
    what, fix : str, optional
        What went wrong and the remedy, if there are no lines to correct.
    """

    def __init__(self, problems: list[str], what: str = "", fix: str = "") -> None:
        self.problems = problems
        count = "one mistake" if len(problems) == 1 else f"{len(problems)} mistakes"
        super().__init__(
            what or f"The configuration has {count}.",
            "\n       ".join(problems),
            fix or "correct the lines listed above. config/README.md lists all keys.",
        )


class Mistake(NamedTuple):
    """One mistake: the key to report it for, all keys of the violated rule, and the text."""

    key: Key
    concerned: list[Key]
    text: str


def explain(error: ValidationError) -> list[Mistake]:
    """The mistakes of a validation error, one for each key."""
    found: dict[Key, Mistake] = {}
    for item in error.errors():
        if item["type"] == "across_keys":
            concerned = item["ctx"].get("keys", [item["ctx"]["key"]])
            keys = [tuple(dotted.split(".")) for dotted in concerned]
            found.setdefault(keys[0], Mistake(keys[0], keys, item["msg"]))
        else:
            key = _config_key(item["loc"])
            found.setdefault(key, Mistake(key, [key], _text(key, dict(item))))
    return list(found.values())


def _text(key: Key, item: dict[str, Any]) -> str:
    fields = leaf_fields()
    dotted = ".".join(key)
    if item["type"] == "extra_forbidden" and "." in key[-1]:
        section, _, last = key[-1].rpartition(".")
        return f"unknown key; write `{section}:` and, indented on the next line, `{last}:`"
    if item["type"] == "extra_forbidden":
        return f"unknown key{nearest(dotted, [*fields, *_sections()])}"
    value = item["input"]
    wrong = display_value(value)
    above = ".".join(key[:-1])
    if above in fields:  # a name that the user chose
        kinds = allowed(fields[above][0]["additionalProperties"])
        return f"{wrong} is not allowed; allowed: {kinds}"
    if dotted not in fields:
        first = next(one for one in fields if one.startswith(f"{dotted}."))
        example = f"{key[-1]}: {{{first.removeprefix(f'{dotted}.')}: ...}}"
        return f"{wrong} is not allowed; allowed: keys below it, indented, or `{example}`"
    positions = [part for part in item["loc"] if isinstance(part, int)]
    if positions:
        wrong += f" (number {positions[0] + 1} of the list)"
    schema, _, default = fields[dotted]
    usual = "" if default in (None, "") else f" (default: {default})"
    if item["type"] == "own_rule":
        return f"{wrong} is not allowed: {item['msg']}{usual}"
    near = meant(value, schema.get("enum", [])) if isinstance(value, str) else ""
    return f"{wrong} is not allowed; allowed: {allowed(schema)}{usual}{near}"


def display_value(value: Any) -> str:
    """A value for a message, shortened and without secrets at any depth.

    Numbers have no quotes, as in YAML.

    >>> display_value("3"), display_value("many"), display_value(None)
    ('3', "'many'", 'null')
    >>> display_value({"url": "http://me:pw@host/v1"})
    "{'url': 'http://***@host/v1'}"
    """
    if value is None:
        return "null"
    if isinstance(value, str) and len(value) < 40 and re.fullmatch(r"[-+]?[\d.]*\d[\d.]*", value):
        return value
    return redacted(_SHORT.repr(value))


class _Redacting(reprlib.Repr):
    """Hides secrets before shortening a text, since half an address cannot be recognised."""

    def repr_str(self, x: str, level: int) -> str:
        return super().repr_str(redacted(x), level)


_SHORT = _Redacting()
_SHORT.maxstring = _SHORT.maxother = 60
_SHORT.maxlevel = 2


def _config_key(location: tuple[int | str, ...]) -> Key:
    """The key in a location of pydantic, without list positions and union branches.

    Below a key that takes names chosen by the user, the name is part of the key.
    """
    model: type[BaseModel] = RunConfig
    key: list[str] = []
    for place, part in enumerate(location):
        key.append(str(part))
        info = model.model_fields.get(str(part))
        if info is not None and get_origin(info.annotation) is dict:
            return tuple(key + [str(own) for own in location[place + 1 : place + 2]])
        if info is None or not (
            isinstance(info.annotation, type) and issubclass(info.annotation, BaseModel)
        ):
            break
        model = info.annotation
    return tuple(key)


def _sections() -> list[str]:
    below = {key.rpartition(".")[0] for key in leaf_fields()}
    return [*RunConfig.model_fields, *sorted(name for name in below if "." in name), "runs"]


def nearest(name: str, known: list[str]) -> str:
    """`; did you mean ...?` for a misspelt or misplaced key, or ""."""
    section, _, own = name.rpartition(".")
    beside = {key.rpartition(".")[2]: key for key in known if key.rpartition(".")[0] == section}
    close = [beside[hit] for hit in difflib.get_close_matches(own, beside, n=1, cutoff=0.77)]
    misplaced = [candidate for candidate in known if candidate.rsplit(".", 1)[-1] == own]
    close = close or difflib.get_close_matches(name, misplaced, n=1, cutoff=0.0)
    close = close or difflib.get_close_matches(name, known, n=1, cutoff=0.6)
    if not close:
        last = name.rsplit(".", 1)[-1]
        by_last = {candidate.rsplit(".", 1)[-1]: candidate for candidate in known}
        close = [by_last[hit] for hit in difflib.get_close_matches(last, by_last, n=1, cutoff=0.7)]
    return f"; did you mean `{close[0]}`?" if close else ""
