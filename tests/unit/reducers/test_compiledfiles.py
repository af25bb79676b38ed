"""Files of compiled code: a damaged one is set aside and made again, and never run."""

import os
import subprocess
import sys

import pytest

from topograph.reducers.compiledfiles import checked, read_checked

#: A process that compiles a small function, or finds its code, and calls it.
PROGRAM = """
import sys
from topograph.reducers.compiledfiles import check_compiled_files
check_compiled_files()
sys.path.insert(0, sys.argv[1])
import halves
print(halves.half(5.0), sum(halves.half.stats.cache_hits.values()))
"""


@pytest.fixture
def call(tmp_path):
    (tmp_path / "halves.py").write_text(
        "import numba\n\n\n@numba.njit(cache=True)\ndef half(x):\n    return x / 2\n"
    )

    def call(**environment):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(tmp_path)],
            env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache")} | environment,
            capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    return call


@pytest.mark.slow
def test_damaged_code_is_compiled_again_with_a_line_that_says_so(call, tmp_path):
    assert call() == "2.5 0\n"
    assert call() == "2.5 1\n"
    files = sorted((tmp_path / "cache").rglob("*.nb[ic]"))
    assert len(files) == 2
    for number, file in enumerate(files):
        whole = file.read_bytes()
        middle = len(whole) // 2
        flipped = whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
        for damaged in (whole[:middle], b"", flipped)[: 3 if number else 1]:
            file.write_bytes(damaged)
            reported = call()
            assert f"compiled code in {file} is damaged; it is set aside, as " in reported
            assert reported.endswith("2.5 0\n")
            assert (file.parent / "set-aside" / file.name).read_bytes() == damaged
            assert call() == "2.5 1\n"


def test_what_is_read_is_what_was_written_or_nothing(tmp_path, capsys):
    path = tmp_path / "a"
    assert read_checked(path) is None
    path.write_bytes(checked(b"code"))
    assert read_checked(path) == b"code"
    path.write_bytes(checked(b"code") + b"x")
    assert read_checked(path) is None
    assert "damaged" in capsys.readouterr().out
    assert not path.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="a small disk can be mounted by the superuser only")
def test_code_that_finds_no_room_is_run_and_not_kept(call, tmp_path):
    folder = tmp_path / "cache"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", str(folder)], capture_output=True
    )
    if mounted.returncode:
        pytest.skip("no disk can be mounted here")
    try:
        reported = call()
    finally:
        subprocess.run(["umount", str(folder)], check=True)
    assert "compiled code is not kept in" in reported
    assert reported.endswith("2.5 0\n")
