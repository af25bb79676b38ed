"""What the Snakemake workflow asks: runs, settings, corpus files, code. Cheap to import."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping, MutableMapping
from functools import cache
from pathlib import Path
from typing import Any, TextIO

from topograph.artifacts import (
    STAGES,
    canonical_json,
    job_of,
    repeat_names,
    repeat_table,
    sha256_file,
    stage_named,
)
from topograph.config import RunConfig, run_time_settings, stage_settings
from topograph.config.addresses import VARIABLE, hide_secrets
from topograph.config.loading import load_run_config, load_run_configs, run_names
from topograph.corpusfiles import corpus_files
from topograph.curationfile import SUFFIX, curation_path
from topograph.errors import TopographError
from topograph.locks import holder, try_lock
from topograph.provenance import code_hash, deciding, versions
from topograph.stagefiles import read_seal


class Workflow:
    """Answers of one call of Snakemake, each worked out once.

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
        With all mistakes of the configurations of all runs.
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
        self._compared: set[str] = set()
        self.runs = run_names(self._overrides, root)
        self._configs = load_run_configs(self.runs, self._overrides, root)
        self._refuse_results("is not a folder", Path.is_dir)

    def _config(self, run: str) -> RunConfig:
        if run not in self._configs:
            self._configs[run] = load_run_config(run, self._overrides, self._root)
        return self._configs[run]

    def settings(self, run: str, stage: str) -> str:
        """The settings of a stage as canonical JSON."""
        return canonical_json(stage_settings(self._config(run), stage))

    def run_time(self, run: str, stage: str) -> str:
        """The settings of a stage that change no result, as canonical JSON without secrets.

        Whole addresses stand in the environment from then on, from which jobs have them.
        """
        settings, whole = hide_secrets(run, run_time_settings(self._config(run), stage))
        if whole:
            known = json.loads(self._environment.get(VARIABLE, "{}"))
            self._environment[VARIABLE] = json.dumps(known | whole)
        return canonical_json(settings)

    def _refuse_results(self, fault: str, is_fine: Callable[[Path], bool]) -> None:
        """Stop where a folder of results is there and not as it should be."""
        results = self._root / "results"
        for folder in (results, *(results / run for run in self.runs)):
            if folder.exists() and not is_fine(folder):
                raise TopographError(
                    f"{folder} {fault}.",
                    "results are written below it.",
                    "make it a folder that you may write to.",
                )

    def hold_folder(self) -> None:
        """Keep a second workflow out of the folder until this process ends; see to the results.

        The lock is the kernel's and ends with the process, however that ends. Snakemake's own is a
        file: it stays behind a killed run and stops the next one.

        Raises
        ------
        TopographError
            If another workflow holds the folder, or results cannot be written.
        """
        path = self._root / ".snakemake" / "running"
        path.parent.mkdir(exist_ok=True)
        self._held = try_lock(path)
        if self._held is None:
            raise TopographError(
                "Another snakemake is running in this folder.",
                f"{holder(path)} is at work; two at once would write the same files.",
                "wait until it is done, or stop it.",
            )
        self._refuse_results("cannot be written to", lambda folder: os.access(folder, os.W_OK))

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

    def outputs(self, run: str, stage: str) -> list[str]:
        """Paths of all that a stage, or a repeat, writes, relative to the project's folder."""
        names = [*stage_named(stage).writes, stage_named(stage).seal]
        return [f"results/{run}/{name.rstrip('/')}" for name in names]

    def refuse_unrecorded(self, run: str, recorded: Callable[[str], bool]) -> None:
        """Stop where finished stages were run with other settings or code than they would be now.

        Snakemake sees this by its own records; this is for results that it lacks some of.

        Parameters
        ----------
        run : str
        recorded : callable
            Whether Snakemake has a record of a path.

        Raises
        ------
        TopographError
            With the files to delete.
        """
        if run in self._compared:
            return
        outdated = [
            stage
            for stage in (*STAGES, *self.repeats(run))
            if self._is_outdated(run, stage) and not all(map(recorded, self.outputs(run, stage)))
        ]
        if not outdated:
            self._compared.add(run)
            return
        folders = [f"results/{run}/{stage}" for stage in outdated if stage != "report"]
        files = [f"results/{run}/report.html", self.seal(run, "report")]
        raise TopographError(
            f"results/{run} was made with other settings, code or libraries than now: "
            f"{', '.join(outdated)}.",
            "Snakemake has no full record of these files (.snakemake/ was deleted, the run was "
            "copied here, or a stage now writes more) and would take them for up to date.",
            f"have them made again: `rm -r {' '.join([*folders, *files])}`, then call snakemake; "
            "or restore the settings.",
        )

    def _is_outdated(self, run: str, stage: str) -> bool:
        path = self._root / self.seal(run, stage)
        if not path.exists():
            return False
        seal = read_seal(self._root / "results" / run, stage)
        return (
            bool(seal["settings"] != stage_settings(self._config(run), job_of(stage)))
            or seal["code"] != self.code(job_of(stage))
            or deciding(seal["versions"]) != self._versions(job_of(stage))
            or (stage == "label" and self._curation_is_another(run, seal))
        )

    def _curation_is_another(self, run: str, seal: dict[str, Any]) -> bool:
        used = {name: digest for name, digest in seal["inputs"].items() if name.endswith(SUFFIX)}
        return used != {name: sha256_file(self._root / name) for name in self.curation(run)}

    def corpus(self, run: str) -> list[str]:
        """The files of the run's corpus."""
        return corpus_files(self._config(run).parse.files, self._root)

    def encoder_files(self, run: str) -> list[str]:
        """The files of the encoder or of the vectors that the run's configuration names."""
        model = self._config(run).embed.model
        path = self._root / model if model else None
        if path is None or not path.exists():
            return []  # a name on a hub or a server; what is missing, the stage tells
        if path.is_file():
            return [str(model)]
        return sorted(str(p.relative_to(self._root)) for p in path.rglob("*") if p.is_file())

    def curation(self, run: str) -> list[str]:
        """The file with what a person decided about the run's topics, if there is one."""
        path = curation_path(run, self._root)
        return [str(path.relative_to(self._root))] if path.exists() else []

    def prompt(self, run: str) -> list[str]:
        """The file with the prompt of the chat model that names the run's topics, if one does."""
        settings = self._config(run).label
        exists = settings.llm is not None and (self._root / settings.llm_prompt).is_file()
        return [settings.llm_prompt] if exists else []  # what is missing, the stage tells

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

    def guiding_files(self, run: str) -> list[str]:
        """The file of seed topics that the run's configuration names."""
        named = self._config(run).cluster.seed_topics
        return [named] if named and (self._root / named).exists() else []  # else the stage tells

    @staticmethod
    @cache
    def code(stage: str) -> str:
        """Hash of the stage's source."""
        return code_hash(stage)

    def libraries(self, stage: str) -> str:
        """Versions of the libraries that decide what the stage finds."""
        return ", ".join(f"{name} {version}" for name, version in self._versions(stage).items())

    @staticmethod
    @cache
    def _versions(stage: str) -> dict[str, str]:
        return deciding(versions([stage]))


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
