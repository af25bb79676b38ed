"""Settings of the stage `evaluate`: the keys of its measures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import create_model

from topograph.measures.registry import GROUPS
from topograph.measures.repeats import MOST_REPEATS
from topograph.sections.base import Section

__all__ = ["MOST_REPEATS", "EvaluateSettings"]

if TYPE_CHECKING:
    from topograph.measures.labels import LabelKeys
    from topograph.measures.repeats import RepeatKeys
    from topograph.measures.terms import TermKeys

    class _Keys(RepeatKeys, LabelKeys, TermKeys):
        """Keys that others read, too; a group of measures reads its own keys."""
else:
    # pydantic lists the keys of the last class first
    _BASES = tuple(group.keys for group in reversed(GROUPS) if group.keys is not Section)
    _Keys = create_model("_Keys", __base__=_BASES)


class EvaluateSettings(_Keys):
    """Measures of the run."""
