"""The whole configuration of a run."""

from __future__ import annotations

from pydantic import model_validator
from pydantic_core import PydanticCustomError

from topograph.config.cluster import ClusterSettings
from topograph.config.embed import EmbedSettings
from topograph.config.evaluate import EvaluateSettings
from topograph.config.label import LabelSettings
from topograph.config.parse import ParseSettings
from topograph.config.plot import PlotSettings
from topograph.config.reduce import ReduceSettings
from topograph.config.report import ReportSettings
from topograph.sections.base import Section


class RunConfig(Section):
    """All settings of one run."""

    parse: ParseSettings = ParseSettings()
    embed: EmbedSettings = EmbedSettings()
    reduce: ReduceSettings = ReduceSettings()
    cluster: ClusterSettings = ClusterSettings()
    label: LabelSettings = LabelSettings()
    plot: PlotSettings = PlotSettings()
    evaluate: EvaluateSettings = EvaluateSettings()
    report: ReportSettings = ReportSettings()

    @model_validator(mode="after")
    def _evaluate_has_enough_terms(self) -> RunConfig:
        asked = self.evaluate.coherence_terms
        if asked != "auto" and asked > self.label.terms:
            raise PydanticCustomError(
                "across_keys",
                "{asked} is more than label.terms ({terms}); lower it, or raise label.terms",
                {
                    "key": "evaluate.coherence_terms",
                    "keys": ["evaluate.coherence_terms", "label.terms"],
                    "asked": asked,
                    "terms": self.label.terms,
                },
            )
        return self
