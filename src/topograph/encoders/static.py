"""Static vectors: a text is the weighted mean of fixed vectors of its word pieces.

No transformer runs, so a CPU encodes thousands of texts a second; word order and context are lost,
and with them much of the quality (Tulkens and van Dongen 2024, "Model2Vec",
https://github.com/MinishLab/model2vec). Tables come from a `model2vec` folder, or are derived once
from the shipped encoder: each word piece of its vocabulary is encoded alone and weighted
down if it is frequent (Arora et al. 2017, "A simple but tough-to-beat baseline",
https://openreview.net/forum?id=SyK00v5xx), with Zipf's law for the frequencies. With the derived
table the corpus' mean is removed afterwards (`StaticEncoder.centred`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from topograph.encoders.base import unit_rows
from topograph.encoders.hub import model_folder
from topograph.encoders.kinds import HubModelKey, TextEncoderKind, of_known_models
from topograph.encoders.modelfiles import missing_files
from topograph.encoders.tokens import WordPieces
from topograph.errors import TopographError
from topograph.rundir.atomic import atomic_replace
from topograph.rundir.checksums import sha256_file
from topograph.system.jsontext import canonical_json

if TYPE_CHECKING:
    import numpy as np

    from topograph.encoders.onnx import OnnxEncoder

#: Raised when the code changes a vector for the same table.
CODE_VERSION = 1
BATCH = 256
#: Arora's constant: word pieces much more frequent than this count little.
RARE = 1e-3
#: The shipped vocabulary lists its words by falling frequency from this number on ("the").
FIRST_WORD = 1996
QUALITY = (
    "static vectors know no context: they are some hundred times faster than the default encoder, "
    "and their neighbours and topics are clearly worse; good for a first look at a large corpus"
)

#: Files that a `model2vec` folder must contain.
FILES = ("model.safetensors", "tokenizer.json")


@dataclass(frozen=True)
class Table:
    """Vectors of word pieces.

    Attributes
    ----------
    vectors : ndarray of float32, shape (v, d)
    weights : ndarray of float32, shape (n_tokens,)
        Of each token number.
    rows : ndarray of int64, shape (n_tokens,)
        The row of `vectors` that belongs to each token number.
    unknown : int or None
        Number of the token for unknown words; it is left out.
    """

    vectors: np.ndarray
    weights: np.ndarray
    rows: np.ndarray
    unknown: int | None

    def mean(self, ids: Sequence[int]) -> np.ndarray:
        """Weighted mean of some tokens (float32, d); zeros if none is known."""
        import numpy as np

        kept = np.array([i for i in ids if i != self.unknown], dtype=np.int64)
        weighed = self.vectors[self.rows[kept]] * self.weights[kept, None]
        mean: np.ndarray = weighed.sum(axis=0) / np.float32(max(len(kept), 1))
        return mean


class StaticEncoder:
    """See the module's docstring, and `topograph.encoders.base.Encoder`.

    Parameters
    ----------
    name : str
    identity : dict
        What the table was made from.
    tokenizer : Path
    load : callable
        Gives the table when it is first needed.
    centred : bool
        Whether the mean of a corpus is to be taken off its vectors.
    """

    max_tokens = None

    def __init__(
        self,
        name: str,
        identity: dict[str, object],
        tokenizer: Path,
        load: Callable[[], Table],
        centred: bool,
    ) -> None:
        self.name = name
        self.centred = centred
        self.notes = [QUALITY]
        self._words = WordPieces(tokenizer, "", max_tokens=1)
        self._load = load
        self._table: Table | None = None
        identity = {**identity, "code": CODE_VERSION}
        self.fingerprint = hashlib.sha256(canonical_json(identity).encode()).hexdigest()

    def announce(self, texts: Sequence[str]) -> None:
        """Nothing to announce."""

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Word pieces of each text, without special ones."""
        return [len(ids) for ids in self._words.content_ids(texts)]

    def chunks(self, text: str) -> list[tuple[str, int]]:
        """The text as a whole: there is no limit."""
        return [(text, self.count_tokens([text])[0])]

    def encode(self, texts: Sequence[str]) -> Iterator[tuple[list[int], np.ndarray]]:
        """Yield batches: positions, and unit vectors (float32); zeros for unknown words."""
        import numpy as np

        if self._table is None and texts:
            self._table = self._load()
        for start in range(0, len(texts), BATCH):
            ids = self._words.content_ids(texts[start : start + BATCH])
            assert self._table is not None
            rows = np.stack([self._table.mean(own) for own in ids])
            yield list(range(start, start + len(ids))), unit_rows(rows)


def open_model2vec(folder: Path) -> StaticEncoder:
    """Open a `model2vec` folder: `model.safetensors`, `tokenizer.json`.

    Raises
    ------
    TopographError
        If a file is missing.
    """
    paths = [folder / name for name in FILES]
    if not all(path.is_file() for path in paths):
        raise missing_files(folder, FILES)
    identity: dict[str, object] = {"model2vec": [sha256_file(path) for path in paths]}

    def load() -> Table:
        return read_model2vec(*paths)

    return StaticEncoder(folder.resolve().name, identity, paths[1], load, centred=False)


def read_model2vec(weights: Path, tokenizer: Path) -> Table:
    """Read a table in the format of `model2vec`.

    Raises
    ------
    TopographError
        If the file holds no table of vectors.
    """
    import numpy as np
    from safetensors import SafetensorError
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer

    try:
        tensors = load_file(weights)
    except SafetensorError as error:
        raise TopographError(
            f"{weights} cannot be read.",
            f"it is not a safetensors file ({error}).",
            "copy this file of the model again.",
        ) from error
    if "embeddings" not in tensors:
        raise TopographError(
            f"{weights} is not a static model.",
            f"it contains {', '.join(tensors)}, but no `embeddings`.",
            "set embed.model to a folder written by `model2vec`; for a transformer, use "
            "`embed.encoder: onnx`.",
        )
    vectors = tensors["embeddings"].astype(np.float32)
    words = Tokenizer.from_file(str(tokenizer))
    rows = tensors.get("mapping", np.arange(len(vectors))).astype(np.int64)
    own_weights = tensors.get("weights", np.ones(len(rows))).astype(np.float32)
    model = getattr(words, "model", None)
    unknown = words.token_to_id(getattr(model, "unk_token", None) or "[UNK]")
    return Table(vectors, own_weights, rows, unknown)


def derived(encoder: OnnxEncoder, tokenizer: Path, folder: Path) -> StaticEncoder:
    """The static encoder derived from a transformer; its table is computed once and stored.

    Parameters
    ----------
    encoder : OnnxEncoder
        The shipped one.
    tokenizer : Path
        Its tokenizer.
    folder : Path
        The cache's folder; the table lies in it beside the vectors made from it.
    """
    import numpy as np

    from topograph.encoders.store import encoder_folder

    identity: dict[str, object] = {"derived from": encoder.fingerprint}

    def load() -> Table:
        path = encoder_folder(folder, static.fingerprint) / "table" / "vectors.npy"
        vectors = _read_table(path)
        if vectors is None:
            vectors = _make_table(encoder, path)
        return Table(vectors, zipf_weights(len(vectors)), np.arange(len(vectors)), unknown=100)

    name = f"static vectors derived from {encoder.name}"
    static = StaticEncoder(name, identity, tokenizer, load, centred=True)
    return static


def zipf_weights(count: int) -> np.ndarray:
    """Weights of the shipped vocabulary's word pieces (float32, count): RARE / (RARE + frequency).

    Frequencies follow Zipf's law over the words' ranks; single characters and special tokens before
    the first word count as the most frequent.
    """
    import numpy as np

    ranks = np.maximum(np.arange(count) - FIRST_WORD, 0) + 1.0
    frequency = 1.0 / ranks
    frequency /= frequency[min(FIRST_WORD, count - 1) :].sum()
    weights: np.ndarray = (RARE / (RARE + frequency)).astype(np.float32)
    return weights


def _read_table(path: Path) -> np.ndarray | None:
    """The stored table; None if there is none, or it is damaged."""
    import numpy as np

    digest = path.with_suffix(".sha256")
    if not (path.is_file() and digest.is_file()):
        return None
    if sha256_file(path) != digest.read_text(encoding="ascii").strip():
        print(f"embed: note: {path} is damaged; it is computed again")
        return None
    table: np.ndarray = np.load(path)
    return table


def _make_table(encoder: OnnxEncoder, path: Path) -> np.ndarray:
    import numpy as np

    from topograph.encoders.store import usable_folder

    print("embed: computing a vector for each word piece, once", flush=True)
    vectors = encoder.encode_vocabulary()
    with usable_folder(path.parent):
        with atomic_replace(path) as temporary, temporary.open("wb") as handle:
            np.save(handle, vectors)
        path.with_suffix(".sha256").write_text(sha256_file(path), encoding="ascii")
    return vectors


def open_static(keys: HubModelKey, threads: int, cache: Path) -> StaticEncoder:
    """Open the table that the keys name, or the one derived from the shipped encoder."""
    from topograph.encoders.onnx import OnnxEncoder
    from topograph.encoders.shipped import shipped_files

    if keys.model is not None:
        return open_model2vec(model_folder(keys.model, FILES))
    files = shipped_files()
    return derived(OnnxEncoder(files, threads), files.tokenizer, cache)


KIND = TextEncoderKind(
    name="static",
    description="vectors of words, a hundred times faster and worse",
    keys=HubModelKey,
    cites=of_known_models,
    reads_files=True,
    open=open_static,
)
