"""What each measure of `evaluate/metrics.json` is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from topograph.evaluate.gold import AGREEMENT, WITHOUT_NOISE
from topograph.evaluate.undefined import Undefined, Value


@dataclass(frozen=True)
class Measure:
    """One measure.

    Attributes
    ----------
    range : str
        Least and largest value, in words.
    better : {"higher", "lower", "neither"}
        Which direction is better.
    meaning : str
        What it says.
    reference : str
        Where it is defined.
    """

    range: str
    better: str
    meaning: str
    reference: str


COUNTED = "counted here"
PIELOU = "Pielou 1966, doi:10.1016/0022-5193(66)90013-0"
RAND = "Hubert and Arabie 1985, doi:10.1007/BF01908075"
COHERENCE = "Röder, Both and Hinneburg 2015, doi:10.1145/2684822.2685324"

_OF_RUNS = {
    "documents": Measure("1 or more", "neither", "number of documents", COUNTED),
    "topics": Measure("1 or more", "neither", "number of topics", COUNTED),
    "noise_share": Measure("0 to 1", "lower", "share of documents in no topic", COUNTED),
    "smallest_topic": Measure("1 or more", "neither", "documents of the smallest topic", COUNTED),
    "median_topic": Measure("1 or more", "neither", "documents of the median topic", COUNTED),
    "largest_topic": Measure("1 or more", "neither", "documents of the largest topic", COUNTED),
    "largest_topic_share": Measure(
        "0 to 1", "lower", "share of all documents in the largest topic", COUNTED
    ),
    "size_evenness": Measure(
        "0 to 1", "neither",
        "how alike the topics' sizes are: their entropy, divided by that of equal sizes", PIELOU,
    ),
    "diversity": Measure(
        "0 to 1", "higher", "share of distinct terms among the topics' terms",
        "Dieng, Ruiz and Blei 2020, doi:10.1162/tacl_a_00325",
    ),
    "inverted_rbo": Measure(
        "0 to 1", "higher",
        "how different the topics' lists of terms are, first ranks above all: 1 less the mean "
        "rank-biased overlap (p = 0.9) of pairs",
        "Bianchi, Terragni and Hovy 2021, doi:10.18653/v1/2021.acl-short.96; Webber, Moffat and "
        "Zobel 2010, doi:10.1145/1852102.1852106",
    ),
    "coherence_npmi": Measure(
        "-1 to 1", "higher",
        "whether a topic's terms stand near each other: NPMI of pairs in windows of 10 words, as "
        "gensim's c_npmi; low in small corpora, where few pairs meet", COHERENCE,
    ),
    "coherence_cv": Measure(
        "-1 to 1", "higher",
        "whether a topic's terms stand in the same surroundings: cosine of NPMI vectors in "
        "windows of 110 words, as gensim's c_v", COHERENCE,
    ),
    "silhouette": Measure(
        "-1 to 1", "higher",
        "documents nearer to their own topic than to the next, by cosine of the embeddings; "
        "without noise", "Rousseeuw 1987, doi:10.1016/0377-0427(87)90125-7",
    ),
    "dbcv": Measure(
        "-1 to 1", "higher",
        "topics dense and the space between them empty, by Euclidean distance of the embeddings; "
        "noise lowers it by its share",
        "Moulavi et al. 2014, doi:10.1137/1.9781611973440.96",
    ),
    "document_stability": Measure(
        "0 to 1", "higher",
        "share of the ensemble's members that agree on a document's topic, or on noise; mean",
        "Strehl and Ghosh 2002, JMLR 3:583-617",
    ),
    "topic_stability": Measure(
        "0 to 1", "higher", "Jaccard index of a topic's best match in each member, mean",
        "Hennig 2007, doi:10.1016/j.csda.2006.11.025",
    ),
    "agreement_seeds": Measure(
        "-0.5 to 1", "higher",
        "pairs of documents on which the run and its repeats with other random seeds agree, "
        "adjusted for chance; mean of all pairs among these, noise is one more topic", RAND,
    ),
    "agreement_seeds_least": Measure(
        "-0.5 to 1", "higher", "the least of these pairs", RAND,
    ),
    "agreement_processors": Measure(
        "-0.5 to 1", "higher",
        "the same for the run and its repeat with the same seed, compiled for a generic processor",
        RAND,
    ),
    "trustworthiness": Measure(
        "0 to 1", "higher", "neighbours on the map that are neighbours among the embeddings",
        "Venna and Kaski 2001, doi:10.1007/3-540-44668-0_68",
    ),
    "neighbour_preservation": Measure(
        "0 to 1", "higher", "share of nearest neighbours among the embeddings that stay nearest "
        "on the map", "Lee and Verleysen 2009, doi:10.1016/j.neucom.2008.12.017",
    ),
    "labelled_documents": Measure(
        "0 or more", "neither", "documents with a label in evaluate.label_column; the measures "
        "below look at these", COUNTED,
    ),
}  # fmt: skip

ROSENBERG = "Rosenberg and Hirschberg 2007, aclanthology.org/D07-1043"
_OF_LABELS = {
    "ari": Measure(
        "-0.5 to 1", "higher",
        "pairs of documents on which topics and labels agree, adjusted for chance",
        RAND,
    ),
    "ami": Measure(
        "-1 to 1", "higher",
        "information that topics and labels share, adjusted for chance",
        "Vinh, Epps and Bailey 2010, JMLR 11:2837-2854",
    ),
    "nmi": Measure(
        "0 to 1", "higher",
        "information that topics and labels share, divided by the mean of both entropies",
        "Strehl and Ghosh 2002, JMLR 3:583-617",
    ),
    "homogeneity": Measure("0 to 1", "higher", "whether a topic holds one label only", ROSENBERG),
    "completeness": Measure("0 to 1", "higher", "whether a label is in one topic only", ROSENBERG),
    "v_measure": Measure(
        "0 to 1", "higher", "harmonic mean of homogeneity and completeness; equals nmi", ROSENBERG
    ),
    "purity": Measure(
        "0 to 1", "higher", "share of documents with the most frequent label of their topic; "
        "grows with the number of topics",
        "Manning, Raghavan and Schütze 2008, nlp.stanford.edu/IR-book, section 16.3",
    ),
}  # fmt: skip


def _noted(measure: Measure, note: str) -> Measure:
    return Measure(**asdict(measure) | {"meaning": f"{measure.meaning}; {note}"})


#: All measures, in the order of metrics.json.
CATALOGUE: dict[str, Measure] = (
    _OF_RUNS
    | {name: _noted(_OF_LABELS[name], "noise is one more topic") for name in AGREEMENT}
    | {
        name + WITHOUT_NOISE: _noted(_OF_LABELS[name], "documents of topics only")
        for name in AGREEMENT
    }
)


def describe(values: Mapping[str, Value]) -> dict[str, dict[str, Any]]:
    """Values with what they mean, for `evaluate/metrics.json`.

    Returns
    -------
    dict
        For each of `CATALOGUE`: `value`, `range`, `better`, `meaning`, `reference` and `reason`,
        which says why a measure has no value (null) and is empty where it has one.
    """
    return {
        name: {
            "value": None if isinstance(value := values[name], Undefined) else value,
            **asdict(measure),
            "reason": value.reason if isinstance(value, Undefined) else "",
        }
        for name, measure in CATALOGUE.items()
    }
