"""Pages in a single file: data, scripts and the policy under which they run. No network."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Iterable
from importlib import resources
from typing import Any


def packed(value: Any) -> str:
    """A value as base64 over gzip over JSON, the same bytes each time.

    Raises
    ------
    ValueError
        If the value holds a number that JSON does not have.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    # lone halves of characters cannot be written as UTF-8
    content = text.encode("utf-8", "replace")
    return base64.b64encode(gzip.compress(content, compresslevel=6, mtime=0)).decode()


def joined_scripts(package: str, names: Iterable[str]) -> str:
    """Scripts of a package in one scope of their own, in order."""
    here = resources.files(package)
    parts = [here.joinpath(name).read_text(encoding="utf-8") for name in names]
    return '(() => {\n"use strict";\n' + "\n".join(parts) + "})();"


def policy(scripts: Iterable[str], *, compiles: bool = False) -> str:
    """A Content-Security-Policy under which these scripts run, and nothing else; no network.

    Parameters
    ----------
    scripts : iterable of str
    compiles : bool
        Whether a script compiles code, as plotly.js does.
    """
    hashes = " ".join(
        f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
        for script in scripts
    )
    allowed = f"{hashes} 'unsafe-eval'" if compiles else hashes
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'"
    )
