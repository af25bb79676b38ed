"""Long documents: reading all of a speech in chunks against reading its beginning.

Each presidential message of thousands of words is split into two documents, its paragraphs of even
and of odd number. A good vector of one half has its own other half as nearest neighbour among all
other halves. Chance is one in the number of messages. Needs sotu_paragraphs.jsonl.gz.

    uv run python tests/benchmarks/embed_long.py [MESSAGES]
"""

import gzip
import json
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import numpy as np

from topograph.encoders.base import encode_all
from topograph.encoders.cached import CachedEncoder
from topograph.encoders.onnx import OnnxEncoder
from topograph.encoders.shipped import shipped_files

CORPUS = Path(__file__).parents[3] / "shared" / "corpora" / "sotu_paragraphs.jsonl.gz"
#: Words of a message at least.
LONG = 3000


def halves(count: int) -> tuple[list[str], list[str]]:
    """Even and odd paragraphs of messages, evenly spread over the years."""
    messages: dict[str, list[str]] = defaultdict(list)
    with gzip.open(CORPUS, "rt", encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            messages[record["date"]].append(record["text"])
    long = [own for _, own in sorted(messages.items()) if sum(len(p.split()) for p in own) > LONG]
    chosen = [long[i] for i in np.linspace(0, len(long) - 1, min(count, len(long))).astype(int)]
    return ["\n".join(own[::2]) for own in chosen], ["\n".join(own[1::2]) for own in chosen]


def main() -> None:
    """Encode the halves both ways and count."""
    if not CORPUS.exists():
        sys.exit(f"skipped: {CORPUS} is not here")
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    even, odd = halves(count)
    words = [len(text.split()) for text in even + odd]
    print(f"{len(even)} messages; a half has {min(words)} to {max(words)} words")
    with tempfile.TemporaryDirectory() as temporary:
        for name, whole in (("truncate", False), ("mean", True)):
            encoder = OnnxEncoder(shipped_files(), threads=2)
            with CachedEncoder(encoder, Path(temporary), whole=whole) as cached:
                vectors = encode_all(cached, even + odd)
            similarity = vectors[: len(even)] @ vectors[len(even) :].T
            truth = np.arange(len(even))
            found = np.concatenate(
                [similarity.argmax(axis=1) == truth, similarity.argmax(axis=0) == truth]
            )
            rank = (similarity > similarity[truth, truth][:, None]).sum(axis=1) + 1
            print(
                f"{name}: {found.mean():.1%} of halves find their other half; mean reciprocal rank "
                f"{(1 / rank).mean():.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
