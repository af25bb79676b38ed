"""What is slow to make is made once and used by all processes of a test run."""

import fcntl
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest


def made_once(
    factory: pytest.TempPathFactory, worker: str, name: str, make: Callable[[Path], object]
) -> Path:
    """
    Make a folder, or take the one that another worker of pytest-xdist has made.

    Parameters
    ----------
    factory
        pytest's maker of temporary folders.
    worker
        The fixture `worker_id`: `master` if the tests run in one process.
    name
        Name of the folder.
    make
        Fills the folder, which is there and empty. If it fails, the next worker tries again.

    Returns
    -------
    Path
        The folder. It is not to be changed.
    """
    base = factory.getbasetemp()
    if worker != "master":
        base = base.parent  # pytest gives each worker a folder of its own within that of the run
    folder = base / name
    finished = base / f"{name}.finished"
    with (base / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not finished.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            finished.touch()
    return folder
