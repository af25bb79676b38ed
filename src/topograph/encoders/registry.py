"""The encoder that a configuration asks for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from topograph.encoders.cached import CachedEncoder
from topograph.encoders.hub import model_folder
from topograph.encoders.modelfiles import read_folder
from topograph.encoders.onnx import OnnxEncoder
from topograph.encoders.sentencetransformers import SentenceTransformerEncoder
from topograph.encoders.server import BATCH_TEXTS, ServerEncoder
from topograph.encoders.shipped import MOST_TOKENS, shipped_files
from topograph.encoders.static import StaticEncoder, derived, open_model2vec
from topograph.errors import TopographError

if TYPE_CHECKING:
    from topograph.config import EmbedSettings
    from topograph.encoders.base import Encoder

#: Encoders that make vectors of a corpus and not of a text.
OF_A_CORPUS = frozenset({"tfidf", "precomputed"})
ONNX_FILES = ("onnx/model.onnx", "tokenizer.json", "1_Pooling/config.json", "config.json")
STATIC_FILES = ("model.safetensors", "tokenizer.json")
WHOLE_FOLDER = ("all files",)


def open_encoder(settings: EmbedSettings, threads: int) -> CachedEncoder:
    """Open a run's encoder with its cache; loads no weights.

    Parameters
    ----------
    settings : EmbedSettings
        The section `embed`; its encoder is none of `OF_A_CORPUS`.
    threads : int
        Cores to use.

    Raises
    ------
    TopographError
        If the encoder lacks a file, or cannot do what is asked.
    """
    encoder = build_encoder(settings, threads)
    return CachedEncoder(encoder, Path(settings.cache), whole=settings.long_documents == "mean")


def build_encoder(settings: EmbedSettings, threads: int) -> Encoder:
    """The encoder itself, without its cache."""
    if settings.encoder == "static":
        return _static(settings, threads)
    if settings.encoder == "openai":
        return _server(settings)
    if settings.encoder == "sentence-transformers":
        return _sentence_transformers(settings, threads)
    return _onnx(settings, threads)


def _onnx(settings: EmbedSettings, threads: int) -> OnnxEncoder:
    max_tokens = None if settings.max_tokens == "auto" else settings.max_tokens
    pooling = None if settings.pooling == "auto" else settings.pooling
    if settings.model is None:
        files, most = shipped_files(), MOST_TOKENS
    else:
        files = read_folder(model_folder(settings.model, ONNX_FILES), pooling)
        most = files.max_tokens
    if max_tokens is not None and max_tokens > most:
        raise TopographError(
            f"embed.max_tokens is {max_tokens}.",
            f"{files.name} reads at most {most} tokens at once.",
            "lower it, or leave it out; `embed.long_documents: mean` reads longer documents whole.",
        )
    return OnnxEncoder(files, threads, max_tokens, pooling, settings.prefix)


def _static(settings: EmbedSettings, threads: int) -> StaticEncoder:
    if settings.model is not None:
        return open_model2vec(model_folder(settings.model, STATIC_FILES))
    files = shipped_files()
    return derived(OnnxEncoder(files, threads), files.tokenizer, Path(settings.cache))


def _server(settings: EmbedSettings) -> ServerEncoder:
    return ServerEncoder(
        settings.model or "",
        settings.server,
        settings.prefix or "",
        None if settings.dimensions == "auto" else settings.dimensions,
        BATCH_TEXTS if settings.batch_size == "auto" else settings.batch_size,
    )


def _sentence_transformers(settings: EmbedSettings, threads: int) -> SentenceTransformerEncoder:
    return SentenceTransformerEncoder(
        model_folder(settings.model or "", WHOLE_FOLDER),
        settings.device,
        None if settings.batch_size == "auto" else settings.batch_size,
        None if settings.max_tokens == "auto" else settings.max_tokens,
        settings.prefix,
        threads,
    )
