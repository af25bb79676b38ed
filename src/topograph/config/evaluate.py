"""Settings of the stage `evaluate`: the keys of its measures."""

from __future__ import annotations

from topograph.evaluate.measures.labels import LabelKeys
from topograph.evaluate.measures.mapquality import MapKeys
from topograph.evaluate.measures.repeats import MOST_REPEATS, RepeatKeys
from topograph.evaluate.measures.terms import TermKeys

__all__ = ["MOST_REPEATS", "EvaluateSettings"]


# pydantic lists the keys of the last class first
class EvaluateSettings(RepeatKeys, LabelKeys, MapKeys, TermKeys):
    """From results to measures."""
