"""Checksums of files, and JSON files whose last key is a checksum of the text before it."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from topograph.system.jsontext import canonical_json

#: The key of the checksum; no other key has this name.
KEY = "checksum"
_END = "\n}\n"
_LAST = re.compile(rb'(,?\n)  "checksum": "([0-9a-f]{64})"\n}\n')


def with_checksum(text: str) -> str:
    r"""Append to a JSON object the SHA-256 of the text before it.

    Parameters
    ----------
    text : str
        A JSON object on several lines, as `pretty_json` writes it.

    >>> print(with_checksum('{\n  "a": 1\n}\n')[:27])
    {
      "a": 1,
      "checksum": "
    """
    before = text.removesuffix(_END)
    if before == text:
        raise ValueError("not a JSON object on several lines")
    joint = "\n" if before.strip() == "{" else ",\n"
    return f'{before}{joint}  "{KEY}": "{_hash(before.encode())}"{_END}'


def is_intact(content: bytes) -> bool:
    """Whether the content is, byte for byte, what `with_checksum` returned."""
    start = content.rfind(b'\n  "checksum": "')
    last = _LAST.fullmatch(content, max(start - (content[start - 1 : start] == b","), 0))
    if start < 0 or last is None:
        return False
    before = content[: last.start()]
    joint = b"\n" if before.strip() == b"{" else b",\n"
    return last[1] == joint and last[2].decode() == _hash(before)


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def sha256_file(path: Path) -> str:
    """SHA-256 of a file in hexadecimal; of a folder, that of its files' names and hashes."""
    if path.is_dir():
        inside = {
            str(file.relative_to(path)): sha256_file(file)
            for file in sorted(path.rglob("*"))
            if file.is_file() and file.name != ".snakemake_timestamp"  # put there afterwards
        }
        return hashlib.sha256(canonical_json(inside).encode()).hexdigest()
    with path.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()
