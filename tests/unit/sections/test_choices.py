"""Sections that choose an entry of a registry, and have the keys of all entries."""

from dataclasses import dataclass
from typing import Annotated

import pytest
from pydantic import Field, ValidationError

from topograph.sections.base import RUN_TIME, Section
from topograph.sections.choices import (
    OneOf,
    own_keys,
    refuse_keys_of_others,
    users_of_keys,
    with_keys,
)


class Sharp(Section):
    edge: int = Field(3, ge=1, description="How sharp.")
    tool: str = Field("file", description="What sharpens it.", json_schema_extra=RUN_TIME)


class Round(Section):
    edge: int = Field(3, ge=1, description="How round.")


@dataclass
class Shape:
    name: str
    description: str
    keys: type[Section]


SHAPES = {"sharp": Shape("sharp", "a", Sharp), "round": Shape("round", "b", Round),
          "none": Shape("none", "c", Section)}  # fmt: skip


class Choice(Section):
    shape: Annotated[str, OneOf(SHAPES)] = Field("sharp", description="Which.")


Whole = with_keys(Choice, SHAPES)


def test_keys_of_entries_follow_those_of_the_section_with_their_users():
    fields = Whole.model_fields
    assert list(fields) == ["shape", "edge", "tool"]
    assert fields["edge"].description == "`sharp`: How sharp. `round`: How round."
    assert fields["tool"].description == "What sharpens it. Only for `sharp`."
    assert fields["tool"].json_schema_extra == RUN_TIME
    assert Sharp.model_fields["edge"].description == "How sharp."  # as it was


def test_values_keep_their_ranges():
    for values in ({"edge": 0}, {"shape": "square"}, {"shape": ""}, {"colour": "red"}):
        with pytest.raises(ValidationError):
            Whole(**values)
    assert Whole(shape="round", edge=9).edge == 9


def test_an_entry_gets_its_own_keys_only():
    keys = own_keys(Whole(shape="round", edge=9), Round)
    assert keys == Round(edge=9)
    assert not hasattr(keys, "tool")


class Other(Section):
    edge: int = Field(4, ge=1, description="How sharp.")


class Taken(Section):
    shape: int = Field(1, description="A key of the section itself.")


@pytest.mark.parametrize("keys", [Other, Taken])
def test_entries_that_do_not_agree_on_a_key_are_refused(keys):
    with pytest.raises(TypeError, match="other values for the key"):
        with_keys(Choice, SHAPES | {"odd": Shape("odd", "", keys)})


def test_only_keys_that_decide_a_result_are_refused_to_others():
    users = users_of_keys(SHAPES)
    assert users == {"edge": ("sharp", "round")}
    refuse_keys_of_others(Whole(shape="none", tool="saw"), "form", "shape", "none", users)
    refuse_keys_of_others(Whole(shape="round", edge=9), "form", "shape", "round", users)
    refuse_keys_of_others(Whole(shape="none", edge=3), "form", "shape", "none", users)
    with pytest.raises(ValueError, match="belongs to sharp and round"):
        refuse_keys_of_others(Whole(shape="none", edge=9), "form", "shape", "none", users)
