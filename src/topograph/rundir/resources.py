"""Resources that a stage used: time, memory, threads. Stored outside the results.

The manifest repeats them under `summary.resources`. These values and the checksum over them are the
only part of a run that differs between identical runs. The report page loads them from
`benchmarks/resources.js`.
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

from topograph.rundir.atomic import atomic_write
from topograph.rundir.contract import STAGES
from topograph.rundir.environment import processor_name
from topograph.system.jsontext import pretty_json

#: `ru_maxrss` is in bytes on macOS, elsewhere in kilobytes.
MEMORY_UNIT = 1 if sys.platform == "darwin" else 1024
FOLDER = "benchmarks"
#: A page opened from a disk can load a script but no JSON.
SCRIPT = f"{FOLDER}/resources.js"


@contextmanager
def measured(run_dir: Path, stage: str, threads: int) -> Iterator[None]:
    """Write `benchmarks/STAGE.json` and `benchmarks/resources.js` when the block succeeds.

    Records `seconds` of wall time, `processor_seconds` of all threads and child processes,
    `peak_memory_mb` of the process or its largest child, the `threads` the stage may use, and the
    machine's `processor` and `cores`. These differ from run to run, so no artifact contains them.

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
    used_resources = {
        "seconds": round(time.perf_counter() - began, 3),
        "processor_seconds": round(_processor_seconds() - used, 3),
        "peak_memory_mb": round(max(own.ru_maxrss for own in both) * MEMORY_UNIT / 1e6, 1),
        "threads": threads,
        "processor": processor_name(),
        "cores": os.cpu_count(),
    }
    _write(run_dir / FOLDER / f"{stage}.json", pretty_json(used_resources))
    _write(run_dir / SCRIPT, f"const RESOURCES = {pretty_json(resources_used(run_dir))}")


def resources_used(run_dir: Path) -> dict[str, dict[str, Any]]:
    """Resources that the stages and repeats of a run used, in the order of the pipeline."""
    order = list(STAGES)
    known = {path.stem: path for path in (run_dir / FOLDER).glob("*.json")}
    return {
        job: json.loads(known[job].read_text(encoding="utf-8"))
        for job in sorted(known, key=lambda job: (job not in order, *_place(job, order)))
    }


def _place(job: str, order: list[str]) -> tuple[int, str]:
    """A stage's position in the pipeline; a repeat's number."""
    if job in order:
        return order.index(job), job
    number = job.rpartition("-")[2]
    return int(number) if number.isdigit() else 0, job


def _write(path: Path, text: str) -> None:
    with atomic_write(path) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")


def _processor_seconds() -> float:
    own = os.times()
    return own.user + own.system + own.children_user + own.children_system
