"""The typed configuration: the one source of defaults, ranges, schema and documentation.

Every value a user may change stands in the module of its stage once, with a description, a range
and a default. `config/schema.json`, the table in `config/README.md` and the error messages are
generated from these models. `auto` means that the stage chooses by the corpus' size and writes
the value it used into its summary.

=============  ====================================================================
`parse` ...    a module per stage: the model of its section, on `topograph.sections`
`run`          all sections together, and the rules across them
`stages`       what a stage gets to see of a run's configuration
`keys`         every key, for messages and documentation
`layers`       one YAML file, with the lines of its keys
`loading`      from files and the command line to one run's checked configuration
`mistakes`     what is wrong, told with file, line, key and what is allowed
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
