"""Evaluate at size: CPU time and peak memory of its measures, beside their peers.

The peers are gensim (coherence), scikit-learn (silhouette, trustworthiness) and hdbscan (DBCV), on
the same words, vectors and topics, each in a process of its own whose imports count. Topics are
arXiv's categories, their terms the words most frequent in them compared with the others.
Trustworthiness and DBCV, of which evaluate takes a sample, are computed for all documents on both
sides. Needs arxiv_10k.jsonl.gz, and gensim (`uv sync --group peers`).

    uv run python tests/benchmarks/evaluate_speed.py [DOCUMENTS]
"""

import sys
from collections import Counter

import numpy as np
import pandas as pd
from measuring import ROOT, measured, read_corpus
from threadpoolctl import threadpool_limits

from topograph.config import EmbedSettings, EvaluateSettings
from topograph.core.neighbors import nearest_neighbors
from topograph.encoders.base import encode_all
from topograph.encoders.cached import open_encoder
from topograph.language.words import Reader
from topograph.measures import coherence
from topograph.measures.base import Subject
from topograph.measures.density import dbcv
from topograph.measures.silhouette import silhouettes
from topograph.measures.trustworthiness import trustworthiness
from topograph.stages.evaluate.evaluation import evaluate, sample_rows

NEIGHBORS = 15


def frequent_terms(words: list[list[str]], topics: np.ndarray) -> list[list[str]]:
    """Ten words of each topic that its documents carry more often than those of others."""
    everywhere = Counter(word for text in words for word in set(text))
    found = []
    for topic in range(int(topics.max()) + 1):
        own = [set(words[row]) for row in np.flatnonzero(topics == topic)]
        counts = Counter(word for text in own for word in text if len(word) > 3)
        found.append(sorted(counts, key=lambda w: (-(counts[w] ** 2) / everywhere[w], w))[:10])
    return found


def our_coherence(terms, words):
    counts = coherence.count_windows(
        terms, [[text] for text in words], (coherence.NPMI_WINDOW, coherence.CV_WINDOW)
    )
    return [
        *map(coherence.npmi, counts[coherence.NPMI_WINDOW]),
        *map(coherence.c_v, counts[coherence.CV_WINDOW]),
    ]


def gensim_coherence(terms, words):
    from gensim.corpora import Dictionary
    from gensim.models import CoherenceModel

    dictionary = Dictionary(words)
    return [
        value
        for name in ("c_npmi", "c_v")
        for value in CoherenceModel(
            topics=terms, texts=words, dictionary=dictionary, coherence=name, processes=1
        ).get_coherence_per_topic()
    ]


def our_silhouette(vectors, topics):
    return [silhouettes(vectors, topics).mean()]


def sklearn_silhouette(vectors, topics):
    from sklearn.metrics import silhouette_score

    return [silhouette_score(vectors, topics, metric="cosine")]


def our_trustworthiness(vectors, points):
    with threadpool_limits(1):
        return [trustworthiness(vectors, points, NEIGHBORS, np.arange(len(points))).mean()]


def sklearn_trustworthiness(vectors, points):
    from sklearn import manifold

    return [manifold.trustworthiness(vectors, points, n_neighbors=NEIGHBORS, metric="cosine")]


def our_dbcv(vectors, topics):
    return [dbcv(vectors, topics)[0]]


def hdbscan_dbcv(vectors, topics):
    from hdbscan.validity import validity_index

    return [validity_index(vectors.astype(np.float64), topics)]


def whole(texts, vectors, topics, terms, labels):
    """All of evaluate but reading and writing."""
    n = len(texts)
    table = pd.DataFrame({"topic": range(len(terms)), "label": "", "terms": terms})
    table["size"], table["stability"] = np.bincount(topics, minlength=len(terms)), 1.0
    subject = Subject(
        pd.DataFrame({"text": texts, "language": "en", "label": labels}),
        pd.DataFrame({"topic": topics, "stability": 1.0, "nearest_topic": -1}),
        table,
        vectors,
        nearest_neighbors(vectors[:, :20], NEIGHBORS)[0],
        vectors[:, :2],
        language="en",
        partitions=1,
        settings=EvaluateSettings(label_column="label"),
        rows=sample_rows(n),
    )
    result = evaluate(subject)
    return [n, len(result.values)]


def main() -> None:
    """Measure both sides and print."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    records = read_corpus("arxiv_10k", count)
    texts = [record["text"] for record in records]
    labels = [record["label"] for record in records]
    topics = np.unique(labels, return_inverse=True)[1]
    # speed does not depend on how good the vectors are
    settings = EmbedSettings(encoder="static", cache=str(ROOT / ".cache" / "embeddings"))
    with open_encoder(settings, threads=1) as encoder:
        vectors = encode_all(encoder, texts)
    points = vectors[:, :2].copy()
    reader = Reader("en")
    words = [
        [word for clause in text for word in clause]
        for text in coherence.roots(texts, reader.clauses, reader.root)
    ]
    terms = frequent_terms(words, topics)
    print(f"{len(texts)} documents, {len(terms)} topics")
    for name, ours, peer, arguments in (
        ("coherence, gensim", our_coherence, gensim_coherence, (terms, words)),
        ("silhouette, scikit-learn", our_silhouette, sklearn_silhouette, (vectors, topics)),
        ("trustworthiness, scikit-learn", our_trustworthiness, sklearn_trustworthiness,
         (vectors, points)),
        ("DBCV, hdbscan", our_dbcv, hdbscan_dbcv, (vectors, topics)),
    ):  # fmt: skip
        mine, seconds, megabytes = measured(ours, *arguments)
        theirs, peer_seconds, peer_megabytes = measured(peer, *arguments)
        difference = np.abs(np.array(mine) - np.array(theirs)).max()
        print(
            f"{name}: ours / theirs {seconds / peer_seconds:.3f} of the CPU time ({seconds:.1f} / "
            f"{peer_seconds:.1f} s), {megabytes / peer_megabytes:.2f} of the memory "
            f"({megabytes:.0f} / {peer_megabytes:.0f} MB); largest difference {difference:.1e}",
            flush=True,
        )
    _, seconds, megabytes = measured(whole, texts, vectors, topics, terms, labels)
    print(f"all of evaluate, with labels: {seconds:.1f} s, {megabytes:.0f} MB")


if __name__ == "__main__":
    main()
