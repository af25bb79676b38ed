"""Measures of the diversity and the coherence of the topics' terms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated

from pydantic import Field

from topograph.measures.base import Group, Measure, Measured, Subject
from topograph.measures.notapplicable import mean_of
from topograph.sections.base import Auto, Section


class TermKeys(Section):
    """Keys of the measures of terms."""

    coherence_terms: Auto | Annotated[int, Field(ge=2, le=50)] = Field(
        "auto",
        description="Terms of a topic that coherence and diversity look at; `auto`: as many as "
        "`label.terms`, at most 10.",
    )


def auto_coherence_terms(terms: Iterable[Sequence[str]]) -> int:
    """The number of terms listed for a topic, at most 10."""
    return min(10, max(map(len, terms), default=0))


def _compute(subject: Subject) -> Measured:
    from topograph.language.words import Reader
    from topograph.measures import coherence, diversity

    asked = subject.settings.coherence_terms
    most = auto_coherence_terms(subject.topics["terms"]) if asked == "auto" else asked
    terms = [list(own)[:most] for own in subject.topics["terms"]]
    # variants of a word count as one; so two of a topic's terms may become one
    reader = Reader(subject.language)
    own = [list(dict.fromkeys(filter(None, map(reader.roots, listed)))) for listed in terms]
    counts = coherence.count_windows(
        own,
        coherence.roots(subject.documents["text"], reader.clauses, reader.root),
        (coherence.NPMI_WINDOW, coherence.CV_WINDOW),
    )
    npmi = [coherence.npmi(topic) for topic in counts[coherence.NPMI_WINDOW]]
    c_v = [coherence.c_v(topic) for topic in counts[coherence.CV_WINDOW]]
    inverted, inverted_by_topic = diversity.inverted_rbo(terms)
    none = "no topic has two terms that occur in the texts"
    return Measured(
        {
            "diversity": diversity.topic_diversity(terms),
            "inverted_rbo": inverted,
            "coherence_npmi": mean_of(npmi, none),
            "coherence_cv": mean_of(c_v, none),
        },
        {
            "coherence_npmi": npmi,
            "coherence_cv": c_v,
            "diversity": diversity.own_terms(terms),
            "inverted_rbo": inverted_by_topic,
        },
        {"coherence_terms": most},
    )


_COHERENCE = "Röder, Both and Hinneburg 2015, doi:10.1145/2684822.2685324"
GROUP = Group(
    (
        Measure(
            "diversity",
            "0 to 1",
            "higher",
            "share of distinct terms among the topics' terms",
            "Dieng, Ruiz and Blei 2020, doi:10.1162/tacl_a_00325",
            logged=True,
        ),
        Measure(
            "inverted_rbo",
            "0 to 1",
            "higher",
            "how different the topics' lists of terms are, first ranks above all: 1 less the mean "
            "rank-biased overlap (p = 0.9) of pairs",
            "Bianchi, Terragni and Hovy 2021, doi:10.18653/v1/2021.acl-short.96; Webber, Moffat "
            "and Zobel 2010, doi:10.1145/1852102.1852106",
        ),
        Measure(
            "coherence_npmi",
            "-1 to 1",
            "higher",
            "whether a topic's terms stand near each other: NPMI of pairs in windows of 10 words, "
            "as gensim's c_npmi; low in small corpora, where few pairs meet",
            _COHERENCE,
            logged=True,
        ),
        Measure(
            "coherence_cv",
            "-1 to 1",
            "higher",
            "whether a topic's terms stand in the same surroundings: cosine of NPMI vectors in "
            "windows of 110 words, as gensim's c_v",
            _COHERENCE,
        ),
    ),
    _compute,
    ("coherence_npmi", "coherence_cv", "diversity", "inverted_rbo"),
    TermKeys,
)
