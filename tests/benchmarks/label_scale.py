"""Labelling at scale, against BERTopic alone on the same documents, vectors and topics.

    uv run python tests/benchmarks/label_scale.py [DOCUMENTS] [FILE]

FILE is gzipped JSON lines with the fields `text` and `label`; without it, the 118,144 arXiv
abstracts beside the project, if they are there. Their categories are the topics, and vectors are
drawn around a centre a category: what is measured is words, not meaning. The peer counts phrases
of one to three words that two topics hold at least, with scikit-learn's stop words, and takes the
terms of its c-TF-IDF. Topograph also ranks terms by meaning, makes four more views of them, and
finds representatives, sentences and the hierarchy. Each runs in a process of its own; printed are
processor seconds, the largest memory, and their ratios.
"""

import gzip
import json
import resource
import subprocess
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[2]
CORPUS = ROOT.parent / "shared/corpora/arxiv_118k.jsonl.gz"


def corpus(count: int, file: Path) -> tuple[list[str], np.ndarray, np.ndarray]:
    """Texts, topics by size, and unit vectors (float32, n x 384)."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line, _ in zip(lines, range(count), strict=False)]
    names = [record["label"] for record in records]
    _, topics, sizes = np.unique(names, return_inverse=True, return_counts=True)
    rank = np.empty(len(sizes), dtype=np.int64)
    rank[np.argsort(-sizes, kind="stable")] = np.arange(len(sizes))
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(len(sizes), 384))[topics] + rng.normal(size=(len(names), 384))
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return [record["text"] for record in records], rank[topics], unit.astype(np.float32)


def ours(count: int, file: Path) -> None:
    """Label as the stage does, without an encoder."""
    from topograph.config import LabelSettings
    from topograph.stages.label.labelling import label

    texts, topics, vectors = corpus(count, file)
    result = label(texts, vectors, topics, LabelSettings(), "en", None)
    print(f"topograph: {'; '.join(result.names.final[:4])}", file=sys.stderr)


def peer(count: int, file: Path) -> None:
    """BERTopic on given topics."""
    from bertopic import BERTopic
    from bertopic.cluster import BaseCluster
    from bertopic.dimensionality import BaseDimensionalityReduction
    from sklearn.feature_extraction.text import CountVectorizer

    texts, topics, vectors = corpus(count, file)
    model = BERTopic(
        umap_model=BaseDimensionalityReduction(),
        hdbscan_model=BaseCluster(),
        vectorizer_model=CountVectorizer(ngram_range=(1, 3), stop_words="english", min_df=2),
    )
    model.fit(texts, embeddings=vectors, y=topics)
    print(f"BERTopic:  {'; '.join(model.get_topic_info()['Name'][:4])}", file=sys.stderr)


def measured(which: str, count: int, file: Path) -> tuple[float, float]:
    """Processor seconds and largest memory in GB of a process of its own."""
    code = (
        f"import sys, resource; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        f"import label_scale, pathlib\nlabel_scale.{which}({count}, pathlib.Path({str(file)!r}))\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)
    return seconds, int(done.stdout.split()[-1]) / 1e6


def main() -> None:
    """Measure and print."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    file = Path(sys.argv[2]) if len(sys.argv) > 2 else CORPUS
    if not file.exists():
        sys.exit(f"{file} is not there; name a file of gzipped JSON lines")
    own, memory = measured("ours", count, file)
    print(f"topograph label: {own:6.1f} s, {memory:.2f} GB", flush=True)
    other, other_memory = measured("peer", count, file)
    print(f"BERTopic:        {other:6.1f} s, {other_memory:.2f} GB")
    print(f"ratios: time {own / other:.2f}, memory {memory / other_memory:.2f}")


if __name__ == "__main__":
    main()
