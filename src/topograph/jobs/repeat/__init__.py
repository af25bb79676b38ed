"""Repeats: find the topics of a run again, with other random seeds or for another processor."""
