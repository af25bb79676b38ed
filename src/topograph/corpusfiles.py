"""Which files a run's corpus is made of: what the patterns under `parse.files` match."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable
from pathlib import Path


def corpus_files(patterns: Iterable[str], root: Path = Path()) -> list[str]:
    """The files that any of the patterns matches, sorted, each once, relative to `root`."""
    return sorted({name for pattern in patterns for name in matching_files(pattern, root)})


def matching_files(pattern: str, root: Path = Path()) -> list[str]:
    """The files that one pattern matches; a folder stands for all files in it and below.

    Returns
    -------
    list of str
        Paths relative to `root`, without what an operating system leaves in folders.
    """
    if (root / pattern).is_dir():
        pattern = f"{glob.escape(pattern)}/**"
    # glob.glob, as Path.glob refuses absolute patterns
    paths = glob.glob(pattern, root_dir=root, recursive=True)  # noqa: PTH207
    return [
        os.path.normpath(path)
        for path in paths
        if (root / path).is_file() and (path == pattern or not is_litter(Path(path).name))
    ]


def is_litter(path: str) -> bool:
    """Whether a file is what an operating system leaves in folders.

    >>> is_litter("__MACOSX/a.txt"), is_litter("a/.DS_Store"), is_litter("a/b.txt")
    (True, True, False)
    """
    parts = path.split("/")
    return any(part.startswith((".", "__MACOSX")) for part in parts) or (
        parts[-1].lower() in ("thumbs.db", "desktop.ini")
    )
