"""The environment of a run: packages, lock file, processor. Cheap to import."""

from __future__ import annotations

import hashlib
import json
import platform
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from topograph.rundir.checksums import sha256_file

PROCESSORS = Path("/proc/cpuinfo")


def environment() -> dict[str, Any]:
    """What can change a result besides configuration, corpus and code.

    Returns
    -------
    dict
        `lock`: SHA-256 of `uv.lock`, or None without one; `packages`: SHA-256 of the names and
        versions of all installed packages; `processor`: its name; `target`: the processor that
        numba compiles for, which decides how UMAP rounds; `system`.
    """
    from llvmlite.binding import get_host_cpu_name

    lock = lock_file()
    return {
        "lock": sha256_file(lock) if lock is not None else None,
        "packages": packages_hash(),
        "processor": processor_name(),
        "target": str(get_host_cpu_name()),
        "system": f"{platform.system()} {platform.machine()}",
    }


def lock_file() -> Path | None:
    """The lock file of the checkout that the package was installed from, if any."""
    origin = json.loads(metadata.distribution("topograph").read_text("direct_url.json") or "{}")
    address = urlsplit(origin.get("url", ""))
    path = Path(unquote(address.path)) / "uv.lock"
    return path if address.scheme == "file" and path.is_file() else None


def packages_hash() -> str:
    """SHA-256 of the names and versions of all installed packages."""
    found = {
        f"{package.metadata['Name'].lower()}=={package.version}"
        for package in metadata.distributions()
    }
    return hashlib.sha256("\n".join(sorted(found)).encode()).hexdigest()


def processor_name() -> str:
    """The processor's name as the kernel reports it, or else its architecture."""
    if PROCESSORS.is_file():
        for line in PROCESSORS.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
