"""A copy of the source with one more entry of a registry, as somebody would add it."""

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).parents[2] / "src/topograph"
REFERENCE = """
@book{made-up,
  title = {{On made-up things}},
  author = {Doe, Jane},
  publisher = {A Press},
  url = {https://example.org/made-up},
  year = {2001},
}
"""
#: Runs in the copy, before what a test asks.
COMMON = """
import json
from topograph.config.docs import schema_text, table_text
from topograph.rundir import provenance
from topograph.stages.report.methods import methods
"""


@dataclass
class Extended:
    """A copy of the source to which an entry can be added.

    Attributes
    ----------
    folder : Path
        Where the package `topograph` lies.
    """

    folder: Path

    def add(self, package: str, name: str, code: str, entry: str) -> None:
        """Write a module and its line in the registry, and the publication it cites.

        Parameters
        ----------
        package, name, code : str
            Of the module.
        entry : str
            What stands in the registry, like `NAME.KIND`.
        """
        inside = self.folder / "topograph" / package
        (inside / f"{name}.py").write_text(code, encoding="utf-8")
        registry = inside / "registry.py"
        text = registry.read_text(encoding="utf-8")
        text = re.sub(
            rf"(from topograph\.{package} import \(\n)", rf"\1    {name},\n", text, count=1
        )
        text = re.sub(
            r"((?:    for own in|GROUPS.*=) \(\n)", rf"\1        {entry},\n", text, count=1
        )
        registry.write_text(text, encoding="utf-8")
        references = self.folder / "topograph/stages/report/references.bib"
        with references.open("a", encoding="utf-8") as handle:
            handle.write(REFERENCE)

    def ask(self, code: str, folder: Path | None = None) -> Any:
        """What the variable `answer` holds after some code has run in the copy."""
        done = subprocess.run(
            [sys.executable, "-c", f"{COMMON}\n{code}\nprint(json.dumps(answer))"],
            cwd=folder or self.folder,
            env=os.environ | {"PYTHONPATH": str(self.folder)},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.splitlines()[-1])

    def methods(self, seals: dict[str, dict[str, Any]]) -> tuple[str, list[str]]:
        """The methods paragraph of a run with these seals, and what it cites, by the copy."""
        text, cited = self.ask(
            f"found = methods(json.loads({json.dumps(seals)!r}), [1.0])\n"
            "answer = found.text, found.cited"
        )
        return text, cited


def extended(folder: Path) -> Extended:
    """A copy of the source in a folder of its own."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(SOURCE, folder / "copy/topograph", ignore=ignored)
    return Extended(folder / "copy")
