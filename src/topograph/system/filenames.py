"""File names: expand names and patterns, and print names safely."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from topograph.errors import TopographError

#: Characters that make a name a pattern.
GLOB_SIGNS = re.compile(r"[*?[]")
#: Unicode categories of control characters, and marks for bidirectional text.
CONTROL_CATEGORIES = ("Cc", "Cs", "Zl", "Zp")
BIDI_CONTROLS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def corpus_files(patterns: Iterable[str], root: Path = Path()) -> list[str]:
    """The files that match any of the patterns, sorted, without repeats, relative to `root`."""
    return sorted({name for pattern in patterns for name in matching_files(pattern, root)})


def matching_files(pattern: str, root: Path = Path()) -> Iterator[str]:
    """The files that a name or a pattern matches, without files of operating systems.

    If a file has exactly this name, it is the only match. A folder matches all files in it and
    below. If nothing matches, the name is tried with composed and with decomposed accents: both
    look alike, and archives from other systems may use either.

    Yields
    ------
    str
        Paths relative to `root`. These include broken links, which the reader reports.

    Raises
    ------
    TopographError
        If a folder cannot be listed.
    """
    forms = (unicodedata.normalize(form, pattern) for form in ("NFC", "NFD"))
    for spelling in dict.fromkeys([pattern, *forms]):
        found = False
        for name in _resolve(spelling, root):
            found = True
            yield os.path.normpath(name)
        if found:
            return


def files_below(folder: str, root: Path = Path()) -> Iterator[str]:
    """All files in a folder and below it."""
    return _matched(folder, ["**"], root)


def _resolve(pattern: str, root: Path) -> Iterator[str]:
    place = _path(pattern, root)
    if os.path.isdir(place):  # noqa: PTH112 - gives an answer for any name
        yield from files_below(pattern, root)
    elif _is_file(place):
        yield pattern
    elif GLOB_SIGNS.search(pattern):
        start = "/" if pattern.startswith("/") else ""
        parts = [part for part in pattern.split("/") if part]
        yield from _matched(start, [*parts, "**"] if pattern.endswith("/") else parts, root)


def _matched(folder: str, parts: list[str], root: Path) -> Iterator[str]:
    """The files below a folder whose paths match the parts of a pattern."""
    part, *rest = parts
    if part == "**":
        for below in _folders(folder, root):
            yield from _matched(below, rest or ["*"], root)
    elif not GLOB_SIGNS.search(part):
        own = _joined(folder, part)
        if rest:
            yield from _matched(own, rest, root)
        elif _is_file(_path(own, root)):
            yield own
    else:
        for entry in _entries(folder, root):
            if not fnmatchcase(entry.name, part) or (is_system_file(entry.name) and part[0] != "."):
                continue
            own = _joined(folder, entry.name)
            if rest:
                yield from _matched(own, rest, root)
            elif _is_file(entry.path) if entry.is_symlink() else entry.is_file():
                yield own


def _folders(folder: str, root: Path) -> Iterator[str]:
    """A folder and all folders below it. Links to a parent folder are not followed."""
    pending: list[tuple[str, frozenset[tuple[int, int]]]] = [(folder, frozenset())]
    while pending:
        own, around = pending.pop()
        try:
            found = os.stat(_path(own, root) or ".")  # noqa: PTH116
        except OSError:
            continue
        number = (found.st_dev, found.st_ino)
        if number in around:
            continue
        yield own
        below = (
            (_joined(own, entry.name), around | {number})
            for entry in _entries(own, root)
            if not is_system_file(entry.name)
            and (os.path.isdir(entry.path) if entry.is_symlink() else entry.is_dir())  # noqa: PTH112
        )
        pending += below


def _entries(folder: str, root: Path) -> list[os.DirEntry[str]]:
    """The entries of a folder; empty if it does not exist."""
    try:
        with os.scandir(_path(folder, root) or ".") as entries:
            return list(entries)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise TopographError(
            f"The folder {display_name(folder)} cannot be read.",
            f"the system reports: {error.strerror}.",
            "get permission to read the folder, or name the files in it one by one.",
        ) from error


def _path(name: str, root: Path) -> str:
    # Path would drop parts like `.`
    return os.path.join(root, name) if str(root) != "." else name  # noqa: PTH118


def _joined(folder: str, name: str) -> str:
    return os.path.join(folder, name)  # noqa: PTH118


def _is_file(place: str) -> bool:
    """Whether there is a file or a broken link."""
    is_there = os.path.isfile(place)  # noqa: PTH113
    return is_there or (os.path.islink(place) and not os.path.exists(place))  # noqa: PTH110, PTH114


def is_system_file(path: str) -> bool:
    """Whether a file was left by an operating system, or is hidden.

    >>> is_system_file("__MACOSX/a.txt"), is_system_file("a/.DS_Store"), is_system_file("a/b.txt")
    (True, True, False)
    """
    parts = path.split("/")
    return any(part.startswith((".", "__MACOSX")) for part in parts if part not in (".", "..")) or (
        parts[-1].lower() in ("thumbs.db", "desktop.ini")
    )


def display_name(name: str) -> str:
    r"""A name in printable characters; control characters are escaped.

    >>> [display_name(name) for name in ("br[ack]et {1}.json", "two\nlines.txt", "caf\udce9.txt")]
    ['br[ack]et {1}.json', 'two\\nlines.txt', 'caf\\xe9.txt']
    """
    if name.isprintable():
        return name
    return "".join(_printable_character(c) for c in name)


def _printable_character(c: str) -> str:
    if unicodedata.category(c) not in CONTROL_CATEGORIES and c not in BIDI_CONTROLS:
        return c
    if "\udc80" <= c <= "\udcff":  # a byte of a name that is not UTF-8
        return f"\\x{ord(c) - 0xDC00:02x}"
    return c.encode("unicode_escape").decode("ascii")
