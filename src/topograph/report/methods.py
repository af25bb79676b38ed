"""The methods paragraph, written from what ran."""

from __future__ import annotations

from typing import Any

#: How the members' partitions became one, by `topograph.cluster.consensus.method`.
CONSENSUS = {
    "none": "",
    "co-association": ", and the consensus of the partitions taken by average linkage on their "
    "co-association (evidence accumulation, Fred and Jain 2005)",
    "meta-clusters": ", and the consensus of the partitions taken by clustering their clusters "
    "(Strehl and Ghosh 2002)",
}


def methods_paragraph(seals: dict[str, dict[str, Any]]) -> str:
    """One paragraph for a paper.

    Parameters
    ----------
    seals : dict
        The seals of the stages, by stage.
    """
    parse, embed, reduce, cluster = (
        seals[stage]["summary"] for stage in ("parse", "embed", "reduce", "cluster")
    )
    settings = seals["reduce"]["settings"]["reduce"]
    text = (
        f"We analysed {parse['documents']} documents ({parse['words']} words) with Topograph "
        f"{seals['parse']['versions']['topograph']}. Documents were embedded with {embed['model']} "
        f"({embed['dimensions']} dimensions{_reading(embed)}). "
    )
    if reduce["epochs"]:
        text += (
            f"UMAP (McInnes et al. 2018; umap-learn "
            f"{seals['reduce']['versions']['umap-learn']}) laid out the graph of "
            f"{reduce['neighbors']} nearest neighbours by cosine {reduce['members']} times in "
            f"{reduce['dimensions']} dimensions (seed {settings['seed']}, {reduce['epochs']} "
            "epochs) and once in two for the map. "
        )
    if "topics_of_members" in cluster:
        text += (
            f"Each layout was clustered with HDBSCAN (Campello et al. 2013; hdbscan "
            f"{seals['cluster']['versions']['hdbscan']}; min_cluster_size "
            f"{cluster['min_cluster_size']}, min_samples {cluster['min_samples']}, "
            f"{seals['cluster']['settings']['cluster']['selection']} selection)"
            f"{CONSENSUS[cluster['consensus']]}. This gave {cluster['topics']} topics; "
            f"{cluster['noise_documents']} documents stayed without one. "
        )
    return text + (
        "Topics were described by c-TF-IDF (Grootendorst 2022; BERTopic "
        f"{seals['label']['versions']['bertopic']}) over numbers of documents, reranked by the "
        "similarity of terms and topics in the embedding space."
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
