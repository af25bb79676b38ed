"""The explorer: one self-contained HTML page over map, topics and documents.

`data.py` makes what the page knows, `page.py` the page. The JavaScript beside them runs as it is,
in the order of `page.SCRIPTS`.
"""
