"""Settings of the stage `report`."""

from __future__ import annotations

from pydantic import Field

from topograph.sections.base import Section


class ReportSettings(Section):
    """The report of the run."""

    title: str = Field("", description="Heading of the report. Empty: the run's name.")
