"""The topics of a run found once more: with another random seed, or for another processor."""
