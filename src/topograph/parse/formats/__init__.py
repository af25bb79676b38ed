"""Readers, one module a family of formats. Each yields `topograph.parse.records.RawRecord`."""
