"""Clusterers, one module each: its keys, how it is fitted, its sentence in the methods paragraph.

`registry.py` lists them. The modules are cheap to import: numpy and the like are imported where a
clusterer is fitted.
"""
