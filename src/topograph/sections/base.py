"""What the sections of the configuration have in common."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

Auto = Literal["auto"]

#: Marks a key that changes how a stage runs and not what it finds (a folder, a device): it is not
#: part of the settings whose change re-runs a stage.
RUN_TIME: dict[str, JsonValue] = {"run_time": True}


class Section(BaseModel):
    """A group of keys: unknown keys are refused, values do not change after loading."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, validate_default=True, coerce_numbers_to_str=True
    )

    @field_validator("*", mode="before")
    @classmethod
    def _one_text_is_a_list_of_one(cls, value: Any, info: ValidationInfo) -> Any:
        kind = cls.model_fields[str(info.field_name)].annotation
        kinds = (kind,) if get_origin(kind) is list else get_args(kind)
        # `Annotated[str, ...]` takes a text, too
        texts = any(own is str or (get_args(own) and get_args(own)[0] is str and own != list[str])
                    for own in kinds)  # fmt: skip
        if isinstance(value, str) and list[str] in kinds and not texts:
            return [value] if value else []
        return value

    @field_validator("*", mode="before")
    @classmethod
    def _yes_is_no_number(cls, value: Any, info: ValidationInfo) -> Any:
        kind = cls.model_fields[str(info.field_name)].annotation
        if isinstance(value, bool) and kind is not bool:
            raise PydanticCustomError("yes_or_no", "yes or no is not allowed here")
        return value
