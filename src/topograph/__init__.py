"""Topograph: from a pile of documents to a reproducible map of its topics."""

from topograph.errors import TopographError


__all__ = ["Run", "TopographError", "load_run"]
