"""Packages import only what stands beneath them."""

import ast
from pathlib import Path

import pytest

import topograph

SOURCE = Path(topograph.__file__).parent
#: From the lowest to the highest. A package, or a module beside the packages, imports what stands
#: in lines above its own; those in one line do not import each other.
LAYERS = (
    ("errors",),
    ("language",),
    ("system",),
    ("rundir",),
    ("core",),
    ("web",),
    ("formats", "sections"),
    ("clusterers", "encoders", "figures", "measures", "reducers"),
    ("config",),
    ("curation",),
    ("stages",),
    ("jobs",),
    ("finished",),
    ("commands", "workflow"),
    ("cli",),
    ("__main__",),
)
LEVEL = {name: level for level, line in enumerate(LAYERS) for name in line}


def package_of(path: Path) -> str:
    """The package of a file, or the module itself where it lies beside the packages."""
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported(source: str) -> set[str]:
    """Our packages that a source imports, in functions, too; but for hints of types only."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "topograph":
            names |= {f"topograph.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return {name.split(".")[1] for name in names if name.startswith("topograph.")}


PATHS = sorted(path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py")


def test_every_package_has_its_layer():
    assert {package_of(path) for path in PATHS} == set(LEVEL)


@pytest.mark.parametrize("package", LEVEL)
def test_a_package_imports_only_what_stands_beneath_it(package):
    wrong = [
        f"{path.relative_to(SOURCE)} imports {name}"
        for path in PATHS
        if package_of(path) == package
        for name in sorted(imported(path.read_text(encoding="utf-8")) - {package})
        if LEVEL[name] >= LEVEL[package]
    ]
    assert wrong == []
