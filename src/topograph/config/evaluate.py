"""Settings of the stage `evaluate`: the keys of its measures."""

from __future__ import annotations

from topograph.measures.labels import LabelKeys
from topograph.measures.mapquality import MapKeys
from topograph.measures.repeats import MOST_REPEATS, RepeatKeys
from topograph.measures.terms import TermKeys

__all__ = ["MOST_REPEATS", "EvaluateSettings"]


# pydantic lists the keys of the last class first
class EvaluateSettings(RepeatKeys, LabelKeys, MapKeys, TermKeys):
    """Measures of the run."""
