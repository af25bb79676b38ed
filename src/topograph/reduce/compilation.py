"""Keep the compiled code of umap-learn and pynndescent between processes.

They mark few of their functions as cacheable, so every process compiles the rest again, which
takes longer than laying out some thousand documents. numba's public `Dispatcher.enable_caching`
keeps the machine code in `NUMBA_CACHE_DIR`; results are the same to the last bit.
"""

from __future__ import annotations

import os
import sys
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

    _keep_compiled(f"{umap.__name__}.")


@cache
def import_pynndescent() -> None:
    """The same for pynndescent. Call before any use of it."""
    os.environ[VARIABLE] = str(cache_folder(os.environ))
    import pynndescent

    _keep_compiled(f"{pynndescent.__name__}.")


def _keep_compiled(package: str) -> None:
    """Switch the cache on for all compiled functions of a package's modules."""
    from numba.core.dispatcher import Dispatcher

    for name in [name for name in sys.modules if name.startswith(package)]:
        for value in vars(sys.modules[name]).values():
            if isinstance(value, Dispatcher) and value.__module__ == name:
                value.enable_caching()
