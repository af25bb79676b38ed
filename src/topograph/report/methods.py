"""The methods paragraph, written from what ran."""

from __future__ import annotations

from typing import Any

#: How topics came from the members' clusters, by `cluster.method`.
CLUSTERERS = {
    "hdbscan": "HDBSCAN (Campello et al. 2013; hdbscan {hdbscan}; min_cluster_size "
    "{min_cluster_size}, min_samples {min_samples}, {selection} selection) clustered each space. "
    "Topics are communities of the neighbour graph, its edges weighted by the agreement of these "
    "clusterings: the consensus (Lancichinetti and Fortunato 2012) of repeated partitions by "
    "Leiden (Traag et al. 2019; graspologic-native {graspologic_native}), as many as the median "
    "clustering has. ",
    "leiden": "Topics are communities of the neighbour graph: the consensus (Lancichinetti and "
    "Fortunato 2012) of repeated partitions by Leiden (Traag et al. 2019; graspologic-native "
    "{graspologic_native}). ",
    "kmeans": "Topics were found by k-means; of the members' clusterings the one that agrees best "
    "with all others was taken. ",
    "spherical_kmeans": "Topics were found by spherical k-means (Dhillon and Modha 2001) on the "
    "vectors; of {members} clusterings the one that agrees best with all others was taken. ",
    "agglomerative": "Topics were found by average linkage of cosine distances. ",
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
    if "epochs" in reduce:
        text += (
            f"UMAP (McInnes et al. 2018; umap-learn "
            f"{seals['reduce']['versions']['umap-learn']}) laid out the graph of "
            f"{reduce['neighbors']} nearest neighbours by cosine {reduce['members']} times in "
            f"{reduce['dimensions']} dimensions (seed {settings['seed']}, "
            f"{reduce['epochs']['spaces']} epochs) and once in two for the map "
            f"({reduce['epochs']['map']} epochs). "
        )
    elif settings["method"] == "pca" and reduce["dimensions"] and reduce["neighbors"]:
        text += f"Vectors were reduced to {reduce['dimensions']} principal components. "
    if "topics_of_members" in cluster:
        versions = seals["cluster"]["versions"]
        text += CLUSTERERS[seals["cluster"]["settings"]["cluster"]["method"]].format(
            **cluster,
            hdbscan=versions["hdbscan"],
            graspologic_native=versions["graspologic-native"],
        )
        text += (
            f"This gave {cluster['topics']} topics; {cluster['noise_documents']} documents stayed "
            "without one. "
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
