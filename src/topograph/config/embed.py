"""Settings of the stage `embed`: which encoder, and the keys of all encoders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from topograph.encoders.kinds import HubModelKey, ReadingKeys
from topograph.encoders.registry import ENCODERS
from topograph.sections.base import RUN_TIME, Section
from topograph.sections.choices import (
    OneOf,
    listed,
    refuse_keys_of_others,
    users_of_keys,
    with_keys,
)


class _Choice(Section):
    encoder: Annotated[str, OneOf(ENCODERS)] = Field(
        "onnx", description=f"The encoder: {listed(ENCODERS)}."
    )


if TYPE_CHECKING:
    # what stages read; an encoder reads its own keys

    class _Keys(ReadingKeys, HubModelKey, _Choice):
        pass

else:
    _Keys = with_keys(_Choice, ENCODERS)


class EmbedSettings(_Keys):
    """Embedding documents."""

    cache: str = Field(
        ".cache/embeddings",
        min_length=1,
        description="Folder of the cache of embeddings, shared by all runs.",
        json_schema_extra=RUN_TIME,
    )

    @model_validator(mode="after")
    def _encoder_has_what_it_needs(self) -> EmbedSettings:
        kind = ENCODERS[self.encoder]
        if kind.needs_model and self.model is None:
            # do not check the encoder's other keys without its model
            about = dict.fromkeys(("model", "encoder", *kind.keys.model_fields))
            raise PydanticCustomError(
                "across_keys",
                "the encoder {encoder} needs {needed} here",
                {
                    "key": "embed.model",
                    "keys": [f"embed.{key}" for key in about],
                    "encoder": self.encoder,
                    "needed": kind.needs_model,
                },
            )
        refuse_keys_of_others(self, "embed", "encoder", self.encoder, users_of_keys(ENCODERS))
        return self
