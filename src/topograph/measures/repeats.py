"""Measures of the agreement of a run with its repeats."""

from __future__ import annotations

from pydantic import Field

from topograph.measures.base import Group, Measure, Measured, Subject
from topograph.sections.base import Section

#: The largest number of repeats.
MOST_REPEATS = 50


class RepeatKeys(Section):
    """Keys of the measures of agreement."""

    repeats: int = Field(
        0,
        ge=0,
        le=MOST_REPEATS,
        description="How many more times the topics are found, each with another random seed, and "
        "once more compiled for a generic processor; their agreement is written into the metrics. "
        "Each takes as long as `reduce` and `cluster` together. 0: none.",
    )


def _compute(subject: Subject) -> Measured:
    from topograph.measures.agreement import repeat_agreement

    values = repeat_agreement(subject.repeats)
    return Measured(values, used={} if subject.repeats is None else {"agreement": values})


_RAND = "Hubert and Arabie 1985, doi:10.1007/BF01908075"
GROUP = Group(
    (
        Measure(
            "agreement_seeds",
            "-0.5 to 1",
            "higher",
            "pairs of documents on which the run and its repeats with other random seeds agree, "
            "adjusted for chance; mean of all pairs among these, noise is one more topic",
            _RAND,
            logged=True,
        ),
        Measure(
            "agreement_seeds_least",
            "-0.5 to 1",
            "higher",
            "the least of these pairs",
            _RAND,
            logged=True,
        ),
        Measure(
            "agreement_processors",
            "-0.5 to 1",
            "higher",
            "the same for the run and its repeat with the same seed, compiled for a generic "
            "processor",
            _RAND,
            logged=True,
        ),
    ),
    _compute,
    keys=RepeatKeys,
)
