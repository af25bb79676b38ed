"""The methods paragraph, written from what ran."""

from __future__ import annotations

from typing import Any


def methods_paragraph(seals: dict[str, dict[str, Any]], versions: dict[str, str]) -> str:
    """One paragraph for a paper.

    Parameters
    ----------
    seals : dict
        The seals of the stages, by stage.
    versions : dict
        Versions of the libraries, by name.
    """
    parse, embed, reduce, cluster = (
        seals[stage]["summary"] for stage in ("parse", "embed", "reduce", "cluster")
    )
    settings = seals["reduce"]["settings"]["reduce"]
    text = (
        f"We analysed {parse['documents']} documents ({parse['words']} words) with Topograph "
        f"{versions['topograph']}. Documents were embedded with {embed['model']} "
        f"({embed['dimensions']} dimensions{_reading(embed)}). "
    )
    if reduce["epochs"]:
        text += (
            f"UMAP (McInnes et al. 2018; umap-learn {versions['umap-learn']}) laid out "
            f"the graph of {reduce['neighbors']} nearest neighbours by cosine {reduce['members']} "
            f"times in {reduce['dimensions']} dimensions (seed {settings['seed']}, "
            f"{reduce['epochs']} epochs) and once in two for the map. "
        )
    if "topics_of_members" in cluster:
        text += (
            f"Each layout was clustered with HDBSCAN (Campello et al. 2013; hdbscan "
            f"{versions['hdbscan']}; min_cluster_size {cluster['min_cluster_size']}, min_samples "
            f"{cluster['min_samples']}), and the {cluster['topics']} topics are the consensus of "
            f"the {cluster['members']} partitions (evidence accumulation, Fred and Jain 2005); "
            f"{cluster['noise_documents']} documents stayed without a topic. "
        )
    return text + (
        "Topics were described by c-TF-IDF (Grootendorst 2022; BERTopic "
        f"{versions['bertopic']}) over numbers of documents, reranked by the similarity of "
        "terms and topics in the embedding space."
    )


def _reading(embed: dict[str, Any]) -> str:
    """What the encoder read of long documents, in brackets' words."""
    if embed["max_tokens"] is None:
        return ""
    if embed["long_documents"] == "mean":
        return (
            f"; {embed['longer_documents']} documents longer than {embed['max_tokens']} tokens "
            "were read in pieces, whose vectors were averaged by length"
        )
    return (
        f", at most {embed['max_tokens']} tokens; {embed['truncated_documents']} documents "
        "were longer"
    )
