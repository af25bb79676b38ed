"""A key that chooses an entry of a registry, and the keys that mean something to some entries only.

A registry (encoders, clusterers, reducers) is a mapping from names to entries. The section of the
configuration that chooses among them follows from it: the names that are allowed, the
description, and the keys of all entries.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Any, Protocol, TypeVar

from pydantic import create_model
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from topograph.errors import TopographError
from topograph.sections.base import RUN_TIME, Section


class Choice(Protocol):
    """What an entry of a registry tells of itself."""

    @property
    def name(self) -> str:
        """Its value in the configuration."""
        ...

    @property
    def description(self) -> str:
        """What it is: a short phrase, for the description of the key that chooses it."""
        ...

    @property
    def keys(self) -> type[Section]:
        """Its keys in the configuration; `Section` itself for none."""
        ...


Entry = TypeVar("Entry")
AnySection = TypeVar("AnySection", bound=Section)


class OneOf:
    """Marks a text that is one of some names: `Annotated[str, OneOf(names)]`."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = list(names)

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> CoreSchema:
        """What pydantic checks, and writes into the JSON schema."""
        return core_schema.literal_schema(self.names)


def chosen(entries: Mapping[str, Entry], name: str, kind: str) -> Entry:
    """An entry of a registry by its name.

    Parameters
    ----------
    entries : mapping
    name : str
    kind : str
        What the entries are, in a word ("encoder").

    Raises
    ------
    TopographError
        If there is none of this name; it suggests the nearest.
    """
    if name in entries:
        return entries[name]
    raise TopographError(
        f"There is no {kind} `{name}`.",
        f"the {kind}s are {', '.join(entries)}.",
        f"use one of these{meant(name, entries) or '.'}",
    )


def meant(name: str, known: Iterable[str]) -> str:
    """`; did you mean ...?` for a misspelt name, or nothing.

    >>> meant("hbdscan", ["kmeans", "hdbscan"]), meant("x", ["kmeans"])
    ('; did you mean `hdbscan`?', '')
    """
    close = difflib.get_close_matches(name, list(known), n=1)
    return f"; did you mean `{close[0]}`?" if close else ""


def listed(entries: Mapping[str, Choice]) -> str:
    """The entries and what they are, as a sentence without its end.

    >>> from types import SimpleNamespace
    >>> listed({"a": SimpleNamespace(description="one"), "b": SimpleNamespace(description="")})
    '`a` one; `b`'
    """
    return "; ".join(f"`{name}` {own.description}".rstrip() for name, own in entries.items())


def enumerated(names: Iterable[str]) -> str:
    """Names in a sentence.

    >>> enumerated(["a"]), enumerated(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    *before, last = names
    return f"{', '.join(before)} and {last}" if before else last


def with_keys(base: type[AnySection], entries: Mapping[str, Choice]) -> type[AnySection]:
    """A section with the keys of `base` and, behind these, the keys of all entries.

    Entries may share a key, if they agree on its values and its default; where they describe it in
    other words, the description tells what it is to each.

    Raises
    ------
    TypeError
        If two entries do not agree on a key.
    """
    fields: dict[str, dict[str, FieldInfo]] = {}
    for name, own in entries.items():
        for key, info in own.keys.model_fields.items():
            first = next(iter(fields.setdefault(key, {}).values()), info)
            if _values(first) != _values(info) or key in base.model_fields:
                raise TypeError(f"{name} has other values for the key {key}")
            fields[key][name] = info
    made: dict[str, Any] = {}
    for key, users in fields.items():
        info = next(iter(users.values()))._copy()
        info.description = _description(users, len(entries))
        made[key] = (info.annotation, info)
    return create_model(base.__name__, __base__=base, __module__=base.__module__, **made)


def _values(info: FieldInfo) -> tuple[Any, ...]:
    return repr(info.annotation), info.default, repr(info.metadata), info.json_schema_extra


def _description(users: Mapping[str, FieldInfo], entries: int) -> str:
    """What a key is, and to which of the entries."""
    by_text: dict[str, list[str]] = {}
    for name, info in users.items():
        by_text.setdefault(info.description or "", []).append(f"`{name}`")
    if len(by_text) > 1:
        return " ".join(f"{', '.join(names)}: {text}" for text, names in by_text.items())
    (text, names), *_ = by_text.items()
    return text if len(names) == entries else f"{text} Only for {enumerated(names)}."


def own_keys(section: Section, keys: type[AnySection]) -> AnySection:
    """The keys of one entry, out of a section that has the keys of all."""
    return keys.model_validate({key: getattr(section, key) for key in keys.model_fields})


def users_of_keys(entries: Mapping[str, Choice]) -> dict[str, tuple[str, ...]]:
    """For each key of entries that decides a result, the entries that it means something to."""
    users: dict[str, tuple[str, ...]] = {}
    for name, own in entries.items():
        for key, info in own.keys.model_fields.items():
            if info.json_schema_extra != RUN_TIME:
                users[key] = (*users.get(key, ()), name)
    return users


def refuse_keys_of_others(
    section: Section, name: str, kind: str, choice: str, users: Mapping[str, Iterable[str]]
) -> None:
    """Refuse keys that mean nothing to what a section chose, and are not left at their default.

    Parameters
    ----------
    section : Section
    name : str
        The section's name in the files.
    kind, choice : str
        What is chosen, in a word ("encoder"), and which.
    users : mapping
        Keys that mean something to some choices only, and these.
    """
    for key, names in users.items():
        default = type(section).model_fields[key].default
        if getattr(section, key) != default and choice not in names:
            raise PydanticCustomError(
                "across_keys",
                "the {kind} {choice} does not have this key, it belongs to {names}; leave it out",
                {
                    "key": f"{name}.{key}",
                    "kind": kind,
                    "choice": choice,
                    "names": enumerated(names),
                },
            )
