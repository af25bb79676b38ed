"""Settings of the stage `label`."""

from __future__ import annotations

from pydantic import Field

from topograph.sections.addresses import Address
from topograph.sections.base import RUN_TIME, Section


class LabelSettings(Section):
    """From topics to terms, names, representatives and a hierarchy."""

    terms: int = Field(10, ge=3, le=50, description="Terms listed for a topic.")
    phrase_words: int = Field(
        3, ge=1, le=4, description="Words of the longest phrase that may be a term."
    )
    name_terms: int = Field(
        2,
        ge=1,
        le=4,
        description="Terms a topic's name is made of at most; one is enough if it says what most "
        "of its documents are about.",
    )
    representatives: int = Field(
        3, ge=1, le=20, description="Representative documents listed for a topic."
    )
    stop_words: list[str] = Field(
        [], description="Words never used in terms, on top of those of the corpus' language."
    )
    llm: str | None = Field(
        None,
        min_length=1,
        description="A chat model's name on `label.llm_server`, which then names the topics. "
        "Empty: names are made of terms.",
    )
    llm_prompt: str = Field(
        "config/prompts/topic_name.txt",
        min_length=1,
        description="File with the prompt; `$terms`, `$documents` and `$neighbours` are filled in.",
    )
    llm_server: Address = Field(
        "http://localhost:11434/v1",
        pattern="^https?://",
        description="Address of a server that speaks the OpenAI chat protocol, up to the version. "
        "Its key is read from the environment: OPENAI_API_KEY. With `user:password@` before the "
        "host, these are sent; they are written nowhere.",
        json_schema_extra=RUN_TIME,
    )
    llm_cache: str = Field(
        ".cache/names",
        min_length=1,
        description="Folder of the answers so far: what was asked once is not asked again.",
        json_schema_extra=RUN_TIME,
    )
