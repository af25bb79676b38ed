"""Readers, one module a family of formats. Each yields `topograph.formats.records.RawRecord`."""
