"""The methods paragraph, written from what ran, with what it cites."""

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
    """Puts citations into sentences and remembers them."""

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
        Of the topics.
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
    told, settings = seal["summary"], seal["settings"]["parse"]
    text = (
        f"We analysed {counted(told['documents'], 'document')} ({told['words']:,} words) with "
        f"Topograph {seal['versions']['topograph']}"
    )
    dropped = told["records"] - told["documents"]
    if dropped:
        reasons = ", ".join(f"{count:,} {reason}" for reason, count in told["dropped"].items())
        text += f"; {dropped:,} of {counted(told['records'], 'record')} were dropped ({reasons})"
    text += "."
    if "near-duplicate" in told["dropped"]:
        text += (
            f" Texts that share at least {settings['near_duplicate_similarity']:.0%} of their runs "
            f"of three words counted as near-duplicates ({cite('near-duplicates')})."
        )
    return text


def _embedding(seal: dict[str, Any], cite: Cite) -> str:
    told = seal["summary"]
    keys = encoder_kind(seal["settings"]["embed"]["encoder"]).cites(told["model"])
    source = f" ({cite(*keys)})" if keys else ""
    return (
        f"Documents were embedded with {told['model']}{source}, "
        f"{counted(told['dimensions'], 'dimension')}{_reading(told)}."
    )


def _reading(told: dict[str, Any]) -> str:
    """What the encoder read of long documents."""
    if told["max_tokens"] is None:
        return ""
    if told["long_documents"] == "mean":
        return (
            f"; {counted(told['longer_documents'], 'document')} longer than {told['max_tokens']} "
            "tokens were read in pieces, whose vectors were averaged by length"
        )
    return (
        f", reading at most {told['max_tokens']} tokens "
        f"({counted(told['truncated_documents'], 'document')} had more)"
    )


def _layouts(seal: dict[str, Any], cite: Cite) -> str:
    """The graph of neighbours and what was made from it, or beside it."""
    told, settings = seal["summary"], seal["settings"]["reduce"]
    if not told["neighbors"] or "exact_neighbors" not in told:
        return ""
    found = "exact " if told["exact_neighbors"] else ""
    graph = f"each document to its {told['neighbors']} {found}nearest neighbours by cosine"
    if not told["exact_neighbors"]:
        graph += f" (found by descent, {cite('nn-descent')})"
    if not told.get("laid_out", True):
        return f"A graph joined {graph}."
    return reducer_named(settings["method"]).sentence(seal, graph, cite)


def _clustering(seal: dict[str, Any], cite: Cite) -> str:
    """How topics were found, by the clusterer's own words."""
    told, settings = seal["summary"], seal["settings"]["cluster"]
    if "topics_of_members" not in told:
        return ""
    clusterer = clusterer_named(settings["method"])
    return f"{_guidance(settings)}{clusterer.sentence(seal, cite)}"


def _guidance(settings: dict[str, Any]) -> str:
    """What drew documents together beside their texts."""
    known = [f"the topics of {settings['seed_topics']}"] * bool(settings["seed_topics"])
    known += [f"the values of the field {settings['guide']}"] * bool(settings["guide"])
    if not known or not settings["guide_weight"]:
        return ""
    return (
        f"The graph was guided by {' and by '.join(known)}, known beforehand: documents of one "
        "were joined, and edges between documents of two were weakened (weight "
        f"{settings['guide_weight']:g}). "
    )


def _outcome(seal: dict[str, Any]) -> str:
    """How many topics there are, and why documents have none."""
    told, settings = seal["summary"], seal["settings"]["cluster"]
    text = (
        f"This gave {counted(told['topics'], 'topic')}; "
        f"{counted(told['noise_documents'], 'document')} stayed without one."
    )
    if "noise_rule" in told:
        rule = told["noise_rule"]
        text += (
            " A document has no topic if more than "
            f"{rule['left_out_from']:.0%} of the clusterings leave it out and less than "
            f"{rule['thin_membership']:.0%} of its neighbourhood in the graph is in its community."
        )
    if "dissolved" in told:
        few = counted(told["dissolved"]["communities"], "group")
        text += (
            f" The documents of {few} have none because these are less stable (see below) than "
            f"{told['dissolved']['below']}."
        )
    if told["noise_assigned"]:
        text += (
            f" {counted(told['noise_assigned'], 'document')} of this kind, with at least "
            f"{1 - settings['strictness']:.0%} of the neighbourhood in the nearest topic, "
            f"{'was' if told['noise_assigned'] == 1 else 'were'} moved into it."
        )
    return text


def _curation(seal: dict[str, Any], topics: int) -> str:
    """What a person changed."""
    applied = seal["summary"]["curation"]["applied"]
    if not applied:
        return ""
    return (
        f"A person then curated the topics ({counted(len(applied), 'change')}, listed in "
        f"manifest.json), which left {counted(topics, 'topic')}."
    )


def _labels(seal: dict[str, Any], cite: Cite) -> str:
    told, settings = seal["summary"], seal["settings"]["label"]
    text = (
        f"Topics were described by c-TF-IDF ({cite('bertopic')}; BERTopic "
        f"{seal['versions']['bertopic']}) over the numbers of documents that carry a term, "
        "multiplied by how much more frequent the term is inside the topic than outside, and by "
        "how near it is to the topic, and not to others, in the embedding space."
    )
    if told["llm_names"]:
        text += (
            f" {counted(told['llm_names'], 'topic')} got "
            f"{'its name' if told['llm_names'] == 1 else 'their names'} from the language model "
            f"{settings['llm']}, asked with the terms and documents of each topic."
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
    """How far repeats of the run agree, if there are any."""
    found = seal["summary"].get("agreement")
    if found is None:
        return ""
    seeds = counted(seal["settings"]["evaluate"]["repeats"], "other random seed")
    return (
        f"Found once more with {seeds}, topics agreed by an adjusted Rand index "
        f"({cite('rand-index')}; noise counted as one more topic) of "
        f"{found['agreement_seeds']:.2f} on average of all pairs, "
        f"{found['agreement_seeds_least']:.2f} at least; compiled for a generic processor, by one "
        f"of {found['agreement_processors']:.2f}."
    )
