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
    """The files that one pattern matches, relative to `root`."""
    # glob.glob, as Path.glob refuses absolute patterns
    paths = glob.glob(pattern, root_dir=root, recursive=True)  # noqa: PTH207
    return [os.path.normpath(path) for path in paths if (root / path).is_file()]
