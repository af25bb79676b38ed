"""Keep the compiled code of umap-learn and pynndescent between processes.

They mark few of their functions as cacheable, so every process compiles the rest again, which
takes longer than laying out some thousand documents. numba's public `Dispatcher.enable_caching`
keeps the machine code in `NUMBA_CACHE_DIR`; results are the same to the last bit.
"""

from __future__ import annotations

import importlib
import os
import sys
from functools import cache

from topograph.errors import TopographError
from topograph.reducers.compiledfiles import check_compiled_files
from topograph.system.numbacache import VARIABLE, cache_folder


def import_umap() -> None:
    """Import umap-learn with its compilation cache switched on. Call before any use of umap."""
    _import_cached("umap")


def import_pynndescent() -> None:
    """The same for pynndescent. Call before any use of it."""
    _import_cached("pynndescent")


@cache
def _import_cached(package: str) -> None:
    """Import a package, and switch the cache on for all compiled functions of its modules."""
    os.environ[VARIABLE] = str(cache_folder(os.environ))  # numba reads it when it is imported
    check_compiled_files()
    try:
        importlib.import_module(package)
        _keep_code(package)
    except RuntimeError as error:
        if "no locator available" not in str(error):
            raise
        raise TopographError(
            f"Compiled code cannot be kept in {os.environ[VARIABLE]}.",
            "the folder cannot be created or written to.",
            f"make it writable, or set {VARIABLE} to another.",
        ) from error


def _keep_code(package: str) -> None:
    from numba.core.dispatcher import Dispatcher

    for name in [name for name in sys.modules if name.startswith(f"{package}.")]:
        for value in vars(sys.modules[name]).values():
            if isinstance(value, Dispatcher) and value.__module__ == name:
                value.enable_caching()
