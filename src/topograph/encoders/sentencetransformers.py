"""Any model that `sentence-transformers` runs, on a GPU where there is one. An optional extra."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from importlib import metadata, util
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from topograph.encoders.base import unit_rows
from topograph.encoders.chunks import split
from topograph.encoders.hub import model_folder
from topograph.encoders.kinds import (
    ReadingKeys,
    TextEncoderKind,
    of_transformers,
    value_or_none,
)
from topograph.encoders.modelfiles import read_length, read_prompt
from topograph.encoders.onnx import PROBES
from topograph.errors import TopographError
from topograph.rundir.checksums import sha256_file
from topograph.sections.base import RUN_TIME, Auto, Section
from topograph.system.jsontext import canonical_json

if TYPE_CHECKING:
    import numpy as np

#: Raised when the code changes a vector for the same weights.
CODE_VERSION = 2
#: Texts per batch, if a text's vector does not depend on its batch.
BATCH = 32
#: Files of a folder that do not affect vectors.
OTHER_RUNTIMES = ("onnx", "openvino", "flax_model.msgpack", "tf_model.h5", "rust_model.ot")

#: Files that a model's folder must contain, as text.
FILES = ("all files",)


class _ModelKey(Section):
    model: str | None = Field(
        None, min_length=1, description="A model's folder, or its name on the hub."
    )


class SentenceTransformerKeys(ReadingKeys, _ModelKey):
    """Keys of `sentence-transformers`."""

    prefix: str | None = Field(
        None,
        description="Put before every document, like `query: `. Empty: what the model's files say.",
    )
    device: str = Field(
        "auto",
        min_length=1,
        description="The device: cpu, cuda, cuda:1, mps; `auto`: a GPU where there is one.",
        json_schema_extra=RUN_TIME,
    )
    batch_size: Auto | Annotated[int, Field(ge=1, le=4096)] = Field(
        "auto", description="Documents in a batch.", json_schema_extra=RUN_TIME
    )


class SentenceTransformerEncoder:
    """See `topograph.encoders.base.Encoder`.

    Parameters
    ----------
    folder : Path
        The model's folder.
    device : str
        `auto`, or torch's name of a device: `cpu`, `cuda`, `cuda:1`, `mps`.
    batch_size : int, optional
        Texts of a batch. Without it 32, or 1 where a text's vector depends on its batch.
    max_tokens : int, optional
        Tokens read of a text, instead of the model's own limit.
    prefix : str, optional
        Instead of the model's own prompt.
    threads : int
        Cores to use on a CPU.

    Raises
    ------
    TopographError
        If the extra is not installed.
    """

    def __init__(
        self,
        folder: Path,
        device: str,
        batch_size: int | None,
        max_tokens: int | None,
        prefix: str | None,
        threads: int,
    ) -> None:
        if util.find_spec("sentence_transformers") is None:
            raise TopographError(
                "The encoder `sentence-transformers` is not installed.",
                "it is an extra, because it installs torch (several GB).",
                "run `uv sync --extra sentence-transformers`, and start all commands with "
                "`uv run --extra sentence-transformers`.",
            )
        self.name = folder.resolve().name
        self.notes: list[str] = []
        self._folder = folder
        self._device = device
        self._batch_size = batch_size
        self.max_tokens = max_tokens or read_length(folder)
        self._prefix = read_prompt(folder) if prefix is None else prefix
        self._threads = threads
        self._loaded: Any = None
        files = sorted(
            path
            for path in folder.rglob("*")
            if path.is_file()
            and not path.name.startswith((".", "README"))
            and path.relative_to(folder).parts[0] not in OTHER_RUNTIMES
        )
        identity = {
            "files": {path.relative_to(folder).as_posix(): sha256_file(path) for path in files},
            "prefix": self._prefix,
            "max_tokens": self.max_tokens,
            "code": CODE_VERSION,
            "versions": {
                name: metadata.version(name)
                for name in ("sentence-transformers", "torch", "transformers")
            },
        }
        self.fingerprint = hashlib.sha256(canonical_json(identity).encode()).hexdigest()

    def announce(self, texts: Sequence[str]) -> None:
        """Nothing to announce."""

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each whole text, special ones and the prompt included."""
        tokenize = self._model.tokenizer
        whole = [self._prefix + text for text in texts]
        return [len(ids) for ids in tokenize(whole, truncation=False, verbose=False)["input_ids"]]

    def chunks(self, text: str) -> list[tuple[str, int]]:
        """Split a text into chunks within the limit, each with its tokens without special ones."""
        found = self._model.tokenizer(
            text,
            add_special_tokens=False,
            return_offsets_mapping=True,
            truncation=False,
            verbose=False,
        )
        offsets = [(start, end) for start, end in found["offset_mapping"] if end > start]
        special = self.count_tokens([""])[0]
        return split(text, offsets, max(self.max_tokens - special, 1))

    def encode(self, texts: Sequence[str]) -> Iterator[tuple[list[int], np.ndarray]]:
        """Yield batches of texts of similar length: positions, and unit vectors (float32)."""
        if not texts:
            return
        model = self._model
        lengths = model.tokenizer(list(texts), truncation=True, max_length=self.max_tokens)
        order = sorted(range(len(texts)), key=lambda i: len(lengths["input_ids"][i]))
        size = self._batch_size or BATCH
        for start in range(0, len(order), size):
            batch = order[start : start + size]
            yield batch, self._encode([texts[i] for i in batch], model)

    def _encode(self, texts: list[str], model: Any) -> np.ndarray:
        rows = model.encode(
            texts,
            batch_size=len(texts),
            prompt=self._prefix,  # also where it is empty: the default prompt is in it already
            show_progress_bar=False,
            convert_to_numpy=True,
        )
        return unit_rows(rows.astype("float32"))

    @property
    def _model(self) -> Any:
        if self._loaded is None:
            self._loaded = self._load()
        return self._loaded

    def _load(self) -> Any:
        import torch
        from sentence_transformers import SentenceTransformer

        torch.set_num_threads(self._threads)
        device = None if self._device == "auto" else self._device
        try:
            model = SentenceTransformer(str(self._folder), device=device, local_files_only=True)
        except (OSError, ValueError, RuntimeError, AssertionError) as error:  # torch's own kinds
            raise TopographError(
                f"The model in {self._folder} cannot be loaded.",
                f"{str(error).splitlines()[0]}",
                "check embed.model and embed.device; copy the whole model folder again.",
            ) from error
        model.max_seq_length = self.max_tokens
        self._loaded = model
        self._test_batches(model)
        return model

    def _test_batches(self, model: Any) -> None:
        """Encode some texts alone and together: the vectors should be the same."""
        import numpy as np

        texts = [*PROBES, "topics of documents " * 20]
        alone = np.vstack([self._encode([text], model) for text in texts])
        worst = float(np.abs(alone - self._encode(texts, model)).max())
        if worst == 0.0:
            return
        if self._batch_size is None:
            self._batch_size = 1
            follows = "every text is therefore encoded alone; setting embed.batch_size is faster"
        else:
            follows = "texts are encoded in batches, because embed.batch_size is set"
        self.notes.append(
            f"{self.name}: a text's vector depends on its batch (by up to {worst:.0e}); {follows}"
        )


def open_sentence_transformers(
    keys: SentenceTransformerKeys, threads: int, cache: Path
) -> SentenceTransformerEncoder:
    """Open the model that the keys name."""
    return SentenceTransformerEncoder(
        model_folder(keys.model or "", FILES),
        keys.device,
        value_or_none(keys.batch_size),
        value_or_none(keys.max_tokens),
        keys.prefix,
        threads,
    )


KIND = TextEncoderKind(
    name="sentence-transformers",
    description="(an extra) any model, on a GPU",
    keys=SentenceTransformerKeys,
    cites=of_transformers,
    needs_model="a model's folder or name on the hub",
    reads_files=True,
    open=open_sentence_transformers,
)
