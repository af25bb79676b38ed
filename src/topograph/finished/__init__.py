"""Finished runs: load one, compare two, verify one."""
