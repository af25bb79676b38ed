"""Reducers, one module each: its keys, the graph and the spaces it makes, its sentence for a paper.

`registry.py` lists them. The modules are cheap to import: numpy and the like are imported where
something is computed.
"""
