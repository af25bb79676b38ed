"""Settings of the stage `parse`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, field_validator, model_validator
from pydantic_core import PydanticCustomError

from topograph.formats.registry import FORMATS
from topograph.sections.base import Auto, Section
from topograph.sections.choices import OneOf


class CleanSettings(Section):
    """Cleaning steps, in the order in which they run."""

    escapes: bool = Field(
        True,
        description='Undo escapes (`\\n`, `\\"`, `\\u00e9`) of a text that is escaped as a whole.',
    )
    mojibake: bool = Field(
        True, description="Repair text that was decoded with the wrong encoding (`Ã©` to `é`)."
    )
    unicode: bool = Field(
        True,
        description="Remove control and zero-width characters; compose letters and accents (NFC).",
    )
    html: bool = Field(True, description="Remove HTML tags and resolve entities.")
    latex: bool = Field(True, description="Turn LaTeX commands and mathematics into readable text.")
    markdown: bool = Field(True, description="Remove markdown emphasis and link syntax.")
    headings: bool = Field(
        True,
        description="Set the headings of structured abstracts off from the text "
        "(`BACKGROUND: ...`), and remove a leading `Abstract`.",
    )
    hyphens: bool = Field(True, description="Put words together that a line end divides.")
    wraps: bool = Field(True, description="Join the lines of hard-wrapped text.")
    boilerplate: bool = Field(
        True,
        description="Remove sentences that say nothing about the document: copyright, where the "
        "code is, and what stands word for word in many documents.",
    )
    links: bool = Field(
        True, description="Move URLs and e-mail addresses out of the text into the column `links`."
    )


Kind = Literal["number", "ordered", "category", "list", "date", "boolean", "text"]
Order = Annotated[list[str], Field(min_length=2)]
Columns = Annotated[str, Field(min_length=1)] | list[str]


class FieldsSettings(Section):
    """Which field of a record (column of a table) is what. Empty: found by its usual name."""

    text: Columns | None = Field(
        None, description="Field that holds the text; of several the first that is not empty."
    )
    answers: Annotated[list[str], Field(min_length=1)] | None = Field(
        None,
        description="Fields of a survey's open questions, instead of `text`: each answer becomes a "
        "document of its own, with its `question` and its `respondent` beside it.",
    )
    title: Columns | None = Field(None, description="Field that holds the title.")
    date: Columns | None = Field(None, description="Field that holds the date of publication.")
    id: Columns | None = Field(
        None, description="Field that identifies a record; used as `doc_id` where it is unique."
    )
    metadata: list[str] | None = Field(
        None, description="Fields that travel along into `documents.parquet`. Empty: all others."
    )

    types: dict[str, Kind | Order] = Field(
        {},
        description="What columns of the corpus hold, where it is not recognised: `{age: ordered, "
        "wave: category}`. A list gives the order of the values, from low to high: `{age: [young, "
        "old]}`.",
    )

    @field_validator("text", "title", "date", "id", mode="before")
    @classmethod
    def _empty_is_nothing(cls, value: Any) -> Any:
        return None if value == "" else value

    @field_validator("types", mode="before")
    @classmethod
    def _nothing_is_empty(cls, value: Any) -> Any:
        return {} if value is None else value


class ParseSettings(Section):
    """From files to clean documents."""

    files: list[str] = Field(
        ["seeds/*.txt"],
        min_length=1,
        description="Files, folders or glob patterns, relative to the project's folder.",
    )
    format: Annotated[str, OneOf(["auto", *FORMATS])] = Field(
        "auto",
        description="Format of all files, as listed under Formats above; `auto` recognises that of "
        "each file by its content.",
    )
    encoding: str = Field(
        "auto",
        min_length=1,
        examples=["auto", "utf-8", "cp1252"],
        description="Encoding of text files, by Python's name, like `cp1252`; `auto` decides for "
        "each file by its content.",
    )
    fields: FieldsSettings = Field(FieldsSettings(), description="Which field of a record is what.")
    text: Columns | None = Field(
        None,
        description="What a document's text is made of: `text`, `title`, or names of fields; "
        "several are joined, as in `[title, text]`. Empty: the field that holds the text.",
    )
    min_words: int = Field(
        5, ge=1, le=1000, description="Documents of fewer words are dropped (and audited)."
    )
    duplicates: Literal["drop", "keep"] = Field(
        "drop", description="What happens to documents whose texts are equal, or nearly so."
    )
    near_duplicate_similarity: float = Field(
        0.7,
        ge=0.3,
        le=1.0,
        description="Share of common runs of three words (Jaccard) from which two documents are "
        "near-duplicates; 1: only equal texts are duplicates.",
    )
    merge: Literal["auto", "off"] = Field(
        "auto",
        description="Whether records of one published work become one document, with the best of "
        "each field. `auto`: those of bibliographic databases, by DOI, PMID, or title, authors "
        "and year.",
    )
    boilerplate_documents: Auto | Annotated[int, Field(ge=2)] = Field(
        "auto",
        description="A sentence that stands word for word in so many documents is boilerplate.",
    )
    language: str = Field(
        "auto",
        pattern="^(auto|[a-z]{2})$",
        examples=["auto", "en", "de"],
        description="Language of the corpus, as its two-letter code; chooses the stop words. "
        "`auto`: that of most documents.",
    )
    other_languages: Literal["keep", "drop"] = Field(
        "keep", description="What happens to documents in another language than the corpus'."
    )
    on_error: Literal["stop", "skip"] = Field(
        "stop",
        description="What happens at a file that cannot be read: `skip` notes it in the audit. "
        "Single broken records are always skipped and noted.",
    )
    clean: CleanSettings = Field(CleanSettings(), description="Cleaning steps, each can be off.")

    @field_validator("text", mode="before")
    @classmethod
    def _empty_is_nothing(cls, value: Any) -> Any:
        return None if value == "" else value

    @model_validator(mode="after")
    def _answers_are_the_text(self) -> ParseSettings:
        other = {"parse.text": self.text, "parse.fields.text": self.fields.text}
        for key, value in other.items():
            if self.fields.answers and value is not None:
                raise PydanticCustomError(
                    "across_keys",
                    "with parse.fields.answers each answer is a text; leave one of the two out",
                    {"key": key},
                )
        return self

    @field_validator("encoding")
    @classmethod
    def _python_knows_the_encoding(cls, value: str) -> str:
        try:
            if value != "auto":
                "a".encode(value)
        except (LookupError, ValueError) as error:
            problem = "Python has no encoding with this name"
            raise PydanticCustomError("own_rule", problem) from error
        return value
