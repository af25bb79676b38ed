"""The cache at size: a million vectors written, opened and looked up, beside a peer.

The peer is what most projects do: one `.npz` of keys and vectors, read and written as a whole.

    uv run python tests/benchmarks/embed_cache.py [VECTORS]
"""

import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from topograph.encoders.store import VectorStore

DIMENSIONS, BATCH = 384, 1000


def clock(name: str, act):
    """Run, print the seconds, give back the result and the seconds."""
    started = time.perf_counter()
    result = act()
    seconds = time.perf_counter() - started
    print(f"{name}: {seconds:.3f} s", flush=True)
    return result, seconds


def main() -> None:
    """Write, open, look up; then the peer."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    draw = np.random.default_rng(0)
    keys = [row.tobytes() for row in draw.integers(0, 2**63, (count, 2), dtype=np.uint64)]
    block = draw.random((BATCH, DIMENSIONS), dtype=np.float32)
    few, many = keys[:: max(count // 95, 1)], keys[:: max(count // 10_000, 1)]
    with tempfile.TemporaryDirectory() as temporary:

        def write():
            with VectorStore(Path(temporary), "ab" * 32, "benchmark") as store:
                for start in range(0, count, BATCH):
                    some = keys[start : start + BATCH]
                    store.add(some, [200] * len(some), block[: len(some)])

        def opened():
            store = VectorStore(Path(temporary), "ab" * 32, "benchmark")
            store.read_new()
            return store

        clock(f"write {count} vectors in batches of {BATCH}", write)
        store, open_seconds = clock("open", opened)
        found, few_seconds = clock(f"look up {len(few)}", lambda: store.find(few))
        assert len(found) == len(few)
        found, _ = clock(f"look up {len(many)}", lambda: store.find(many))
        assert len(found) == len(many)
        _, add_seconds = clock("add 5", lambda: store.add(
            [bytes([i]) * 16 for i in range(5)], [1] * 5, block[:5]
        ))  # fmt: skip
        store.close()

        path = Path(temporary) / "peer.npz"
        rows = np.resize(block, (count, DIMENSIONS))
        _, peer_write = clock("peer: write all", lambda: np.savez(path, keys=keys, rows=rows))

        def peer_read():
            with np.load(path) as archive:
                places = {key: i for i, key in enumerate(archive["keys"].tolist())}
                return archive["rows"][[places[key] for key in few]]

        _, peer_few = clock(f"peer: open and look up {len(few)}", peer_read)
    print(
        f"open and look up {len(few)}: {peer_few / (open_seconds + few_seconds):.0f} times as fast"
    )
    print(f"add 5: {(peer_few + peer_write) / add_seconds:.0f} times as fast")


if __name__ == "__main__":
    main()
