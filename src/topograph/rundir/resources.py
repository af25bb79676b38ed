"""What a stage took: time, memory, threads. Kept beside the results, of which it is none.

The manifest tells it under `summary.resources`; with the checksum over it, that is the one part of
a run that is not the same bytes each time. The report's page reads it from
`benchmarks/resources.js`, and is.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from topograph.rundir.atomic import written_whole
from topograph.rundir.contract import STAGES
from topograph.rundir.environment import processor_name
from topograph.system.jsontext import pretty_json

#: `ru_maxrss` is in bytes on macOS, else in kilobytes.
MEMORY_UNIT = 1 if sys.platform == "darwin" else 1024
FOLDER = "benchmarks"
#: A page on a disk may load a script, and no JSON.
SCRIPT = f"{FOLDER}/resources.js"


@contextmanager
def measured(run_dir: Path, stage: str, threads: int) -> Iterator[None]:
    """Write `benchmarks/STAGE.json`, and all of them as a script, when the block ends well.

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
    _write(run_dir / FOLDER / f"{stage}.json", pretty_json(told))
    _write(run_dir / SCRIPT, f"const RESOURCES = {pretty_json(resources_used(run_dir))}")


def resources_used(run_dir: Path) -> dict[str, dict[str, Any]]:
    """What stages and repeats of a run took: the content of `benchmarks/`, in their order."""
    order = list(STAGES)
    known = {path.stem: path for path in (run_dir / FOLDER).glob("*.json")}
    return {
        job: json.loads(known[job].read_text(encoding="utf-8"))
        for job in sorted(known, key=lambda job: (job not in order, *_place(job, order)))
    }


def _place(job: str, order: list[str]) -> tuple[int, str]:
    """A stage's place in the chain; a repeat's number."""
    if job in order:
        return order.index(job), job
    number = job.rpartition("-")[2]
    return int(number) if number.isdigit() else 0, job


def _write(path: Path, text: str) -> None:
    with written_whole(path) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")


def _processor_seconds() -> float:
    own = os.times()
    return own.user + own.system + own.children_user + own.children_system
