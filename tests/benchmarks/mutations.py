"""Wrong changes to the code, one after the other: which share of them do the tests notice?

    python tests/benchmarks/mutations.py [WORD]

Makes the changes of `mutations.yaml` in a copy of the project, those alone whose file or number
has WORD if it is given, and runs tests: the module's examples, test_method_constants.py, and those
that `mutations.yaml` names, else the fast ones in tests/unit that import the module or lie as it
lies.
Prints the first test that fails, or that none does, and the share noticed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
UNIT = Path("tests/unit")
SOURCE = Path("src/topograph")
JAVASCRIPT = Path("tests/javascript")
#: Holds numbers of many modules against what documents state, and takes a second.
CONSTANTS = UNIT / "project/test_method_constants.py"
#: Seconds after which tests are stopped: the change made them endless, and so was noticed.
PATIENCE = 900
#: How pytest and node name a test that failed.
FAILED = re.compile(r"^(?:FAILED|ERROR|not ok \d+ -) (.*?)(?: - .*)?$", re.MULTILINE)


@dataclass(frozen=True)
class Mutation:
    """A change of one place in a file below `SOURCE`, and the tests that are to notice it."""

    file: Path
    old: str
    new: str
    tests: list[str] = field(default_factory=list)

    def apply(self, project: Path) -> str:
        """Change the file of a project; returns its text of before."""
        path = project / SOURCE / self.file
        text = path.read_text(encoding="utf-8")
        if text.count(self.old) != 1:
            sys.exit(f"{path}: {self.old!r} stands there {text.count(self.old)} times, not once")
        path.write_text(text.replace(self.old, self.new), encoding="utf-8")
        return text

    def command(self, project: Path) -> list[str]:
        """How to run its tests."""
        if self.file.suffix == ".js":
            return ["node", "--test", str(JAVASCRIPT)]
        named = [str(UNIT / name) for name in self.tests]
        options = ["-q", "-x", "-n0", "-p", "no:cacheprovider", *([] if named else ["-m", "fast"])]
        files = [str(CONSTANTS), str(SOURCE / self.file), *(named or self._derived(project))]
        return [sys.executable, "-m", "pytest", *options, *files]

    def _derived(self, project: Path) -> list[str]:
        package = UNIT / self.file.parent
        mirrored = package / f"test_{self.file.stem}.py"
        module = ".".join(["topograph", *self.file.with_suffix("").parts])
        parent, name = module.rsplit(".", 1)
        imports = re.compile(
            rf"\b{re.escape(module)}\b|from {re.escape(parent)} import .*\b{name}\b"
        )
        found = [
            path.relative_to(project)
            for path in sorted((project / UNIT).rglob("test_*.py"))
            if path.relative_to(project) == mirrored or imports.search(path.read_text("utf-8"))
        ]
        found.sort(key=lambda path: path != mirrored)
        return [str(path) for path in found] or [str(package)]


def copy_project(folder: Path) -> None:
    """Copy all files that git knows or would take."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)


def run(command: list[str], project: Path) -> subprocess.CompletedProcess[str]:
    """Run tests of a project, with the code that is there."""
    environment = os.environ | {
        "PYTHONPATH": str(project / "src"),
        "NUMBA_CACHE_DIR": str(ROOT / ".cache" / "numba"),
    }
    return subprocess.run(
        command, cwd=project, env=environment, capture_output=True, text=True, timeout=PATIENCE
    )


def noticed_by(mutation: Mutation, project: Path) -> str:
    """The first test that fails with the change, and does not without; nothing if none does."""
    command = mutation.command(project)
    before = mutation.apply(project)
    try:
        done = run(command, project)
    except subprocess.TimeoutExpired:
        return "tests that do not end"
    finally:
        (project / SOURCE / mutation.file).write_text(before, encoding="utf-8")
    if done.returncode == 0:
        return ""
    failed = FAILED.search(done.stdout)
    if failed is None:
        sys.exit(f"the tests of {mutation.file} did not run:\n{done.stdout}{done.stderr}")
    if command[0] != "node":
        command = [sys.executable, "-m", "pytest", "-q", "-n0", failed[1]]
    if run(command, project).returncode:
        sys.exit(f"{failed[1]} fails without the change, too")
    return failed[1]


def main() -> None:
    """Try all changes, or those asked for."""
    listed = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
    mutations = [Mutation(**entry | {"file": Path(entry["file"])}) for entry in listed]
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    noticed = tried = 0
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        copy_project(project)
        for number, mutation in enumerate(mutations, 1):
            if word not in f"{number} {mutation.file}":
                continue
            start = time.monotonic()
            found = noticed_by(mutation, project)
            took = time.monotonic() - start
            line = " ".join(mutation.new.split())
            print(f"{number:3} {mutation.file}: {line[:50]!r} ({took:.0f} s)", flush=True)
            print(f"      {found or 'NOT NOTICED'}", flush=True)
            tried += 1
            noticed += bool(found)
    print(f"{noticed} of {tried} were noticed ({noticed / max(tried, 1):.0%})")


if __name__ == "__main__":
    main()
