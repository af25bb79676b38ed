"""The peer of the whole pipeline: one script that does what most people do.

Stock BERTopic with its default models on the texts of a run, with the same encoder, its map of
documents written as HTML. Run by `speed.py`, which compares CPU seconds.

    python tests/benchmarks/stock_bertopic.py results/icml2026/parse/documents.parquet OUT.html

With `--once` as third argument the texts are embedded once and the vectors handed to both calls;
without it BERTopic embeds them for the fit and again for the map, as its defaults do.
"""

import sys

import numpy as np
import pandas as pd
from bertopic import BERTopic
from bertopic.backend import BaseEmbedder

from topograph.encoders.base import encode_all
from topograph.encoders.onnx import OnnxEncoder
from topograph.encoders.shipped import shipped_files


class Encoder(BaseEmbedder):
    """The pipeline's own encoder behind BERTopic's interface."""

    def __init__(self) -> None:
        super().__init__()
        self.encoder = OnnxEncoder(shipped_files(), threads=2)

    def embed(self, documents, verbose=False):
        """Encode texts in order."""
        return encode_all(self.encoder, list(documents))


def main() -> None:
    """Fit, draw, write."""
    texts = pd.read_parquet(sys.argv[1])["text"].to_list()
    model = BERTopic(embedding_model=Encoder())
    vectors = Encoder().embed(texts) if "--once" in sys.argv else None
    topics, _ = model.fit_transform(texts, embeddings=vectors)
    model.visualize_documents(texts, embeddings=vectors).write_html(sys.argv[2])
    print(f"{len(set(topics) - {-1})} topics, {np.mean(np.array(topics) == -1):.0%} noise")


if __name__ == "__main__":
    main()
