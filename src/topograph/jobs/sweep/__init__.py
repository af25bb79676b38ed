"""Sweeps: compare the points, each a run with other settings."""
