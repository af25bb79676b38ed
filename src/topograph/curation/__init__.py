"""Curation: a person's decisions about topics, the file that holds them, and topic identity."""
