"""The methods paragraph, written from what ran, with what it cites."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from topograph.report.references import REFERENCES


@dataclass(frozen=True)
class Methods:
    """A paragraph for a paper.

    Attributes
    ----------
    text : str
    cited : tuple of str
        Keys of `topograph.report.references.REFERENCES`, in the order in which they are cited.
    """

    text: str
    cited: tuple[str, ...]


class _Citations:
    """Puts citations into sentences and remembers them."""

    def __init__(self) -> None:
        self.keys: dict[str, None] = {}

    def __call__(self, *keys: str) -> str:
        self.keys |= dict.fromkeys(keys)
        return ", ".join(REFERENCES[key].short for key in keys)


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
        _outcome(seals["cluster"], len(stability)),
        _labels(seals["label"], cite),
        _stability(seals["cluster"], stability, cite),
        _agreement(seals["evaluate"], cite),
        f"The workflow ran under Snakemake {seals['parse']['versions']['snakemake']} "
        f"({cite('snakemake')}).",
    ]
    return Methods(" ".join(sentence for sentence in sentences if sentence), tuple(cite.keys))


def counted(count: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "topic"), counted(1200, "document")
    ('1 topic', '1,200 documents')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _corpus(seal: dict[str, Any], cite: _Citations) -> str:
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


def _embedding(seal: dict[str, Any], cite: _Citations) -> str:
    told, settings = seal["summary"], seal["settings"]["embed"]
    encoder = settings["encoder"]
    source = ""
    if encoder == "tfidf":
        source = f" ({cite('lsa')})"
    elif encoder in ("onnx", "sentence-transformers") or "MiniLM" in told["model"]:
        keys = ("sbert", "minilm") if "MiniLM" in told["model"] else ("sbert",)
        source = f" ({cite(*keys)})"
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


def _layouts(seal: dict[str, Any], cite: _Citations) -> str:
    told, settings = seal["summary"], seal["settings"]["reduce"]
    if "epochs" in told:
        return (
            f"UMAP ({cite('umap')}; umap-learn {seal['versions']['umap-learn']}) laid out the "
            f"graph of {told['neighbors']} nearest neighbours by cosine {told['members']} times in "
            f"{told['dimensions']} dimensions (seed {settings['seed']}, "
            f"{told['epochs']['spaces']} epochs) and once in two for the map "
            f"({told['epochs']['map']} epochs)."
        )
    if settings["method"] == "pca" and told["dimensions"] and told["neighbors"]:
        return f"Vectors were reduced to {counted(told['dimensions'], 'principal component')}."
    return ""


def _clustering(seal: dict[str, Any], cite: _Citations) -> str:
    """How topics were found, by `cluster.method`."""
    told, settings = seal["summary"], seal["settings"]["cluster"]
    if "topics_of_members" not in told:
        return ""
    method = settings["method"]
    if method in ("hdbscan", "leiden"):
        leiden = (
            f"the consensus ({cite('consensus')}) of repeated partitions by Leiden "
            f"({cite('leiden')}; graspologic-native {seal['versions']['graspologic-native']})"
        )
        if method == "leiden":
            return f"Topics are communities of the neighbour graph: {leiden}."
        return (
            f"HDBSCAN ({cite('hdbscan')}; hdbscan {seal['versions']['hdbscan']}; min_cluster_size "
            f"{told['min_cluster_size']}, min_samples {told['min_samples']}, {told['selection']} "
            "selection) clustered each space. Topics are communities of the neighbour graph, its "
            f"edges weighted by the agreement of these clusterings: {leiden}, as many as these "
            "have clusters in the mean."
        )
    best = "the one that agrees best with all others was taken"
    if method == "kmeans":
        return f"Topics were found by k-means; of the members' clusterings {best}."
    if method == "spherical_kmeans":
        return (
            f"Topics were found by spherical k-means ({cite('spherical-kmeans')}) on the vectors; "
            f"of {told['members']} clusterings {best}."
        )
    return "Topics were found by average linkage of cosine distances."


def _outcome(seal: dict[str, Any], topics: int) -> str:
    told, settings = seal["summary"], seal["settings"]["cluster"]
    text = (
        f"This gave {counted(topics, 'topic')}; "
        f"{counted(told['noise_documents'], 'document')} stayed without one."
    )
    if told["noise_assigned"]:
        text += (
            f" {counted(told['noise_assigned'], 'document')} that the clusterer left out, with at "
            f"least {1 - settings['strictness']:.0%} of the neighbourhood in the nearest topic, "
            "were moved into it."
        )
    return text


def _labels(seal: dict[str, Any], cite: _Citations) -> str:
    return (
        f"Topics were described by c-TF-IDF ({cite('bertopic')}; BERTopic "
        f"{seal['versions']['bertopic']}) over numbers of documents, reranked by the similarity "
        "of terms and topics in the embedding space."
    )


def _stability(seal: dict[str, Any], stability: Sequence[float], cite: _Citations) -> str:
    if "topics_of_members" not in seal["summary"] or not len(stability):
        return ""
    mean = sum(stability) / len(stability)
    return (
        "A topic's stability is the mean Jaccard index of its best match in each member's "
        f"partition ({cite('stability')}): {mean:.2f} on average, {min(stability):.2f} at least."
    )


def _agreement(seal: dict[str, Any], cite: _Citations) -> str:
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
