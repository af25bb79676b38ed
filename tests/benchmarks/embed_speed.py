"""Speed of the default encoder against PyTorch and against the machine's own matrix products.

Our encoder and `SentenceTransformer.encode` in float32 (with its default batches of 32, and with
small ones) encode the seeds' documents in turn, each in a process with one core; CPU seconds of the
encoding alone are compared. The peer needs a Python that has sentence-transformers, and the same
model in float32:

    uv run python tests/benchmarks/embed_speed.py [--rounds 3]
        [--peer-python PYTHON --peer-model FOLDER]
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
ONE_CORE = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
#: Multiplications and additions of MiniLM-L6 for a token: 2 for each of its 10.6 million weights
#: outside the word table, and by attention 4 x 384 for each token of the text in each of 6 layers.
WEIGHTS, LAYERS, WIDTH = 10.6e6, 6, 384


def cpu() -> float:
    """User and system time of this process."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def timed(encode, texts):
    """CPU seconds of encoding, and the vectors."""
    encode(texts[:4])
    started = cpu()
    vectors = encode(texts)
    return cpu() - started, vectors


def ours(texts, _model):
    """The default encoder on one core, without the cache; and the rate of matrix products."""
    import numpy as np

    from topograph.encoders.base import encode_all
    from topograph.encoders.onnx import OnnxEncoder
    from topograph.encoders.shipped import shipped_files

    encoder = OnnxEncoder(shipped_files(), threads=1)
    seconds, vectors = timed(lambda some: encode_all(encoder, some), texts)
    lengths = [min(n, encoder.max_tokens) for n in encoder.count_tokens(texts)]
    left, right = np.ones((512, 384), np.float32), np.ones((384, 1536), np.float32)
    left @ right
    started = cpu()
    for _ in range(400):
        left @ right
    rate = 400 * 2 * 512 * 384 * 1536 / (cpu() - started)
    return {"ours": seconds, "lengths": lengths, "matmul": rate}, {"ours": vectors}


def peer(texts, model):
    """SentenceTransformer.encode in float32 on one core."""
    import torch
    from sentence_transformers import SentenceTransformer

    torch.set_num_threads(1)
    encoder = SentenceTransformer(model, device="cpu", local_files_only=True)
    encoder.max_seq_length = 256
    found, vectors = {}, {}
    for name, size in (("PyTorch, batches of 32", 32), ("PyTorch, batches of 4", 4)):
        found[name], vectors[name] = timed(
            lambda some, size=size: encoder.encode(some, batch_size=size, show_progress_bar=False),
            texts,
        )
    return found, vectors


def worker(kind: str, folder: Path, model: str) -> None:
    """Run in a process of its own."""
    import numpy as np

    texts = json.loads((folder / "texts.json").read_text(encoding="utf-8"))
    found, vectors = {"ours": ours, "peer": peer}[kind](texts, model)
    np.savez(folder / f"{kind}.npz", **vectors)
    print("RESULT" + json.dumps(found))


def call(python: str, kind: str, folder: Path, model: str = "") -> dict:
    """Start a worker and read its result."""
    done = subprocess.run(
        [python, __file__, "--worker", kind, "--folder", str(folder), "--peer-model", model],
        env=os.environ | ONE_CORE | {"HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false"},
        capture_output=True,
        text=True,
    )
    line = [line for line in done.stdout.splitlines() if line.startswith("RESULT")]
    if not line:
        sys.exit(f"{kind} failed:\n{done.stderr}")
    return json.loads(line[0].removeprefix("RESULT"))


def documents() -> list[str]:
    """The seeds' documents, without the files' headings."""
    texts = []
    for path in sorted((ROOT / "seeds").glob("*.txt")):
        texts += path.read_text(encoding="utf-8").strip().split("\n\n")[1:]
    return texts


def main() -> None:
    """Run both in turn and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--peer-python", help="a Python with sentence-transformers")
    parser.add_argument("--peer-model", default="", help="folder of all-MiniLM-L6-v2 in float32")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        worker(options.worker, options.folder, options.peer_model)
        return
    with_peer = bool(options.peer_python and options.peer_model)
    if not with_peer:
        print("PyTorch is left out: give --peer-python and --peer-model to compare with it")
    texts = documents()
    rounds: list[dict] = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        (folder / "texts.json").write_text(json.dumps(texts), encoding="utf-8")
        for _ in range(options.rounds):
            found = call(sys.executable, "ours", folder)
            if with_peer:
                found |= call(options.peer_python, "peer", folder, options.peer_model)
            rounds.append(found)
            times = {name: f"{s:.2f} s" for name, s in found.items() if isinstance(s, float)}
            print({name: text for name, text in times.items() if name != "matmul"}, flush=True)
        report(texts, rounds)
        if with_peer:
            agreement(folder)


def report(texts: list[str], rounds: list[dict]) -> None:
    """Rates of ours, and ratios to the peer in the same round."""
    lengths = rounds[0]["lengths"]
    work = sum(2 * WEIGHTS * n + 4 * LAYERS * WIDTH * n * n for n in lengths)
    ours = statistics.median(row["ours"] for row in rounds)
    share = statistics.median(work / row["ours"] / row["matmul"] for row in rounds)
    print(
        f"ours: {len(texts) / ours:.1f} documents, {sum(lengths) / ours:.0f} tokens a CPU second, "
        f"{work / ours / 1e9:.0f} GFLOP/s, {share:.2f} of the rate of numpy's matrix products"
    )
    for name in rounds[0]:
        if name.startswith("PyTorch"):
            ratios = [row[name] / row["ours"] for row in rounds]
            print(
                f"{name}: ours is {statistics.median(ratios):.2f} times as fast "
                f"(from {min(ratios):.2f} to {max(ratios):.2f})"
            )


def agreement(folder: Path) -> None:
    """Cosines of our vectors to PyTorch's."""
    import numpy as np

    mine = np.load(folder / "ours.npz")["ours"]
    theirs = np.load(folder / "peer.npz")["PyTorch, batches of 32"]
    cosines = (mine * theirs).sum(axis=1)
    print(f"cosine to PyTorch float32: mean {cosines.mean():.5f}, least {cosines.min():.5f}")


if __name__ == "__main__":
    main()
