"""Files by their names: what a name or pattern stands for, and how a name is shown."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from topograph.errors import TopographError

#: What makes a name a pattern.
MAGIC = re.compile(r"[*?[]")
#: Categories of characters that steer a screen, and signs that turn the direction of writing.
STEERING = ("Cc", "Cs", "Zl", "Zp")
TURNING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def corpus_files(patterns: Iterable[str], root: Path = Path()) -> list[str]:
    """The files that any of the patterns matches, sorted, each once, relative to `root`."""
    return sorted({name for pattern in patterns for name in matching_files(pattern, root)})


def matching_files(pattern: str, root: Path = Path()) -> Iterator[str]:
    """The files that a name or a pattern stands for, without what operating systems leave behind.

    A name that exists is that file, whatever else it would match as a pattern. A folder stands for
    all files in it and below. Where nothing has the name, the same name with its accents composed
    or decomposed is looked for: the two look alike, and archives from other systems hold either.

    Yields
    ------
    str
        Paths relative to `root`. A link that leads nowhere is one of them: whoever reads it tells.

    Raises
    ------
    TopographError
        If a folder cannot be listed.
    """
    forms = (unicodedata.normalize(form, pattern) for form in ("NFC", "NFD"))
    for spelling in dict.fromkeys([pattern, *forms]):
        found = False
        for name in _named(spelling, root):
            found = True
            yield os.path.normpath(name)
        if found:
            return


def files_below(folder: str, root: Path = Path()) -> Iterator[str]:
    """All files in a folder and below it."""
    return _matched(folder, ["**"], root)


def _named(pattern: str, root: Path) -> Iterator[str]:
    place = _place(pattern, root)
    if os.path.isdir(place):  # noqa: PTH112 - gives an answer for any name
        yield from files_below(pattern, root)
    elif _is_file(place):
        yield pattern
    elif MAGIC.search(pattern):
        start = "/" if pattern.startswith("/") else ""
        parts = [part for part in pattern.split("/") if part]
        yield from _matched(start, [*parts, "**"] if pattern.endswith("/") else parts, root)


def _matched(folder: str, parts: list[str], root: Path) -> Iterator[str]:
    """The files below a folder whose paths match a pattern, given in parts."""
    part, *rest = parts
    if part == "**":
        for below in _folders(folder, root):
            yield from _matched(below, rest or ["*"], root)
    elif not MAGIC.search(part):
        own = _joined(folder, part)
        if rest:
            yield from _matched(own, rest, root)
        elif _is_file(_place(own, root)):
            yield own
    else:
        for entry in _entries(folder, root):
            if not fnmatchcase(entry.name, part) or (is_litter(entry.name) and part[0] != "."):
                continue
            own = _joined(folder, entry.name)
            if rest:
                yield from _matched(own, rest, root)
            elif _is_file(entry.path) if entry.is_symlink() else entry.is_file():
                yield own


def _folders(folder: str, root: Path) -> Iterator[str]:
    """A folder and all below it. A link that leads back to a folder around it is not followed."""
    pending: list[tuple[str, frozenset[tuple[int, int]]]] = [(folder, frozenset())]
    while pending:
        own, around = pending.pop()
        try:
            found = os.stat(_place(own, root) or ".")  # noqa: PTH116
        except OSError:
            continue
        number = (found.st_dev, found.st_ino)
        if number in around:
            continue
        yield own
        below = (
            (_joined(own, entry.name), around | {number})
            for entry in _entries(own, root)
            if not is_litter(entry.name)
            and (os.path.isdir(entry.path) if entry.is_symlink() else entry.is_dir())  # noqa: PTH112
        )
        pending += below


def _entries(folder: str, root: Path) -> list[os.DirEntry[str]]:
    """What a folder holds; nothing where there is no folder."""
    try:
        with os.scandir(_place(folder, root) or ".") as entries:
            return list(entries)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise TopographError(
            f"The folder {shown(folder)} cannot be read.",
            f"the system says: {error.strerror}.",
            "give yourself the right to read it, or name the files below it that are to be read.",
        ) from error


def _place(name: str, root: Path) -> str:
    # a Path would take parts like `.` out, and refuse no name, as these do
    return os.path.join(root, name) if str(root) != "." else name  # noqa: PTH118


def _joined(folder: str, name: str) -> str:
    return os.path.join(folder, name)  # noqa: PTH118


def _is_file(place: str) -> bool:
    """Whether there is a file, or a link that leads nowhere."""
    is_there = os.path.isfile(place)  # noqa: PTH113
    return is_there or (os.path.islink(place) and not os.path.exists(place))  # noqa: PTH110, PTH114


def is_litter(path: str) -> bool:
    """Whether a file is what an operating system leaves in folders.

    >>> is_litter("__MACOSX/a.txt"), is_litter("a/.DS_Store"), is_litter("a/b.txt")
    (True, True, False)
    """
    parts = path.split("/")
    return any(part.startswith((".", "__MACOSX")) for part in parts) or (
        parts[-1].lower() in ("thumbs.db", "desktop.ini")
    )


def shown(name: str) -> str:
    r"""A name in characters that can be printed, whatever it holds; most names are as they are.

    >>> shown("br[ack]et {1}.json"), shown("two\nlines.txt"), shown("caf\udce9.txt")
    ('br[ack]et {1}.json', 'two\\nlines.txt', 'caf\\xe9.txt')
    """
    if name.isprintable():
        return name
    return "".join(_shown_character(c) for c in name)


def _shown_character(c: str) -> str:
    if unicodedata.category(c) not in STEERING and c not in TURNING:
        return c
    if "\udc80" <= c <= "\udcff":  # a byte of a name that is not UTF-8
        return f"\\x{ord(c) - 0xDC00:02x}"
    return c.encode("unicode_escape").decode("ascii")
