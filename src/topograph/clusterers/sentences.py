"""Sentences of the methods paragraph that several clusterers have in common."""

from __future__ import annotations

from typing import Any

from topograph.core.wording import Cite, counted

Seal = dict[str, Any]


def chosen_member(seal: Seal) -> str:
    """How one of the members was chosen: the end of a sentence, without its stop."""
    summary, settings = seal["summary"], seal["settings"]["cluster"]
    several = f"of {summary['members']} clusterings that began differently"
    if settings["resample"]:
        several = f"of {summary['members']} clusterings, each of another random "
        several += f"{settings['resample']:.0%} of the documents"
    return f"{several}, the one that agrees best with all others was taken"


def consensus(seal: Seal, cite: Cite) -> str:
    """How the graph was partitioned, by the members' clusterings and by repeated partitions."""
    summary, settings = seal["summary"], seal["settings"]["cluster"]
    way = summary["consensus"]
    text = "Topics are communities of this graph. "
    if way["members_share"]:
        text += (
            f"Of the weight of an edge, {way['members_share']:.0%} was made to depend on the share "
            "of these clusterings that put both its ends into one cluster. "
        )
    text += (
        f"Leiden ({cite('leiden')}; graspologic-native {seal['versions']['graspologic-native']}) "
        f"partitioned the graph {way['repeats']} times, each time with a random "
        f"{1 - way['edges_kept']:.0%} of its edges left out; its edges were weighted again by how "
        f"often their ends stayed together ({cite('consensus')}), and Leiden partitioned the "
        "result"
    )
    if settings["n_topics"] != "auto":
        text += f" into {settings['n_topics']} communities, as requested"
    elif way["members_share"]:
        text += " into as many communities as the clusterings have clusters on average"
    else:
        text += " into communities of twice the smallest size on average"
    return f"{text}. {smallest(seal)}"


def smallest(seal: Seal) -> str:
    """What was done with small topics."""
    least = counted(seal["summary"]["min_cluster_size"], "document")
    return f"Topics of fewer than {least} were merged into the nearest."
