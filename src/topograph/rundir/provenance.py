"""Provenance of a result: the hash of the code and the versions of the libraries."""

from __future__ import annotations

import ast
import hashlib
import platform
import re
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import metadata
from pathlib import Path

from topograph.rundir.contract import STAGES

SOURCE = Path(__file__).parents[1]
#: Packages that affect a stage only through its settings. They are not hashed, so that an edited
#: description or range of a key re-runs nothing.
CARRIED_BY_SETTINGS = frozenset({"config", "sections"})
#: Packages of a job that is not a stage: a repeat runs two stages.
JOB_PACKAGES = {
    "repeat": ("jobs/repeat", "stages/reduce", "stages/cluster"),
    "sweep": ("jobs/sweep",),
}
#: Suffixes of data files that code reads.
DATA = (".js", ".css", ".html", ".bib", ".yaml")
#: Libraries whose import name differs from their package name.
INSTALLED_AS = {
    "bs4": "beautifulsoup4",
    "google": "protobuf",
    "sklearn": "scikit-learn",
    "umap": "umap-learn",
    "yaml": "pyyaml",
}
#: Versions that are recorded but never a reason to re-run a stage.
IGNORED_VERSIONS = ("processor", "snakemake", "topograph")


def code_hash(stage: str) -> str:
    """Hash of the code of a stage or repeat: its package and the project modules it imports.

    For Python files, the syntax tree is hashed, without docstrings and without descriptions of
    configuration keys: editing these, comments or layout does not change the hash. JavaScript, CSS,
    HTML and BibTeX are hashed as text, since they are written into the results. File times, the
    location of the checkout and line endings have no effect.

    Returns
    -------
    str
        16 hexadecimal digits.
    """
    digest = hashlib.sha256()
    for path in sorted(stage_sources(stage)):
        digest.update(path.relative_to(SOURCE).as_posix().encode())
        source = _source(path)
        digest.update(_read(source)[0] if path.suffix == ".py" else source)
    return digest.hexdigest()[:16]


@cache
def _read(source: bytes) -> tuple[bytes, frozenset[str]]:
    """What a Python file does, and what it imports.

    Returns
    -------
    tree : bytes
        The syntax tree as text, without docstrings and descriptions of keys.
    imports : frozenset of str
        Modules, also those imported inside functions; `a.b` for `from a import b`.
    """
    tree = ast.parse(source)
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                node.body = node.body[1:]
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Field":
            node.keywords = [own for own in node.keywords if own.arg != "description"]
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return ast.dump(tree).encode(), frozenset(names)


def _imports(path: Path) -> frozenset[str]:
    return _read(_source(path))[1]


def _source(path: Path) -> bytes:
    return path.read_bytes().replace(b"\r\n", b"\n")


def stage_sources(stage: str) -> set[Path]:
    """The project's files that a stage uses: the transitive closure of its imports."""
    present = {path for path in SOURCE.rglob("*") if _is_source(path)}
    packages = {SOURCE / package for package in JOB_PACKAGES.get(stage, (f"stages/{stage}",))}
    pending = [path for path in present if packages & set(path.parents)]
    found: set[Path] = set()
    while pending:
        path = pending.pop()
        if path in found:
            continue
        found.add(path)
        if path.suffix == ".py":
            pending += {file for name in _imports(path) for file in _own_files(name)} & present
            pending += _data_files(path, present)
    return found


def _data_files(module: Path, present: set[Path]) -> list[Path]:
    """Data files beside a module that it names."""
    beside = (path for path in present if path.parent == module.parent and path.suffix in DATA)
    return [path for path in beside if path.name.encode() in _source(module)]


def _is_source(path: Path) -> bool:
    return path.suffix in {".py", *DATA} and path.is_file()


def _own_files(name: str) -> list[Path]:
    """Paths of a project module and its parent packages; empty for other modules."""
    package, *parts = name.split(".")
    if package != "topograph" or not parts or parts[0] in CARRIED_BY_SETTINGS:
        return []
    around = [SOURCE.joinpath(*parts[:depth]) for depth in range(1, len(parts) + 1)]
    return [around[-1].with_suffix(".py"), *(folder / "__init__.py" for folder in around)]


def stage_libraries(stage: str) -> set[str]:
    """Package names of the libraries that a stage's results depend on.

    These are the libraries that its code imports and their requirements, as far as the project
    declares them. Extras that are not installed are left out.
    """
    names = {
        name.partition(".")[0]
        for path in stage_sources(stage)
        if path.suffix == ".py"
        for name in _imports(path)
    }
    names -= {"topograph", *sys.stdlib_module_names}
    declared = _requirements("topograph")
    pending = [_normalized_name(INSTALLED_AS.get(name, name)) for name in names]
    found: set[str] = set()
    while pending:
        library = pending.pop()
        if library not in found and _version(library):
            found.add(library)
            pending += declared & _requirements(library)
    return found


@cache
def _requirements(library: str) -> frozenset[str]:
    """The requirements that a library declares; for this project, also those of extras."""
    declared = [
        text
        for text in metadata.requires(library) or ()
        if "extra ==" not in text or library == "topograph"
    ]
    return frozenset(
        _normalized_name(re.split(r"[^\w.-]", text, maxsplit=1)[0]) for text in declared
    )


@cache
def _version(library: str) -> str:
    """The version of a library, or "" if it is not installed."""
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return ""


def _normalized_name(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def versions(stages: Iterable[str] = STAGES) -> dict[str, str]:
    """Versions of Python, of the stages' libraries and of this project, and the processor."""
    used = {library for stage in stages for library in stage_libraries(stage)}
    own = {"python": platform.python_version(), "processor": platform.machine()}
    return own | {name: _version(name) for name in sorted({"topograph", "snakemake"} | used)}


def relevant_versions(found: Mapping[str, str]) -> dict[str, str]:
    """The versions whose change makes a result outdated.

    For Python, only the major and minor version count.

    >>> relevant_versions({"python": "3.11.7", "processor": "x86_64", "numpy": "2.4.6"})
    {'python': '3.11', 'numpy': '2.4.6'}
    """
    short = {"python": ".".join(found.get("python", "").split(".")[:2])}
    return {name: short.get(name, version) for name, version in found.items()
            if name not in IGNORED_VERSIONS}  # fmt: skip
