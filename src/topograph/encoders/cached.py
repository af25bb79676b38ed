"""An encoder with a cache: it encodes only texts that are not stored, and stores them."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from topograph.encoders.base import Encoder, encode_all, unit_rows, usable
from topograph.encoders.kinds import TextEncoderKind
from topograph.encoders.registry import encoder_kind
from topograph.encoders.store import KEY_BYTES, Record, VectorStore, usable_folder
from topograph.encoders.worklocks import WorkLocks
from topograph.errors import TopographError
from topograph.sections.choices import own_keys

if TYPE_CHECKING:
    from topograph.config import EmbedSettings

#: Texts looked up, locked and encoded at a time. Texts of similar length share batches within a
#: window, so a larger one wastes less padding; a smaller one holds less memory.
WINDOW = 512
#: Seconds between two looks at texts that another process is encoding.
PATIENCE = 0.2
#: Cosine above which two vectors of one text come from the same model: servers that compute in half
#: precision, or in another batch, stay well above it.
SAME_MODEL = 0.999
#: Chunks of long texts encoded at a time, about; a text of more is encoded alone.
CHUNKS = 32
#: Marks the keys of whole texts that were read in several chunks; part of the cache's format.
IN_CHUNKS = b"mean of pieces\0"


def cache_key(text: str, mark: bytes = b"") -> bytes:
    """The key of a text: the start of its SHA-256."""
    content = text.encode("utf-8", "surrogatepass")
    return hashlib.sha256(mark + content).digest()[:KEY_BYTES]


class CachedEncoder:
    """Encodes texts through a `VectorStore`.

    Parameters
    ----------
    encoder : Encoder
        Asked only for texts that the store does not have.
    folder : Path
        The cache's folder, shared by all runs and encoders.
    whole : bool
        Whether texts longer than the encoder reads are read in chunks, whose vectors are
        averaged with their tokens as weights; otherwise they are cut.

    Attributes
    ----------
    encoded : int
        Texts (or chunks of texts) that had to be encoded.
    """

    def __init__(self, encoder: Encoder, folder: Path, whole: bool = False) -> None:
        self.name = encoder.name
        self.fingerprint = encoder.fingerprint
        self.encoded = 0
        self._encoder = encoder
        self._whole = whole
        self._store = VectorStore(folder, encoder.fingerprint, encoder.name)
        with usable_folder(self._store.folder):
            self._locks = WorkLocks(self._store.folder / ".work-locks")
        self._store.read_new()

    def __enter__(self) -> CachedEncoder:
        return self

    def __exit__(self, *error: object) -> None:
        self._store.close()
        self._locks.close()

    @property
    def max_tokens(self) -> int | None:
        """Tokens the encoder reads of a text at once; None if it has no limit."""
        return self._encoder.max_tokens

    @property
    def centred(self) -> bool:
        """Whether the mean of a corpus is to be taken off its vectors."""
        return bool(getattr(self._encoder, "centred", False))

    @property
    def notes(self) -> list[str]:
        """Notes of the encoder and of the cache."""
        return [*self._encoder.notes, *self._store.notes]

    def records(self, texts: Sequence[str]) -> Iterator[tuple[list[int], list[Record]]]:
        """Yield batches: positions in `texts`, and the records of these texts.

        Texts in the store come first, window by window; then those that are new.
        """
        places: dict[str, list[int]] = {}
        for i, text in enumerate(texts):
            places.setdefault(text, []).append(i)
        unique = list(places)
        missing: list[str] = []
        for start in range(0, len(unique), WINDOW):
            window = unique[start : start + WINDOW]
            found = self._find(window)
            missing += [text for text in window if text not in found]
            if found:
                yield _spread(found, places)
        if missing:
            self._encoder.announce(missing)
            self._test_probe()
        for found in self._compute(missing):
            yield _spread(found, places)

    def encode(self, texts: Sequence[str]) -> Iterator[tuple[list[int], np.ndarray]]:
        """Yield batches: positions, and vectors (float32, b x d)."""
        for batch, records in self.records(texts):
            yield batch, np.stack([record.vector for record in records])

    def announce(self, texts: Sequence[str]) -> None:
        """Handed on to the encoder by `records`, for the texts that are new."""

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each whole text."""
        return self._encoder.count_tokens(texts)

    def chunks(self, text: str) -> list[tuple[str, int]]:
        """Split a text into chunks within the encoder's limit."""
        return self._encoder.chunks(text)

    def _find(self, texts: Sequence[str]) -> dict[str, Record]:
        """The texts that the store has."""
        plain = self._store.find([cache_key(text) for text in texts])
        found = {}
        for text in texts:
            record = plain.get(cache_key(text))
            if record is not None and not self._is_cut(record.tokens):
                found[text] = record
        if self._whole:
            others = [text for text in texts if text not in found]
            long = self._store.find([cache_key(text, IN_CHUNKS) for text in others])
            for text in others:
                record = long.get(cache_key(text, IN_CHUNKS))
                if record is not None:
                    found[text] = record
        return found

    def _test_probe(self) -> None:
        """Hold an encoder that is known by name only against the vectors it gave before.

        Raises
        ------
        TopographError
            If another model answers to the name.
        """
        probe = getattr(self._encoder, "probe", None)
        if probe is None:
            return
        before = self._store.find([cache_key(probe)]).get(cache_key(probe))
        now = encode_all(self._encoder, [probe])
        if before is None:
            self._store.add([cache_key(probe)], [0], now)
        elif before.vector.shape != now[0].shape or before.vector @ now[0] < SAME_MODEL:
            raise TopographError(
                f"{self.name} returns other vectors than before.",
                "it is now another model; vectors of two models cannot be compared.",
                f"give the model another name, or delete {self._store.folder}.",
            )

    def _is_cut(self, tokens: int) -> bool:
        """Whether a text of so many tokens has to be read in chunks."""
        return self._whole and self.max_tokens is not None and tokens > self.max_tokens

    def _compute(self, missing: Sequence[str]) -> Iterator[dict[str, Record]]:
        """Encode texts, leaving those that another process is encoding for later."""
        waiting = list(missing)
        while waiting:
            later: list[str] = []
            for start in range(0, len(waiting), WINDOW):
                window = waiting[start : start + WINDOW]
                keys = [cache_key(text) for text in window]
                with usable_folder(self._store.folder):
                    taken = self._locks.acquire(keys)
                mine = [text for text, got in zip(window, taken, strict=True) if got]
                later += [text for text, got in zip(window, taken, strict=True) if not got]
                try:
                    yield from self._compute_locked(mine)
                finally:
                    self._locks.release([cache_key(text) for text in mine])
            if later and len(later) == len(waiting):
                time.sleep(PATIENCE)
            waiting = later

    def _compute_locked(self, texts: list[str]) -> Iterator[dict[str, Record]]:
        if not texts:
            return
        # another process may have finished them between our look-up and our lock
        self._store.read_new()
        found = self._find(texts)
        if found:
            yield found
        rest = [text for text in texts if text not in found]
        if not rest:
            return
        tokens = self._encoder.count_tokens(rest)
        short = [(text, n) for text, n in zip(rest, tokens, strict=True) if not self._is_cut(n)]
        yield from self._encode([text for text, _ in short], [n for _, n in short])
        long = [(text, n) for text, n in zip(rest, tokens, strict=True) if self._is_cut(n)]
        while long:  # some at a time: their chunks share batches, and a kill costs little
            some, long = _first_of_size(long, CHUNKS * (self.max_tokens or 1))
            yield self._encode_in_chunks(some)

    def _encode(self, texts: list[str], tokens: list[int]) -> Iterator[dict[str, Record]]:
        for batch, rows in self._encoder.encode(texts):
            self.encoded += len(batch)
            good = usable(rows)
            kept = [i for i, is_good in zip(batch, good, strict=True) if is_good]
            self._store.add(
                [cache_key(texts[i]) for i in kept], [tokens[i] for i in kept], rows[good]
            )
            yield {texts[i]: Record(tokens[i], row) for i, row in zip(batch, rows, strict=True)}

    def _encode_in_chunks(self, long: Sequence[tuple[str, int]]) -> dict[str, Record]:
        """Encode texts, given with their tokens, as the weighted means of their chunks."""
        chunks = {text: self._encoder.chunks(text) for text, _ in long}
        texts = list(dict.fromkeys(chunk for own in chunks.values() for chunk, _ in own))
        # chunks are cached, too, so that an interrupted text resumes
        stored = self._store.find([cache_key(chunk) for chunk in texts])
        vectors = {
            chunk: stored[cache_key(chunk)].vector for chunk in texts if cache_key(chunk) in stored
        }
        new = [chunk for chunk in texts if chunk not in vectors]
        for found in self._encode(new, self._encoder.count_tokens(new)):
            vectors |= {chunk: record.vector for chunk, record in found.items()}
        records = {}
        for text, tokens in long:
            vector = _weighted_mean([(vectors[chunk], n) for chunk, n in chunks[text]])
            records[text] = Record(tokens, vector)
            if usable(vector[None])[0]:
                self._store.add([cache_key(text, IN_CHUNKS)], [tokens], vector[None])
        return records


def _weighted_mean(weighted: Sequence[tuple[np.ndarray, int]]) -> np.ndarray:
    """Direction of the mean of vectors (float32, d), each with its weight."""
    total = np.zeros(len(weighted[0][0]))
    for vector, weight in weighted:
        total += weight * vector.astype(np.float64)
    mean: np.ndarray = unit_rows(total[None])[0]
    return mean


def _first_of_size(
    long: list[tuple[str, int]], tokens: int
) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """The first texts of so many tokens in all, at least one; and the rest."""
    size = 0
    for i, (_, own) in enumerate(long):
        size += own
        if size >= tokens:
            return long[: i + 1], long[i + 1 :]
    return long, []


def _spread(
    found: dict[str, Record], places: dict[str, list[int]]
) -> tuple[list[int], list[Record]]:
    """Positions and records of texts; a text that stands several times is given every time."""
    pairs = [(i, record) for text, record in found.items() for i in places[text]]
    return [i for i, _ in pairs], [record for _, record in pairs]


def build_encoder(settings: EmbedSettings, threads: int) -> Encoder:
    """The encoder of texts that a run asks for, without its cache; loads no weights.

    Raises
    ------
    TopographError
        If it lacks a file, cannot do what is asked, or encodes no single text.
    """
    kind = encoder_kind(settings.encoder)
    if not isinstance(kind, TextEncoderKind):
        raise TopographError(
            f"The encoder `{kind.name}` cannot encode single texts.",
            "it computes the vectors of a whole corpus together.",
            "choose another embed.encoder, like onnx.",
        )
    return kind.open(own_keys(settings, kind.keys), threads, Path(settings.cache))


def open_encoder(settings: EmbedSettings, threads: int) -> CachedEncoder:
    """Open a run's encoder with its cache; loads no weights.

    Parameters
    ----------
    settings : EmbedSettings
        The section `embed`; its encoder is one of texts.
    threads : int
        Cores to use.

    Raises
    ------
    TopographError
        As `build_encoder` does.
    """
    encoder = build_encoder(settings, threads)
    return CachedEncoder(encoder, Path(settings.cache), whole=settings.long_documents == "mean")
