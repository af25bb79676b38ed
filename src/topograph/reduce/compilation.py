"""Keep umap-learn's compiled code between processes.

umap-learn marks only one of its functions as cacheable, so every process compiles the rest
again, which takes longer than laying out some thousand documents. numba's public
`Dispatcher.enable_caching` keeps the machine code in `NUMBA_CACHE_DIR`; results are the same
to the last bit.
"""

from __future__ import annotations

import os
from functools import cache

from topograph.numbacache import VARIABLE, cache_folder


@cache
def import_umap() -> None:
    """Import umap-learn with its compilation cache switched on. Call before any use of umap."""
    os.environ[VARIABLE] = str(cache_folder(os.environ))
    import umap.distances
    import umap.layouts
    import umap.sparse
    import umap.spectral
    import umap.umap_
    import umap.utils
    from numba.core.dispatcher import Dispatcher

    modules = (umap.umap_, umap.layouts, umap.distances, umap.sparse, umap.utils, umap.spectral)
    for module in modules:
        for value in vars(module).values():
            if isinstance(value, Dispatcher) and value.__module__ == module.__name__:
                value.enable_caching()
