"""What a stage took: time, memory, threads. Kept beside the results, of which it is none."""

from __future__ import annotations

import os
import resource
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from topograph.artifacts import pretty_json
from topograph.environment import processor_name

#: `ru_maxrss` is in bytes on macOS, else in kilobytes.
MEMORY_UNIT = 1 if sys.platform == "darwin" else 1024


@contextmanager
def measured(run_dir: Path, stage: str, threads: int) -> Iterator[None]:
    """Write `benchmarks/STAGE.json` when the block ends well.

    `seconds` by the wall's clock, `processor_seconds` over all threads and child processes,
    `peak_memory_mb` of the process or its largest child, `threads` that the stage might use, and
    the machine's `processor` and `cores`. Times differ from run to run; they are therefore in no
    artifact.

    Parameters
    ----------
    run_dir : Path
        `results/NAME`.
    stage : str
    threads : int
    """
    began, used = time.perf_counter(), _processor_seconds()
    yield
    both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    told = {
        "seconds": round(time.perf_counter() - began, 3),
        "processor_seconds": round(_processor_seconds() - used, 3),
        "peak_memory_mb": round(max(own.ru_maxrss for own in both) * MEMORY_UNIT / 1e6, 1),
        "threads": threads,
        "processor": processor_name(),
        "cores": os.cpu_count(),
    }
    folder = run_dir / "benchmarks"
    folder.mkdir(parents=True, exist_ok=True)
    temporary = folder / f".{stage}.{os.getpid()}.tmp"
    temporary.write_text(pretty_json(told), encoding="utf-8", newline="\n")
    temporary.replace(folder / f"{stage}.json")


def _processor_seconds() -> float:
    own = os.times()
    return own.user + own.system + own.children_user + own.children_system
