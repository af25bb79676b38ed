"""Measures, one module a group: what each says, its keys in the configuration, how it is computed.

`registry.py` lists them. The modules are cheap to import: numpy and the like are imported where
a measure is computed.
"""
