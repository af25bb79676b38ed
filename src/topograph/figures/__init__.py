"""Figures, one module each: its title, caption and category, and how it is drawn.

`registry.py` lists them. The modules are cheap to import, for the Snakefile lists them, too: numpy,
plotly and the like are imported where a figure is drawn.
"""
