"""All encoders, in the order in which the documentation lists them.

To add one, write its module and add a line here. The values of `embed.encoder`, the keys of the
section `embed`, their table in `config/README.md`, what the report cites and the versions that are
recorded follow.
"""

from __future__ import annotations

from topograph.encoders import (
    onnx,
    precomputed,
    sentencetransformers,
    server,
    static,
    tfidf,
)
from topograph.encoders.kinds import EncoderKind, TextEncoderKind
from topograph.sections.choices import chosen

ENCODERS: dict[str, EncoderKind] = {
    own.name: own
    for own in (
        onnx.KIND,
        static.KIND,
        sentencetransformers.KIND,
        server.KIND,
        tfidf.KIND,
        precomputed.KIND,
    )
}


def encoder_kind(name: str) -> EncoderKind:
    """An encoder by its name.

    Raises
    ------
    TopographError
        If there is none of this name.
    """
    return chosen(ENCODERS, name, "encoder")


def encodes_terms(name: str) -> bool:
    """Whether an encoder gives vectors of terms: of any text, and without cost."""
    kind = encoder_kind(name)
    return isinstance(kind, TextEncoderKind) and not kind.may_cost
