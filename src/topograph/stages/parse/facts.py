"""One column per fact: databases name the same fact differently."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from topograph.formats.names import named_groups, plain_names

Value = TypeVar("Value")

#: Names of each fact, by the name of the column.
FACTS = named_groups("facts")


def common_names(layouts: Iterable[Sequence[str]]) -> dict[str, str]:
    """New names for columns that state the same fact.

    Only columns of bibliographic records are renamed, and only those of facts for which the corpus
    has several names. If records have two names of a fact, these are two facts, and the name that
    `names.yaml` lists later keeps its column.

    Parameters
    ----------
    layouts : iterable of sequence of str
        The names of the fields of each record.

    Returns
    -------
    dict of str to str
        New names by old name, in the order of `names.yaml`.

    >>> common_names([("Cited by", "Year"), ("TC", "PY", "SO"), ("AU",)])
    {'PY': 'Year', 'TC': 'Cited by'}
    >>> common_names([("JT", "SO"), ("SO",), ("Source title",)])
    {'JT': 'Source title'}
    """
    layouts = sorted(set(map(tuple, layouts)))
    found: dict[str, str] = {}
    for fact, synonyms in FACTS.items():
        rank = {name: place for place, name in enumerate(synonyms)}
        named = [_ranked(layout, rank) for layout in layouts]
        excluded = {own for layout in named for own in sorted(layout.values())[1:]}
        columns = {
            column: place
            for layout in named
            for column, place in layout.items()
            if place not in excluded
        }
        if len(columns) > 1:
            found |= {column: fact for column in sorted(columns) if column != fact}
    return found


def _ranked(layout: Sequence[str], rank: Mapping[str, int]) -> dict[str, int]:
    """The columns with a name of a fact, and the places of these names."""
    return {
        column: min(places)
        for column in layout
        if (places := [rank[plain] for plain in plain_names(column) if plain in rank])
    }


def renamed(fields: Mapping[str, Value], names: Mapping[str, str]) -> dict[str, Value]:
    """The fields of a record under their new names."""
    return {names.get(name, name): value for name, value in fields.items()}
