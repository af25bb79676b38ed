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
        description='Undo escapes (`\\n`, `\\"`, `\\u00e9`) if the whole text is escaped.',
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
        description="Separate the headings of structured abstracts (`BACKGROUND: ...`) from the "
        "text, and remove a leading `Abstract`.",
    )
    hyphens: bool = Field(True, description="Join words that are hyphenated at line ends.")
    wraps: bool = Field(True, description="Join the lines of hard-wrapped text.")
    boilerplate: bool = Field(
        True,
        description="Remove sentences that say nothing about the document: copyright notices, "
        "links to code, and sentences that recur word for word in many documents.",
    )
    links: bool = Field(
        True, description="Move URLs and e-mail addresses out of the text into the column `links`."
    )


Kind = Literal["number", "ordered", "category", "list", "date", "boolean", "text"]
Order = Annotated[list[str], Field(min_length=2)]
Columns = Annotated[str, Field(min_length=1)] | list[str]


class FieldsSettings(Section):
    """Roles of fields (columns of a table). Fields that are not set are found by name."""

    text: Columns | None = Field(
        None, description="Field with the text; of several fields, the first that is not empty."
    )
    answers: Annotated[list[str], Field(min_length=1)] | None = Field(
        None,
        description="Fields of a survey's open questions, instead of `text`: each answer becomes a "
        "document, with the columns `question` and `respondent`.",
    )
    title: Columns | None = Field(None, description="Field with the title.")
    date: Columns | None = Field(None, description="Field with the date of publication.")
    id: Columns | None = Field(
        None, description="Field that identifies a record; used as `doc_id` if it is unique."
    )
    metadata: list[str] | None = Field(
        None, description="Fields kept as metadata in `documents.parquet`. Empty: all others."
    )

    types: dict[str, Kind | Order] = Field(
        {},
        description="Types of the corpus' columns, if they are not recognised: `{age: ordered, "
        "wave: category}`. A list gives the order of values, from low to high: `{age: [young, "
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
    """Reading and cleaning the corpus."""

    files: list[str] = Field(
        ["seeds/*.txt"],
        min_length=1,
        description="Files, folders or glob patterns, relative to the project's folder.",
    )
    format: Annotated[str, OneOf(["auto", *FORMATS])] = Field(
        "auto",
        description="Format of all files, as listed under Formats above; `auto` recognises the "
        "format of each file by its content.",
    )
    encoding: str = Field(
        "auto",
        min_length=1,
        examples=["auto", "utf-8", "cp1252"],
        description="Encoding of text files, by its Python name, like `cp1252`; `auto` detects the "
        "encoding of each file by its content.",
    )
    date_order: Literal["auto", "day_first", "month_first"] = Field(
        "auto",
        description="How dates like 03/04/2021 are read. `auto`: as the other dates of the file or "
        "column show; if none does, only the year is used.",
    )
    fields: FieldsSettings = Field(FieldsSettings(), description="Roles of fields.")
    text: Columns | None = Field(
        None,
        description="Source of a document's text: `text`, `title`, or names of fields; several are "
        "joined, as in `[title, text]`. Empty: the field with the text.",
    )
    min_words: int = Field(
        5, ge=1, le=1000, description="Documents with fewer words are dropped (see the audit)."
    )
    duplicates: Literal["drop", "keep"] = Field(
        "drop", description="What to do with duplicates and near-duplicates."
    )
    near_duplicate_similarity: float = Field(
        0.7,
        ge=0.3,
        le=1.0,
        description="Least similarity of near-duplicates: the Jaccard index of their three-word "
        "sequences. 1: only equal texts are duplicates.",
    )
    merge: Literal["auto", "off"] = Field(
        "auto",
        description="Whether records of one published work are merged into one document. `auto`: "
        "records of bibliographic databases are, by DOI, PMID, or title, authors and year.",
    )
    boilerplate_documents: Auto | Annotated[int, Field(ge=2)] = Field(
        "auto",
        description="Fewest documents in which a boilerplate sentence recurs word for word.",
    )
    language: str = Field(
        "auto",
        pattern="^(auto|[a-z]{2})$",
        examples=["auto", "en", "de"],
        description="Two-letter code of the corpus' language, which determines stop words. "
        "`auto`: the language of most documents.",
    )
    other_languages: Literal["keep", "drop"] = Field(
        "keep", description="What to do with documents in other languages than the corpus'."
    )
    on_error: Literal["stop", "skip"] = Field(
        "stop",
        description="What to do with a file that cannot be read; `skip` lists it in the audit and "
        "keeps the records before the damage. "
        "Single broken records are always skipped and listed.",
    )
    clean: CleanSettings = Field(
        CleanSettings(), description="Cleaning steps; each can be switched off."
    )

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
                    "cannot be combined with parse.fields.answers, whose answers are the texts; "
                    "remove one of the two",
                    {"key": key},
                )
        return self

    @property
    def day_first(self) -> bool | None:
        """Whether the day comes first in 03/04/2021; None if the dates decide."""
        return None if self.date_order == "auto" else self.date_order == "day_first"

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
