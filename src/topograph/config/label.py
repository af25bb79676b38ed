"""Settings of the stage `label`."""

from __future__ import annotations

from pydantic import Field

from topograph.sections.addresses import Address
from topograph.sections.base import RUN_TIME, Section


class LabelSettings(Section):
    """Terms, names, representatives and a hierarchy of topics."""

    terms: int = Field(10, ge=3, le=50, description="Terms per topic.")
    phrase_words: int = Field(3, ge=1, le=4, description="Most words of a term.")
    name_terms: int = Field(
        2,
        ge=1,
        le=4,
        description="Most terms in a topic's name; one is enough if most of the topic's documents "
        "are about it.",
    )
    representatives: int = Field(3, ge=1, le=20, description="Representative documents per topic.")
    stop_words: list[str] = Field(
        [], description="Words never used in terms, in addition to the language's stop words."
    )
    llm: str | None = Field(
        None,
        min_length=1,
        description="Name of a chat model on `label.llm_server` that names the topics. Empty: "
        "names are made of terms.",
    )
    llm_prompt: str = Field(
        "config/prompts/topic_name.txt",
        min_length=1,
        description="File with the prompt; `$terms`, `$documents` and `$neighbours` are filled in.",
    )
    llm_server: Address = Field(
        "http://localhost:11434/v1",
        pattern="^https?://",
        description="Address of a server with an OpenAI-compatible chat API, up to the version. "
        "Its key is read from the environment variable OPENAI_API_KEY. `user:password@` before "
        "the host is sent but never written to a file.",
        json_schema_extra=RUN_TIME,
    )
    llm_cache: str = Field(
        ".cache/names",
        min_length=1,
        description="Folder of the cache of answers, so that no question is sent twice.",
        json_schema_extra=RUN_TIME,
    )
