"""The settings of a stage or a repeat: from the command line, or from the run's configuration."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from topograph.config import RunConfig, run_time_settings, settings_view, stage_settings
from topograph.errors import TopographError
from topograph.sections.addresses import restore_secrets
from topograph.system.jsontext import canonical_json


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Add the option `--settings`."""
    parser.add_argument(
        "--settings",
        metavar="JSON",
        help="settings as JSON, or @FILE with the JSON (default: the run's settings in config/)",
    )


def job_settings(options: argparse.Namespace, job: str) -> tuple[dict[str, Any], RunConfig]:
    """The settings of a job.

    Parameters
    ----------
    options : Namespace
        `run_dir`, `settings`, and `run_time` if the job has such settings.
    job : str
        A key of `topograph.config.STAGE_SETTINGS`.

    Returns
    -------
    settings, view : dict, RunConfig
        The settings for the seal; and typed settings, including those that change no result.

    Raises
    ------
    TopographError
        If the settings do not have the keys of the job.
    """
    if options.settings is None:
        config = _load_config(options.run_dir.name, with_files=job == "parse")
        settings = stage_settings(config, job)
    else:
        config = RunConfig()
        settings = read_settings("--settings", options.settings)
    given = getattr(options, "run_time", None)
    run_time = run_time_settings(config, job)
    if given:
        run_time = restore_secrets(
            options.run_dir.name,
            read_settings("--run-time", given),
            os.environ,
            lambda: run_time_settings(_load_config(options.run_dir.name, with_files=False), job),
        )
    settings = json.loads(canonical_json(settings))  # the same order for every caller
    return settings, _checked(settings, run_time, job)


def _load_config(run: str, *, with_files: bool) -> RunConfig:
    from topograph.config.loading import load_run_config  # imports YAML, which jobs do not need

    return load_run_config(run, with_files=with_files)


def _checked(settings: dict[str, Any], run_time: dict[str, Any], name: str) -> RunConfig:
    wanted = stage_settings(RunConfig(), name)
    why = f"{name} needs these keys (here with their defaults): {canonical_json(wanted)}."
    if set(settings) == set(wanted):
        try:
            view = settings_view(settings, run_time)
            if all(set(settings[section]) == set(wanted[section]) for section in wanted):
                return view
        except ValidationError as error:
            first = error.errors()[0]
            why = f"{'.'.join(map(str, first['loc']))}: {first['msg']}."
    raise TopographError(
        "--settings cannot be used.",
        why,
        "leave --settings out to use the configuration in config/.",
    )


def read_settings(option: str, text: str) -> dict[str, Any]:
    """Read an option that is JSON, or `@` and the path of a JSON file.

    Raises
    ------
    TopographError
        If it is not a JSON object.
    """
    try:
        settings = json.loads(Path(text[1:]).read_bytes() if text.startswith("@") else text)
    except OSError as error:
        raise TopographError(
            f"{option} cannot be read.",
            f"{text[1:]}: {error.strerror}.",
            f"leave {option} out to use the configuration in config/, or run snakemake, which "
            "writes the file.",
        ) from error
    except ValueError as error:
        raise TopographError(
            f"{option} cannot be read.",
            f"it is not JSON: {error}.",
            f"leave {option} out to use the configuration in config/.",
        ) from error
    if not isinstance(settings, dict):
        raise TopographError(
            f"{option} cannot be read.",
            "it is not a JSON object.",
            f"leave {option} out to use the configuration in config/.",
        )
    return settings
