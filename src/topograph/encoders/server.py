"""Any server with an OpenAI-compatible API for embeddings: vLLM, TEI, Ollama, llama.cpp, a vendor.

Protocol: POST {server}/embeddings with `model`, `input`, `dimensions`; the answer's `data` holds an
`embedding` for each `index` (https://platform.openai.com/docs/api-reference/embeddings).
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from topograph.core.wording import counted
from topograph.encoders.base import unit_rows
from topograph.encoders.kinds import TextEncoderKind, of_known_models, value_or_none
from topograph.errors import TopographError
from topograph.sections.addresses import Address
from topograph.sections.base import RUN_TIME, Auto, Section
from topograph.system.jsontext import canonical_json
from topograph.system.servers import KEY, Refused, RetryPolicy, Unreachable, endpoint, post

if TYPE_CHECKING:
    import numpy as np

#: Texts, and characters, of a request at most: within the limits of all servers named above (TEI
#: takes 32 texts by default).
BATCH_TEXTS = 32
BATCH_CHARACTERS = 200_000
PATIENCE = RetryPolicy(tries=6, timeout=120.0)
#: Dollars for a million tokens, by the vendor's price list of 2025.
PRICES = {
    "text-embedding-3-small": 0.02,
    "text-embedding-3-large": 0.13,
    "text-embedding-ada-002": 0.10,
}
#: Characters of a token, about, in English.
CHARACTERS_OF_A_TOKEN = 4


class ServerKeys(Section):
    """Keys of `openai`."""

    model: str | None = Field(None, min_length=1, description="The model's name on the server.")
    prefix: str | None = Field(None, description="Put before every document. Empty: nothing.")
    dimensions: Auto | Annotated[int, Field(ge=2, le=4096)] = Field(
        "auto", description="Dimensions asked of the server; `auto`: the model's own."
    )
    server: Address = Field(
        "https://api.openai.com/v1",
        pattern="^https?://",
        examples=["http://localhost:11434/v1"],
        description="Address of the server, up to the version. Its key is read from the "
        "environment: OPENAI_API_KEY. `user:password@` as for `label.llm_server`.",
        json_schema_extra=RUN_TIME,
    )
    batch_size: Auto | Annotated[int, Field(ge=1, le=4096)] = Field(
        "auto", description="Documents in a request.", json_schema_extra=RUN_TIME
    )


class ServerEncoder:
    """An embeddings server; see `topograph.encoders.base.Encoder`.

    Parameters
    ----------
    model : str
        The model's name on the server.
    server : str
        Address up to the version: `http://localhost:8000/v1`. Not part of the identity: a model
        that moves to another machine keeps its vectors. The probe detects another model.
    prefix : str
        Put before every text.
    dimensions : int, optional
        Asked of the server; for models that can shorten their vectors.
    batch_size : int
        Texts of a request at most.
    """

    max_tokens = None
    #: Encoded again at the start of each run and compared with the cache.
    probe = "The quick brown fox jumps over the lazy dog."

    def __init__(
        self,
        model: str,
        server: str,
        prefix: str = "",
        dimensions: int | None = None,
        batch_size: int = BATCH_TEXTS,
    ) -> None:
        self.name = f"{model} (embeddings server)"
        self.notes: list[str] = []
        self._model = model
        self._server = endpoint(server, "/embeddings")
        self._prefix = prefix
        self._dimensions = dimensions
        self._batch_size = batch_size
        self._width: int | None = None
        identity = {"server": model, "prefix": prefix, "dimensions": dimensions}
        self.fingerprint = hashlib.sha256(canonical_json(identity).encode()).hexdigest()

    def announce(self, texts: Sequence[str]) -> None:
        """Print how much will be sent, and its cost."""
        tokens = sum(len(self._prefix + text) for text in texts) / CHARACTERS_OF_A_TOKEN
        price = PRICES.get(self._model)
        cost = (
            f"about ${tokens / 1e6 * price:.2f} at ${price} for a million tokens"
            if price
            else "its price is unknown"
        )
        print(
            f"embed: sending {counted(len(texts), 'text')}, about {tokens / 1e6:.3g} million "
            f"tokens, to {self._server.display_url}: {cost}",
            flush=True,
        )

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Zeros: only the server can count its tokens."""
        return [0] * len(texts)

    def chunks(self, text: str) -> list[tuple[str, int]]:
        """The text as a whole."""
        return [(text, 0)]

    def encode(self, texts: Sequence[str]) -> Iterator[tuple[list[int], np.ndarray]]:
        """Yield batches: positions, and unit vectors (float32)."""
        for batch in self._batches(texts):
            yield batch, unit_rows(self._request([self._prefix + texts[i] for i in batch]))

    def _batches(self, texts: Sequence[str]) -> Iterator[list[int]]:
        batch: list[int] = []
        size = 0
        for i, text in enumerate(texts):
            full = len(batch) == self._batch_size or size + len(text) > BATCH_CHARACTERS
            if batch and full:
                yield batch
                batch, size = [], 0
            batch.append(i)
            size += len(text)
        if batch:
            yield batch

    def _request(self, texts: list[str]) -> np.ndarray:
        body: dict[str, Any] = {"model": self._model, "input": texts, "encoding_format": "float"}
        if self._dimensions:
            body["dimensions"] = self._dimensions
        return self._vectors(self._answer(body), len(texts))

    def _answer(self, body: dict[str, Any]) -> bytes:
        try:
            return post(
                self._server, body, PATIENCE, lambda text: print(f"embed: {text}", flush=True)
            )
        except Refused as error:
            raise self._refused(error) from error
        except Unreachable as error:
            raise TopographError(
                f"{self._server.display_url} does not answer.",
                f"{error}.",
                "check embed.server and that the server runs; what was embedded so far is kept, so "
                "call again.",
            ) from error

    def _refused(self, error: Refused) -> TopographError:
        if error.status in (401, 403):
            fix = f"put a valid key into the environment: `export {KEY}=...`."
        elif error.status == 404:
            fix = "check embed.server (like http://localhost:8000/v1) and embed.model."
        else:
            fix = (
                "check embed.model; lower embed.batch_size if a request is too large; if a text is "
                "too long for the model, raise the server's limit."
            )
        return TopographError(f"{self._server.display_url} refuses the request.", str(error), fix)

    def _vectors(self, content: bytes, count: int) -> np.ndarray:
        try:
            vectors = read_answer(content, count)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            start = self._server.hide(content[:2000].decode("utf-8", "replace"))[:200]
            raise TopographError(
                f"{self._server.display_url} has no OpenAI-compatible API for embeddings.",
                f"{type(error).__name__} ({self._server.hide(str(error))[:200]}) in an answer that "
                f"begins with {start!r}.",
                "check embed.server; what was embedded so far is kept.",
            ) from error
        if self._width not in (None, vectors.shape[1]):
            raise TopographError(
                f"{self.name} returns other vectors than before.",
                f"they have {vectors.shape[1]} dimensions and had {self._width}.",
                "use the same model on the server during a run, and run it again.",
            )
        self._width = vectors.shape[1]
        return vectors


def read_answer(content: bytes, count: int) -> np.ndarray:
    """The vectors of a server's answer, in the order of the texts (float32, count x d).

    Vectors may be lists of numbers or base64; where no item has an index, they stand in order.

    Raises
    ------
    ValueError, KeyError, TypeError
        If it is not an answer to so many texts.
    """
    import numpy as np

    items = json.loads(content)["data"]
    numbers = [item.get("index") for item in items]
    if any(number is not None for number in numbers):
        items = [item for _, item in sorted(zip(numbers, items, strict=True), key=lambda i: i[0])]
        numbers.sort()
    else:
        numbers = list(range(len(items)))
    if numbers != list(range(count)):
        raise ValueError(f"the numbers of the vectors for {count} texts are {numbers}")
    vectors = np.array([_vector(item["embedding"]) for item in items], dtype=np.float32)
    if vectors.ndim != 2 or not vectors.shape[1]:
        raise ValueError("its vectors are not lists of numbers of one length")
    return vectors


def _vector(embedding: Any) -> Any:
    import numpy as np

    if isinstance(embedding, str):  # little-endian float32
        return np.frombuffer(base64.b64decode(embedding, validate=True), "<f4")
    return embedding


def open_server(keys: ServerKeys, threads: int, cache: Path) -> ServerEncoder:
    """The model of that name on a server; nothing is sent yet."""
    return ServerEncoder(
        keys.model or "",
        keys.server,
        keys.prefix or "",
        value_or_none(keys.dimensions),
        value_or_none(keys.batch_size) or BATCH_TEXTS,
    )


KIND = TextEncoderKind(
    name="openai",
    description="a server",
    keys=ServerKeys,
    cites=of_known_models,
    needs_model="the model's name on the server",
    open=open_server,
    may_cost=True,
    counts_tokens=False,
)
