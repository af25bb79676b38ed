"""The encoder that a configuration asks for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from topograph.encoders.cached import CachedEncoder
from topograph.encoders.modelfiles import ModelFiles, read_folder
from topograph.encoders.onnx import OnnxEncoder
from topograph.encoders.shipped import MOST_TOKENS, shipped_files
from topograph.errors import TopographError

if TYPE_CHECKING:
    from topograph.config import EmbedSettings
    from topograph.encoders.base import Encoder


def open_encoder(settings: EmbedSettings, threads: int) -> CachedEncoder:
    """Open a run's encoder with its cache; loads no weights.

    Parameters
    ----------
    settings : EmbedSettings
        The section `embed`.
    threads : int
        Cores to use.

    Raises
    ------
    TopographError
        If the encoder lacks a file, or cannot do what is asked.
    """
    encoder = _onnx(settings, threads)
    return CachedEncoder(encoder, Path(settings.cache), whole=settings.long_documents == "mean")


def _onnx(settings: EmbedSettings, threads: int) -> Encoder:
    max_tokens = None if settings.max_tokens == "auto" else settings.max_tokens
    files = _files(settings.model)
    most = MOST_TOKENS if settings.model is None else files.max_tokens
    if max_tokens is not None and max_tokens > most:
        raise TopographError(
            f"embed.max_tokens is {max_tokens}.",
            f"{files.name} reads at most {most} tokens at once.",
            "lower it, or leave it out; `embed.long_documents: mean` reads longer documents whole.",
        )
    pooling = None if settings.pooling == "auto" else settings.pooling
    return OnnxEncoder(files, threads, max_tokens, pooling, settings.prefix)


def _files(model: str | None) -> ModelFiles:
    return shipped_files() if model is None else read_folder(Path(model))
