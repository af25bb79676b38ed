"""Word pieces of texts, by a model's `tokenizer.json`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from topograph.encoders.chunks import split
from topograph.errors import TopographError

if TYPE_CHECKING:
    from tokenizers import Tokenizer


class WordPieces:
    """A model's tokenizer, loaded when it is first needed.

    Parameters
    ----------
    path : Path
        A `tokenizer.json`.
    prefix : str
        Put before every text; counts as part of it.
    max_tokens : int
        Tokens read of a text, special ones included.
    lower_case : bool
        Whether texts are put into lower case first.
    """

    def __init__(self, path: Path, prefix: str, max_tokens: int, lower_case: bool = False) -> None:
        self._path = path
        self._prefix = prefix
        self._max_tokens = max_tokens
        self._lower_case = lower_case

    @cached_property
    def tokenizer(self) -> Tokenizer:
        """The tokenizer without padding and truncation.

        Raises
        ------
        TopographError
            If it cannot be read, or the prefix leaves no room for a text.
        """
        from tokenizers import Tokenizer, normalizers

        try:
            tokenizer = Tokenizer.from_file(str(self._path))
        except Exception as error:  # the library raises no narrower type
            raise TopographError(
                f"{self._path} cannot be read.",
                f"it is not a valid tokenizer ({error}).",
                "copy this file of the model again.",
            ) from error
        tokenizer.no_padding()
        tokenizer.no_truncation()
        if self._lower_case:
            given = tokenizer.normalizer
            tokenizer.normalizer = normalizers.Sequence(
                [normalizers.Lowercase(), *([given] if given else [])]
            )
        taken = len(tokenizer.encode(self._prefix).ids) if self._prefix else 0
        if taken >= self._max_tokens:
            raise TopographError(
                f"embed.prefix has {taken} tokens.",
                f"the encoder reads {self._max_tokens} at once, so no room is left for a text.",
                "shorten embed.prefix, or raise embed.max_tokens.",
            )
        return tokenizer

    def count(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each whole text, prefix and special tokens included."""
        return [len(encoding.ids) for encoding in self.tokenizer.encode_batch(self._full(texts))]

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """Token numbers of each text, special ones included, cut to the encoder's limit."""
        self.tokenizer.enable_truncation(self._max_tokens)
        encodings = self.tokenizer.encode_batch(self._full(texts))
        self.tokenizer.no_truncation()
        return [encoding.ids for encoding in encodings]

    def content_ids(self, texts: Sequence[str]) -> list[list[int]]:
        """Token numbers of each whole text, without special ones."""
        encode = self.tokenizer.encode_batch_fast
        return [own.ids for own in encode(self._full(texts), add_special_tokens=False)]

    def chunks(self, text: str) -> list[tuple[str, int]]:
        """Split a text into chunks within the limit, each with its tokens without special ones."""
        budget = self._max_tokens - self.count([""])[0]
        return self._chunks(text, max(budget, 1))

    def _chunks(self, text: str, budget: int) -> list[tuple[str, int]]:
        offsets = [
            offset
            for offset in self.tokenizer.encode(text, add_special_tokens=False).offsets
            if offset[1] > offset[0]
        ]
        found: list[tuple[str, int]] = []
        for chunk, tokens in split(text, offsets, budget):
            # cut out of its text, a chunk may have other tokens at its edges
            if self.count([chunk])[0] > self._max_tokens and budget > 1:
                found += self._chunks(chunk, budget // 2)
            else:
                found.append((chunk, tokens))
        return found

    def _full(self, texts: Sequence[str]) -> list[str]:
        return [self._prefix + text for text in texts]
