"""Topograph: from a collection of documents to a reproducible map of its topics."""

from topograph.errors import TopographError
from topograph.finished.run import Run, load_run

__all__ = ["Run", "TopographError", "load_run"]
