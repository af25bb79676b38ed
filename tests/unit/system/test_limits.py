"""No memory and no room, by real limits, end in a reason and a remedy."""

import compileall
import errno
import os
import resource
import subprocess
import sys

import pytest

import topograph
from topograph.cli import main
from topograph.system.limits import machine_error

NO_MEMORY = "There is not enough memory."


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """Compiled files of the project: Python's parser calls a lack of memory a syntax error."""
    compileall.compile_dir(topograph.__path__[0], quiet=1)


def limited(megabytes):
    """Lets a process have so much memory."""
    size = megabytes << 20
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size))


def call(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "topograph", *arguments], capture_output=True, text=True, **options
    )


@pytest.mark.parametrize("megabytes", [130, 180, 240])
def test_without_memory_a_stage_says_so(tiny_copy, megabytes):
    done = call("evaluate", "results/tiny", preexec_fn=limited(megabytes))
    assert done.returncode == 1
    assert f"Error: {NO_MEMORY}" in done.stderr
    assert "fix: run it with fewer cores" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="a small disk can be mounted by the superuser only")
def test_without_shared_memory_parse_says_so(tiny_copy):
    rows = "\n".join(f"Document {i} tells of trees and graphs at noon." for i in range(2100))
    (tiny_copy / "data/many.txt").write_text(rows)
    (tiny_copy / "config/runs/many.yaml").write_text(
        "parse: {files: [data/many.txt], format: lines}\n"
    )
    mount = "mount -t tmpfs -o size=4k,nr_inodes=1 tmpfs /dev/shm"
    program = f"{sys.executable} -m topograph parse results/many --threads 2"
    done = subprocess.run(
        ["unshare", "-m", "sh", "-c", f"{mount} && {program}"], capture_output=True, text=True
    )
    if "unshare" in done.stderr or "mount" in done.stderr:
        pytest.skip("no disk can be mounted here")
    assert "Traceback" not in done.stderr
    assert done.returncode == 0 or "fix: free space on that disk" in done.stderr


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (MemoryError("Unable to allocate 9 GiB"), NO_MEMORY),
        (ImportError("x.so: failed to map segment from shared object"), NO_MEMORY),
        (RuntimeError("can't start new thread"), NO_MEMORY),
        (OSError(errno.ENOMEM, "no"), NO_MEMORY),
        (OSError(errno.EMFILE, "no"), "Too many open files"),
        (OSError(errno.ENOSPC, "no", "a/b"), "a/b cannot be written."),
        (OSError(errno.ENOSPC, "no"), "/dev/shm"),
    ],
)
def test_faults_of_the_machine_are_reported(error, words):
    assert words in str(machine_error(error))
    outer = ValueError("of a library")
    outer.__cause__ = error
    assert words in str(machine_error(outer))


def test_other_faults_are_not_taken_for_them(monkeypatch, capsys):
    assert machine_error(ValueError("no column")) is None
    assert machine_error(OSError(errno.ENOENT, "no", "a")) is None
    monkeypatch.setattr("topograph.commands.cache.cache", lambda options: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        main(["cache"])
