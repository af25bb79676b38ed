"""Copies of the project in which a test may change anything, and a way to call Snakemake there."""

import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from topograph.rundir.checksums import KEY as CHECKSUM
from topograph.rundir.checksums import is_intact
from topograph.rundir.contract import STAGES

COMMANDS = Path(sys.executable).parent
#: What a shell may carry that would reach into a call.
UNWANTED = ("SNAKEMAKE_PROFILE", "PYTHONHASHSEED", "PYTHONDONTWRITEBYTECODE", "PYTHONPATH")
#: Not results: how long a job took, what it printed, and Snakemake's own marks.
ASIDE = ("logs/", "benchmarks/")
SNAKEMAKE_MARK = ".snakemake_timestamp"


@dataclass(frozen=True)
class Call:
    """What a command gave back: its exit status and all that it printed."""

    status: int
    output: str


@dataclass(frozen=True)
class Plan:
    """What a dry run would do: its rules, their runs, and the settings of each stage."""

    rules: set[str]
    runs: set[str]
    settings: dict[str, dict[str, Any]]


@dataclass(frozen=True)
class Project:
    """A copy of the project whose own `src/` is the code that runs."""

    root: Path

    def environment(self, **more: str) -> dict[str, str]:
        """The shell's variables, with the copy's source first on Python's path."""
        kept = {name: value for name, value in os.environ.items() if name not in UNWANTED}
        return kept | {"PYTHONPATH": str(self.root / "src")} | more

    def call(self, command: str, *arguments: str, **environment: str) -> Call:
        """Run a command of this Python's installation in the project's folder."""
        done = subprocess.run(
            [COMMANDS / command, *arguments],
            cwd=self.root,
            env=self.environment(**environment),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return Call(done.returncode, done.stdout)

    def snakemake(self, *arguments: str, **environment: str) -> Call:
        """Call Snakemake."""
        return self.call("snakemake", *arguments, **environment)

    def plan(self, *arguments: str) -> Plan:
        """Ask Snakemake what a call would do."""
        call = self.snakemake("-n", "-p", *arguments)
        assert call.status == 0, call.output
        table = re.search(r"^Job stats:\njob +count\n[- ]+\n(.*?)^total", call.output, re.M | re.S)
        if table is None:
            assert "Nothing to be done" in call.output, call.output
            return Plan(set(), set(), {})
        rules = {line.split()[0] for line in table[1].splitlines()} - {"all"}
        runs = set()
        settings = {}
        for line in re.findall(r"^Shell command: (topograph .*)", call.output, re.M):
            words = shlex.split(line)
            runs.add(words[2].removeprefix("results/"))
            settings[words[1]] = json.loads(words[words.index("--settings") + 1])
        return Plan(rules, runs, settings)

    def follow(self, output: str) -> None:
        """Do what the line `fix:` of a message says first: `delete PATH`, and commands in order."""
        advice = re.search(r"fix: (.*)", output)
        assert advice, output
        first = re.split(r"[,;] or ", advice[1])[0]
        for path in re.findall(r"delete ([\w./-]+)", first):
            shutil.rmtree(self.root / path)
        for command in re.findall(r"`((?:rm|snakemake|topograph) .*?)`", first):
            program, *arguments = shlex.split(command)
            if program == "rm":
                subprocess.run([program, *arguments], cwd=self.root, check=True)
            else:
                call = self.call(program, *arguments)
                assert call.status == 0, call.output

    def configure(self, changes: dict[str, Any]) -> None:
        """Give keys of `config/config.yaml` another value: `{"cluster.members": 7}`."""
        path = self.root / "config/config.yaml"
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
        for key, value in changes.items():
            *parents, last = key.split(".")
            section = content
            for parent in parents:
                section = section.setdefault(parent, {})
            assert section.get(last) != value, f"{key} is {value!r} already"
            section[last] = value
        path.write_text(yaml.safe_dump(content), encoding="utf-8")

    def append(self, name: str, text: str) -> None:
        """Write something at the end of a file."""
        with (self.root / name).open("a", encoding="utf-8") as file:
            file.write(text)

    def results(self, run: str) -> dict[str, bytes]:
        """The content of every file of a run."""
        folder = self.root / "results" / run
        contents = {}
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder).as_posix()
            if path.is_file() and not name.startswith(ASIDE) and path.name != SNAKEMAKE_MARK:
                contents[name] = path.read_bytes()
        if "manifest.json" in contents:
            contents["manifest.json"] = without_resources(contents["manifest.json"])
        return contents


def without_resources(manifest: bytes) -> bytes:
    """A manifest without what the stages took, which is not the same from run to run."""
    assert is_intact(manifest)
    content = json.loads(manifest)
    del content[CHECKSUM]
    assert set(content["summary"].pop("resources")) == set(STAGES) - {"report"}
    return json.dumps(content).encode()


def copy_inputs(source: Path, folder: Path) -> Project:
    """Copy what a run is made from: workflow, configuration, seeds and code."""
    for part in ("workflow", "config", "seeds", "src"):
        shutil.copytree(source / part, folder / part)
    shutil.copy2(source / "environment.yml", folder)
    return Project(folder)


HOSTILE = [
    "<script>alert('hostile')</script> closes a page </script></body></html> in the middle",
    """Quotes of 'all' "kinds" and `ticks` with \\ backslashes \\n and {{ braces }} %s $x$""",
    "Null \x00 bytes and bells \x07 and escapes \x1b[31m stand between these words",
    "\u202eMarks that turn the text\u202c from right \u200fto left\u200e stand in this sentence",
    "<img src=x onerror=alert('hostile')> an image that fails to load and says so",
    "שלום עולם זהו משפט ארוך למדי שנכתב מימין לשמאל",
    "=cmd|' /C calc'!A0 looks like a formula of a spreadsheet to some programs",
    "]]> --> */ # ; DROP TABLE documents; -- ends of comments of seven other languages",
]


def random_words(documents: int) -> list[str]:
    """Documents that have nothing in common: words of random letters."""
    draw = random.Random(1)
    letters = "abcdefghijklmnopqrstuvwxyz"
    return [
        " ".join("".join(draw.choices(letters, k=draw.randint(3, 9))) for _ in range(25))
        for _ in range(documents)
    ]
