"""What the Snakemake workflow asks: runs, settings, corpus files, code. Cheap to import."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Mapping, MutableMapping
from functools import cache
from pathlib import Path
from typing import Any, TextIO

from topograph.artifacts import STAGES, canonical_json
from topograph.config import RunConfig, stage_settings
from topograph.configfiles import ConfigError, corpus_files, load_run_config, run_names
from topograph.errors import TopographError
from topograph.provenance import code_hash
from topograph.stagefiles import read_seal


class Workflow:
    """Answers of one call of Snakemake, each worked out once.

    Parameters
    ----------
    overrides : mapping
        What the command line gives (`--config`, `--configfile`).
    root : Path
        The project's folder.

    Raises
    ------
    ConfigError
        With all mistakes of the configurations of all runs.
    """

    def __init__(self, overrides: Mapping[str, Any], root: Path = Path()) -> None:
        self._overrides = dict(overrides)
        self._root = root
        self._configs: dict[str, RunConfig] = {}
        self._held: TextIO | None = None
        self.runs = run_names(self._overrides, root)
        problems: dict[str, None] = {}
        for run in self.runs:
            try:
                self._config(run)
            except ConfigError as error:
                problems |= dict.fromkeys(error.problems)
        if problems:
            raise ConfigError(list(problems))

    def _config(self, run: str) -> RunConfig:
        if run not in self._configs:
            self._configs[run] = load_run_config(run, self._overrides, self._root)
        return self._configs[run]

    def settings(self, run: str, stage: str) -> str:
        """The settings of a stage as canonical JSON."""
        return canonical_json(stage_settings(self._config(run), stage))

    def hold_folder(self) -> None:
        """Keep a second workflow out of the folder until this process ends.

        The lock is the kernel's and ends with the process, however that ends. Snakemake's own is a
        file: it stays behind a killed run and stops the next one.

        Raises
        ------
        TopographError
            If another workflow holds the folder.
        """
        path = self._root / ".snakemake" / "running"
        path.parent.mkdir(exist_ok=True)
        self._held = path.open("w", encoding="utf-8")
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise TopographError(
                "Another snakemake is running in this folder.",
                "two at once would write the same files.",
                "wait until it is done, or stop it.",
            ) from error

    @staticmethod
    def seal(run: str, stage: str) -> str:
        """Path of a stage's seal, relative to the project's folder."""
        return f"results/{run}/{STAGES[stage].seal}"

    def refuse_unrecorded(self, run: str) -> None:
        """Stop where finished stages were run with other settings or code than they would be now.

        Snakemake sees this by its own records; this is for results that it has none of.

        Raises
        ------
        TopographError
            With the files to delete.
        """
        outdated = [stage for stage in STAGES if self._is_outdated(run, stage)]
        if not outdated:
            return
        seals = " ".join(self.seal(run, stage) for stage in outdated)
        raise TopographError(
            f"results/{run} was made with other settings or code than now: {', '.join(outdated)}.",
            "Snakemake has no record of these files (.snakemake/ was deleted, or the run was "
            "copied here) and would take them for up to date.",
            f"have them made again: `rm {seals}`, then call snakemake; or restore the settings.",
        )

    def _is_outdated(self, run: str, stage: str) -> bool:
        path = self._root / self.seal(run, stage)
        if not path.exists():
            return False
        seal = read_seal(self._root / "results" / run, stage)
        now = stage_settings(self._config(run), stage)
        return bool(seal["settings"] != now or seal["code"] != self.code(stage))

    def corpus(self, run: str) -> list[str]:
        """The files of the run's corpus."""
        return corpus_files(self._config(run), self._root)

    @staticmethod
    @cache
    def code(stage: str) -> str:
        """Hash of the stage's source."""
        return code_hash(stage)


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
