"""Processor time and memory of a command and of all processes that it starts."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

#: Seconds between two looks at the processes.
PAUSE = 0.02
_TICK = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Cost:
    """What a command took.

    Attributes
    ----------
    seconds : float
        Of processor time, of all its processes.
    megabytes : float
        The most that all its processes held at one time (the sum of their resident sets: what
        several share counts for each).
    """

    seconds: float
    megabytes: float


def cost_of(command: list[str], folder: Path) -> Cost:
    """Run a command in a folder, look at its processes until it ends."""
    process = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    seconds: dict[int, float] = {}
    peak = 0.0
    while process.poll() is None:
        held = 0.0
        for number in _tree(process.pid):
            looked = _look(number)
            if looked:
                seconds[number] = max(seconds.get(number, 0.0), looked.seconds)
                held += looked.megabytes
        peak = max(peak, held)
        time.sleep(PAUSE)
    if process.returncode:
        sys.exit(process.stderr.read() if process.stderr else "failed")
    return Cost(sum(seconds.values()), peak)


def _tree(number: int) -> Iterator[int]:
    yield number
    children: list[str] = []
    for path in Path(f"/proc/{number}/task").glob("*/children"):  # any thread may start one
        with suppress(OSError):
            children += path.read_text().split()
    for child in children:
        yield from _tree(int(child))


def _look(number: int) -> Cost | None:
    try:
        fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        pages = int(Path(f"/proc/{number}/statm").read_text().split()[1])
    except OSError:
        return None  # it has ended
    return Cost((int(fields[11]) + int(fields[12])) / _TICK, pages * _PAGE / 1e6)
