"""The Snakefile's interface: runs, settings, outdated stages. Cheap to import."""

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
from topograph.config.sweeps import POINT_STAGES, Node, Sweep, load_sweep
from topograph.curation.file import curation_path
from topograph.encoders.ownfiles import own_files
from topograph.errors import TopographError
from topograph.rundir.atomic import atomic_write
from topograph.rundir.contract import (
    SWEEPS,
    is_artifact,
    job_of,
    repeat_names,
    repeat_table,
    stage_named,
)
from topograph.rundir.inputs import HashCache
from topograph.rundir.locks import holder, locked, try_lock
from topograph.rundir.provenance import code_hash, relevant_versions, versions
from topograph.rundir.sealdiff import seal_differences
from topograph.rundir.stagefiles import hash_cache_path, read_seal, report_wait, stage_locks
from topograph.sections.addresses import VARIABLE, hide_secrets
from topograph.system.filenames import corpus_files, display_name
from topograph.system.jsontext import canonical_json

#: Most bytes of settings on a command line, with room for quotes and other arguments.
LONGEST_ARGUMENT = 50_000
#: Differences of a stage that are printed; further ones are counted.
SHOWN = 3


class Workflow:
    """The state of one call of Snakemake; each value is computed once.

    Only the configurations of requested runs are read.

    Parameters
    ----------
    overrides : mapping
        Configuration from the command line (`--config`, `--configfile`).
    root : Path
        The project's folder.
    environment : mutable mapping, optional
        The environment that jobs inherit; `os.environ` by default.

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
        self._sweeps: dict[str, Sweep] = {}
        self._begun: set[str] = set()
        self._reasons: dict[tuple[str, str], list[str]] = {}
        self.runs = run_names(self._overrides, root)
        if re.search("[{}]", str(root.absolute())):
            raise TopographError(
                f"The folder {root.absolute()} has a brace in its name.",
                "Snakemake reads text between braces as a wildcard.",
                "rename the folder, or move the project.",
            )

    def check(self) -> None:
        """Read the configurations of all runs that `snakemake` builds without a target.

        Raises
        ------
        ConfigError
            With all mistakes in all configurations.
        """
        self._configs |= load_run_configs(self.runs, self._overrides, self._root)

    def _config(self, run: str) -> RunConfig:
        if run not in self._configs:
            self._configs[run] = (
                self._node(run).config
                if run.startswith(f"{SWEEPS}/")
                else load_run_config(run, self._overrides, self._root)
            )
        return self._configs[run]

    def _sweep(self, name: str) -> Sweep:
        if name not in self._sweeps:
            self._sweeps[name] = load_sweep(name, self._overrides, self._root)
        return self._sweeps[name]

    def _node(self, run: str) -> Node:
        """A stage of a sweep's points, by the name of its folder: `sweeps/NAME/STAGE-DIGEST`."""
        _, sweep, name = run.split("/")
        try:
            return self._sweep(sweep).nodes[name]
        except KeyError:
            raise TopographError(
                f"The sweep {sweep} has no stage {name}.",
                "its configuration has changed, or the name is misspelt.",
                f"run `snakemake results/{SWEEPS}/{sweep}/sweep.html`.",
            ) from None

    def upstream(self, run: str) -> str:
        """The folder under `results/` with the stages before a stage of a sweep; "" for `parse`."""
        before = self._node(run).upstream
        own = before and before in self._sweep(run.split("/")[1]).nodes
        return f"{run.rpartition('/')[0]}/{before}" if own else before

    def upstream_seals(self, run: str) -> list[str]:
        """The seals of the stages before a stage of a sweep, relative to the project's folder."""
        found: list[str] = []
        while run.startswith(f"{SWEEPS}/"):
            stage = self._node(run).stage
            run = self.upstream(run)
            earlier = POINT_STAGES[: POINT_STAGES.index(stage)]
            own = earlier[-1:] if run.startswith(f"{SWEEPS}/") else earlier
            found += [self.seal(run, name) for name in own]
        return found

    def point_seals(self, sweep: str) -> list[str]:
        """The seals of a sweep's points, relative to the project's folder."""
        last = POINT_STAGES[-1]
        return [
            self.seal(f"{SWEEPS}/{sweep}/{point.nodes[last]}", last)
            for point in self._sweep(sweep).points
        ]

    def sweep_argument(self, sweep: str) -> str:
        """What the table of a sweep is made from, as an argument for its job."""
        return self._as_argument(canonical_json(self._sweep(sweep).summary()))

    def settings(self, run: str, job: str) -> str:
        """The settings of a stage or of repeats, as canonical JSON."""
        return canonical_json(stage_settings(self._config(run), job))

    def argument(self, run: str, job: str) -> str:
        """The settings as an argument for a job: JSON, or `@` and the path of a JSON file.

        An argument can have 128 KB at most; the names of a few thousand files are longer.
        """
        return self._as_argument(self.settings(run, job))

    def _as_argument(self, text: str) -> str:
        if len(text.encode()) <= LONGEST_ARGUMENT:
            return text
        digest = hashlib.sha256(text.encode()).hexdigest()[:32]
        path = Path(".snakemake") / "settings" / f"{digest}.json"
        if not (self._root / path).exists():
            with atomic_write(self._root / path) as temporary:
                temporary.write_text(text, encoding="utf-8")
        return f"@{path}"

    def run_time(self, run: str, stage: str) -> str:
        """The settings of a stage that change no result, as canonical JSON without secrets.

        Stores addresses with secrets in the environment, which jobs inherit.
        """
        folder = run.rpartition("/")[2]  # the job knows only this name
        settings, whole = hide_secrets(folder, run_time_settings(self._config(run), stage))
        if whole:
            known = json.loads(self._environment.get(VARIABLE, "{}"))
            self._environment[VARIABLE] = json.dumps(known | whole)
        return canonical_json(settings)

    def _refuse_results(self, run: str, fault: str, is_fine: Callable[[Path], bool]) -> None:
        """Raise an error if a folder of results exists but cannot be used."""
        results = self._root / "results"
        for folder in (results, results / run):
            if folder.exists() and not is_fine(folder):
                raise TopographError(
                    f"{folder} {fault}.",
                    "Topograph writes the run's results there.",
                    f"make {folder} a folder that you may write to.",
                )

    def begin(self, run: str) -> None:
        """Lock the folder and wait for jobs of a killed workflow, before reading the run.

        No second workflow can use the folder until this process ends. The kernel releases this
        lock with the process. Snakemake's own lock is a file, which a killed process leaves behind
        and which then blocks the next call.

        Raises
        ------
        TopographError
            If another workflow has locked the folder, or results cannot be written.
        """
        if self._held is None:
            self._hold_folder()
        if run in self._begun:
            return
        self._refuse_results(run, "is not a folder", Path.is_dir)
        self._refuse_results(run, "cannot be written to", lambda folder: os.access(folder, os.W_OK))
        for path, job in stage_locks(self._root / "results" / run):
            with locked(path, report_wait(job)):
                pass
        self._begun.add(run)

    def _hold_folder(self) -> None:
        path = self._root / ".snakemake" / "running"
        path.parent.mkdir(exist_ok=True)
        self._held = try_lock(path)
        if self._held is None:
            raise TopographError(
                "Another snakemake is running in this folder.",
                f"{holder(path)} is using it, and two workflows would write the same files.",
                "wait until it ends, or stop it.",
            )

    def new_reports(self) -> list[str]:
        """The reports written since the workflow started."""
        return [
            f"results/{run}/report.html"
            for run in self._configs
            if (path := self._root / "results" / run / "report.html").exists()
            and path.stat().st_mtime >= self._started
        ]

    @staticmethod
    def seal(run: str, stage: str) -> str:
        """The path of a stage's seal, relative to the project's folder."""
        return f"results/{run}/{stage_named(stage).seal}"

    def outdated(self, run: str, stage: str) -> list[str]:
        """Why a finished stage or repeat is outdated: differences from its seal, as text.

        Compares settings, code, libraries and the content of external files. Snakemake compares
        times and its own records instead, so it misses a file that was replaced by an older one,
        and a stage that was run by hand.

        Returns
        -------
        list of str
            Empty if nothing has changed, or if the stage has not finished.
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
            "versions": relevant_versions(seal["versions"]),
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
        texts = [_difference_text(key, *values, key in files) for key, values in found.items()]
        return texts[:SHOWN] + ([f"and {len(texts) - SHOWN} more"] if len(texts) > SHOWN else [])

    def _outside(self, run: str, stage: str) -> dict[str, str]:
        """Hashes of the external files that a stage reads."""
        read: dict[str, tuple[Callable[[str], list[str]], ...]] = {
            "parse": (self.corpus,),
            "embed": (self.encoder_files,),
            "cluster": (self.guiding_files,),
            "repeat": (self.guiding_files,),
            "label": (self.curation, self.prompt),
        }
        names = [name for files in read.get(job_of(stage), ()) for name in files(run)]
        known = HashCache(hash_cache_path(self._root / "results" / run, stage), self._root)
        hashes = {name: known.hash(name) for name in names}
        known.save()
        return hashes

    def corpus(self, run: str) -> list[str]:
        """The files of the run's corpus."""
        return corpus_files(self._config(run).parse.files, self._root)

    def encoder_files(self, run: str) -> list[str]:
        """The files of the encoder or of precomputed vectors in the run's configuration."""
        return own_files(self._config(run).embed, self._root)

    def curation(self, run: str) -> list[str]:
        """The run's curation file, if it exists."""
        path = curation_path(run, self._root)
        return [str(path.relative_to(self._root))] if path.exists() else []

    def prompt(self, run: str) -> list[str]:
        """The file with the prompt of the chat model that names topics, if one is configured."""
        settings = self._config(run).label
        exists = settings.llm is not None and (self._root / settings.llm_prompt).is_file()
        return [settings.llm_prompt] if exists else []  # the stage reports a missing file

    def guiding_files(self, run: str) -> list[str]:
        """The file of seed topics in the run's configuration."""
        named = self._config(run).cluster.seed_topics
        # the stage reports a missing file
        return [named] if named and (self._root / named).exists() else []

    def repeats(self, run: str) -> tuple[str, ...]:
        """The names of the repeats in a run's configuration."""
        return repeat_names(self._config(run).evaluate.repeats)

    def repeated(self, run: str) -> list[str]:
        """The files that `evaluate` reads to compare repeats; empty without repeats."""
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
        return relevant_versions(versions([job]))


def _difference_text(key: str, then: Any, now: Any, is_file: bool) -> str:
    """A difference as text."""
    if is_file:
        change = "is new" if then is None else "is gone" if now is None else "has changed"
        return f"{display_name(key)} {change}"
    if key == "code":
        return "its code has changed"
    return f"{key} was {then} and is now {now}"


def prepare_environment(environment: MutableMapping[str, str], python: str) -> None:
    """Make the environment of jobs independent of the shell.

    Jobs use the `topograph` command beside the running Python, write compiled Python files (without
    them, every job starts three times slower), and do not contact the Hugging Face hub.

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
