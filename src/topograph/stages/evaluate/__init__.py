"""The stage `evaluate`: measures of the run and its topics."""
