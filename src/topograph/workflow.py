"""What the Snakemake workflow asks: runs, settings, corpus files, code. Cheap to import."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from functools import cache
from pathlib import Path
from typing import Any

from topograph.artifacts import canonical_json
from topograph.config import RunConfig, stage_settings
from topograph.configfiles import ConfigError, corpus_files, load_run_config, run_names
from topograph.provenance import code_hash


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
    if commands not in environment.get("PATH", "").split(":"):
        environment["PATH"] = f"{commands}:{environment.get('PATH', '')}"
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    environment["HF_HUB_OFFLINE"] = "1"
