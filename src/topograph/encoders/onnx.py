"""Transformers as ONNX files, run by onnxruntime on the processor."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from topograph.encoders.hub import model_folder
from topograph.encoders.kinds import (
    HubModelKey,
    ReadingKeys,
    TextEncoderKind,
    of_transformers,
    value_or_none,
)
from topograph.encoders.modelfiles import ModelFiles, Pooling, read_folder
from topograph.encoders.onnxgraph import OnnxModel
from topograph.encoders.tokens import WordPieces
from topograph.errors import TopographError
from topograph.rundir.checksums import sha256_file
from topograph.system.jsontext import canonical_json

if TYPE_CHECKING:
    import numpy as np

#: Raised when the code changes a vector for the same weights.
CODE_VERSION = 3
#: Tokens of a batch, padding included: small batches stay in the processor's cache and waste
#: little padding; on a CPU they are faster than large ones.
BATCH_TOKENS = 512
#: Tokens of the vocabulary encoded at a time, three positions each.
VOCABULARY_BATCH = 170
#: Texts for testing a model when it is loaded, in addition to some of the texts to encode.
PROBES = ("topic", "A sentence on Vögel, 中文, عربية 🦆 and 12.5!")
#: Lengths in tokens of the test texts, which must differ within a batch.
PROBE_LENGTHS = (24, 5, 16, 9)

#: Files that a model's folder must contain.
FILES = ("onnx/model.onnx", "tokenizer.json", "1_Pooling/config.json", "config.json")


class OnnxKeys(ReadingKeys, HubModelKey):
    """Keys of `onnx`."""

    pooling: Literal["auto", "mean", "cls", "last"] = Field(
        "auto",
        description="How the vectors of tokens become one; `auto`: as the model's files say.",
    )
    prefix: str | None = Field(
        None,
        description="Put before every document, like `query: `. Empty: what the model's files say.",
    )


class OnnxEncoder:
    """A transformer's ONNX file with its tokenizer; see `topograph.encoders.base.Encoder`.

    Parameters
    ----------
    files : ModelFiles
        Content of the model's folder.
    threads : int
        Cores to use; the vectors do not depend on it.
    max_tokens : int, optional
        Tokens read of a text, instead of the model's own limit.
    pooling : {"mean", "cls", "last"}, optional
        Overrides the model's own; mean if there is none.
    prefix : str, optional
        Instead of the model's own.
    """

    def __init__(
        self,
        files: ModelFiles,
        threads: int,
        max_tokens: int | None = None,
        pooling: Pooling | None = None,
        prefix: str | None = None,
    ) -> None:
        self.name = files.name
        self.max_tokens = max_tokens or files.max_tokens
        self.notes: list[str] = []
        self.alone = False
        self._files = files
        self._model: OnnxModel | None = None
        self._threads = threads
        self._pooling = pooling or files.pooling
        prefix = files.prefix if prefix is None else prefix
        self._words = WordPieces(files.tokenizer, prefix, self.max_tokens, files.lower_case)
        identity = {
            "weights": [sha256_file(path) for path in files.weights()],
            "pooling": self._pooling,
            "prefix": prefix,
            "lower_case": files.lower_case,
            "max_tokens": self.max_tokens,
            "code": CODE_VERSION,
            # another version may round differently, which is enough to change a map
            "versions": {name: metadata.version(name) for name in ("onnxruntime", "tokenizers")},
        }
        self.fingerprint = hashlib.sha256(canonical_json(identity).encode()).hexdigest()

    def announce(self, texts: Sequence[str]) -> None:
        """Nothing to announce."""

    def encode_vocabulary(self) -> np.ndarray:
        """A vector for each token of the vocabulary, encoded alone (float32, n_tokens x d)."""
        import numpy as np

        first, last = self._words.ids([""])[0]
        ids = [[first, i, last] for i in range(self._words.tokenizer.get_vocab_size())]
        if self._model is None:
            self._model = self._load(ids)
        starts = range(0, len(ids), VOCABULARY_BATCH)
        batches = [ids[start : start + VOCABULARY_BATCH] for start in starts]
        with ThreadPoolExecutor(self._threads) as pool:
            return np.vstack(list(pool.map(self._model, batches)))

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each whole text, special ones included."""
        return self._words.count(texts)

    def chunks(self, text: str) -> list[tuple[str, int]]:
        """Split a text into chunks within the limit."""
        return self._words.chunks(text)

    def encode(self, texts: Sequence[str]) -> Iterator[tuple[list[int], np.ndarray]]:
        """Yield batches of texts of similar length: positions, and unit vectors (float32)."""
        if not texts:
            return
        ids = self._words.ids(texts)
        if self._model is None:
            self._model = self._load(ids)
        model = self._model
        limit = 0 if self.alone else BATCH_TOKENS
        batches = list(batches_by_length([len(own) for own in ids], limit))
        with ThreadPoolExecutor(self._threads) as pool:
            vectors = pool.map(lambda batch: model([ids[i] for i in batch]), batches)
            yield from zip(batches, vectors, strict=True)

    def _load(self, ids: list[list[int]]) -> OnnxModel:
        """Load the model and test it: a text's vector must not depend on its batch."""
        model = OnnxModel(self._files, self._pooling)
        self.notes += model.notes
        some = ids[:: max(len(ids) // len(PROBE_LENGTHS), 1)]
        cut = [own[:length] for own, length in zip(some, PROBE_LENGTHS, strict=False)]
        problem = depends_on_batch(model, cut + self._words.ids(PROBES))
        if problem:
            self.alone = True
            self.notes.append(
                f"{self.name}: {problem}; every text is therefore encoded on its own, which is "
                "slower for short texts"
            )
        return model


def depends_on_batch(encode: Callable[[list[list[int]]], np.ndarray], ids: list[list[int]]) -> str:
    """Test whether a text's vector depends on its batch; return how, or "".

    A dynamically quantised model chooses one scale for all activations of a batch, so its vectors
    change with the company (by 1e-2); some kernels add up in another order in a larger batch
    (by 1e-7), which is enough to change a UMAP layout.

    Parameters
    ----------
    encode : callable
        From the token numbers of b texts to vectors (float32, b x d).
    ids : list of list of int
        Token numbers of the texts to test with, of differing lengths.

    Raises
    ------
    TopographError
        If a text on its own has not the same vector twice.
    """
    import numpy as np

    alone = np.vstack([encode([own]) for own in ids])
    again = np.vstack([encode([own]) for own in ids])
    if not np.array_equal(alone, again):
        raise TopographError(
            "The encoder cannot be used.",
            "it gave two different vectors for the same text.",
            "choose another ONNX file of the model, without random or stateful layers.",
        )
    together = encode(ids)
    backwards = encode(ids[::-1])[::-1]
    worst = max(float(np.abs(alone - other).max()) for other in (together, backwards))
    if worst == 0.0:
        return ""
    return f"a text's vector depends on its batch (by up to {worst:.0e})"


def batches_by_length(lengths: Sequence[int], limit: int) -> Iterator[list[int]]:
    """Positions in batches of similar length, at most `limit` tokens with padding, or one text."""
    batch: list[int] = []
    for i in sorted(range(len(lengths)), key=lambda i: lengths[i]):
        if batch and lengths[i] * (len(batch) + 1) > limit:
            yield batch
            batch = []
        batch.append(i)
    if batch:
        yield batch


def open_onnx(keys: OnnxKeys, threads: int, cache: Path) -> OnnxEncoder:
    """Open the model that the keys name, or the shipped one.

    Raises
    ------
    TopographError
        If it lacks a file, or reads fewer tokens than asked.
    """
    from topograph.encoders.shipped import MOST_TOKENS, shipped_files

    max_tokens, pooling = value_or_none(keys.max_tokens), value_or_none(keys.pooling)
    if keys.model is None:
        files, most = shipped_files(), MOST_TOKENS
    else:
        files = read_folder(model_folder(keys.model, FILES), pooling)
        most = files.max_tokens
    if max_tokens is not None and max_tokens > most:
        raise TopographError(
            f"embed.max_tokens is {max_tokens}.",
            f"{files.name} reads at most {most} tokens at once.",
            "lower or remove it. `embed.long_documents: mean` reads all of longer documents.",
        )
    return OnnxEncoder(files, threads, max_tokens, pooling, keys.prefix)


KIND = TextEncoderKind(
    name="onnx",
    description="a transformer",
    keys=OnnxKeys,
    cites=of_transformers,
    reads_files=True,
    open=open_onnx,
)
