"""Processes, files, servers and limits of the machine."""
