"""What the Snakemake workflow asks: runs, settings, what has to be made again. Cheap to import."""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
from collections.abc import Callable, Mapping, MutableMapping
from functools import cache
from pathlib import Path
from typing import Any, TextIO

from topograph.config import RunConfig, run_time_settings, stage_settings
from topograph.config.loading import load_run_config, load_run_configs, run_names
from topograph.curation.file import curation_path
from topograph.encoders.ownfiles import own_files
from topograph.errors import TopographError
from topograph.rundir.atomic import written_whole
from topograph.rundir.contract import is_artifact, job_of, repeat_names, repeat_table, stage_named
from topograph.rundir.inputs import KnownContents
from topograph.rundir.locks import holder, locked, try_lock
from topograph.rundir.provenance import code_hash, deciding, versions
from topograph.rundir.sealdiff import seal_differences
from topograph.rundir.stagefiles import known_contents, read_seal, stage_locks, waiting
from topograph.sections.addresses import VARIABLE, hide_secrets
from topograph.system.filenames import corpus_files, shown
from topograph.system.jsontext import canonical_json

#: Bytes of settings that a command can hold, with room for quotes and for the rest of it.
LONGEST_ARGUMENT = 50_000
#: Differences of a stage that are printed; more are counted.
SHOWN = 3


class Workflow:
    """Answers of one call of Snakemake, each worked out once.

    Configurations are read for the runs that are asked about, and for no others.

    Parameters
    ----------
    overrides : mapping
        What the command line gives (`--config`, `--configfile`).
    root : Path
        The project's folder.
    environment : mutable mapping, optional
        That jobs inherit; `os.environ` unless given.

    Raises
    ------
    ConfigError
        If the list of runs cannot be used.
    TopographError
        If Snakemake cannot work in the folder.
    """

    def __init__(
        self,
        overrides: Mapping[str, Any],
        root: Path = Path(),
        environment: MutableMapping[str, str] | None = None,
    ) -> None:
        self._environment = os.environ if environment is None else environment
        self._overrides = dict(overrides)
        self._root = root
        self._held: TextIO | None = None
        self._started = time.time()
        self._configs: dict[str, RunConfig] = {}
        self._begun: set[str] = set()
        self._reasons: dict[tuple[str, str], list[str]] = {}
        self.runs = run_names(self._overrides, root)
        if re.search("[{}]", str(root.absolute())):
            raise TopographError(
                f"The folder {root.absolute()} has a brace in its name.",
                "Snakemake takes what stands between braces for a variable.",
                "rename the folder, or move the project.",
            )

    def check(self) -> None:
        """Read the configurations of all runs that a bare `snakemake` builds.

        Raises
        ------
        ConfigError
            With all mistakes of all of them.
        """
        self._configs |= load_run_configs(self.runs, self._overrides, self._root)

    def _config(self, run: str) -> RunConfig:
        if run not in self._configs:
            self._configs[run] = load_run_config(run, self._overrides, self._root)
        return self._configs[run]

    def settings(self, run: str, job: str) -> str:
        """The settings of a stage, or of repeats, as canonical JSON."""
        return canonical_json(stage_settings(self._config(run), job))

    def argument(self, run: str, job: str) -> str:
        """The settings as a job is given them: their text, or `@` and a file that holds it.

        A command has room for 128 KB, which the names of a few thousand files fill.
        """
        text = self.settings(run, job)
        if len(text.encode()) <= LONGEST_ARGUMENT:
            return text
        digest = hashlib.sha256(text.encode()).hexdigest()[:32]
        path = Path(".snakemake") / "settings" / f"{digest}.json"
        if not (self._root / path).exists():
            with written_whole(self._root / path) as temporary:
                temporary.write_text(text, encoding="utf-8")
        return f"@{path}"

    def run_time(self, run: str, stage: str) -> str:
        """The settings of a stage that change no result, as canonical JSON without secrets.

        Whole addresses stand in the environment from then on, from which jobs have them.
        """
        settings, whole = hide_secrets(run, run_time_settings(self._config(run), stage))
        if whole:
            known = json.loads(self._environment.get(VARIABLE, "{}"))
            self._environment[VARIABLE] = json.dumps(known | whole)
        return canonical_json(settings)

    def _refuse_results(self, run: str, fault: str, is_fine: Callable[[Path], bool]) -> None:
        """Stop where a folder of results is there and not as it should be."""
        results = self._root / "results"
        for folder in (results, results / run):
            if folder.exists() and not is_fine(folder):
                raise TopographError(
                    f"{folder} {fault}.",
                    "results are written below it.",
                    "make it a folder that you may write to.",
                )

    def begin(self, run: str) -> None:
        """Make sure that nobody else works on a run, before anything of it is looked at.

        A second workflow is kept out of the folder until this process ends. The lock is the
        kernel's and ends with the process, however that ends; Snakemake's own is a file, which
        stays behind a killed run and stops the next one. Jobs of a killed run that are still at
        work are waited for.

        Raises
        ------
        TopographError
            If another workflow holds the folder, or results cannot be written.
        """
        if self._held is None:
            self._hold_folder()
        if run in self._begun:
            return
        self._refuse_results(run, "is not a folder", Path.is_dir)
        self._refuse_results(run, "cannot be written to", lambda folder: os.access(folder, os.W_OK))
        for path, job in stage_locks(self._root / "results" / run):
            with locked(path, waiting(job)):
                pass
        self._begun.add(run)

    def _hold_folder(self) -> None:
        path = self._root / ".snakemake" / "running"
        path.parent.mkdir(exist_ok=True)
        self._held = try_lock(path)
        if self._held is None:
            raise TopographError(
                "Another snakemake is running in this folder.",
                f"{holder(path)} is at work; two at once would write the same files.",
                "wait until it is done, or stop it.",
            )

    def new_reports(self) -> list[str]:
        """The reports that were written since the workflow started."""
        return [
            f"results/{run}/report.html"
            for run in self._configs
            if (path := self._root / "results" / run / "report.html").exists()
            and path.stat().st_mtime >= self._started
        ]

    @staticmethod
    def seal(run: str, stage: str) -> str:
        """Path of a stage's seal, relative to the project's folder."""
        return f"results/{run}/{stage_named(stage).seal}"

    def outdated(self, run: str, stage: str) -> list[str]:
        """Why a finished stage, or repeat, would come out otherwise now, in words.

        Its seal decides: settings, code, libraries, and what the files from outside the run's
        folder hold. Snakemake compares times and what it remembers of its own calls, so that a
        file that was replaced by an older one, or a stage that was called by hand, escapes it.

        Returns
        -------
        list of str
            Empty if nothing has changed, or the stage has not finished.
        """
        if (run, stage) not in self._reasons:
            self._reasons[run, stage] = self._differences(run, stage)
        return self._reasons[run, stage]

    def _differences(self, run: str, stage: str) -> list[str]:
        if not (self._root / self.seal(run, stage)).exists():
            return []
        try:
            seal = read_seal(self._root / "results" / run, stage)
        except TopographError:
            return ["its seal is damaged"]
        then = seal | {
            "versions": deciding(seal["versions"]),
            "inputs": {name: own for name, own in seal["inputs"].items() if not is_artifact(name)},
        }
        job = job_of(stage)
        now = {
            "settings": json.loads(self.settings(run, job)),
            "code": self.code(job),
            "versions": self._versions(job),
            "inputs": self._outside(run, stage),
        }
        found = seal_differences(then, now)
        files = {*then["inputs"], *now["inputs"]}
        told = [_told(key, *values, key in files) for key, values in found.items()]
        return told[:SHOWN] + ([f"and {len(told) - SHOWN} more"] if len(told) > SHOWN else [])

    def _outside(self, run: str, stage: str) -> dict[str, str]:
        """The files that a stage reads from outside the run's folder, and what they hold."""
        read: dict[str, tuple[Callable[[str], list[str]], ...]] = {
            "parse": (self.corpus,),
            "embed": (self.encoder_files,),
            "cluster": (self.guiding_files,),
            "repeat": (self.guiding_files,),
            "label": (self.curation, self.prompt),
        }
        names = [name for files in read.get(job_of(stage), ()) for name in files(run)]
        known = KnownContents(known_contents(self._root / "results" / run, stage), self._root)
        hashes = {name: known.hash(name) for name in names}
        known.save()
        return hashes

    def corpus(self, run: str) -> list[str]:
        """The files of the run's corpus."""
        return corpus_files(self._config(run).parse.files, self._root)

    def encoder_files(self, run: str) -> list[str]:
        """The files of the encoder or of the vectors that the run's configuration names."""
        return own_files(self._config(run).embed, self._root)

    def curation(self, run: str) -> list[str]:
        """The file with what a person decided about the run's topics, if there is one."""
        path = curation_path(run, self._root)
        return [str(path.relative_to(self._root))] if path.exists() else []

    def prompt(self, run: str) -> list[str]:
        """The file with the prompt of the chat model that names the run's topics, if one does."""
        settings = self._config(run).label
        exists = settings.llm is not None and (self._root / settings.llm_prompt).is_file()
        return [settings.llm_prompt] if exists else []  # what is missing, the stage reports

    def guiding_files(self, run: str) -> list[str]:
        """The file of seed topics that the run's configuration names."""
        named = self._config(run).cluster.seed_topics
        return [named] if named and (self._root / named).exists() else []  # else the stage reports

    def repeats(self, run: str) -> tuple[str, ...]:
        """The repeats of a run, by name, that its configuration asks for."""
        return repeat_names(self._config(run).evaluate.repeats)

    def repeated(self, run: str) -> list[str]:
        """What `evaluate` reads to tell how far the repeats agree; nothing where there are none."""
        repeats = self.repeats(run)
        names = ["cluster/assignments.parquet", *map(repeat_table, repeats)] if repeats else []
        return [f"results/{run}/{name}" for name in names] + self.repeat_seals(run)

    def repeat_seals(self, run: str) -> list[str]:
        """The seals of a run's repeats, relative to the project's folder."""
        return [self.seal(run, name) for name in self.repeats(run)]

    @staticmethod
    @cache
    def code(job: str) -> str:
        """Hash of a stage's source."""
        return code_hash(job)

    @staticmethod
    @cache
    def _versions(job: str) -> dict[str, str]:
        return deciding(versions([job]))


def _told(key: str, then: Any, now: Any, is_file: bool) -> str:
    """A difference in words."""
    if is_file:
        change = "is new" if then is None else "is gone" if now is None else "has changed"
        return f"{shown(key)} {change}"
    if key == "code":
        return "its code has changed"
    return f"{key} was {then}, and is {now}"


def prepare_environment(environment: MutableMapping[str, str], python: str) -> None:
    """Make the jobs' environment independent of the shell that called Snakemake.

    The `topograph` command is found beside the running Python, compiled Python is kept (without it
    every job starts three times slower), and no hub is asked for anything.

    Parameters
    ----------
    environment : mutable mapping
        Usually `os.environ`; jobs inherit it.
    python : str
        Path of the running Python.
    """
    commands = str(Path(python).parent)
    others = environment.get("PATH", "").split(os.pathsep)
    others = [folder for folder in others if folder not in ("", commands)]
    environment["PATH"] = os.pathsep.join([commands, *others])
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    environment["HF_HUB_OFFLINE"] = "1"
