"""Where numba keeps the code that it compiles."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

#: numba's name for the folder, in the environment of a process.
VARIABLE = "NUMBA_CACHE_DIR"
#: In the project's folder, for all runs.
CACHE = Path(".cache/numba")


def cache_folder(environment: Mapping[str, str]) -> Path:
    """The folder that an environment names; else the project's, from which jobs are called."""
    return Path(environment.get(VARIABLE) or CACHE.absolute())
