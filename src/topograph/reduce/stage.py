"""The stage `reduce`: vectors in; neighbours, the map and the clustering spaces out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topograph.reduce.reduction import reduce
from topograph.stagefiles import StageFiles

if TYPE_CHECKING:
    from topograph.config import RunConfig


def run(files: StageFiles, config: RunConfig, threads: int) -> None:
    """Reduce the vectors of a run."""
    vectors = files.read_array("embed/embeddings.npy")
    result = reduce(vectors, config.reduce, config.cluster.members, threads)
    files.write_arrays(
        "reduce/neighbors.npz", {"indices": result.indices, "distances": result.distances}
    )
    files.write_array("reduce/map.npy", result.map)
    files.write_array("reduce/space.npy", result.space)
    files.summary |= result.used
    print(
        f"reduce: {len(vectors)} documents, {result.used['neighbors']} neighbours, "
        f"{result.used['members']} spaces of {result.used['dimensions']} dimensions"
    )
    for note in result.used["notes"]:  # type: ignore[attr-defined]
        print(f"reduce: {note}")
