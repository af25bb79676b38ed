"""Lengths of documents, and how much of them was read."""

from __future__ import annotations

from typing import Any

import numpy as np

#: What is counted of a corpus.
COUNTS = (
    "tokens",
    "longer_documents",
    "truncated_documents",
    "unread_tokens",
    "longest_document_tokens",
)


def unread_tokens(tokens: np.ndarray, limit: int | None, long_documents: str) -> np.ndarray:
    """Tokens of each document that the encoder did not read (int64, n).

    Parameters
    ----------
    tokens : ndarray of int64, shape (n,)
        Of each whole document.
    limit : int or None
        Tokens the encoder reads at once; None if it has no limit.
    long_documents : {"truncate", "mean"}

    >>> unread_tokens(np.array([3, 12]), 10, "truncate").tolist()
    [0, 2]
    """
    unread = np.zeros_like(tokens)
    if limit is not None and long_documents == "truncate":
        np.maximum(tokens - limit, 0, out=unread)
    return unread


def length_report(
    tokens: np.ndarray | None, limit: int | None, long_documents: str
) -> dict[str, Any]:
    """Lengths, for the seal; the counts are None if the encoder does not count tokens."""
    report: dict[str, Any] = {"max_tokens": limit, "long_documents": long_documents}
    if tokens is None:
        return report | dict.fromkeys(COUNTS)
    longer = tokens > limit if limit is not None else np.zeros(len(tokens), dtype=bool)
    unread = unread_tokens(tokens, limit, long_documents)
    return report | {
        "tokens": int(tokens.sum()),
        "longer_documents": int(longer.sum()),
        "truncated_documents": int((unread > 0).sum()),
        "unread_tokens": int(unread.sum()),
        "longest_document_tokens": int(tokens.max()),
    }


def length_lines(report: dict[str, Any], documents: int) -> list[str]:
    """The same as text; empty if no document is longer than the limit."""
    if not report["longer_documents"]:
        return []
    longer = (
        f"{report['longer_documents']} of {documents} documents are longer than "
        f"{report['max_tokens']} tokens (the longest {report['longest_document_tokens']}); "
    )
    if not report["truncated_documents"]:
        return [longer + "they were split into chunks"]
    share = report["unread_tokens"] / report["tokens"]
    return [
        f"{longer}the rest, {share:.1%} of all tokens, is not read. To read it: "
        "`embed.long_documents: mean`"
    ]
