"""The methods paragraph, written from what ran, with what it cites."""

from __future__ import annotations

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


def methods(seals: dict[str, dict[str, Any]]) -> Methods:
    """Describe a run for a paper.

    Parameters
    ----------
    seals : dict
        The seals of the stages, by stage.
    """
    cite = _Citations()
    told = {stage: seal["summary"] for stage, seal in seals.items()}
    sentences = [
        _corpus(seals["parse"], cite),
        _embedding(seals["embed"], cite),
        _layouts(seals["reduce"], cite),
        _clustering(seals["cluster"], cite),
        f"This gave {counted(told['label']['topics'], 'topic')}; "
        f"{counted(told['cluster']['noise_documents'], 'document')} stayed without one.",
        _labels(seals["label"], cite),
        _stability(told["cluster"], cite),
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
    told = seal["summary"]
    if not told["epochs"]:
        return ""
    return (
        f"UMAP ({cite('umap')}; umap-learn {seal['versions']['umap-learn']}) laid out the graph of "
        f"{told['neighbors']} nearest neighbours by cosine {told['members']} times in "
        f"{told['dimensions']} dimensions (seed {seal['settings']['reduce']['seed']}, "
        f"{told['epochs']} epochs) and once in two for the map."
    )


#: How the members' partitions became one, by `topograph.cluster.consensus.method`.
CONSENSUS = {
    "co-association": "average linkage on their co-association",
    "meta-clusters": "clustering their clusters",
}


def _clustering(seal: dict[str, Any], cite: _Citations) -> str:
    told = seal["summary"]
    if "topics_of_members" not in told:
        return ""
    text = (
        f"Each layout was clustered with HDBSCAN ({cite('hdbscan')}; hdbscan "
        f"{seal['versions']['hdbscan']}; min_cluster_size {told['min_cluster_size']}, min_samples "
        f"{told['min_samples']}, {seal['settings']['cluster']['selection']} selection)"
    )
    way = told["consensus"]
    if way in CONSENSUS:
        text += f", and the consensus of the partitions taken by {CONSENSUS[way]} ({cite(way)})"
    return text + "."


def _labels(seal: dict[str, Any], cite: _Citations) -> str:
    return (
        f"Topics were described by c-TF-IDF ({cite('bertopic')}; BERTopic "
        f"{seal['versions']['bertopic']}) over numbers of documents, reranked by the similarity "
        "of terms and topics in the embedding space."
    )


def _stability(told: dict[str, Any], cite: _Citations) -> str:
    values = told["topic_stability"]
    if "topics_of_members" not in told or not values:
        return ""
    mean = sum(values) / len(values)
    return (
        "A topic's stability is the mean Jaccard index of its best match in each layout's "
        f"partition ({cite('stability')}): {mean:.2f} on average, {min(values):.2f} at least."
    )
