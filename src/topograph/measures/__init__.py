"""Measures, one module per group: their meaning, keys in the configuration, and computation.

`registry.py` lists them. The modules are cheap to import: numpy and the like are imported where
a measure is computed.
"""
