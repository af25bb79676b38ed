"""The methods paragraph of a run, with its citations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from topograph.clusterers.registry import clusterer_named
from topograph.core.wording import Cite, counted
from topograph.encoders.registry import encoder_kind
from topograph.reducers.registry import reducer_named
from topograph.stages.report.references import reference


@dataclass(frozen=True)
class Methods:
    """A paragraph for a paper.

    Attributes
    ----------
    text : str
    cited : tuple of str
        Keys of `references.bib`, in the order in which they are cited.
    """

    text: str
    cited: tuple[str, ...]


class _Citations:
    """Formats citations and records their keys."""

    def __init__(self) -> None:
        self.keys: dict[str, None] = {}

    def __call__(self, *keys: str) -> str:
        self.keys |= dict.fromkeys(keys)
        return ", ".join(reference(key).short for key in keys)


def methods(seals: dict[str, dict[str, Any]], stability: Sequence[float]) -> Methods:
    """Describe a run for a paper.

    Parameters
    ----------
    seals : dict
        The seals of the stages, by stage.
    stability : sequence of float
        Stability of the topics.
    """
    cite = _Citations()
    sentences = [
        _corpus(seals["parse"], cite),
        _embedding(seals["embed"], cite),
        _layouts(seals["reduce"], cite),
        _clustering(seals["cluster"], cite),
        _outcome(seals["cluster"]),
        _curation(seals["label"], len(stability)),
        _labels(seals["label"], cite),
        _stability(seals["cluster"], stability, cite),
        _agreement(seals["evaluate"], cite),
        f"The workflow ran under Snakemake {seals['parse']['versions']['snakemake']} "
        f"({cite('snakemake')}).",
    ]
    return Methods(" ".join(sentence for sentence in sentences if sentence), tuple(cite.keys))


def _corpus(seal: dict[str, Any], cite: Cite) -> str:
    summary, settings = seal["summary"], seal["settings"]["parse"]
    text = (
        f"We analysed {counted(summary['documents'], 'document')} ({summary['words']:,} words) "
        f"with Topograph {seal['versions']['topograph']}"
    )
    dropped = summary["records"] - summary["documents"]
    if dropped:
        reasons = ", ".join(f"{count:,} {reason}" for reason, count in summary["dropped"].items())
        text += f"; {dropped:,} of {counted(summary['records'], 'record')} were dropped ({reasons})"
    text += "."
    if "near-duplicate" in summary["dropped"]:
        text += (
            f" Texts that share at least {settings['near_duplicate_similarity']:.0%} of their "
            f"three-word sequences counted as near-duplicates ({cite('near-duplicates')})."
        )
    return text


def _embedding(seal: dict[str, Any], cite: Cite) -> str:
    summary = seal["summary"]
    keys = encoder_kind(seal["settings"]["embed"]["encoder"]).cites(summary["model"])
    source = f" ({cite(*keys)})" if keys else ""
    return (
        f"Documents were embedded with {summary['model']}{source}, "
        f"{counted(summary['dimensions'], 'dimension')}{_reading(summary)}."
    )


def _reading(summary: dict[str, Any]) -> str:
    """How the encoder read long documents."""
    if summary["max_tokens"] is None:
        return ""
    limit = summary["max_tokens"]
    if summary["long_documents"] == "mean":
        return (
            f"; {counted(summary['longer_documents'], 'document')} longer than {limit} tokens were "
            "encoded in parts, whose vectors were averaged by length"
        )
    return (
        f", reading at most {limit} tokens "
        f"({counted(summary['truncated_documents'], 'document')} had more)"
    )


def _layouts(seal: dict[str, Any], cite: Cite) -> str:
    """The neighbour graph and its layouts."""
    summary, settings = seal["summary"], seal["settings"]["reduce"]
    if not summary["neighbors"] or "exact_neighbors" not in summary:
        return ""
    found = "exact " if summary["exact_neighbors"] else ""
    graph = f"each document to its {summary['neighbors']} {found}nearest neighbours by cosine"
    if not summary["exact_neighbors"]:
        graph += f" (found by descent, {cite('nn-descent')})"
    if not summary.get("laid_out", True):
        return f"A graph joined {graph}."
    return reducer_named(settings["method"]).sentence(seal, graph, cite)


def _clustering(seal: dict[str, Any], cite: Cite) -> str:
    """How topics were found, in the sentence of the clusterer."""
    summary, settings = seal["summary"], seal["settings"]["cluster"]
    if "topics_of_members" not in summary:
        return ""
    clusterer = clusterer_named(settings["method"])
    return f"{_guidance(settings)}{clusterer.sentence(seal, cite)}"


def _guidance(settings: dict[str, Any]) -> str:
    """The prior knowledge that guided the graph."""
    known = [f"the topics of {settings['seed_topics']}"] * bool(settings["seed_topics"])
    known += [f"the values of the field {settings['guide']}"] * bool(settings["guide"])
    if not known or not settings["guide_weight"]:
        return ""
    return (
        f"The graph was guided by {' and by '.join(known)}, known beforehand: documents of the "
        "same group were joined, and edges between documents of different groups were weakened "
        f"(weight {settings['guide_weight']:g}). "
    )


def _outcome(seal: dict[str, Any]) -> str:
    """The number of topics, and why documents have none."""
    summary, settings = seal["summary"], seal["settings"]["cluster"]
    text = (
        f"This gave {counted(summary['topics'], 'topic')}; "
        f"{counted(summary['noise_documents'], 'document')} stayed without one."
    )
    if "noise_rule" in summary:
        rule = summary["noise_rule"]
        text += (
            " A document has no topic if more than "
            f"{rule['left_out_from']:.0%} of the clusterings leave it out and less than "
            f"{rule['thin_membership']:.0%} of its neighbourhood in the graph is in its community."
        )
    if "dissolved" in summary:
        few = counted(summary["dissolved"]["communities"], "group")
        text += (
            f" The documents of {few} have no topic because the stability of these groups (see "
            f"below) is under {summary['dissolved']['below']}."
        )
    if summary["noise_assigned"]:
        text += (
            f" {counted(summary['noise_assigned'], 'document')} of this kind, with at least "
            f"{1 - settings['strictness']:.0%} of the neighbourhood in the nearest topic, "
            f"{'was' if summary['noise_assigned'] == 1 else 'were'} moved into it."
        )
    return text


def _curation(seal: dict[str, Any], topics: int) -> str:
    """The changes by curation."""
    applied = seal["summary"]["curation"]["applied"]
    if not applied:
        return ""
    return (
        f"A person then curated the topics ({counted(len(applied), 'change')}, listed in "
        f"manifest.json), which left {counted(topics, 'topic')}."
    )


def _labels(seal: dict[str, Any], cite: Cite) -> str:
    summary, settings = seal["summary"], seal["settings"]["label"]
    text = (
        f"Topics were described by c-TF-IDF ({cite('bertopic')}; BERTopic "
        f"{seal['versions']['bertopic']}) over the numbers of documents that contain a term, "
        "multiplied by how much more frequent the term is inside the topic than outside, and by "
        "how much nearer it is to the topic than to other topics in the embedding space."
    )
    if summary["llm_names"]:
        text += (
            f" {counted(summary['llm_names'], 'topic')} got "
            f"{'its name' if summary['llm_names'] == 1 else 'their names'} from the language model "
            f"{settings['llm']}, prompted with the terms and documents of each topic."
        )
    return text


def _stability(seal: dict[str, Any], stability: Sequence[float], cite: Cite) -> str:
    if "topics_of_members" not in seal["summary"] or not len(stability):
        return ""
    mean = sum(stability) / len(stability)
    return (
        "A topic's stability is the mean, over the repeated partitions, of the Jaccard index "
        f"of its best match ({cite('stability')}): {mean:.2f} on average, "
        f"{min(stability):.2f} at least."
    )


def _agreement(seal: dict[str, Any], cite: Cite) -> str:
    """The agreement of the run's repeats, if there are any."""
    found = seal["summary"].get("agreement")
    if found is None:
        return ""
    seeds = counted(seal["settings"]["evaluate"]["repeats"], "other random seed")
    return (
        f"Topics found again with {seeds} agreed with an adjusted Rand index "
        f"({cite('rand-index')}; noise counted as one more topic) of "
        f"{found['agreement_seeds']:.2f} on average over all pairs and "
        f"{found['agreement_seeds_least']:.2f} at least; those found by code compiled for a "
        f"generic processor, with {found['agreement_processors']:.2f}."
    )
