"""The stage `reduce`: vectors in; neighbours, their graph, map and clustering spaces out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topograph.core.wording import counted
from topograph.rundir.stagefiles import StageFiles
from topograph.stages.reduce.reduction import reduce

if TYPE_CHECKING:
    from topograph.config import RunConfig


def run(files: StageFiles, config: RunConfig, threads: int) -> None:
    """Reduce the vectors of a run."""
    vectors = files.read_array("embed/embeddings.npy")
    result = reduce(vectors, config.reduce, config.cluster.members, threads)
    files.write_arrays(
        "reduce/neighbors.npz", {"indices": result.indices, "distances": result.distances}
    )
    files.write_sparse("reduce/graph.npz", result.graph)
    files.write_array("reduce/map.npy", result.map)
    files.write_array("reduce/space.npy", result.space)
    files.summary |= result.used
    kind = "" if result.used["exact_neighbors"] else "approximate "
    print(
        f"reduce: {counted(len(vectors), 'document')}, "
        f"{counted(result.used['neighbors'], f'{kind}neighbour')}, "
        f"{counted(len(result.space), 'space')} of "
        f"{counted(result.used['dimensions'], 'dimension')}"
    )
    for note in result.used["notes"]:
        print(f"reduce: {note}")
