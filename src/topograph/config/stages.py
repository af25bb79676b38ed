"""What each stage gets of the configuration: its settings, and a typed view of these."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from pydantic import BaseModel

from topograph.config.keys import run_time_keys
from topograph.config.run import RunConfig

#: What each stage is run with: a section, or single keys of another one. A stage re-runs when
#: one of these values changes. The report prints the whole configuration, so it reads all.
STAGE_SETTINGS: dict[str, tuple[str, ...]] = {
    "parse": ("parse",),
    "embed": ("embed",),
    "reduce": ("reduce", "cluster.members"),
    "cluster": ("cluster",),
    "label": ("label",),
    "plot": ("plot", "evaluate.label_column"),
    "evaluate": ("evaluate",),
    "report": tuple(RunConfig.model_fields),
    # not a stage: jobs that run `reduce` and `cluster` again
    "repeat": ("reduce", "cluster"),
}


#: Sections whose keys marked `RUN_TIME` a stage is run with: `label` encodes terms.
RUN_TIME_SECTIONS: dict[str, tuple[str, ...]] = {"embed": ("embed",), "label": ("embed", "label")}


def stage_settings(config: RunConfig, stage: str) -> dict[str, Any]:
    """The part of the configuration that a stage is run with, nested as in the files.

    Keys that change no result are not in it (see `run_time_settings`).

    >>> sorted(stage_settings(RunConfig(), "evaluate")["evaluate"])
    ['coherence_terms', 'label_column', 'repeats', 'trustworthiness_neighbors']
    """
    part: dict[str, Any] = {}
    for dotted in STAGE_SETTINGS[stage]:
        section, _, key = dotted.partition(".")
        own = deciding_keys(section, getattr(config, section))
        part.setdefault(section, {}).update({key: own[key]} if key else own)
    return part


def deciding_keys(section: str, settings: BaseModel) -> dict[str, Any]:
    """The keys of a section that can change a result, with their values as JSON has them.

    >>> "batch_size" in deciding_keys("embed", RunConfig().embed)
    False
    """
    aside = run_time_keys()
    full = settings.model_dump(mode="json")
    return {key: value for key, value in full.items() if f"{section}.{key}" not in aside}


def run_time_settings(config: RunConfig, stage: str) -> dict[str, Any]:
    """The values of a stage's keys marked `RUN_TIME`, nested as in the files.

    >>> run_time_settings(RunConfig(), "reduce")
    {}
    """
    part: dict[str, Any] = {}
    for dotted in run_time_keys():
        section, key = dotted.split(".")
        if section in RUN_TIME_SECTIONS.get(stage, ()):
            part.setdefault(section, {})[key] = getattr(getattr(config, section), key)
    return part


def settings_view(part: dict[str, Any], run_time: dict[str, Any] | None = None) -> RunConfig:
    """Typed access to the settings from `stage_settings`, and to no others.

    A stage that reads a setting not listed for it in `STAGE_SETTINGS` would not re-run when that
    setting changes. So reading it raises an AttributeError instead of returning a default.

    Parameters
    ----------
    part : dict
        From `stage_settings`.
    run_time : dict, optional
        From `run_time_settings`.

    Raises
    ------
    pydantic.ValidationError
        If the settings violate a rule of the models.
    """
    part = dict(part)
    for section, keys in (run_time or {}).items():
        own = part.get(section, {})
        part[section] = own | keys if isinstance(own, dict) else own
    view: dict[str, Any] = {}
    for section, keys in part.items():
        # validate each section alone: other keys of a rule across sections may be missing
        model = cast(type[BaseModel], RunConfig.model_fields[section].annotation)
        whole: Any = model.model_validate(keys)
        some = SimpleNamespace(**{key: getattr(whole, key) for key in keys})
        view[section] = whole if set(keys) == set(type(whole).model_fields) else some
    return cast(RunConfig, SimpleNamespace(**view))


def settings_dump(view: RunConfig) -> dict[str, Any]:
    """The values of a view from `settings_view`, nested as in the files, for JSON."""
    return {
        section: some.model_dump(mode="json") if isinstance(some, BaseModel) else dict(vars(some))
        for section, some in vars(view).items()
    }
