"""Comparison of two runs: their topics, their documents, and the cause of the differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from topograph.core.topics import NOISE
from topograph.curation.identity import SAME_TOPIC
from topograph.rundir.contract import STAGES
from topograph.rundir.sealdiff import seal_differences


@dataclass
class TopicDiff:
    """The topics of run A and their successors in run B.

    Only documents in both runs count, except for `added` and `removed`.

    Attributes
    ----------
    kept : dict of int to int
        Topics of A and the equal topics of B: the Jaccard index of their documents is above 0.5.
    split : dict of int to list of int
        Topics of A and the topics of B that consist mostly of their documents (two or more).
    merged : dict of int to list of int
        Topics of B and the topics of A whose documents are mostly in them (two or more).
    died, born : list of int
        Topics of A and of B to which none of these applies. A topic that was merged into a much
        larger one has not died.
    moved : list
        Documents whose topic in B does not follow from their topic in A.
    added, removed : list
        Documents only in B, and only in A.
    """

    kept: dict[int, int] = field(default_factory=dict)
    split: dict[int, list[int]] = field(default_factory=dict)
    merged: dict[int, list[int]] = field(default_factory=dict)
    died: list[int] = field(default_factory=list)
    born: list[int] = field(default_factory=list)
    moved: list[Any] = field(default_factory=list)
    added: list[Any] = field(default_factory=list)
    removed: list[Any] = field(default_factory=list)


def compare_topics(a: Mapping[Hashable, int], b: Mapping[Hashable, int]) -> TopicDiff:
    """Compare two assignments.

    Parameters
    ----------
    a, b : mappings of document to int
        The topic of each document; -1 for noise.
    """
    common = [document for document in a if document in b]
    pairs = Counter((a[document], b[document]) for document in common)
    of_a = Counter(a[document] for document in common)
    of_b = Counter(b[document] for document in common)
    diff = TopicDiff()
    flows = {pair: count for pair, count in pairs.items() if NOISE not in pair}
    for (one, other), count in sorted(flows.items()):
        if count / (of_a[one] + of_b[other] - count) > SAME_TOPIC:
            diff.kept[one] = other
        if count > of_b[other] / 2:
            diff.split.setdefault(one, []).append(other)
        if count > of_a[one] / 2:
            diff.merged.setdefault(other, []).append(one)
    diff.split = {one: parts for one, parts in diff.split.items() if len(parts) > 1}
    diff.merged = {other: parts for other, parts in diff.merged.items() if len(parts) > 1}
    diff.died, diff.born = _died_and_born(diff, set(a.values()), set(b.values()))
    follows = _successors(diff, of_a)
    diff.moved = [document for document in common if b[document] not in follows[a[document]]]
    diff.added = [document for document in b if document not in a]
    diff.removed = [document for document in a if document not in b]
    return diff


def _died_and_born(diff: TopicDiff, a: set[int], b: set[int]) -> tuple[list[int], list[int]]:
    """The topics that became no other, and those that come from none."""
    into = {one for parts in diff.merged.values() for one in parts}
    out_of = {other for parts in diff.split.values() for other in parts}
    died = a - (diff.kept.keys() | diff.split.keys() | into) - {NOISE}
    born = b - {*diff.kept.values(), *diff.merged, *out_of} - {NOISE}
    return sorted(died), sorted(born)


def _successors(diff: TopicDiff, topics: Iterable[int]) -> dict[int, set[int]]:
    """What each topic became: the topics in which its documents have not moved."""
    follows: dict[int, set[int]] = {NOISE: {NOISE}}
    for one in topics:
        kept = {diff.kept[one]} if one in diff.kept else set()
        follows.setdefault(one, set()).update(kept, diff.split.get(one, []))
    for other, parts in diff.merged.items():
        for one in parts:
            follows[one].add(other)
    return follows


@dataclass(frozen=True)
class Cause:
    """The first stage whose results differ, and its differences.

    `what` maps each difference to its values in A and B: a setting (by dotted key), `code`, the
    version of a library, or a file of the corpus.
    """

    stage: str
    what: dict[str, tuple[Any, Any]]


def first_difference(a: Mapping[str, Any], b: Mapping[str, Any]) -> Cause | None:
    """The first stage whose results differ between two runs.

    Parameters
    ----------
    a, b : mappings of str to dict
        The seals of the stages.

    Returns
    -------
    Cause or None
        None if all results are equal. Skips stages whose settings differ but whose results are
        equal, and stages in which only HTML pages differ although everything they were made from
        is equal: these pages contain the run's name.
    """
    for stage in STAGES:
        what = seal_differences(a[stage], b[stage])
        one, other = a[stage]["outputs"], b[stage]["outputs"]
        if one != other and (what or _without_pages(one) != _without_pages(other)):
            return Cause(stage, what)
    return None


def _without_pages(outputs: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in outputs.items() if not name.endswith(".html")}


def further_differences(
    a: Mapping[str, Any], b: Mapping[str, Any], first: str
) -> dict[str, tuple[Any, Any]]:
    """Further differences in later stages: settings, versions, external files.

    Parameters
    ----------
    a, b : mappings of str to dict
        The seals of the stages.
    first : str
        The first stage that differs.
    """
    stages = list(STAGES)
    what: dict[str, tuple[Any, Any]] = {}
    for stage in stages[stages.index(first) + 1 :]:
        one, other = (
            {
                "settings": seal[stage]["settings"],
                "versions": seal[stage]["versions"],
                "inputs": {
                    name: value
                    for name, value in seal[stage]["inputs"].items()
                    if name.partition("/")[0] not in STAGES
                },
            }
            for seal in (a, b)
        )
        what |= seal_differences(one, other)
    known = seal_differences(a[first], b[first])
    return {key: values for key, values in what.items() if key not in known}
