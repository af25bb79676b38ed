"""New documents among the topics of a finished run, for the command `topograph assign`."""
