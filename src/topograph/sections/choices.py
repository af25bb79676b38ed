"""Keys that choose an entry of a registry, and keys that only some entries have.

A registry (encoders, clusterers, reducers) maps names to entries. The section of the configuration
that chooses an entry is derived from it: the allowed names, the description, and the keys of all
entries.
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
    """An entry of a registry."""

    @property
    def name(self) -> str:
        """Its value in the configuration."""
        ...

    @property
    def description(self) -> str:
        """A short phrase for the description of the key that chooses it."""
        ...

    @property
    def keys(self) -> type[Section]:
        """Its keys in the configuration; `Section` itself if it has none."""
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
    """The entry of a registry with a name.

    Parameters
    ----------
    entries : mapping
    name : str
    kind : str
        The kind of entries, in a word ("encoder").

    Raises
    ------
    TopographError
        If there is no such entry; the message suggests the nearest name.
    """
    if name in entries:
        return entries[name]
    raise TopographError(
        f"There is no {kind} `{name}`.",
        f"the {kind}s are {', '.join(entries)}.",
        f"use one of these{meant(name, entries) or '.'}",
    )


def meant(name: str, known: Iterable[str]) -> str:
    """`; did you mean ...?` for a misspelt name, or "".

    >>> meant("hbdscan", ["kmeans", "hdbscan"]), meant("x", ["kmeans"])
    ('; did you mean `hdbscan`?', '')
    """
    close = difflib.get_close_matches(name, list(known), n=1)
    return f"; did you mean `{close[0]}`?" if close else ""


def listed(entries: Mapping[str, Choice]) -> str:
    """The entries with their descriptions, as a sentence without a full stop.

    >>> from types import SimpleNamespace
    >>> listed({"a": SimpleNamespace(description="one"), "b": SimpleNamespace(description="")})
    '`a` one; `b`'
    """
    return "; ".join(f"`{name}` {own.description}".rstrip() for name, own in entries.items())


def enumerated(names: Iterable[str]) -> str:
    """Names, joined for a sentence.

    >>> enumerated(["a"]), enumerated(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    *before, last = names
    return f"{', '.join(before)} and {last}" if before else last


def with_keys(base: type[AnySection], entries: Mapping[str, Choice]) -> type[AnySection]:
    """A section with the keys of `base`, followed by the keys of all entries.

    Entries can share a key if its values and default are equal. If their descriptions differ, the
    description of the key combines them.

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
    """The description of a key, with the entries that have it."""
    by_text: dict[str, list[str]] = {}
    for name, info in users.items():
        by_text.setdefault(info.description or "", []).append(f"`{name}`")
    if len(by_text) > 1:
        return " ".join(f"{', '.join(names)}: {text}" for text, names in by_text.items())
    (text, names), *_ = by_text.items()
    return text if len(names) == entries else f"{text} Only for {enumerated(names)}."


def own_keys(section: Section, keys: type[AnySection]) -> AnySection:
    """The keys of one entry, from a section with the keys of all."""
    return keys.model_validate({key: getattr(section, key) for key in keys.model_fields})


def users_of_keys(entries: Mapping[str, Choice]) -> dict[str, tuple[str, ...]]:
    """For each key of entries that affects results, the entries that have it."""
    users: dict[str, tuple[str, ...]] = {}
    for name, own in entries.items():
        for key, info in own.keys.model_fields.items():
            if info.json_schema_extra != RUN_TIME:
                users[key] = (*users.get(key, ()), name)
    return users


def refuse_keys_of_others(
    section: Section, name: str, kind: str, choice: str, users: Mapping[str, Iterable[str]]
) -> None:
    """Refuse keys that the chosen entry does not have, unless they have their default.

    Parameters
    ----------
    section : Section
    name : str
        The section's name in the files.
    kind, choice : str
        The kind of entry, in a word ("encoder"), and the chosen name.
    users : mapping
        Keys that only some entries have, with these entries.
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
