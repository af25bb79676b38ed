"""The typed configuration: the single source of defaults, ranges, schema and documentation.

Each key is defined once, in the module of its stage, with a description, a range and a default.
`config/schema.json`, the table in `config/README.md` and the error messages are generated from
these models. `auto` means that the stage chooses a value by the size of the corpus and writes it to
its summary.

=============  ====================================================================
`parse` ...    a module per stage: the model of its section, on `topograph.sections`
`run`          all sections together, and the rules across them
`stages`       the part of a run's configuration that each stage reads
`keys`         all keys, for messages and documentation
`layers`       one YAML file, with the lines of its keys
`loading`      load and check a run's configuration from files and the command line
`mistakes`     messages with file, line, key and what is allowed
`docs`         the JSON schema and the table of keys
=============  ====================================================================
"""

from topograph.config.cluster import ClusterSettings
from topograph.config.embed import EmbedSettings
from topograph.config.evaluate import EvaluateSettings
from topograph.config.keys import allowed, leaf_fields, run_time_keys
from topograph.config.label import LabelSettings
from topograph.config.parse import CleanSettings, FieldsSettings, ParseSettings
from topograph.config.plot import PlotSettings
from topograph.config.reduce import ReduceSettings
from topograph.config.report import ReportSettings
from topograph.config.run import RunConfig
from topograph.config.stages import (
    STAGE_SETTINGS,
    run_time_settings,
    settings_dump,
    settings_view,
    stage_settings,
)
from topograph.sections.base import RUN_TIME, Auto, Section

__all__ = [
    "RUN_TIME",
    "STAGE_SETTINGS",
    "Auto",
    "CleanSettings",
    "ClusterSettings",
    "EmbedSettings",
    "EvaluateSettings",
    "FieldsSettings",
    "LabelSettings",
    "ParseSettings",
    "PlotSettings",
    "ReduceSettings",
    "ReportSettings",
    "RunConfig",
    "Section",
    "allowed",
    "leaf_fields",
    "run_time_keys",
    "run_time_settings",
    "settings_dump",
    "settings_view",
    "stage_settings",
]
