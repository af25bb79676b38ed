"""Settings of the stage `embed`, and of the encoders."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from topograph.config.addresses import Address
from topograph.config.section import RUN_TIME, Auto, Section, refuse_keys_of_others

#: Keys of `embed` that decide a result, and the encoders that they mean something to.
KEYS_OF_ENCODERS = {
    "model": ("onnx", "static", "sentence-transformers", "openai", "precomputed"),
    "max_tokens": ("onnx", "sentence-transformers"),
    "long_documents": ("onnx", "sentence-transformers"),
    "pooling": ("onnx",),
    "prefix": ("onnx", "sentence-transformers", "openai"),
    "dimensions": ("openai", "tfidf"),
    "ids": ("precomputed",),
}


class EmbedSettings(Section):
    """From documents to vectors."""

    encoder: Literal[
        "onnx", "static", "sentence-transformers", "openai", "tfidf", "precomputed"
    ] = Field(
        "onnx",
        description="What turns documents into vectors: `onnx` a transformer; `static` vectors of "
        "words, a hundred times faster and worse; `sentence-transformers` (an extra) any model, on "
        "a GPU; `openai` a server; `tfidf` the classical baseline; `precomputed` your own.",
    )
    model: str | None = Field(
        None,
        min_length=1,
        description="A model's folder or name on the hub (`onnx`, `static`, "
        "`sentence-transformers`), its name on the server (`openai`), or a file of vectors "
        "(`precomputed`). Empty: made from the model that comes with the environment, "
        "all-MiniLM-L6-v2.",
    )
    max_tokens: Auto | Annotated[int, Field(ge=8, le=131_072)] = Field(
        "auto",
        description="Tokens of a document that the encoder reads at once; `auto`: as many as the "
        "model says (the shipped one: 256, at most 512).",
    )
    long_documents: Literal["truncate", "mean"] = Field(
        "truncate",
        description="Documents longer than that: `truncate` leaves their rest unread, `mean` "
        "reads them in pieces and averages the pieces' vectors.",
    )
    pooling: Literal["auto", "mean", "cls", "last"] = Field(
        "auto",
        description="How the vectors of tokens become one; `auto`: as the model's files say.",
    )
    prefix: str | None = Field(
        None,
        description="Put before every document, like `query: `. Empty: what the model's files say.",
    )
    dimensions: Auto | Annotated[int, Field(ge=2, le=4096)] = Field(
        "auto",
        description="Dimensions of the vectors of `tfidf` (`auto`: 256), or asked of a server.",
    )
    ids: str = Field(
        "doc_id",
        min_length=1,
        description="Column that names a document in a Parquet file of `precomputed` vectors and "
        "in the corpus; without it in the file, rows stand in the order of parse/audit.parquet.",
    )
    server: Address = Field(
        "https://api.openai.com/v1",
        pattern="^https?://",
        examples=["http://localhost:11434/v1"],
        description="Address of the server (`openai`), up to the version. Its key is read from the "
        "environment: OPENAI_API_KEY. `user:password@` as for `label.llm_server`.",
        json_schema_extra=RUN_TIME,
    )
    device: str = Field(
        "auto",
        min_length=1,
        description="Device of `sentence-transformers`: cpu, cuda, cuda:1, mps; `auto`: a GPU "
        "where there is one.",
        json_schema_extra=RUN_TIME,
    )
    batch_size: Auto | Annotated[int, Field(ge=1, le=4096)] = Field(
        "auto",
        description="Documents in a batch of `sentence-transformers`, or in a request (`openai`).",
        json_schema_extra=RUN_TIME,
    )
    cache: str = Field(
        ".cache/embeddings",
        min_length=1,
        description="Folder of the vectors computed so far, shared by all runs.",
        json_schema_extra=RUN_TIME,
    )

    @model_validator(mode="after")
    def _encoder_has_what_it_needs(self) -> EmbedSettings:
        needs_model = {"sentence-transformers": "a model's folder or name on the hub",
                       "openai": "the model's name on the server",
                       "precomputed": "a file of vectors"}  # fmt: skip
        if self.encoder in needs_model and self.model is None:
            raise PydanticCustomError(
                "across_keys",
                "the encoder {encoder} needs {needed} here",
                {
                    "key": "embed.model",
                    "encoder": self.encoder,
                    "needed": needs_model[self.encoder],
                },
            )
        refuse_keys_of_others(self, "embed", "encoder", self.encoder, KEYS_OF_ENCODERS)
        return self
