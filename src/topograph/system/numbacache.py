"""The folder of numba's compiled code."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

#: The environment variable that numba reads the folder from.
VARIABLE = "NUMBA_CACHE_DIR"
#: The default, in the project's folder, shared by all runs.
CACHE = Path(".cache/numba")


def cache_folder(environment: Mapping[str, str]) -> Path:
    """The folder that the environment names, or else the default in the current folder."""
    return Path(environment.get(VARIABLE) or CACHE.absolute())
