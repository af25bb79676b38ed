"""Claims: `config/claims/NAME.yaml` states what the points of a sweep should show."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import Field, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from topograph.config.layers import Layer, read_layer
from topograph.config.mistakes import ConfigError, display_value, nearest
from topograph.sections.base import Section

CLAIMS = Path("config/claims")
#: Keys of a file of claims.
KEYS = ("sweep", "claims")
Statement = Literal["exists", "grows", "shrinks", "more_in", "together"]


class TopicSelector(Section):
    """How a topic is found at a point: by its terms, or by documents."""

    words: list[str] = Field([], description="Terms of the topic; at least half must be among its.")
    documents: list[str] = Field(
        [], description="Identifiers of documents; at least half must be in the topic."
    )

    @model_validator(mode="after")
    def _one_of_them(self) -> TopicSelector:
        if bool(self.words) == bool(self.documents):
            raise PydanticCustomError("own_rule", "give either words or documents of the topic")
        return self


class Claim(Section):
    """One claim about the topics of a corpus."""

    says: Statement = Field(..., description="What is claimed.")
    topic: TopicSelector | None = Field(None, description="The topic of the claim.")
    documents: list[str] = Field([], description="For `together`: identifiers of documents.")
    column: str = Field("", description="For `more_in`: a column of the corpus.")
    group: str = Field("", description="For `more_in`: the value with the larger share.")
    than: str = Field("", description="For `more_in`: the value with the smaller share.")

    @model_validator(mode="after")
    def _has_what_it_needs(self) -> Claim:
        needs = {"more_in": ("topic", "column", "group", "than"), "together": ("documents",)}
        own = needs.get(self.says, ("topic",))
        missing = [key for key in own if not getattr(self, key)]
        if missing:
            raise PydanticCustomError(
                "own_rule", "`says: {says}` needs {keys}",
                {"says": self.says, "keys": " and ".join(missing)},
            )  # fmt: skip
        if self.says == "together" and len(self.documents) < 2:
            raise PydanticCustomError("own_rule", "`says: together` needs two documents or more")
        extra = {"topic", "documents", "column", "group", "than"} & self.model_fields_set
        if wrong := sorted(extra - set(own)):
            raise PydanticCustomError(
                "own_rule", "`says: {says}` does not use {keys}",
                {"says": self.says, "keys": " and ".join(wrong)},
            )  # fmt: skip
        return self


def load_claims(sweep: str, root: Path = Path()) -> dict[str, Claim]:
    """The claims of all files in `config/claims/` that name a sweep.

    Parameters
    ----------
    sweep : str
        The sweep's name.
    root : Path
        The project's folder.

    Returns
    -------
    dict of str to Claim
        By name, in the order of the files and of their lines.

    Raises
    ------
    ConfigError
        With all mistakes in these files.
    """
    found: dict[str, Claim] = {}
    problems: list[str] = []
    for path in sorted((root / CLAIMS).glob("*.yaml")):
        try:
            layer = read_layer(path)
        except ConfigError as error:
            problems += error.problems
            continue
        if layer.values.get("sweep") == sweep or "sweep" not in layer.values:
            _read(layer, found, problems)
    if problems:
        raise ConfigError(problems)
    return found


def _read(layer: Layer, found: dict[str, Claim], problems: list[str]) -> None:
    problems += layer.problems

    def report(key: tuple[str, ...], text: str) -> None:
        problems.append(f"{layer.place(key)}: {'.'.join(key)}: {text}")

    for key in layer.values:
        if key not in KEYS:
            report((key,), f"unknown key{nearest(key, [*KEYS])}; known: {', '.join(KEYS)}")
    if "sweep" not in layer.values:
        report(("sweep",), "must name the sweep whose points the claims are computed for")
    claims = layer.values.get("claims")
    if not isinstance(claims, dict) or not claims:
        report(("claims",), "must list claims by name, like `X grows: {topic: ..., says: grows}`")
        return
    for name, values in claims.items():
        if name in found:
            report(("claims", name), "another file has a claim of this name; choose another")
        try:
            found[name] = Claim.model_validate(values)
        except ValidationError as error:
            for item in error.errors():
                place = ("claims", name, *map(str, item["loc"]))
                report(place, _text(item))


def _text(item: Any) -> str:
    if item["type"] == "extra_forbidden":
        known = [*Claim.model_fields, *TopicSelector.model_fields]
        return f"unknown key{nearest(str(item['loc'][-1]), known)}"
    if item["type"] == "own_rule":
        return str(item["msg"])
    if item["type"] == "missing":
        return f"is missing; allowed: {' | '.join(get_args(Statement))}"
    message = str(item["msg"]).replace("Input should be", "allowed:")
    return f"{display_value(item['input'])} is not allowed; {message}"
