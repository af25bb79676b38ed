"""Assign new documents to the topics of a finished run, for `topograph assign`."""
