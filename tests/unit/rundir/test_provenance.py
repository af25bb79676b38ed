"""The code's hash follows the edits that matter and no others; imports stay apart and light."""

import ast
import compileall
import os
import re
import shutil
import subprocess
import sys
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import numpy
import pytest

from topograph.rundir import provenance
from topograph.rundir.contract import STAGES

PACKAGE = Path(provenance.__file__).parents[1]
HEAVY = {
    "numpy", "pandas", "pyarrow", "scipy", "sklearn", "umap", "hdbscan", "numba", "bertopic",
    "plotly", "onnxruntime", "tokenizers", "jinja2",
}  # fmt: skip


@pytest.fixture
def source(tmp_path, monkeypatch) -> Path:
    """A copy of the package's source that hashes are taken of."""
    folder = tmp_path / "src/topograph"
    shutil.copytree(PACKAGE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(provenance, "SOURCE", folder)
    return folder


def hashes() -> dict[str, str]:
    """The hash of every stage."""
    return {stage: provenance.code_hash(stage) for stage in STAGES}


def changed_by(path: Path, text: str = "\nADDED = 1\n") -> set[str]:
    """The stages whose hash changes when text is added to a file."""
    before = hashes()
    with path.open("a", encoding="utf-8") as handle:
        handle.write(text)
    after = hashes()
    return {stage for stage in STAGES if before[stage] != after[stage]}


def test_stages_have_hashes_of_their_own(source):
    assert len(set(hashes().values())) == len(STAGES)


@pytest.mark.slow
@pytest.mark.parametrize("stage", STAGES)
def test_an_edit_in_a_stages_package_changes_its_hash_and_no_other(source, stage):
    before = hashes()
    seen = {before[stage]}
    for path in sorted((source / "stages" / stage).rglob("*")):
        if path.is_file() and path.suffix != ".ts":  # types that only linters read
            with path.open("a", encoding="utf-8") as handle:
                handle.write("\nADDED = 1\n" if path.suffix == ".py" else "\n")
            edited = provenance.code_hash(stage)
            assert edited not in seen, path.name
            seen.add(edited)
    assert hashes() == before | {stage: edited}


SOURCE = '''"""A module."""

LEAST = 3
KEY = Field(3, description="The least of all.")


def most(values):
    """The greatest of some values."""
    # they are few
    return max(values, default=LEAST)
'''


@pytest.mark.parametrize(
    ("old", "new", "counts"),
    [
        ("# they are few", "# they are at most ten", False),
        ('"""A module."""', '"""Another docstring."""', False),
        ('    """The greatest of some values."""\n', "", False),
        (
            "max(values, default=LEAST)",
            "max(\n        values,\n        default=LEAST,\n    )",
            False,
        ),
        ("\n\n\ndef", "\n\ndef", False),
        ("LEAST = 3", "LEAST = 4", True),
        ("LEAST = 3", "LEAST = 3.0", True),
        ("max(", "min(", True),
        ("values, default", "values, key=None, default", True),
        ("The least of all", "The smallest of all", False),
        ("Field(3,", "Field(4,", True),
    ],
)
def test_the_hash_is_of_what_code_does(source, old, new, counts):
    path = source / "stages/reduce/made.py"
    path.write_text(SOURCE)
    before = provenance.code_hash("reduce")
    path.write_text(SOURCE.replace(old, new))
    assert SOURCE.replace(old, new) != SOURCE
    assert (provenance.code_hash("reduce") != before) == counts


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("jobs/repeat/variants.py", True),
        ("reducers/layout.py", True),
        ("stages/cluster/consensus.py", True),
        ("stages/label/stage.py", False),
        ("commands/repeat.py", False),
    ],
)
def test_the_hash_of_repeats_is_that_of_their_code_and_of_what_they_repeat(source, name, changes):
    before = provenance.code_hash("repeat")
    with (source / name).open("a", encoding="utf-8") as handle:
        handle.write("\nADDED = 1\n")
    assert (provenance.code_hash("repeat") != before) == changes


def test_no_stage_hangs_on_the_code_of_repeats(source):
    for path in (source / "jobs/repeat").rglob("*.py"):
        assert changed_by(path) == set()


@pytest.mark.slow
def test_an_edit_of_a_shared_module_changes_the_hash_of_the_stages_that_import_it(source):
    assert changed_by(source / "rundir/stagefiles.py") == set(STAGES)
    assert changed_by(source / "encoders/onnx.py") == {"embed", "label", "report"}
    words = changed_by(source / "language/words.py")
    assert "label" in words
    assert not words & {"parse", "embed", "reduce"}


@pytest.mark.parametrize(
    ("name", "stage"),
    [
        ("clusterers/hdbscan.py", "cluster"),
        ("reducers/umap.py", "reduce"),
        ("figures/sizes.py", "plot"),
    ],
)
def test_an_edit_of_an_entry_of_a_registry_counts_for_its_stage(source, name, stage):
    assert changed_by(source / name) == {stage, "report"}  # which has its words, too


def test_an_edit_of_a_module_imported_by_a_shared_module_counts(source):
    (source / "far.py").write_text("FAR = 1\n")
    with (source / "language/words.py").open("a") as handle:
        handle.write("\nfrom topograph.far import FAR  # noqa\n")
    assert "label" in changed_by(source / "far.py")


def test_an_import_inside_a_function_counts(source):
    (source / "far.py").write_text("FAR = 1\n")
    with (source / "stages/reduce/stage.py").open("a") as handle:
        handle.write("\ndef late():\n    import topograph.far\n")
    assert changed_by(source / "far.py") == {"reduce"}


def test_a_shared_packages_own_file_counts_where_its_modules_do(source):
    assert changed_by(source / "encoders/__init__.py") == {"embed", "label", "parse", "report"}


@pytest.mark.parametrize(
    "name",
    ["config/__init__.py", "config/parse.py", "config/loading.py", "cli.py", "finished/run.py"],
)
def test_an_edit_of_what_decides_no_result_changes_no_hash(source, name):
    assert changed_by(source / name) == set()


@pytest.mark.slow
def test_renaming_and_adding_a_file_changes_the_hash(source):
    first = hashes()["reduce"]
    (source / "stages/reduce/extra.py").write_text('"""More."""\n')
    second = hashes()["reduce"]
    (source / "stages/reduce/extra.py").rename(source / "stages/reduce/extrb.py")
    third = hashes()["reduce"]
    assert len({first, second, third}) == 3


@pytest.mark.slow
def test_touching_compiling_moving_and_other_line_ends_change_no_hash(source, monkeypatch):
    before = hashes()
    for path in source.rglob("*.py"):
        os.utime(path, (1, 1))
    assert hashes() == before
    compileall.compile_dir(source, quiet=2)
    assert hashes() == before
    for path in source.rglob("*"):
        if path.suffix in {".py", ".html", ".js", ".css"}:
            path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert hashes() == before
    moved = source.parent.parent / "moved"
    source.rename(moved)
    monkeypatch.setattr(provenance, "SOURCE", moved)
    assert hashes() == before


def test_the_hash_of_the_package_itself_is_that_of_its_copy(source, monkeypatch):
    copied = hashes()
    monkeypatch.setattr(provenance, "SOURCE", PACKAGE)
    assert hashes() == copied


def imported_modules(path: Path) -> set[str]:
    """The modules of ours that a file imports, without `topograph.`; a relative import as `.`."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level:
            names = ["topograph.."]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        found |= {
            name.removeprefix("topograph.") for name in names if name.startswith("topograph.")
        }
    return found


def stages_of(path: Path) -> set[str]:
    """The stages whose modules a file imports."""
    names = [name.split(".") for name in imported_modules(path)]
    return {name[1] for name in names if name[0] == "stages"}


@pytest.mark.parametrize("stage", STAGES)
def test_no_stage_imports_another(stage):
    for path in (PACKAGE / "stages" / stage).rglob("*.py"):
        assert not stages_of(path) - {stage}, path


def test_no_shared_module_imports_a_stage():
    shared = [p for p in PACKAGE.rglob("*.py") if p.relative_to(PACKAGE).parts[0] != "stages"]
    for path in shared:
        # a finished run draws figures; `init` and what assigns new documents read corpora
        inside = path.relative_to(PACKAGE)
        allowed = set()
        if inside.parts == ("finished", "run.py"):
            allowed = {"plot"}
        elif inside.name in ("init.py", "assign.py") or inside.parts[:2] == ("jobs", "assign"):
            allowed = {"parse"}
        assert stages_of(path) <= allowed, path


@pytest.mark.slow
def test_imports_are_absolute_as_the_hash_follows_only_these():
    assert [path for path in PACKAGE.rglob("*.py") if "." in imported_modules(path)] == []


def loaded_after(code: str, folder: Path) -> set[str]:
    """Top-level packages that a fresh Python has loaded after some code."""
    code += "\nimport sys; print('loaded', *sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True
    )
    return {name.split(".")[0] for name in done.stdout.split("loaded ")[-1].split()}


WORKFLOW = """
from topograph.workflow import Workflow
workflow = Workflow({})
workflow.settings("icml2026", "cluster"), workflow.code("cluster"), workflow.corpus("icml2026")
"""
COMMAND = """
from topograph.cli import main
for arguments in (["--help"], ["cluster", "--help"]):
    try:
        main(arguments)
    except SystemExit as end:
        assert not end.code
"""


@pytest.mark.parametrize(
    "code",
    [WORKFLOW, COMMAND, "from topograph import load_run", "import topograph.rundir.stagefiles"],
    ids=["workflow", "help", "load_run", "stagefiles"],
)
def test_nothing_heavy_is_imported_before_it_is_needed(root, code):
    loaded = loaded_after(code, root)
    assert "topograph" in loaded
    assert not loaded & HEAVY


def test_versions_are_those_installed():
    found = provenance.versions()
    assert found["numpy"] == numpy.__version__
    assert found["python"] == ".".join(map(str, sys.version_info[:3]))
    assert {"topograph", "snakemake", "umap-learn", "hdbscan", "bertopic"} <= set(found)
    assert "" not in found.values()


def third_party(stage: str) -> set[str]:
    """The modules, other than ours and Python's, that a stage's files import, by another way."""
    found = set()
    for path in provenance.stage_sources(stage):
        if path.suffix == ".py":
            words = re.findall(
                r"^\s*(?:import|from) ([a-zA-Z_]\w*)", path.read_text(encoding="utf-8"), re.M
            )
            found |= {word for word in words if find_spec(word) is not None}
    return found - {"topograph", *sys.stdlib_module_names}


@pytest.mark.parametrize("stage", STAGES)
def test_the_libraries_of_a_stage_are_those_that_its_code_imports(stage):
    installed_as = metadata.packages_distributions()
    imported = {installed_as[name][0].lower().replace("_", "-") for name in third_party(stage)}
    assert imported <= provenance.stage_libraries(stage)
    assert {"numpy", "pandas", "pyarrow"} <= imported


def test_what_a_library_needs_counts_where_the_library_does():
    # BERTopic stands on hdbscan, which the stage itself does not import
    assert "hdbscan" not in third_party("label")
    assert {"bertopic", "hdbscan"} <= provenance.stage_libraries("label")


def test_libraries_of_other_stages_do_not_count():
    assert not {"plotly", "bertopic", "hdbscan"} & provenance.stage_libraries("reduce")
    assert "umap-learn" not in provenance.stage_libraries("plot")


def test_a_newer_library_decides_and_a_newer_release_of_this_project_does_not():
    found = {"python": "3.11.7", "processor": "x86_64", "snakemake": "9", "topograph": "0.1"}
    found["numpy"] = "2.4.6"
    assert provenance.relevant_versions(found) == {"python": "3.11", "numpy": "2.4.6"}
    assert provenance.relevant_versions(
        found | {"python": "3.11.9"}
    ) == provenance.relevant_versions(found)
    assert provenance.relevant_versions(
        found | {"python": "3.12.7"}
    ) != provenance.relevant_versions(found)
    assert provenance.relevant_versions(found | {"numpy": "2.5"}) != provenance.relevant_versions(
        found
    )
