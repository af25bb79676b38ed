"""Claims over the points of a sweep: a specification curve for each.

A specification curve shows an estimate for every defensible setting (Simonsohn, Simmons and Nelson
2020, doi:10.1038/s41562-020-0912-z).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

#: Share of a topic's words or documents that must be found.
FOUND = 0.5
#: Standard normal quantile of a two-sided interval of 95 %.
Z = 1.959963984540054
YEAR_SECONDS = 365.2425 * 86400


@dataclass(frozen=True)
class PointData:
    """What claims look at, of one point.

    Attributes
    ----------
    doc_ids : sequence of str
    assigned : ndarray of int64, shape (n,)
        The topic of each document, -1 for noise.
    terms : sequence of sequence of str
        The terms of each topic, best first.
    labels : sequence of str
        The name of each topic.
    documents : DataFrame
        `date` and the columns that claims name, one row per document.
    """

    doc_ids: Sequence[str]
    assigned: np.ndarray
    terms: Sequence[Sequence[str]]
    labels: Sequence[str]
    documents: pd.DataFrame


@dataclass(frozen=True)
class Estimate:
    """A claim at one point.

    Attributes
    ----------
    holds : bool or None
        None if it cannot be computed; `reason` says why.
    value, low, high : float
        The estimate with its interval of 95 %; NaN if there is none.
    topic : str
        The name of the topic that was found.
    reason : str
    """

    holds: bool | None
    value: float = math.nan
    low: float = math.nan
    high: float = math.nan
    topic: str = ""
    reason: str = ""


def find_topic(point: PointData, selector: Mapping[str, Sequence[str]]) -> int | None:
    """The topic that has most of the words among its terms, or most of the documents.

    Parameters
    ----------
    point : PointData
    selector : mapping
        `words` or `documents`; the other one is empty.

    Returns
    -------
    int or None
        None if no topic has at least half of them.
    """
    import numpy as np

    words, names = selector["words"], selector["documents"]
    if words:
        ranks = [_word_score(words, terms) for terms in point.terms]
        best = max(range(len(ranks)), key=lambda topic: ranks[topic], default=None)
        return best if best is not None and ranks[best][0] >= FOUND * len(words) else None
    own = point.assigned[np.isin(np.array(point.doc_ids, dtype=object), list(names))]
    topics, counts = np.unique(own[own >= 0], return_counts=True)
    if not len(topics) or counts.max() < FOUND * len(names):
        return None
    return int(topics[counts.argmax()])


def _word_score(words: Sequence[str], terms: Sequence[str]) -> tuple[int, int]:
    """How many words are among the terms, alone or in phrases; and how far in front, negative."""
    ranks = []
    for word in words:
        folded = word.casefold()
        own = [
            rank
            for rank, term in enumerate(terms)
            if folded == term.casefold() or folded in term.casefold().split()
        ]
        ranks += own[:1]
    return len(ranks), -sum(ranks)


def evaluate_claim(point: PointData, claim: Mapping[str, Any]) -> Estimate:
    """A claim at one point.

    Parameters
    ----------
    point : PointData
    claim : mapping
        See `topograph.config.claims.Claim`.
    """
    says = claim["says"]
    if says == "together":
        return _together(point, claim["documents"])
    topic = find_topic(point, claim["topic"])
    if topic is None:
        found = False if says == "exists" else None
        return Estimate(found, 0.0 if says == "exists" else math.nan, reason="no such topic")
    label = point.labels[topic]
    if says == "exists":
        return Estimate(True, 1.0, topic=label)
    inside = point.assigned == topic
    if says == "more_in":
        return _more_in(inside, point.documents, claim, label)
    return _trend(inside, point.documents["date"], label, growing=says == "grows")


def _together(point: PointData, names: Sequence[str]) -> Estimate:
    """Whether all documents are in one topic."""
    topic_of = dict(zip(point.doc_ids, point.assigned.tolist(), strict=True))
    absent = [name for name in names if name not in topic_of]
    if absent:
        return Estimate(None, reason=f"no document {absent[0]}")
    topics = {topic_of[name] for name in names}
    same = len(topics) == 1 and topics != {-1}
    return Estimate(same, float(same), topic=point.labels[topics.pop()] if same else "")


def _more_in(
    inside: np.ndarray, documents: pd.DataFrame, claim: Mapping[str, Any], label: str
) -> Estimate:
    """Difference of the topic's shares in two groups, with Newcombe's interval.

    Newcombe 1998, doi:10.1002/(SICI)1097-0258(19980430)17:8<873::AID-SIM779>3.0.CO;2-I, method 10.
    """
    column = documents[claim["column"]]
    shares = []
    for group in (claim["group"], claim["than"]):
        members = column.map(lambda cell, own=group: _has(cell, own)).to_numpy(dtype=bool)
        if not members.any():
            return Estimate(None, topic=label, reason=f"no document with {group}")
        shares.append((int(inside[members].sum()), int(members.sum())))
    (one, n_one), (other, n_other) = shares
    first, second = one / n_one, other / n_other
    low_one, high_one = _wilson(one, n_one)
    low_other, high_other = _wilson(other, n_other)
    low = first - second - math.hypot(first - low_one, high_other - second)
    high = first - second + math.hypot(high_one - first, second - low_other)
    return Estimate(low > 0, first - second, low, high, label)


def _has(cell: Any, value: str) -> bool:
    if isinstance(cell, str) or not hasattr(cell, "__iter__"):
        return str(cell) == value
    return value in [str(own) for own in cell]


def _wilson(count: int, among: int) -> tuple[float, float]:
    """Wilson's interval of a share (1927)."""
    share = count / among
    middle = (share + Z**2 / (2 * among)) / (1 + Z**2 / among)
    half = Z * math.sqrt(share * (1 - share) / among + (Z / (2 * among)) ** 2) / (1 + Z**2 / among)
    return middle - half, middle + half


def _trend(inside: np.ndarray, dates: pd.Series, label: str, *, growing: bool) -> Estimate:
    """Change of the topic's share per year: least squares, with robust standard errors (HC1)."""
    import numpy as np

    known = dates.notna().to_numpy()
    years = dates[known].to_numpy().astype("datetime64[s]").astype(float) / YEAR_SECONDS
    if len(np.unique(years)) < 2:
        return Estimate(None, topic=label, reason="fewer than two dates")
    own = inside[known].astype(float)
    centred = years - years.mean()
    spread = float((centred**2).sum())
    slope = float((centred * own).sum()) / spread
    rest = own - own.mean() - slope * centred
    n = len(own)
    error = math.sqrt(n / max(n - 2, 1) * float((centred**2 * rest**2).sum())) / spread
    low, high = slope - Z * error, slope + Z * error
    return Estimate(low > 0 if growing else high < 0, slope, low, high, label)


def claim_text(claim: Mapping[str, Any]) -> str:
    """A claim in words.

    >>> claim_text({"says": "grows", "topic": {"words": ["ice"], "documents": []}})
    'the share of the topic with the words ice grows per year'
    """
    says = claim["says"]
    if says == "together":
        return f"the documents {', '.join(claim['documents'])} are in one topic"
    words, documents = claim["topic"]["words"], claim["topic"]["documents"]
    topic = "the topic with the " + (
        f"words {', '.join(words)}" if words else f"documents {', '.join(documents)}"
    )
    if says == "exists":
        return f"{topic} exists"
    if says == "more_in":
        where = f"{claim['column']} {claim['group']} than {claim['than']}"
        return f"the share of {topic} is larger in {where}"
    return f"the share of {topic} {says} per year"


def summary_text(holds: Sequence[bool | None], failing: str = "") -> str:
    """A claim over all points, in words.

    >>> summary_text([True, True, False, None], "label.terms 5")
    'holds at 2 of 3 points; fails most often with label.terms 5; not computable at 1'
    """
    known = [own for own in holds if own is not None]
    text = f"holds at {sum(known)} of {len(known)} points" if known else "computable at no point"
    if failing and known and not all(known):
        text += f"; fails most often with {failing}"
    if known and len(known) < len(holds):
        text += f"; not computable at {len(holds) - len(known)}"
    return text
