"""Measures of the agreement of topics with known labels."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pydantic import Field, field_validator

from topograph.measures.base import COUNTED, Group, Measure, Measured, Subject
from topograph.measures.notapplicable import NotApplicable
from topograph.sections.base import Section

#: Behind the name of a measure that looks at the documents of topics only.
WITHOUT_NOISE = "_without_noise"


class LabelKeys(Section):
    """Keys of the measures of agreement with labels."""

    label_column: str | None = Field(
        None,
        description="Column of documents.parquet that holds labels known beforehand; topics are "
        "held against them. Documents without label are left out. Empty: none.",
    )

    @field_validator("label_column", mode="before")
    @classmethod
    def _empty_is_nothing(cls, value: Any) -> Any:
        return None if value == "" else value


def _compute(subject: Subject) -> Measured:
    from topograph.measures import gold

    count, labels = len(subject.topics), subject.labels
    if labels is None:
        missing = NotApplicable("evaluate.label_column names no column")
        names = [measure.name for measure in GROUP.measures]
        return Measured(dict.fromkeys(names, missing), {"purity": [missing] * count})
    known = sum(label is not None for label in labels)
    table = gold.contingency(subject.assigned, labels)
    return Measured(
        {"labelled_documents": known, **gold.label_agreement(subject.assigned, labels)},
        {"purity": gold.topic_purities(table, count)},
    )


_ROSENBERG = "Rosenberg and Hirschberg 2007, aclanthology.org/D07-1043"
_LABEL_AGREEMENT = (
    Measure(
        "ari",
        "-0.5 to 1",
        "higher",
        "pairs of documents on which topics and labels agree, adjusted for chance",
        "Hubert and Arabie 1985, doi:10.1007/BF01908075",
    ),
    Measure(
        "ami",
        "-1 to 1",
        "higher",
        "information that topics and labels share, adjusted for chance",
        "Vinh, Epps and Bailey 2010, JMLR 11:2837-2854",
        logged=True,
    ),
    Measure(
        "nmi",
        "0 to 1",
        "higher",
        "information that topics and labels share, divided by the mean of both entropies",
        "Strehl and Ghosh 2002, JMLR 3:583-617",
    ),
    Measure("homogeneity", "0 to 1", "higher", "whether a topic holds one label only", _ROSENBERG),
    Measure("completeness", "0 to 1", "higher", "whether a label is in one topic only", _ROSENBERG),
    Measure(
        "v_measure",
        "0 to 1",
        "higher",
        "harmonic mean of homogeneity and completeness; equals nmi",
        _ROSENBERG,
    ),
    Measure(
        "purity",
        "0 to 1",
        "higher",
        "share of documents with the most frequent label of their topic; grows with the number of "
        "topics",
        "Manning, Raghavan and Schütze 2008, nlp.stanford.edu/IR-book, section 16.3",
    ),
)
GROUP = Group(
    (
        Measure(
            "labelled_documents",
            "0 or more",
            "neither",
            "documents with a label in evaluate.label_column; the measures below look at these",
            COUNTED,
            logged=True,
        ),
        *(
            replace(own, meaning=f"{own.meaning}; noise is one more topic")
            for own in _LABEL_AGREEMENT
        ),
        *(
            replace(
                own,
                name=own.name + WITHOUT_NOISE,
                meaning=f"{own.meaning}; documents of topics only",
            )
            for own in _LABEL_AGREEMENT
        ),
    ),
    _compute,
    ("purity",),
    LabelKeys,
)
