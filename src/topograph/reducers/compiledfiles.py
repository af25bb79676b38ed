"""Files of compiled code that check themselves before they are run.

numba loads what it finds: a file that was cut off stops every later run, and one with a changed
byte may compute anything. Here each file begins with its SHA-256. One that fails is set aside, and
its function compiled again.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from functools import cache
from pathlib import Path
from typing import Any

#: Folder, beside the files, of those that were damaged.
ASIDE = "set-aside"
_DIGEST = hashlib.sha256().digest_size


@cache
def check_compiled_files() -> None:
    """Let numba keep compiled code in such files. Call before compiled packages are imported."""
    from numba.core import caching as numba_caching

    caching: Any = numba_caching

    class CheckedFile(caching.IndexDataCacheFile):  # type: ignore[misc]
        """The files of one function: an index, and the code for each signature."""

        def __init__(self, cache_path: str, filename_base: str, source_stamp: Any) -> None:
            super().__init__(cache_path, f"{filename_base}.checked", source_stamp)

        def _load_index(self) -> dict[Any, str]:
            content = read_checked(Path(self._index_path))
            if content is None:
                return {}
            version, stamp, overloads = pickle.loads(content)
            known: dict[Any, str] = overloads
            return known if (version, stamp) == (self._version, self._source_stamp) else {}

        def _save_index(self, overloads: dict[Any, str]) -> None:
            content = self._dump((self._version, self._source_stamp, overloads))
            with self._open_for_write(self._index_path) as file:
                file.write(checked(content))

        def _load_data(self, name: str) -> Any:
            content = read_checked(Path(self._data_path(name)))
            if content is None:
                raise FileNotFoundError(name)  # then it is compiled
            return pickle.loads(content)

        def _save_data(self, name: str, data: Any) -> None:
            with self._open_for_write(self._data_path(name)) as file:
                file.write(checked(self._dump(data)))

    save = caching.Cache.save_overload

    def save_if_possible(self: Any, signature: Any, data: Any) -> None:
        try:
            save(self, signature, data)
        except OSError as error:
            _tell_not_kept(str(self.cache_path), os.strerror(error.errno or 0))

    caching.IndexDataCacheFile = CheckedFile
    caching.Cache.save_overload = save_if_possible


@cache
def _tell_not_kept(folder: str, why: str) -> None:
    print(f"compiled code is not kept in {folder} ({why}); the next run compiles it again")


def checked(content: bytes) -> bytes:
    """The content of a file that checks itself."""
    return hashlib.sha256(content).digest() + content


def read_checked(path: Path) -> bytes | None:
    """What `checked` was given; None if there is no such file, or it was damaged and set aside."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    if hashlib.sha256(content[_DIGEST:]).digest() == content[:_DIGEST]:
        return content[_DIGEST:]
    aside = path.parent / ASIDE / path.name
    try:
        aside.parent.mkdir(exist_ok=True)
        path.replace(aside)
    except OSError:
        return None  # it is written over, if anything can be written there
    print(f"compiled code in {path} is damaged; it is set aside, as {aside}, and compiled again")
    return None
