"""All keys of the configuration, and their allowed values as text."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

from pydantic import BaseModel

from topograph.config.run import RunConfig
from topograph.sections.base import RUN_TIME


def run_time_keys() -> list[str]:
    """The keys marked `RUN_TIME`, which change no result and re-run nothing.

    >>> "embed.cache" in run_time_keys()
    True
    """
    return [
        f"{section}.{key}"
        for section, info in RunConfig.model_fields.items()
        for key, field in cast(type[BaseModel], info.annotation).model_fields.items()
        if field.json_schema_extra == RUN_TIME
    ]


@cache
def leaf_fields(
    model: type[BaseModel] = RunConfig, prefix: str = ""
) -> dict[str, tuple[Any, str, Any]]:
    """All keys of the configuration: `section.key` to (JSON schema, description, default)."""
    schema = model.model_json_schema()
    leaves: dict[str, tuple[Any, str, Any]] = {}
    for name, info in model.model_fields.items():
        kind = info.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            leaves |= leaf_fields(kind, f"{prefix}{name}.")
        else:
            leaves[prefix + name] = (
                schema["properties"][name],
                info.description or "",
                info.default,
            )
    return leaves


def allowed(schema: dict[str, Any]) -> str:
    """The values that a JSON schema allows, as text: `auto, or a whole number from 2 to 200`."""
    if "anyOf" in schema:
        return ", or ".join(
            allowed(part) if part.get("type") != "null" else "nothing" for part in schema["anyOf"]
        )
    if "const" in schema:
        return str(schema["const"])
    if "enum" in schema:
        return " | ".join(str(value) for value in schema["enum"])
    kind = schema.get("type")
    if kind in ("integer", "number"):
        noun = "a whole number" if kind == "integer" else "a number"
        low, high = schema.get("minimum"), schema.get("maximum")
        if low is not None and high is not None:
            return f"{noun} from {low:.10g} to {high:.10g}"
        return f"{noun} of at least {low:g}" if low is not None else noun
    if kind == "boolean":
        return "true | false"
    if kind == "object":
        return f"names with {allowed(schema['additionalProperties'])} each"
    if kind == "array":
        items = schema.get("items", {})
        return f"a list of {allowed(items)}" if "enum" in items else "a list of texts"
    if "examples" in schema:
        return f"a text like {', '.join(schema['examples'])}"
    return "a text"
