"""What the program knows of an encoder: its keys, how it is opened, what is cited for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from topograph.encoders.base import Encoder
from topograph.sections.base import Auto, Section

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


class HubModelKey(Section):
    """The key of encoders that read a model's folder, and have one of their own."""

    model: str | None = Field(
        None,
        min_length=1,
        description="A model's folder, or its name on the hub. Empty: made from the model that "
        "comes with the environment, all-MiniLM-L6-v2.",
    )


class ReadingKeys(Section):
    """Keys of encoders that read so many tokens of a document at once."""

    max_tokens: Auto | Annotated[int, Field(ge=8, le=131_072)] = Field(
        "auto",
        description="Tokens of a document that the encoder reads at once; `auto`: as many as the "
        "model says (the shipped one: 256, at most 512).",
    )
    long_documents: Literal["truncate", "mean"] = Field(
        "truncate",
        description="Documents longer than that: `truncate` leaves their rest unread, `mean` "
        "splits them into chunks and averages the chunks' vectors.",
    )


def value_or_none(value: Any) -> Any:
    """None for `auto`, else the value itself."""
    return None if value == "auto" else value


def of_known_models(model: str) -> tuple[str, ...]:
    """What is cited for a model because of its name alone."""
    return ("sbert", "minilm") if "MiniLM" in model else ()


def of_transformers(model: str) -> tuple[str, ...]:
    """What is cited for any sentence transformer."""
    return of_known_models(model) or ("sbert",)


@dataclass(frozen=True, kw_only=True)
class EncoderKind:
    """An encoder. Each module of `topograph.encoders` that makes vectors defines its own.

    Attributes
    ----------
    name : str
        The value of `embed.encoder`.
    description : str
        What it is; a short phrase.
    keys : type of Section
        Its keys in the section `embed`.
    cites : callable
        From the model's name to keys of `references.bib`.
    needs_model : str
        What `embed.model` has to be; empty if it may be left out.
    reads_files : bool
        Whether `embed.model` may be a folder or a file of the user's own.
    """

    name: str
    description: str
    keys: type[Section]
    cites: Callable[[str], tuple[str, ...]]
    needs_model: str = ""
    reads_files: bool = False


@dataclass(frozen=True, kw_only=True)
class TextEncoderKind(EncoderKind):
    """An encoder whose vectors depend on one text each, so that they are cached.

    Attributes
    ----------
    open : callable
        From its keys, the number of cores and the cache's folder to an `Encoder`; loads no weights.
    may_cost : bool
        Whether texts sent to it may cost money: it gets the documents, and nothing else.
    counts_tokens : bool
        Whether it counts the tokens of a text.
    """

    open: Callable[[Any, int, Path], Encoder]
    may_cost: bool = False
    counts_tokens: bool = True


@dataclass(frozen=True, kw_only=True)
class CorpusEncoderKind(EncoderKind):
    """An encoder whose vectors depend on a corpus as a whole, or come from elsewhere.

    Attributes
    ----------
    embed : callable
        From `parse/documents.parquet`, `parse/audit.parquet` and its keys to vectors (float32,
        n x d unit rows) and what the report calls the model.
    without_new : str
        Why it has no vector for a document that is not in the corpus.
    computes : bool
        Whether it computes the vectors here, which takes time.
    """

    embed: Callable[[pd.DataFrame, pd.DataFrame, Any], tuple[np.ndarray, str]]
    without_new: str
    computes: bool = True
