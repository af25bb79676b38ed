"""What a run was made in: packages, lock file, processor. Cheap to import."""

from __future__ import annotations

import hashlib
import platform
from importlib import metadata
from pathlib import Path
from typing import Any

from topograph.artifacts import sha256_file
from topograph.provenance import SOURCE

#: The lock file of a checkout; an installed package has none.
LOCK = SOURCE.parents[1] / "uv.lock"
PROCESSORS = Path("/proc/cpuinfo")


def environment() -> dict[str, Any]:
    """What may decide a result beside configuration, corpus and our code.

    Returns
    -------
    dict
        `lock`, the SHA-256 of `uv.lock` (None where there is none); `packages`, that of the names
        and versions of all installed packages; `processor`, its name; `target`, the kind of
        processor for which numba compiles, which decides how UMAP rounds; `system`.
    """
    from llvmlite.binding import get_host_cpu_name

    return {
        "lock": sha256_file(LOCK) if LOCK.is_file() else None,
        "packages": packages_hash(),
        "processor": processor_name(),
        "target": str(get_host_cpu_name()),
        "system": f"{platform.system()} {platform.machine()}",
    }


def packages_hash() -> str:
    """SHA-256 of the names and versions of all installed packages."""
    found = {
        f"{package.metadata['Name'].lower()}=={package.version}"
        for package in metadata.distributions()
    }
    return hashlib.sha256("\n".join(sorted(found)).encode()).hexdigest()


def processor_name() -> str:
    """The processor's name, as the kernel tells it; else its kind."""
    if PROCESSORS.is_file():
        for line in PROCESSORS.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
